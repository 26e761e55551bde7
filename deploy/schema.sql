-- 6a20272d591b1cbf

CREATE FUNCTION public.competitions_fixture_competition() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    SELECT stage.competition_id INTO NEW.competition_id
        FROM competitions_tie tie
        JOIN competitions_round round ON round.id = tie.round_id
        JOIN competitions_stage stage ON stage.id = round.stage_id
        WHERE tie.id = NEW.tie_id;
    RETURN NEW;
END $$;
CREATE FUNCTION public.competitions_fixture_ended() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    NEW.ended_at := (SELECT finished_at FROM matches_match WHERE id = NEW.match_id AND status = 'finished');
    RETURN NEW;
END $$;
CREATE FUNCTION public.name_folded(name text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    SELECT translate(lower(name), 'aeionrlstdcmupgvbfhzkqwjxy 0123456789-.''øłđħıŧŋàáâãäåçèéêëìíîïñòóôõöùúûüýÿāăąćĉċčďēĕėęěĝğġģĥĩīĭįĵķĺļľńņňōŏőŕŗřśŝşšţťũūŭůűųŵŷźżžơưǎǐǒǔǖǘǚǜǟǡǧǩǫǭǰǵǹǻȁȃȅȇȉȋȍȏȑȓȕȗșțȟȧȩȫȭȯȱȳḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕẖẗẘẙạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ', 'aeionrlstdcmupgvbfhzkqwjxy 0123456789-.''oldhitnaaaaaaceeeeiiiinooooouuuuyyaaaccccdeeeeegggghiiiijklllnnnooorrrssssttuuuuuuwyzzzouaiouuuuuaagkoojgnaaaeeiioorruusthaeooooyabbbcdddddeeeeefghhhhhiikkkllllmmmnnnnoooopprrrrsssssttttuuuuuvvwwwwwxxyzzzhtwyaaaaaaaaaaaaeeeeeeeeiioooooooooooouuuuuuuyyyy')
$$;
CREATE FUNCTION public.name_grams(name text) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    SELECT coalesce(array_agg(DISTINCT substr(folded, at, size)), '{}')
    FROM (SELECT translate(lower(name), 'aeionrlstdcmupgvbfhzkqwjxy 0123456789-.''øłđħıŧŋàáâãäåçèéêëìíîïñòóôõöùúûüýÿāăąćĉċčďēĕėęěĝğġģĥĩīĭįĵķĺļľńņňōŏőŕŗřśŝşšţťũūŭůűųŵŷźżžơưǎǐǒǔǖǘǚǜǟǡǧǩǫǭǰǵǹǻȁȃȅȇȉȋȍȏȑȓȕȗșțȟȧȩȫȭȯȱȳḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕẖẗẘẙạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ', 'aeionrlstdcmupgvbfhzkqwjxy 0123456789-.''oldhitnaaaaaaceeeeiiiinooooouuuuyyaaaccccdeeeeegggghiiiijklllnnnooorrrssssttuuuuuuwyzzzouaiouuuuuaagkoojgnaaaeeiioorruusthaeooooyabbbcdddddeeeeefghhhhhiikkkllllmmmnnnnoooopprrrrsssssttttuuuuuvvwwwwwxxyzzzhtwyaaaaaaaaaaaaeeeeeeeeiioooooooooooouuuuuuuyyyy') AS folded) AS names, generate_series(1, length(folded)) AS at, generate_series(1, 3) AS size
    WHERE at + size - 1 <= length(folded)
$$;
CREATE FUNCTION public.name_runs(name text) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    SELECT coalesce(array_agg(DISTINCT substr(folded, at, size)), '{}')
    FROM (SELECT translate(lower(name), 'aeionrlstdcmupgvbfhzkqwjxy 0123456789-.''øłđħıŧŋàáâãäåçèéêëìíîïñòóôõöùúûüýÿāăąćĉċčďēĕėęěĝğġģĥĩīĭįĵķĺļľńņňōŏőŕŗřśŝşšţťũūŭůűųŵŷźżžơưǎǐǒǔǖǘǚǜǟǡǧǩǫǭǰǵǹǻȁȃȅȇȉȋȍȏȑȓȕȗșțȟȧȩȫȭȯȱȳḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕẖẗẘẙạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ', 'aeionrlstdcmupgvbfhzkqwjxy 0123456789-.''oldhitnaaaaaaceeeeiiiinooooouuuuyyaaaccccdeeeeegggghiiiijklllnnnooorrrssssttuuuuuuwyzzzouaiouuuuuaagkoojgnaaaeeiioorruusthaeooooyabbbcdddddeeeeefghhhhhiikkkllllmmmnnnnoooopprrrrsssssttttuuuuuvvwwwwwxxyzzzhtwyaaaaaaaaaaaaeeeeeeeeiioooooooooooouuuuuuuyyyy') AS folded) AS names, generate_series(1, length(folded)) AS at, generate_series(1, 4) AS size
    WHERE at + size - 1 <= length(folded)
$$;
CREATE FUNCTION public.statistics_audience_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE statistics_line SET audience = NEW.audience WHERE match_id = NEW.id;
    PERFORM statistics_outdate(line, false) FROM statistics_line line WHERE line.match_id = NEW.id;
    RETURN NULL;
END $$;
CREATE FUNCTION public.statistics_figures_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM statistics_outdate(line, false) FROM statistics_line line
    WHERE line.match_id = CASE TG_OP WHEN 'DELETE' THEN OLD.match_id ELSE NEW.match_id END;
    RETURN NULL;
END $$;
CREATE FUNCTION public.statistics_line_audience() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    SELECT audience INTO NEW.audience FROM matches_match WHERE id = NEW.match_id;
    RETURN NEW;
END $$;
CREATE FUNCTION public.statistics_line_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN PERFORM statistics_outdate(OLD, true); END IF;
    IF TG_OP <> 'DELETE' THEN PERFORM statistics_outdate(NEW, true); END IF;
    RETURN NULL;
END $$;
CREATE TABLE public.statistics_line (
    id bigint NOT NULL,
    side character varying(4) NOT NULL,
    game character varying(32) NOT NULL,
    goals_for smallint NOT NULL,
    goals_against smallint NOT NULL,
    outcome character varying(1) NOT NULL,
    how character varying(20) NOT NULL,
    played_at timestamp with time zone NOT NULL,
    counts boolean NOT NULL,
    competition_id uuid,
    match_id uuid NOT NULL,
    opponent_id uuid,
    player_id uuid NOT NULL,
    audience uuid,
    line_up character varying(16) DEFAULT ''::character varying NOT NULL,
    board smallint DEFAULT 0 NOT NULL,
    CONSTRAINT statistics_line_board_check CHECK ((board >= 0)),
    CONSTRAINT statistics_line_goals_against_check CHECK ((goals_against >= 0)),
    CONSTRAINT statistics_line_goals_for_check CHECK ((goals_for >= 0))
);
CREATE FUNCTION public.statistics_outdate(line public.statistics_line, rated boolean) RETURNS void
    LANGUAGE sql
    AS $$
    INSERT INTO statistics_outdated (kind, game, competition, player, since)
    SELECT 'week', line.game, NULL::uuid, NULL::uuid, date_trunc('week', line.played_at, 'UTC')
    UNION ALL SELECT 'career', line.game, NULL, line.player_id, NULL
    UNION ALL SELECT 'competition', line.game, line.competition_id, NULL, NULL WHERE line.competition_id IS NOT NULL
    UNION ALL SELECT 'ratings', line.game, NULL, NULL, line.played_at WHERE rated AND line.side = 'home'
$$;
CREATE TABLE public.account_emailaddress (
    id integer NOT NULL,
    email character varying(254) NOT NULL,
    verified boolean NOT NULL,
    "primary" boolean NOT NULL,
    user_id uuid NOT NULL
);
ALTER TABLE public.account_emailaddress ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.account_emailaddress_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.account_emailconfirmation (
    id integer NOT NULL,
    created timestamp with time zone NOT NULL,
    sent timestamp with time zone,
    key character varying(64) NOT NULL,
    email_address_id integer NOT NULL
);
ALTER TABLE public.account_emailconfirmation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.account_emailconfirmation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.analysis_analysis (
    id uuid NOT NULL,
    title character varying(80) NOT NULL,
    game character varying(32) NOT NULL,
    text text NOT NULL,
    visibility character varying(8) NOT NULL,
    version integer NOT NULL,
    moves integer NOT NULL,
    at integer NOT NULL,
    "position" character varying(2000) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    owner_id uuid NOT NULL,
    hidden boolean DEFAULT false NOT NULL,
    CONSTRAINT analysis_analysis_moves_check CHECK ((moves >= 0)),
    CONSTRAINT analysis_analysis_version_check CHECK ((version >= 0))
);
CREATE TABLE public.arenas_arena (
    id uuid NOT NULL,
    slug character varying(60) NOT NULL,
    name character varying(60) NOT NULL,
    game character varying(32) NOT NULL,
    options jsonb NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    minutes smallint NOT NULL,
    control character varying(16) NOT NULL,
    half_clock boolean NOT NULL,
    rated boolean NOT NULL,
    bots smallint NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    ended_at timestamp with time zone,
    cancelled_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    club_id uuid,
    owner_id uuid NOT NULL,
    open_to_robots boolean DEFAULT false NOT NULL,
    CONSTRAINT arenas_arena_bots_check CHECK ((bots >= 0)),
    CONSTRAINT arenas_arena_minutes_check CHECK ((minutes >= 0))
);
CREATE TABLE public.arenas_arenaentry (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    verb character varying(20) NOT NULL,
    message jsonb NOT NULL,
    actor_id uuid,
    arena_id uuid NOT NULL
);
ALTER TABLE public.arenas_arenaentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.arenas_arenaentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.arenas_arenamatch (
    id bigint NOT NULL,
    home_half boolean NOT NULL,
    away_half boolean NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    outcome character varying(4) NOT NULL,
    short boolean NOT NULL,
    taken_at timestamp with time zone,
    arena_id uuid NOT NULL,
    match_id uuid NOT NULL,
    away_id bigint NOT NULL,
    home_id bigint NOT NULL,
    CONSTRAINT arena_match_of_two CHECK ((NOT (home_id = away_id)))
);
ALTER TABLE public.arenas_arenamatch ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.arenas_arenamatch_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.arenas_arenaplayer (
    id bigint NOT NULL,
    status character varying(8) NOT NULL,
    half_clock boolean NOT NULL,
    joined_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    waiting_since timestamp with time zone NOT NULL,
    arena_id uuid NOT NULL,
    playing_id bigint,
    user_id uuid NOT NULL
);
ALTER TABLE public.arenas_arenaplayer ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.arenas_arenaplayer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_group (
    id integer NOT NULL,
    name character varying(150) NOT NULL
);
ALTER TABLE public.auth_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_group_permissions (
    id bigint NOT NULL,
    group_id integer NOT NULL,
    permission_id integer NOT NULL
);
ALTER TABLE public.auth_group_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_permission (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    content_type_id integer NOT NULL,
    codename character varying(100) NOT NULL
);
ALTER TABLE public.auth_permission ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_permission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.classes_card (
    id uuid NOT NULL,
    key character varying(43) NOT NULL,
    nonce character varying(43) NOT NULL,
    wrong integer NOT NULL,
    closed_until timestamp with time zone,
    entrant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    school_id bigint NOT NULL,
    key_closed_until timestamp with time zone,
    key_wrong integer NOT NULL,
    tried integer NOT NULL,
    tried_at timestamp with time zone,
    CONSTRAINT classes_card_key_wrong_check CHECK ((key_wrong >= 0)),
    CONSTRAINT classes_card_tried_check CHECK ((tried >= 0)),
    CONSTRAINT classes_card_wrong_check CHECK ((wrong >= 0))
);
CREATE TABLE public.classes_forgotten (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    pupils integer NOT NULL,
    matches integer NOT NULL,
    on_its_day boolean NOT NULL,
    teacher_id uuid,
    CONSTRAINT classes_forgotten_matches_check CHECK ((matches >= 0)),
    CONSTRAINT classes_forgotten_pupils_check CHECK ((pupils >= 0))
);
ALTER TABLE public.classes_forgotten ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.classes_forgotten_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.classes_schoolclass (
    id bigint NOT NULL,
    code character varying(8) NOT NULL,
    delete_on date NOT NULL,
    made_at timestamp with time zone NOT NULL,
    competition_id uuid NOT NULL
);
ALTER TABLE public.classes_schoolclass ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.classes_schoolclass_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_club (
    id uuid NOT NULL,
    slug character varying(60) NOT NULL,
    name character varying(60) NOT NULL,
    description text NOT NULL,
    visibility character varying(8) NOT NULL,
    joining character varying(8) NOT NULL,
    key character varying(43) NOT NULL,
    succession_days smallint NOT NULL,
    objection_days smallint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    owner_id uuid NOT NULL,
    closed_at timestamp with time zone,
    closed_because character varying(300) NOT NULL,
    CONSTRAINT clubs_club_objection_days_check CHECK ((objection_days >= 0)),
    CONSTRAINT clubs_club_succession_days_check CHECK ((succession_days >= 0))
);
CREATE TABLE public.clubs_clubentry (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    verb character varying(40) NOT NULL,
    message jsonb NOT NULL,
    actor_id uuid,
    club_id uuid NOT NULL
);
ALTER TABLE public.clubs_clubentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.clubs_clubentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clubs_handover (
    id uuid NOT NULL,
    kind character varying(5) NOT NULL,
    state character varying(9) NOT NULL,
    made_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    club_id uuid,
    competition_id uuid,
    owner_id uuid NOT NULL,
    to_id uuid NOT NULL,
    CONSTRAINT handover_of_one_thing CHECK ((((club_id IS NULL) AND (competition_id IS NOT NULL)) OR ((club_id IS NOT NULL) AND (competition_id IS NULL))))
);
CREATE TABLE public.clubs_housepreset (
    id uuid NOT NULL,
    name character varying(40) NOT NULL,
    "values" jsonb NOT NULL,
    made_at timestamp with time zone NOT NULL,
    club_id uuid NOT NULL,
    made_by_id uuid
);
CREATE TABLE public.clubs_membership (
    id uuid NOT NULL,
    staff boolean NOT NULL,
    asked boolean NOT NULL,
    key character varying(43) NOT NULL,
    since timestamp with time zone NOT NULL,
    club_id uuid NOT NULL,
    user_id uuid NOT NULL,
    CONSTRAINT membership_staff_is_inside CHECK (((NOT staff) OR (NOT asked)))
);
CREATE TABLE public.competitions_absence (
    id uuid NOT NULL,
    first date NOT NULL,
    last date NOT NULL,
    user_id uuid NOT NULL,
    CONSTRAINT absence_ends_after_it_begins CHECK ((last >= first))
);
CREATE TABLE public.competitions_announcement (
    id uuid NOT NULL,
    words character varying(1000) NOT NULL,
    at timestamp with time zone NOT NULL,
    taken_back_at timestamp with time zone,
    by_id uuid,
    competition_id uuid NOT NULL
);
CREATE TABLE public.competitions_auditentry (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    verb character varying(40) NOT NULL,
    message jsonb NOT NULL,
    actor_id uuid,
    competition_id uuid NOT NULL,
    signed character varying(40) NOT NULL
);
ALTER TABLE public.competitions_auditentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.competitions_auditentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.competitions_availability (
    id uuid NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    can boolean,
    answered_at timestamp with time zone,
    entrant_id uuid NOT NULL,
    tie_id uuid NOT NULL,
    user_id uuid NOT NULL
);
CREATE TABLE public.competitions_call (
    id uuid NOT NULL,
    called_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    began_at timestamp with time zone,
    ended_at timestamp with time zone,
    "end" character varying(6) NOT NULL,
    away_id uuid NOT NULL,
    fixture_id uuid NOT NULL,
    home_id uuid NOT NULL,
    table_id bigint NOT NULL
);
CREATE TABLE public.competitions_calledplayer (
    id bigint NOT NULL,
    ended_at timestamp with time zone,
    call_id uuid NOT NULL,
    user_id uuid NOT NULL
);
ALTER TABLE public.competitions_calledplayer ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.competitions_calledplayer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.competitions_comment (
    id uuid NOT NULL,
    words character varying(1000) NOT NULL,
    at timestamp with time zone NOT NULL,
    taken_back_at timestamp with time zone,
    by_id uuid,
    fixture_id uuid NOT NULL
);
CREATE TABLE public.competitions_competition (
    id uuid NOT NULL,
    slug character varying(60) NOT NULL,
    name character varying(80) NOT NULL,
    game character varying(32) NOT NULL,
    options jsonb NOT NULL,
    preset character varying(30) NOT NULL,
    description text NOT NULL,
    status character varying(12) NOT NULL,
    places smallint NOT NULL,
    bots_allowed boolean NOT NULL,
    advance character varying(8) NOT NULL,
    starts_at timestamp with time zone,
    unplayed character varying(8) NOT NULL,
    withdrawals character varying(8) NOT NULL,
    round_hours integer NOT NULL,
    no_show_minutes integer NOT NULL,
    move_seconds integer,
    budget_seconds integer,
    bot_seconds double precision NOT NULL,
    points jsonb NOT NULL,
    criteria jsonb NOT NULL,
    cancelled_because character varying(300) NOT NULL,
    log_position bigint NOT NULL,
    demo boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    published_at timestamp with time zone,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    owner_id uuid NOT NULL,
    dispute_hours smallint NOT NULL,
    report_hours smallint NOT NULL,
    previous_id uuid,
    season smallint NOT NULL,
    seeding character varying(8) NOT NULL,
    standings character varying(40) NOT NULL,
    blackout jsonb NOT NULL,
    time_zone character varying(40) NOT NULL,
    open_to_robots boolean NOT NULL,
    side_size smallint NOT NULL,
    real_rated boolean NOT NULL,
    by_invitation boolean NOT NULL,
    check_in_closes_at timestamp with time zone,
    check_in_done_at timestamp with time zone,
    check_in_opens_at timestamp with time zone,
    wishes jsonb NOT NULL,
    chat character varying(8) NOT NULL,
    chat_spectators character varying(8) NOT NULL,
    frozen_at timestamp with time zone,
    frozen_because character varying(300) NOT NULL,
    leave_days smallint NOT NULL,
    official_at timestamp with time zone,
    visibility character varying(8) NOT NULL,
    champion_id uuid,
    club_id uuid,
    objection_days smallint NOT NULL,
    succession_days smallint NOT NULL,
    asked_stages jsonb NOT NULL,
    changed_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    swept_position bigint DEFAULT 0 NOT NULL,
    swept_at timestamp with time zone,
    boards smallint DEFAULT 1 NOT NULL,
    line_up_hours smallint DEFAULT 24 NOT NULL,
    team_rules jsonb DEFAULT '{}'::jsonb NOT NULL,
    squad_round smallint DEFAULT 1 NOT NULL,
    hall_id uuid,
    one_at_a_time boolean DEFAULT false NOT NULL,
    played_elsewhere boolean DEFAULT false NOT NULL,
    CONSTRAINT boards_of_single_players CHECK (((boards = 1) OR (((boards >= 2) AND (boards <= 8)) AND (side_size = 1)))),
    CONSTRAINT check_in_opens_before_it_closes CHECK ((((check_in_closes_at IS NULL) AND (check_in_opens_at IS NULL)) OR (check_in_opens_at < check_in_closes_at))),
    CONSTRAINT competitions_competition_boards_check CHECK ((boards >= 0)),
    CONSTRAINT competitions_competition_budget_seconds_check CHECK ((budget_seconds >= 0)),
    CONSTRAINT competitions_competition_dispute_hours_check CHECK ((dispute_hours >= 0)),
    CONSTRAINT competitions_competition_leave_days_check CHECK ((leave_days >= 0)),
    CONSTRAINT competitions_competition_line_up_hours_check CHECK ((line_up_hours >= 0)),
    CONSTRAINT competitions_competition_log_position_check CHECK ((log_position >= 0)),
    CONSTRAINT competitions_competition_move_seconds_check CHECK ((move_seconds >= 0)),
    CONSTRAINT competitions_competition_no_show_minutes_check CHECK ((no_show_minutes >= 0)),
    CONSTRAINT competitions_competition_objection_days_check CHECK ((objection_days >= 0)),
    CONSTRAINT competitions_competition_places_check CHECK ((places >= 0)),
    CONSTRAINT competitions_competition_report_hours_check CHECK ((report_hours >= 0)),
    CONSTRAINT competitions_competition_round_hours_check CHECK ((round_hours >= 0)),
    CONSTRAINT competitions_competition_season_check CHECK ((season >= 0)),
    CONSTRAINT competitions_competition_side_size_check CHECK ((side_size >= 0)),
    CONSTRAINT competitions_competition_squad_round_check CHECK ((squad_round >= 0)),
    CONSTRAINT competitions_competition_succession_days_check CHECK ((succession_days >= 0)),
    CONSTRAINT competitions_competition_swept_position_check CHECK ((swept_position >= 0)),
    CONSTRAINT places_two_or_more CHECK ((places >= 2)),
    CONSTRAINT side_of_one_to_three CHECK (((side_size >= 1) AND (side_size <= 3)))
);
CREATE TABLE public.competitions_dispute (
    id uuid NOT NULL,
    seat character varying(4) NOT NULL,
    at timestamp with time zone NOT NULL,
    deadline_at timestamp with time zone NOT NULL,
    reminded_at timestamp with time zone,
    home_statement character varying(1000) NOT NULL,
    away_statement character varying(1000) NOT NULL,
    outcome character varying(10) NOT NULL,
    reason character varying(300) NOT NULL,
    decided_at timestamp with time zone,
    by_id uuid,
    decided_by_id uuid,
    fixture_id uuid NOT NULL,
    report_id uuid,
    CONSTRAINT dispute_outcome_has_reason CHECK ((((outcome)::text = ''::text) OR ((NOT ((reason)::text = ''::text)) AND (decided_at IS NOT NULL))))
);
CREATE TABLE public.competitions_draw (
    id bigint NOT NULL,
    number smallint NOT NULL,
    algorithm character varying(30) NOT NULL,
    commitment character varying(64) NOT NULL,
    seed character varying(64) NOT NULL,
    entrants jsonb NOT NULL,
    entrants_hash character varying(64) NOT NULL,
    "order" jsonb NOT NULL,
    committed_at timestamp with time zone NOT NULL,
    revealed_at timestamp with time zone,
    competition_id uuid NOT NULL,
    CONSTRAINT competitions_draw_number_check CHECK ((number >= 0))
);
ALTER TABLE public.competitions_draw ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.competitions_draw_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.competitions_entrant (
    id uuid NOT NULL,
    name character varying(40) NOT NULL,
    code character varying(3) NOT NULL,
    seed smallint,
    status character varying(10) NOT NULL,
    personal_key character varying(43) DEFAULT ''::character varying NOT NULL,
    withdrawn_because character varying(300) NOT NULL,
    entered_at timestamp with time zone NOT NULL,
    competition_id uuid NOT NULL,
    player_id uuid NOT NULL,
    division smallint,
    first_round smallint NOT NULL,
    rests jsonb NOT NULL,
    strength double precision,
    side_key character varying(43) NOT NULL,
    here_round smallint NOT NULL,
    last_round smallint,
    checked_in_at timestamp with time zone,
    club character varying(30) NOT NULL,
    turned_away boolean NOT NULL,
    stands_in_for character varying(40) NOT NULL,
    link_sent_at timestamp with time zone,
    link_opened_at timestamp with time zone,
    CONSTRAINT competitions_entrant_division_check CHECK ((division >= 0)),
    CONSTRAINT competitions_entrant_first_round_check CHECK ((first_round >= 0)),
    CONSTRAINT competitions_entrant_here_round_check CHECK ((here_round >= 0)),
    CONSTRAINT competitions_entrant_last_round_check CHECK ((last_round >= 0)),
    CONSTRAINT competitions_entrant_seed_check CHECK ((seed >= 0))
);
CREATE TABLE public.competitions_fixture (
    id uuid NOT NULL,
    leg smallint NOT NULL,
    status character varying(10) NOT NULL,
    kick_off_at timestamp with time zone,
    home_goals smallint,
    away_goals smallint,
    shootout jsonb,
    how character varying(20) NOT NULL,
    reason jsonb NOT NULL,
    away_id uuid,
    home_id uuid,
    match_id uuid,
    tie_id uuid NOT NULL,
    fixed character varying(10) NOT NULL,
    sequence integer NOT NULL,
    "table" smallint,
    competition_id uuid,
    ended_at timestamp with time zone,
    away_player_id uuid,
    board smallint DEFAULT 1 NOT NULL,
    home_player_id uuid,
    CONSTRAINT competitions_fixture_away_goals_check CHECK ((away_goals >= 0)),
    CONSTRAINT competitions_fixture_board_check CHECK ((board >= 0)),
    CONSTRAINT competitions_fixture_home_goals_check CHECK ((home_goals >= 0)),
    CONSTRAINT competitions_fixture_leg_check CHECK ((leg >= 0)),
    CONSTRAINT competitions_fixture_sequence_check CHECK ((sequence >= 0)),
    CONSTRAINT competitions_fixture_table_check CHECK (("table" >= 0)),
    CONSTRAINT fixture_score_both_or_none CHECK ((((away_goals IS NULL) AND (home_goals IS NULL)) OR ((away_goals IS NOT NULL) AND (home_goals IS NOT NULL))))
);
CREATE TABLE public.competitions_group (
    id bigint NOT NULL,
    number smallint NOT NULL,
    name character varying(40) NOT NULL,
    "table" jsonb NOT NULL,
    table_position bigint NOT NULL,
    stage_id bigint NOT NULL,
    members jsonb NOT NULL,
    outlook_position bigint DEFAULT 0 NOT NULL,
    CONSTRAINT competitions_group_number_check CHECK ((number >= 0)),
    CONSTRAINT competitions_group_outlook_position_check CHECK ((outlook_position >= 0)),
    CONSTRAINT competitions_group_table_position_check CHECK ((table_position >= 0))
);
ALTER TABLE public.competitions_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.competitions_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.competitions_hall (
    id uuid NOT NULL,
    wait_minutes smallint NOT NULL,
    rest_minutes smallint NOT NULL,
    CONSTRAINT competitions_hall_rest_minutes_check CHECK ((rest_minutes >= 0)),
    CONSTRAINT competitions_hall_wait_minutes_check CHECK ((wait_minutes >= 0))
);
CREATE TABLE public.competitions_halltable (
    id bigint NOT NULL,
    number smallint NOT NULL,
    place character varying(60) NOT NULL,
    game character varying(32) NOT NULL,
    stream boolean NOT NULL,
    closed_at timestamp with time zone,
    closed_because character varying(120) NOT NULL,
    hall_id uuid NOT NULL,
    CONSTRAINT competitions_halltable_number_check CHECK ((number >= 0))
);
ALTER TABLE public.competitions_halltable ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.competitions_halltable_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.competitions_invitation (
    id uuid NOT NULL,
    name character varying(40) NOT NULL,
    key character varying(43) NOT NULL,
    state character varying(8) NOT NULL,
    made_at timestamp with time zone NOT NULL,
    answered_at timestamp with time zone,
    competition_id uuid NOT NULL,
    entrant_id uuid,
    made_by_id uuid
);
CREATE TABLE public.competitions_letter (
    id uuid NOT NULL,
    "to" character varying(254) NOT NULL,
    language character varying(8) NOT NULL,
    at timestamp with time zone NOT NULL,
    competition_id uuid NOT NULL,
    entrant_id uuid,
    invitation_id uuid,
    by_id uuid
);
CREATE TABLE public.competitions_member (
    id bigint NOT NULL,
    number smallint NOT NULL,
    joined_at timestamp with time zone NOT NULL,
    competition_id uuid NOT NULL,
    entrant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    personal_key character varying(43) DEFAULT ''::character varying NOT NULL,
    link_sent_at timestamp with time zone,
    link_opened_at timestamp with time zone,
    CONSTRAINT competitions_member_number_check CHECK ((number >= 0))
);
ALTER TABLE public.competitions_member ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.competitions_member_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.competitions_oneperson (
    id bigint NOT NULL,
    hall_id uuid NOT NULL,
    one_id uuid NOT NULL,
    other_id uuid NOT NULL,
    CONSTRAINT one_person_in_order CHECK ((one_id < other_id))
);
ALTER TABLE public.competitions_oneperson ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.competitions_oneperson_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.competitions_optionchange (
    id bigint NOT NULL,
    scope character varying(10) NOT NULL,
    number smallint,
    options jsonb NOT NULL,
    clock jsonb NOT NULL,
    reason character varying(300) NOT NULL,
    at timestamp with time zone NOT NULL,
    by_id uuid,
    competition_id uuid NOT NULL,
    fixture_id uuid,
    stage_id bigint,
    CONSTRAINT competitions_optionchange_number_check CHECK ((number >= 0)),
    CONSTRAINT option_change_names_its_scope CHECK ((((number IS NOT NULL) AND ((scope)::text = ANY ((ARRAY['from_round'::character varying, 'round'::character varying])::text[])) AND (stage_id IS NOT NULL)) OR (((scope)::text = 'stage'::text) AND (stage_id IS NOT NULL)) OR ((fixture_id IS NOT NULL) AND ((scope)::text = 'fixture'::text))))
);
ALTER TABLE public.competitions_optionchange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.competitions_optionchange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.competitions_outlook (
    id bigint NOT NULL,
    "position" bigint NOT NULL,
    ranges jsonb NOT NULL,
    chances jsonb NOT NULL,
    points jsonb NOT NULL,
    runs integer NOT NULL,
    wanted integer NOT NULL,
    seed bigint NOT NULL,
    made_at timestamp with time zone NOT NULL,
    group_id bigint NOT NULL,
    CONSTRAINT competitions_outlook_position_check CHECK (("position" >= 0)),
    CONSTRAINT competitions_outlook_runs_check CHECK ((runs >= 0)),
    CONSTRAINT competitions_outlook_seed_check CHECK ((seed >= 0)),
    CONSTRAINT competitions_outlook_wanted_check CHECK ((wanted >= 0))
);
ALTER TABLE public.competitions_outlook ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.competitions_outlook_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.competitions_proposal (
    id uuid NOT NULL,
    seat character varying(4) NOT NULL,
    kick_off_at timestamp with time zone NOT NULL,
    made_at timestamp with time zone NOT NULL,
    state character varying(8) NOT NULL,
    answered_at timestamp with time zone,
    by_id uuid,
    fixture_id uuid NOT NULL
);
CREATE TABLE public.competitions_queueplace (
    id bigint NOT NULL,
    place integer,
    stream boolean NOT NULL,
    fixture_id uuid NOT NULL
);
ALTER TABLE public.competitions_queueplace ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.competitions_queueplace_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.competitions_report (
    id uuid NOT NULL,
    seat character varying(4) NOT NULL,
    home_goals smallint NOT NULL,
    away_goals smallint NOT NULL,
    shootout jsonb,
    extra_time boolean NOT NULL,
    at timestamp with time zone NOT NULL,
    counts_at timestamp with time zone NOT NULL,
    state character varying(10) NOT NULL,
    by_id uuid,
    fixture_id uuid NOT NULL,
    CONSTRAINT competitions_report_away_goals_check CHECK ((away_goals >= 0)),
    CONSTRAINT competitions_report_home_goals_check CHECK ((home_goals >= 0))
);
CREATE TABLE public.competitions_resultentry (
    id bigint NOT NULL,
    "position" integer NOT NULL,
    kind character varying(10) NOT NULL,
    home_goals smallint,
    away_goals smallint,
    shootout jsonb,
    winner character varying(4) NOT NULL,
    carry jsonb,
    extra_time boolean NOT NULL,
    how character varying(20) NOT NULL,
    cards jsonb,
    match_id uuid,
    reason character varying(300) NOT NULL,
    source character varying(12) NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_id uuid,
    competition_id uuid NOT NULL,
    entrant_id uuid,
    fixture_id uuid,
    own boolean NOT NULL,
    points smallint,
    why jsonb NOT NULL,
    signed character varying(40) NOT NULL,
    scorers jsonb,
    closing jsonb,
    forfeits character varying(5) DEFAULT ''::character varying NOT NULL,
    chain character varying(64) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT competitions_resultentry_away_goals_check CHECK ((away_goals >= 0)),
    CONSTRAINT competitions_resultentry_home_goals_check CHECK ((home_goals >= 0)),
    CONSTRAINT competitions_resultentry_position_check CHECK (("position" >= 0))
);
ALTER TABLE public.competitions_resultentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.competitions_resultentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.competitions_round (
    id bigint NOT NULL,
    number smallint NOT NULL,
    status character varying(8) NOT NULL,
    opens_at timestamp with time zone,
    closes_at timestamp with time zone,
    stage_id bigint NOT NULL,
    made_by jsonb NOT NULL,
    part character varying(8) NOT NULL,
    step smallint NOT NULL,
    CONSTRAINT competitions_round_number_check CHECK ((number >= 0)),
    CONSTRAINT competitions_round_step_check CHECK ((step >= 0))
);
ALTER TABLE public.competitions_round ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.competitions_round_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.competitions_staff (
    id uuid NOT NULL,
    role character varying(12) NOT NULL,
    key character varying(43) NOT NULL,
    invited_at timestamp with time zone NOT NULL,
    accepted_at timestamp with time zone,
    competition_id uuid NOT NULL,
    invited_by_id uuid,
    user_id uuid,
    CONSTRAINT staff_accepted_by_somebody CHECK (((accepted_at IS NULL) OR (user_id IS NOT NULL)))
);
CREATE TABLE public.competitions_stage (
    id bigint NOT NULL,
    number smallint NOT NULL,
    format character varying(20) NOT NULL,
    settings jsonb NOT NULL,
    competition_id uuid NOT NULL,
    pairing_due boolean NOT NULL,
    CONSTRAINT competitions_stage_number_check CHECK ((number >= 0))
);
ALTER TABLE public.competitions_stage ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.competitions_stage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.competitions_teamlineup (
    id uuid NOT NULL,
    numbers jsonb NOT NULL,
    handed_in_at timestamp with time zone NOT NULL,
    by_id uuid,
    entrant_id uuid NOT NULL,
    tie_id uuid NOT NULL,
    leg smallint DEFAULT 1 NOT NULL,
    CONSTRAINT competitions_teamlineup_leg_check CHECK ((leg >= 0))
);
CREATE TABLE public.competitions_tie (
    id uuid NOT NULL,
    number smallint NOT NULL,
    kind character varying(12) NOT NULL,
    home_slot jsonb NOT NULL,
    away_slot jsonb NOT NULL,
    decided character varying(30) NOT NULL,
    reason jsonb NOT NULL,
    away_id uuid,
    group_id bigint,
    home_id uuid,
    round_id bigint NOT NULL,
    winner_id uuid,
    home_points double precision,
    away_points double precision,
    leg smallint DEFAULT 1 NOT NULL,
    leg_scores jsonb DEFAULT '[]'::jsonb NOT NULL,
    leg_since timestamp with time zone,
    CONSTRAINT competitions_tie_leg_check CHECK ((leg >= 0)),
    CONSTRAINT competitions_tie_number_check CHECK ((number >= 0))
);
CREATE TABLE public.delivery_hookmessage (
    id bigint NOT NULL,
    key character varying(80) NOT NULL,
    words text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    attempts smallint NOT NULL,
    due_at timestamp with time zone,
    taken_at timestamp with time zone,
    answer character varying(200) NOT NULL,
    hook_id uuid NOT NULL,
    CONSTRAINT delivery_hookmessage_attempts_check CHECK ((attempts >= 0))
);
ALTER TABLE public.delivery_hookmessage ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.delivery_hookmessage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.delivery_mailmessage (
    id uuid NOT NULL,
    "to" character varying(320) NOT NULL,
    sender character varying(320) NOT NULL,
    subject text NOT NULL,
    text text NOT NULL,
    html text NOT NULL,
    headers jsonb NOT NULL,
    made_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    attempts smallint NOT NULL,
    answer character varying(200) NOT NULL,
    taken_at timestamp with time zone,
    given_up_at timestamp with time zone,
    CONSTRAINT delivery_mailmessage_attempts_check CHECK ((attempts >= 0))
);
CREATE TABLE public.delivery_pushkey (
    id smallint NOT NULL,
    private text NOT NULL,
    CONSTRAINT delivery_pushkey_id_check CHECK ((id >= 0)),
    CONSTRAINT push_key_one_row CHECK ((id = 1))
);
CREATE TABLE public.delivery_pushmessage (
    id bigint NOT NULL,
    notification_id uuid NOT NULL,
    subscription_id uuid NOT NULL
);
ALTER TABLE public.delivery_pushmessage ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.delivery_pushmessage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.delivery_pushsubscription (
    id uuid NOT NULL,
    endpoint character varying(800) NOT NULL,
    p256dh character varying(100) NOT NULL,
    auth character varying(40) NOT NULL,
    browser character varying(80) NOT NULL,
    made_at timestamp with time zone NOT NULL,
    failures smallint NOT NULL,
    user_id uuid NOT NULL,
    host character varying(253) NOT NULL,
    next_at timestamp with time zone NOT NULL,
    session character varying(40) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT delivery_pushsubscription_failures_check CHECK ((failures >= 0))
);
CREATE TABLE public.delivery_webhook (
    id uuid NOT NULL,
    url character varying(500) NOT NULL,
    secret character varying(43) NOT NULL,
    made_at timestamp with time zone NOT NULL,
    seen_position bigint NOT NULL,
    stopped character varying(200) NOT NULL,
    by_id uuid NOT NULL,
    competition_id uuid NOT NULL,
    failures smallint NOT NULL,
    host character varying(253) NOT NULL,
    next_at timestamp with time zone NOT NULL,
    CONSTRAINT delivery_webhook_failures_check CHECK ((failures >= 0))
);
CREATE TABLE public.deploy_incident (
    id bigint NOT NULL,
    title character varying(120) NOT NULL,
    story text NOT NULL,
    began_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone
);
ALTER TABLE public.deploy_incident ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.deploy_incident_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_content_type (
    id integer NOT NULL,
    app_label character varying(100) NOT NULL,
    model character varying(100) NOT NULL
);
ALTER TABLE public.django_content_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_content_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_migrations (
    id bigint NOT NULL,
    app character varying(255) NOT NULL,
    name character varying(255) NOT NULL,
    applied timestamp with time zone NOT NULL
);
ALTER TABLE public.django_migrations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_migrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_session (
    session_key character varying(40) NOT NULL,
    session_data text NOT NULL,
    expire_date timestamp with time zone NOT NULL
);
CREATE TABLE public.evenings_roundclock (
    id bigint NOT NULL,
    seconds integer NOT NULL,
    "left" integer NOT NULL,
    ends_at timestamp with time zone,
    buzzed_at timestamp with time zone,
    scores jsonb NOT NULL,
    round_id bigint NOT NULL,
    CONSTRAINT evenings_roundclock_left_check CHECK (("left" >= 0)),
    CONSTRAINT evenings_roundclock_seconds_check CHECK ((seconds >= 0))
);
ALTER TABLE public.evenings_roundclock ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.evenings_roundclock_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.evenings_sheet (
    id bigint NOT NULL,
    seat character varying(4) NOT NULL,
    key character varying(43) NOT NULL,
    made_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    fixture_id uuid NOT NULL
);
ALTER TABLE public.evenings_sheet ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.evenings_sheet_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.events_event (
    id uuid NOT NULL,
    slug character varying(60) NOT NULL,
    name character varying(80) NOT NULL,
    place character varying(120) NOT NULL,
    description text NOT NULL,
    first_day date NOT NULL,
    last_day date NOT NULL,
    opens time without time zone NOT NULL,
    closes time without time zone NOT NULL,
    breaks jsonb NOT NULL,
    time_zone character varying(40) NOT NULL,
    finals_last boolean NOT NULL,
    listed boolean NOT NULL,
    "position" bigint NOT NULL,
    planned_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    hall_id uuid NOT NULL,
    owner_id uuid NOT NULL,
    CONSTRAINT event_closes_after_it_opens CHECK ((closes > opens)),
    CONSTRAINT event_ends_after_it_begins CHECK ((last_day >= first_day)),
    CONSTRAINT events_event_position_check CHECK (("position" >= 0))
);
CREATE TABLE public.events_eventcompetition (
    id uuid NOT NULL,
    category character varying(30) NOT NULL,
    one_of character varying(30) NOT NULL,
    minutes smallint,
    referees boolean NOT NULL,
    ends_by timestamp with time zone,
    added_at timestamp with time zone NOT NULL,
    competition_id uuid NOT NULL,
    event_id uuid NOT NULL,
    born_from smallint,
    born_to smallint,
    licensed boolean DEFAULT false NOT NULL,
    CONSTRAINT events_eventcompetition_born_from_check CHECK ((born_from >= 0)),
    CONSTRAINT events_eventcompetition_born_to_check CHECK ((born_to >= 0)),
    CONSTRAINT events_eventcompetition_minutes_check CHECK ((minutes >= 0))
);
CREATE TABLE public.events_evententry (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    verb character varying(20) NOT NULL,
    message jsonb NOT NULL,
    actor_id uuid,
    event_id uuid NOT NULL
);
ALTER TABLE public.events_evententry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.events_evententry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.events_particulars (
    id bigint NOT NULL,
    birth_year smallint,
    licence character varying(30) NOT NULL,
    event_id uuid NOT NULL,
    user_id uuid NOT NULL,
    CONSTRAINT events_particulars_birth_year_check CHECK ((birth_year >= 0))
);
ALTER TABLE public.events_particulars ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.events_particulars_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.events_plannedmatch (
    id bigint NOT NULL,
    minutes smallint NOT NULL,
    first_at timestamp with time zone NOT NULL,
    event_id uuid NOT NULL,
    fixture_id uuid NOT NULL,
    referee_id uuid,
    CONSTRAINT events_plannedmatch_minutes_check CHECK ((minutes >= 0))
);
ALTER TABLE public.events_plannedmatch ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.events_plannedmatch_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.events_plannedround (
    id bigint NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    event_id uuid NOT NULL,
    round_id bigint NOT NULL
);
ALTER TABLE public.events_plannedround ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.events_plannedround_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.events_presence (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    event_id uuid NOT NULL,
    user_id uuid NOT NULL
);
ALTER TABLE public.events_presence ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.events_presence_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.following_follow (
    id bigint NOT NULL,
    since timestamp with time zone NOT NULL,
    club_id uuid,
    competition_id uuid,
    player_id uuid,
    user_id uuid NOT NULL,
    CONSTRAINT follow_not_oneself CHECK (((NOT ((user_id = player_id) AND (player_id IS NOT NULL))) OR (player_id IS NULL))),
    CONSTRAINT follow_one_thing CHECK ((((club_id IS NULL) AND (competition_id IS NULL) AND (player_id IS NOT NULL)) OR ((club_id IS NOT NULL) AND (competition_id IS NULL) AND (player_id IS NULL)) OR ((club_id IS NULL) AND (competition_id IS NOT NULL) AND (player_id IS NULL))))
);
ALTER TABLE public.following_follow ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.following_follow_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.following_hiddenresults (
    user_id uuid NOT NULL
);
CREATE TABLE public.lessons_answer (
    id bigint NOT NULL,
    answer character varying(80) NOT NULL,
    "right" boolean NOT NULL,
    solved boolean NOT NULL,
    at timestamp with time zone NOT NULL,
    participant_id bigint NOT NULL,
    step_id bigint NOT NULL
);
ALTER TABLE public.lessons_answer ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.lessons_answer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.lessons_lesson (
    id uuid NOT NULL,
    key character varying(16) NOT NULL,
    title character varying(80) NOT NULL,
    made_at timestamp with time zone NOT NULL,
    owner_id uuid NOT NULL,
    school_id bigint
);
CREATE TABLE public.lessons_participant (
    id bigint NOT NULL,
    name character varying(40) NOT NULL,
    begun_at timestamp with time zone NOT NULL,
    lesson_id uuid NOT NULL,
    user_id uuid
);
ALTER TABLE public.lessons_participant ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.lessons_participant_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.lessons_step (
    id bigint NOT NULL,
    place smallint NOT NULL,
    words text NOT NULL,
    line text NOT NULL,
    question character varying(200) NOT NULL,
    solution character varying(80) NOT NULL,
    lesson_id uuid NOT NULL,
    CONSTRAINT lessons_step_place_check CHECK ((place >= 0)),
    CONSTRAINT step_asks_of_a_position CHECK ((((solution)::text = ''::text) OR (NOT (line = ''::text))))
);
ALTER TABLE public.lessons_step ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.lessons_step_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.matches_challenge (
    id uuid NOT NULL,
    game character varying(32) NOT NULL,
    options jsonb NOT NULL,
    side character varying(4) NOT NULL,
    status character varying(10) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    match_id uuid,
    owner_id uuid NOT NULL,
    to_id uuid,
    control character varying(16) NOT NULL,
    legs smallint DEFAULT 1 NOT NULL,
    winner character varying(10) DEFAULT 'none'::character varying NOT NULL,
    CONSTRAINT challenge_match_is_accepted CHECK (((match_id IS NULL) OR ((status)::text = 'accepted'::text))),
    CONSTRAINT challenge_not_to_oneself CHECK ((NOT ((owner_id = to_id) AND (to_id IS NOT NULL)))),
    CONSTRAINT matches_challenge_legs_check CHECK ((legs >= 0))
);
CREATE TABLE public.matches_chatline (
    id bigint NOT NULL,
    room character varying(10) NOT NULL,
    n integer NOT NULL,
    client_id uuid NOT NULL,
    name character varying(60) NOT NULL,
    role character varying(10) NOT NULL,
    say jsonb,
    text character varying(200) NOT NULL,
    at timestamp with time zone NOT NULL,
    hidden_at timestamp with time zone,
    hidden_because character varying(200) NOT NULL,
    match_id uuid NOT NULL,
    user_id uuid,
    CONSTRAINT chat_says_one_thing CHECK ((((say IS NULL) OR ((text)::text = ''::text)) AND (1 = (
CASE
    WHEN (say IS NULL) THEN 1
    ELSE 0
END +
CASE
    WHEN ((text)::text = ''::text) THEN 1
    ELSE 0
END)))),
    CONSTRAINT matches_chatline_n_check CHECK ((n >= 0))
);
ALTER TABLE public.matches_chatline ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.matches_chatline_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.matches_chatmute (
    id bigint NOT NULL,
    muted_id uuid NOT NULL,
    user_id uuid NOT NULL,
    CONSTRAINT chat_mute_not_self CHECK ((NOT (user_id = muted_id)))
);
ALTER TABLE public.matches_chatmute ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.matches_chatmute_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.matches_chatreport (
    id bigint NOT NULL,
    reason character varying(200) NOT NULL,
    at timestamp with time zone NOT NULL,
    by_id uuid NOT NULL,
    line_id bigint NOT NULL
);
ALTER TABLE public.matches_chatreport ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.matches_chatreport_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.matches_checkedmatch (
    match_id uuid NOT NULL,
    commitment character varying(64) NOT NULL,
    rolls integer NOT NULL,
    wrong integer NOT NULL,
    checked_at timestamp with time zone NOT NULL,
    CONSTRAINT matches_checkedmatch_rolls_check CHECK ((rolls >= 0)),
    CONSTRAINT matches_checkedmatch_wrong_check CHECK ((wrong >= 0))
);
CREATE TABLE public.matches_conditionalmoves (
    id uuid NOT NULL,
    seat character varying(4) NOT NULL,
    version integer NOT NULL,
    lines jsonb NOT NULL,
    replies jsonb NOT NULL,
    seen integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    match_id uuid NOT NULL,
    user_id uuid NOT NULL,
    CONSTRAINT matches_conditionalmoves_seen_check CHECK ((seen >= 0)),
    CONSTRAINT matches_conditionalmoves_version_check CHECK ((version >= 0))
);
CREATE TABLE public.matches_facecount (
    id bigint NOT NULL,
    sides smallint NOT NULL,
    face smallint NOT NULL,
    rolls bigint NOT NULL,
    CONSTRAINT matches_facecount_face_check CHECK ((face >= 0)),
    CONSTRAINT matches_facecount_rolls_check CHECK ((rolls >= 0)),
    CONSTRAINT matches_facecount_sides_check CHECK ((sides >= 0))
);
ALTER TABLE public.matches_facecount ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.matches_facecount_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.matches_heartbeat (
    id smallint NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT heartbeat_one_row CHECK ((id = 1)),
    CONSTRAINT matches_heartbeat_id_check CHECK ((id >= 0))
);
CREATE TABLE public.matches_lineup (
    id uuid NOT NULL,
    game character varying(32) NOT NULL,
    name character varying(40) NOT NULL,
    cells jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    user_id uuid NOT NULL
);
CREATE TABLE public.matches_maintenance (
    id bigint NOT NULL,
    sentence character varying(300) NOT NULL,
    begins_at timestamp with time zone NOT NULL,
    until timestamp with time zone,
    ended_at timestamp with time zone,
    CONSTRAINT maintenance_ends_later CHECK (((until IS NULL) OR (until > begins_at)))
);
ALTER TABLE public.matches_maintenance ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.matches_maintenance_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.matches_match (
    id uuid NOT NULL,
    game character varying(32) NOT NULL,
    rules_version integer NOT NULL,
    options jsonb NOT NULL,
    terms jsonb NOT NULL,
    title character varying(200) NOT NULL,
    back_url character varying(300) NOT NULL,
    origin character varying(80) NOT NULL,
    rated boolean NOT NULL,
    rematch_allowed boolean NOT NULL,
    listed boolean NOT NULL,
    status character varying(10) NOT NULL,
    version integer NOT NULL,
    snapshot jsonb,
    rolls integer NOT NULL,
    opening jsonb NOT NULL,
    result jsonb,
    move_seconds integer,
    budget_seconds integer,
    home_used_ms bigint NOT NULL,
    away_used_ms bigint NOT NULL,
    bot_seconds double precision NOT NULL,
    home_since timestamp with time zone,
    away_since timestamp with time zone,
    home_timeouts smallint NOT NULL,
    away_timeouts smallint NOT NULL,
    period character varying(20) NOT NULL,
    time_up_at timestamp with time zone,
    time_left_ms integer,
    deadline_at timestamp with time zone,
    bot_due_at timestamp with time zone,
    starts_at timestamp with time zone,
    no_show_at timestamp with time zone,
    commitment character varying(64) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    chat character varying(8) NOT NULL,
    chat_hidden boolean NOT NULL,
    resumed_from_id uuid,
    resumed_rolls integer NOT NULL,
    resumed_v integer,
    absence_claimed boolean NOT NULL,
    absence_seconds integer,
    away_quota_ms integer NOT NULL,
    control character varying(16) NOT NULL,
    home_quota_ms integer NOT NULL,
    resume_at timestamp with time zone,
    beside jsonb NOT NULL,
    mode character varying(10) NOT NULL,
    part jsonb NOT NULL,
    chat_spectators character varying(8) NOT NULL,
    held boolean NOT NULL,
    audience uuid,
    closed boolean NOT NULL,
    archived_at timestamp with time zone,
    rolls_counted boolean DEFAULT false NOT NULL,
    visited_at timestamp with time zone,
    leg smallint DEFAULT 0 NOT NULL,
    second_leg_id uuid,
    away_placing_ms bigint DEFAULT 0 NOT NULL,
    home_placing_ms bigint DEFAULT 0 NOT NULL,
    set_piece character varying(20) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT match_closed_has_audience CHECK (((NOT closed) OR (audience IS NOT NULL))),
    CONSTRAINT match_finished_has_result CHECK (((NOT ((status)::text = 'finished'::text)) OR ((finished_at IS NOT NULL) AND (result IS NOT NULL)))),
    CONSTRAINT match_live_has_snapshot CHECK (((NOT ((status)::text = 'live'::text)) OR (snapshot IS NOT NULL))),
    CONSTRAINT matches_match_absence_seconds_check CHECK ((absence_seconds >= 0)),
    CONSTRAINT matches_match_away_placing_ms_check CHECK ((away_placing_ms >= 0)),
    CONSTRAINT matches_match_away_quota_ms_check CHECK ((away_quota_ms >= 0)),
    CONSTRAINT matches_match_away_timeouts_check CHECK ((away_timeouts >= 0)),
    CONSTRAINT matches_match_away_used_ms_check CHECK ((away_used_ms >= 0)),
    CONSTRAINT matches_match_budget_seconds_check CHECK ((budget_seconds >= 0)),
    CONSTRAINT matches_match_home_placing_ms_check CHECK ((home_placing_ms >= 0)),
    CONSTRAINT matches_match_home_quota_ms_check CHECK ((home_quota_ms >= 0)),
    CONSTRAINT matches_match_home_timeouts_check CHECK ((home_timeouts >= 0)),
    CONSTRAINT matches_match_home_used_ms_check CHECK ((home_used_ms >= 0)),
    CONSTRAINT matches_match_leg_check CHECK ((leg >= 0)),
    CONSTRAINT matches_match_move_seconds_check CHECK ((move_seconds >= 0)),
    CONSTRAINT matches_match_resumed_rolls_check CHECK ((resumed_rolls >= 0)),
    CONSTRAINT matches_match_resumed_v_check CHECK ((resumed_v >= 0)),
    CONSTRAINT matches_match_rolls_check CHECK ((rolls >= 0)),
    CONSTRAINT matches_match_rules_version_check CHECK ((rules_version >= 0)),
    CONSTRAINT matches_match_time_left_ms_check CHECK ((time_left_ms >= 0)),
    CONSTRAINT matches_match_version_check CHECK ((version >= 0))
)
WITH (fillfactor='70');
CREATE TABLE public.matches_matcharchive (
    match_id uuid NOT NULL,
    packed bytea NOT NULL
);
ALTER TABLE ONLY public.matches_matcharchive ALTER COLUMN packed SET STORAGE EXTERNAL;
CREATE TABLE public.matches_matchcommand (
    id uuid NOT NULL,
    kind character varying(10) NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    applied_at timestamp with time zone,
    outcome character varying(200) NOT NULL,
    match_id uuid NOT NULL
);
CREATE TABLE public.matches_matchevent (
    id bigint NOT NULL,
    seq integer NOT NULL,
    client_id uuid NOT NULL,
    part smallint NOT NULL,
    seat character varying(4) NOT NULL,
    move jsonb NOT NULL,
    rolls jsonb NOT NULL,
    events jsonb NOT NULL,
    kind character varying(12) NOT NULL,
    at timestamp with time zone NOT NULL,
    match_id uuid NOT NULL,
    CONSTRAINT matches_matchevent_part_check CHECK ((part >= 0)),
    CONSTRAINT matches_matchevent_seq_check CHECK ((seq >= 0))
);
ALTER TABLE public.matches_matchevent ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.matches_matchevent_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.matches_matchsecret (
    match_id uuid NOT NULL,
    value character varying(64) NOT NULL
);
CREATE TABLE public.matches_offer (
    id uuid NOT NULL,
    seat character varying(4) NOT NULL,
    kind character varying(8) NOT NULL,
    status character varying(10) NOT NULL,
    client_id uuid NOT NULL,
    version integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    match_id uuid NOT NULL,
    CONSTRAINT matches_offer_version_check CHECK ((version >= 0))
);
CREATE TABLE public.matches_official (
    id bigint NOT NULL,
    role character varying(10) NOT NULL,
    match_id uuid NOT NULL,
    user_id uuid NOT NULL
);
ALTER TABLE public.matches_official ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.matches_official_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.matches_outbox (
    match_id uuid NOT NULL,
    topic character varying(20) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    taken_at timestamp with time zone,
    tries smallint NOT NULL,
    CONSTRAINT matches_outbox_tries_check CHECK ((tries >= 0))
);
CREATE TABLE public.matches_review (
    match_id uuid NOT NULL,
    mark character varying(80) NOT NULL,
    status character varying(6) NOT NULL,
    steps jsonb NOT NULL,
    mistakes jsonb NOT NULL,
    seconds double precision NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    busy_until timestamp with time zone,
    tries smallint NOT NULL,
    made_at timestamp with time zone,
    CONSTRAINT matches_review_tries_check CHECK ((tries >= 0))
);
CREATE TABLE public.matches_reviewedside (
    id bigint NOT NULL,
    side character varying(4) NOT NULL,
    luck double precision NOT NULL,
    fortune double precision NOT NULL,
    error double precision NOT NULL,
    decisions integer NOT NULL,
    sound integer NOT NULL,
    match_id uuid NOT NULL,
    CONSTRAINT matches_reviewedside_decisions_check CHECK ((decisions >= 0)),
    CONSTRAINT matches_reviewedside_sound_check CHECK ((sound >= 0))
);
ALTER TABLE public.matches_reviewedside ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.matches_reviewedside_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.matches_seat (
    id bigint NOT NULL,
    side character varying(4) NOT NULL,
    bot character varying(20) NOT NULL,
    name character varying(60) NOT NULL,
    invite character varying(43) NOT NULL,
    dice_seed character varying(64) NOT NULL,
    default_seed boolean NOT NULL,
    seen_at timestamp with time zone,
    gone_at timestamp with time zone,
    match_id uuid NOT NULL,
    user_id uuid,
    devices jsonb NOT NULL,
    robot boolean NOT NULL,
    seen_in jsonb,
    places smallint DEFAULT 1 NOT NULL,
    people jsonb,
    CONSTRAINT matches_seat_places_check CHECK ((places >= 0)),
    CONSTRAINT seat_user_or_bot CHECK ((((bot)::text = ''::text) OR ((invite)::text = ''::text)))
);
ALTER TABLE public.matches_seat ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.matches_seat_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.matches_seatcontroller (
    id bigint NOT NULL,
    number smallint NOT NULL,
    name character varying(60) NOT NULL,
    seat_id bigint NOT NULL,
    user_id uuid NOT NULL,
    CONSTRAINT matches_seatcontroller_number_check CHECK ((number >= 0))
);
ALTER TABLE public.matches_seatcontroller ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.matches_seatcontroller_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.matches_silence (
    id uuid NOT NULL,
    until timestamp with time zone,
    reason character varying(200) NOT NULL,
    role character varying(10) NOT NULL,
    at timestamp with time zone NOT NULL,
    lifted_at timestamp with time zone,
    by_id uuid,
    match_id uuid,
    user_id uuid NOT NULL
);
CREATE TABLE public.mfa_authenticator (
    id bigint NOT NULL,
    type character varying(20) NOT NULL,
    data jsonb NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone
);
ALTER TABLE public.mfa_authenticator ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.mfa_authenticator_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.moderation_act (
    id bigint NOT NULL,
    verb character varying(8) NOT NULL,
    reason character varying(300) NOT NULL,
    detail jsonb NOT NULL,
    at timestamp with time zone NOT NULL,
    by_id uuid,
    subject_id uuid NOT NULL,
    case_id uuid
);
ALTER TABLE public.moderation_act ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.moderation_act_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.moderation_case (
    id uuid NOT NULL,
    kind character varying(8) NOT NULL,
    said character varying(500) NOT NULL,
    times integer NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    outcome character varying(8) NOT NULL,
    answer character varying(300) NOT NULL,
    closed_by_id uuid,
    line_id bigint,
    opened_by_id uuid,
    other_id uuid,
    subject_id uuid NOT NULL,
    sanction_id uuid,
    thing uuid,
    CONSTRAINT moderation_case_times_check CHECK ((times >= 0))
);
CREATE TABLE public.moderation_reporter (
    id bigint NOT NULL,
    by_id uuid NOT NULL,
    case_id uuid NOT NULL
);
ALTER TABLE public.moderation_reporter ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.moderation_reporter_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.moderation_sanction (
    id uuid NOT NULL,
    kind character varying(8) NOT NULL,
    reason character varying(300) NOT NULL,
    detail jsonb NOT NULL,
    until timestamp with time zone,
    at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone,
    lifted_at timestamp with time zone,
    lifted_because character varying(300) NOT NULL,
    by_id uuid,
    case_id uuid,
    silence_id uuid,
    user_id uuid NOT NULL
);
CREATE TABLE public.moderation_sighting (
    id bigint NOT NULL,
    mark character varying(32) NOT NULL,
    at timestamp with time zone NOT NULL,
    user_id uuid NOT NULL
);
ALTER TABLE public.moderation_sighting ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.moderation_sighting_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.players_apitoken (
    id uuid NOT NULL,
    name character varying(40) NOT NULL,
    digest character varying(64) NOT NULL,
    scopes jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    user_id uuid NOT NULL
);
CREATE TABLE public.players_laddermatch (
    match_id uuid NOT NULL,
    counted_at timestamp with time zone,
    away_id uuid NOT NULL,
    home_id uuid NOT NULL
);
CREATE TABLE public.players_ladderplace (
    id bigint NOT NULL,
    game character varying(32) NOT NULL,
    rating double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    played integer NOT NULL,
    bot_id uuid NOT NULL,
    CONSTRAINT players_ladderplace_played_check CHECK ((played >= 0))
);
ALTER TABLE public.players_ladderplace ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_ladderplace_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.players_notification (
    id uuid NOT NULL,
    kind character varying(20) NOT NULL,
    key character varying(120) NOT NULL,
    about character varying(80) NOT NULL,
    message jsonb NOT NULL,
    url character varying(300) NOT NULL,
    at timestamp with time zone NOT NULL,
    read_at timestamp with time zone,
    mailed_at timestamp with time zone,
    user_id uuid NOT NULL,
    by_mail boolean NOT NULL,
    by_push boolean NOT NULL,
    on_page boolean NOT NULL,
    pushed_at timestamp with time zone
);
CREATE TABLE public.players_resethelper (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    helper_id uuid NOT NULL,
    user_id uuid NOT NULL,
    CONSTRAINT reset_helper_is_another CHECK ((NOT (helper_id = user_id)))
);
ALTER TABLE public.players_resethelper ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_resethelper_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.players_resetrequest (
    id uuid NOT NULL,
    digest character varying(64) NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    wrong smallint NOT NULL,
    confirmed_at timestamp with time zone,
    used_at timestamp with time zone,
    confirmed_by_id uuid,
    user_id uuid,
    CONSTRAINT players_resetrequest_wrong_check CHECK ((wrong >= 0)),
    CONSTRAINT reset_used_after_confirmed CHECK (((used_at IS NULL) OR (confirmed_at IS NOT NULL)))
);
CREATE TABLE public.players_user (
    password character varying(128) NOT NULL,
    last_login timestamp with time zone,
    is_superuser boolean NOT NULL,
    id uuid NOT NULL,
    kind character varying(8) NOT NULL,
    username character varying(40),
    email character varying(254) NOT NULL,
    nickname character varying(40) NOT NULL,
    bot character varying(20) NOT NULL,
    language character varying(8) NOT NULL,
    time_zone character varying(40) NOT NULL,
    theme character varying(5) NOT NULL,
    is_staff boolean NOT NULL,
    is_active boolean NOT NULL,
    date_joined timestamp with time zone NOT NULL,
    merged_into_id uuid,
    mail boolean NOT NULL,
    banned boolean NOT NULL,
    banned_because character varying(300) NOT NULL,
    banned_until timestamp with time zone,
    is_moderator boolean NOT NULL,
    notices smallint NOT NULL,
    owner_id uuid,
    channels_off jsonb NOT NULL,
    digest boolean NOT NULL,
    digest_at timestamp with time zone,
    sheltered boolean NOT NULL,
    renewals integer NOT NULL,
    sign_outs integer NOT NULL,
    erased_at timestamp with time zone,
    CONSTRAINT account_has_username CHECK (((NOT ((kind)::text = 'account'::text)) OR (username IS NOT NULL))),
    CONSTRAINT bot_has_engine CHECK (((NOT ((kind)::text = 'bot'::text)) OR (NOT ((bot)::text = ''::text)))),
    CONSTRAINT players_user_notices_check CHECK ((notices >= 0)),
    CONSTRAINT players_user_renewals_check CHECK ((renewals >= 0)),
    CONSTRAINT players_user_sign_outs_check CHECK ((sign_outs >= 0))
);
CREATE TABLE public.players_user_groups (
    id bigint NOT NULL,
    user_id uuid NOT NULL,
    group_id integer NOT NULL
);
ALTER TABLE public.players_user_groups ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_user_groups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.players_user_user_permissions (
    id bigint NOT NULL,
    user_id uuid NOT NULL,
    permission_id integer NOT NULL
);
ALTER TABLE public.players_user_user_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.players_user_user_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.privacy_dataarchive (
    id uuid NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    ready_at timestamp with time zone,
    file bytea,
    size integer NOT NULL,
    user_id uuid NOT NULL,
    last_sheet uuid,
    CONSTRAINT archive_ready_has_file CHECK (((ready_at IS NULL) OR (file IS NOT NULL))),
    CONSTRAINT privacy_dataarchive_size_check CHECK ((size >= 0))
);
CREATE TABLE public.privacy_deletion (
    user_id uuid NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL
);
CREATE TABLE public.puzzles_attempt (
    id bigint NOT NULL,
    answer character varying(80) NOT NULL,
    "right" boolean NOT NULL,
    day date,
    rating double precision NOT NULL,
    change double precision NOT NULL,
    at timestamp with time zone NOT NULL,
    user_id uuid NOT NULL,
    puzzle_id character varying(8) NOT NULL,
    right_on_day boolean
);
ALTER TABLE public.puzzles_attempt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.puzzles_attempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.puzzles_puzzle (
    code character varying(8) NOT NULL,
    game character varying(32) NOT NULL,
    rules_version smallint NOT NULL,
    kind character varying(11) NOT NULL,
    theme character varying(12) NOT NULL,
    seat character varying(4) NOT NULL,
    line text NOT NULL,
    solution character varying(80) NOT NULL,
    gap integer NOT NULL,
    worths jsonb NOT NULL,
    offered boolean NOT NULL,
    rating double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    tried integer NOT NULL,
    solved integer NOT NULL,
    CONSTRAINT puzzles_puzzle_gap_check CHECK ((gap >= 0)),
    CONSTRAINT puzzles_puzzle_rules_version_check CHECK ((rules_version >= 0)),
    CONSTRAINT puzzles_puzzle_solved_check CHECK ((solved >= 0)),
    CONSTRAINT puzzles_puzzle_tried_check CHECK ((tried >= 0))
);
CREATE TABLE public.puzzles_solver (
    id bigint NOT NULL,
    game character varying(32) NOT NULL,
    rating double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    tried integer NOT NULL,
    solved integer NOT NULL,
    streak integer NOT NULL,
    best_streak integer NOT NULL,
    user_id uuid NOT NULL,
    best_rush integer DEFAULT 0 NOT NULL,
    CONSTRAINT puzzles_solver_best_rush_check CHECK ((best_rush >= 0)),
    CONSTRAINT puzzles_solver_best_streak_check CHECK ((best_streak >= 0)),
    CONSTRAINT puzzles_solver_solved_check CHECK ((solved >= 0)),
    CONSTRAINT puzzles_solver_streak_check CHECK ((streak >= 0)),
    CONSTRAINT puzzles_solver_tried_check CHECK ((tried >= 0))
);
ALTER TABLE public.puzzles_solver ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.puzzles_solver_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.seasons_archive (
    id uuid NOT NULL,
    edition smallint NOT NULL,
    made_at timestamp with time zone NOT NULL,
    pages jsonb NOT NULL,
    digest character varying(64) NOT NULL,
    competition_id uuid NOT NULL,
    CONSTRAINT seasons_archive_edition_check CHECK ((edition >= 0))
);
CREATE TABLE public.seasons_asking (
    id bigint NOT NULL,
    until timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    competition_id uuid NOT NULL
);
ALTER TABLE public.seasons_asking ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.seasons_asking_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.seasons_leave (
    id uuid NOT NULL,
    first date NOT NULL,
    last date NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    taken_at timestamp with time zone NOT NULL,
    over_at timestamp with time zone,
    by_id uuid,
    competition_id uuid NOT NULL,
    entrant_id uuid NOT NULL,
    CONSTRAINT leave_ends_after_it_begins CHECK ((ends_at > starts_at))
);
CREATE TABLE public.seasons_renewal (
    id bigint NOT NULL,
    key character varying(43) NOT NULL,
    answer character varying(3) NOT NULL,
    answered_at timestamp with time zone,
    asking_id bigint NOT NULL,
    carried_id uuid NOT NULL,
    entrant_id uuid NOT NULL
);
ALTER TABLE public.seasons_renewal ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.seasons_renewal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.seasons_substitution (
    id uuid NOT NULL,
    name_before character varying(40) NOT NULL,
    name_after character varying(40) NOT NULL,
    waited_as uuid,
    "position" integer NOT NULL,
    reason character varying(300) NOT NULL,
    at timestamp with time zone NOT NULL,
    after_id uuid NOT NULL,
    before_id uuid NOT NULL,
    by_id uuid,
    competition_id uuid NOT NULL,
    entrant_id uuid NOT NULL,
    CONSTRAINT seasons_substitution_position_check CHECK (("position" >= 0))
);
CREATE TABLE public.series_sameperson (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    by_id uuid,
    one_id uuid NOT NULL,
    other_id uuid NOT NULL,
    series_id uuid NOT NULL,
    CONSTRAINT same_person_in_order CHECK ((one_id < other_id))
);
ALTER TABLE public.series_sameperson ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.series_sameperson_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.series_series (
    id uuid NOT NULL,
    slug character varying(60) NOT NULL,
    name character varying(80) NOT NULL,
    description text NOT NULL,
    points jsonb NOT NULL,
    rest smallint NOT NULL,
    best smallint NOT NULL,
    listed boolean NOT NULL,
    "position" bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    owner_id uuid NOT NULL,
    by_round boolean DEFAULT false NOT NULL,
    categories jsonb DEFAULT '[]'::jsonb NOT NULL,
    club_best smallint DEFAULT 0 NOT NULL,
    decay jsonb DEFAULT '[]'::jsonb NOT NULL,
    first_day date,
    last_day date,
    levels jsonb DEFAULT '[]'::jsonb NOT NULL,
    minimum smallint DEFAULT 0 NOT NULL,
    months smallint DEFAULT 0 NOT NULL,
    ties character varying(8) DEFAULT 'merit'::character varying NOT NULL,
    CONSTRAINT series_series_best_check CHECK ((best >= 0)),
    CONSTRAINT series_series_club_best_check CHECK ((club_best >= 0)),
    CONSTRAINT series_series_minimum_check CHECK ((minimum >= 0)),
    CONSTRAINT series_series_months_check CHECK ((months >= 0)),
    CONSTRAINT series_series_position_check CHECK (("position" >= 0)),
    CONSTRAINT series_series_rest_check CHECK ((rest >= 0))
);
CREATE TABLE public.series_seriesentry (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    verb character varying(20) NOT NULL,
    message jsonb NOT NULL,
    actor_id uuid,
    series_id uuid NOT NULL
);
ALTER TABLE public.series_seriesentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.series_seriesentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.series_seriesevent (
    id bigint NOT NULL,
    added_at timestamp with time zone NOT NULL,
    competition_id uuid NOT NULL,
    series_id uuid NOT NULL,
    day date,
    level character varying(30) DEFAULT ''::character varying NOT NULL
);
ALTER TABLE public.series_seriesevent ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.series_seriesevent_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.series_seriesmark (
    id bigint NOT NULL,
    category character varying(30) NOT NULL,
    at timestamp with time zone NOT NULL,
    series_id uuid NOT NULL,
    user_id uuid NOT NULL
);
ALTER TABLE public.series_seriesmark ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.series_seriesmark_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.socialaccount_socialaccount (
    id integer NOT NULL,
    provider character varying(200) NOT NULL,
    uid character varying(191) NOT NULL,
    last_login timestamp with time zone NOT NULL,
    date_joined timestamp with time zone NOT NULL,
    extra_data jsonb NOT NULL,
    user_id uuid NOT NULL
);
ALTER TABLE public.socialaccount_socialaccount ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.socialaccount_socialaccount_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.socialaccount_socialapp (
    id integer NOT NULL,
    provider character varying(30) NOT NULL,
    name character varying(40) NOT NULL,
    client_id character varying(191) NOT NULL,
    secret character varying(191) NOT NULL,
    key character varying(191) NOT NULL,
    provider_id character varying(200) NOT NULL,
    settings jsonb NOT NULL
);
ALTER TABLE public.socialaccount_socialapp ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.socialaccount_socialapp_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.socialaccount_socialtoken (
    id integer NOT NULL,
    token text NOT NULL,
    token_secret text NOT NULL,
    expires_at timestamp with time zone,
    account_id integer NOT NULL,
    app_id integer
);
ALTER TABLE public.socialaccount_socialtoken ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.socialaccount_socialtoken_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.statistics_book (
    key character varying(60) NOT NULL,
    signature character varying(64) DEFAULT ''::character varying NOT NULL,
    numbers jsonb NOT NULL,
    seconds double precision NOT NULL,
    made_at timestamp with time zone NOT NULL,
    competition_id uuid
);
CREATE TABLE public.statistics_career (
    id bigint NOT NULL,
    game character varying(32) NOT NULL,
    played integer NOT NULL,
    won integer NOT NULL,
    drawn integer NOT NULL,
    lost integer NOT NULL,
    goals_for integer NOT NULL,
    goals_against integer NOT NULL,
    clean_sheets integer NOT NULL,
    unbeaten integer NOT NULL,
    winning integer NOT NULL,
    comebacks integer NOT NULL,
    points_a_match double precision NOT NULL,
    sums jsonb NOT NULL,
    story jsonb NOT NULL,
    player_id uuid NOT NULL,
    public_unbeaten integer NOT NULL,
    public_winning integer NOT NULL,
    runs jsonb NOT NULL,
    CONSTRAINT statistics_career_clean_sheets_check CHECK ((clean_sheets >= 0)),
    CONSTRAINT statistics_career_comebacks_check CHECK ((comebacks >= 0)),
    CONSTRAINT statistics_career_drawn_check CHECK ((drawn >= 0)),
    CONSTRAINT statistics_career_goals_against_check CHECK ((goals_against >= 0)),
    CONSTRAINT statistics_career_goals_for_check CHECK ((goals_for >= 0)),
    CONSTRAINT statistics_career_lost_check CHECK ((lost >= 0)),
    CONSTRAINT statistics_career_played_check CHECK ((played >= 0)),
    CONSTRAINT statistics_career_public_unbeaten_check CHECK ((public_unbeaten >= 0)),
    CONSTRAINT statistics_career_public_winning_check CHECK ((public_winning >= 0)),
    CONSTRAINT statistics_career_unbeaten_check CHECK ((unbeaten >= 0)),
    CONSTRAINT statistics_career_winning_check CHECK ((winning >= 0)),
    CONSTRAINT statistics_career_won_check CHECK ((won >= 0))
);
ALTER TABLE public.statistics_career ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.statistics_career_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE public.statistics_line ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.statistics_line_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.statistics_matchfigures (
    match_id uuid NOT NULL,
    version smallint NOT NULL,
    figures jsonb NOT NULL,
    story jsonb NOT NULL,
    CONSTRAINT statistics_matchfigures_version_check CHECK ((version >= 0))
);
CREATE TABLE public.statistics_outdated (
    id bigint NOT NULL,
    kind character varying(11) NOT NULL,
    game character varying(32) NOT NULL,
    competition uuid,
    player uuid,
    since timestamp with time zone
);
ALTER TABLE public.statistics_outdated ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.statistics_outdated_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.statistics_rating (
    id bigint NOT NULL,
    game character varying(32) NOT NULL,
    number integer NOT NULL,
    rating double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    at timestamp with time zone NOT NULL,
    match_id uuid NOT NULL,
    player_id uuid NOT NULL,
    last boolean NOT NULL,
    CONSTRAINT statistics_rating_number_check CHECK ((number >= 0))
);
ALTER TABLE public.statistics_rating ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.statistics_rating_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.statistics_ratingbook (
    game character varying(32) NOT NULL,
    signature character varying(64) NOT NULL
);
CREATE TABLE public.statistics_week (
    id bigint NOT NULL,
    game character varying(32) NOT NULL,
    begins timestamp with time zone NOT NULL,
    numbers jsonb NOT NULL,
    seconds double precision NOT NULL,
    made_at timestamp with time zone NOT NULL
);
ALTER TABLE public.statistics_week ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.statistics_week_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.usersessions_usersession (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ip inet NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    session_key character varying(40) NOT NULL,
    user_agent character varying(200) NOT NULL,
    data jsonb NOT NULL,
    user_id uuid NOT NULL
);
ALTER TABLE public.usersessions_usersession ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.usersessions_usersession_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
INSERT INTO public.auth_permission VALUES (1, 'Can add permission', 1, 'add_permission');
INSERT INTO public.auth_permission VALUES (2, 'Can change permission', 1, 'change_permission');
INSERT INTO public.auth_permission VALUES (3, 'Can delete permission', 1, 'delete_permission');
INSERT INTO public.auth_permission VALUES (4, 'Can view permission', 1, 'view_permission');
INSERT INTO public.auth_permission VALUES (5, 'Can add group', 2, 'add_group');
INSERT INTO public.auth_permission VALUES (6, 'Can change group', 2, 'change_group');
INSERT INTO public.auth_permission VALUES (7, 'Can delete group', 2, 'delete_group');
INSERT INTO public.auth_permission VALUES (8, 'Can view group', 2, 'view_group');
INSERT INTO public.auth_permission VALUES (9, 'Can add content type', 3, 'add_contenttype');
INSERT INTO public.auth_permission VALUES (10, 'Can change content type', 3, 'change_contenttype');
INSERT INTO public.auth_permission VALUES (11, 'Can delete content type', 3, 'delete_contenttype');
INSERT INTO public.auth_permission VALUES (12, 'Can view content type', 3, 'view_contenttype');
INSERT INTO public.auth_permission VALUES (13, 'Can add session', 4, 'add_session');
INSERT INTO public.auth_permission VALUES (14, 'Can change session', 4, 'change_session');
INSERT INTO public.auth_permission VALUES (15, 'Can delete session', 4, 'delete_session');
INSERT INTO public.auth_permission VALUES (16, 'Can view session', 4, 'view_session');
INSERT INTO public.auth_permission VALUES (17, 'Can add email address', 5, 'add_emailaddress');
INSERT INTO public.auth_permission VALUES (18, 'Can change email address', 5, 'change_emailaddress');
INSERT INTO public.auth_permission VALUES (19, 'Can delete email address', 5, 'delete_emailaddress');
INSERT INTO public.auth_permission VALUES (20, 'Can view email address', 5, 'view_emailaddress');
INSERT INTO public.auth_permission VALUES (21, 'Can add email confirmation', 6, 'add_emailconfirmation');
INSERT INTO public.auth_permission VALUES (22, 'Can change email confirmation', 6, 'change_emailconfirmation');
INSERT INTO public.auth_permission VALUES (23, 'Can delete email confirmation', 6, 'delete_emailconfirmation');
INSERT INTO public.auth_permission VALUES (24, 'Can view email confirmation', 6, 'view_emailconfirmation');
INSERT INTO public.auth_permission VALUES (25, 'Can add authenticator', 7, 'add_authenticator');
INSERT INTO public.auth_permission VALUES (26, 'Can change authenticator', 7, 'change_authenticator');
INSERT INTO public.auth_permission VALUES (27, 'Can delete authenticator', 7, 'delete_authenticator');
INSERT INTO public.auth_permission VALUES (28, 'Can view authenticator', 7, 'view_authenticator');
INSERT INTO public.auth_permission VALUES (29, 'Can add user session', 8, 'add_usersession');
INSERT INTO public.auth_permission VALUES (30, 'Can change user session', 8, 'change_usersession');
INSERT INTO public.auth_permission VALUES (31, 'Can delete user session', 8, 'delete_usersession');
INSERT INTO public.auth_permission VALUES (32, 'Can view user session', 8, 'view_usersession');
INSERT INTO public.auth_permission VALUES (33, 'Can add social account', 9, 'add_socialaccount');
INSERT INTO public.auth_permission VALUES (34, 'Can change social account', 9, 'change_socialaccount');
INSERT INTO public.auth_permission VALUES (35, 'Can delete social account', 9, 'delete_socialaccount');
INSERT INTO public.auth_permission VALUES (36, 'Can view social account', 9, 'view_socialaccount');
INSERT INTO public.auth_permission VALUES (37, 'Can add social application', 10, 'add_socialapp');
INSERT INTO public.auth_permission VALUES (38, 'Can change social application', 10, 'change_socialapp');
INSERT INTO public.auth_permission VALUES (39, 'Can delete social application', 10, 'delete_socialapp');
INSERT INTO public.auth_permission VALUES (40, 'Can view social application', 10, 'view_socialapp');
INSERT INTO public.auth_permission VALUES (41, 'Can add social application token', 11, 'add_socialtoken');
INSERT INTO public.auth_permission VALUES (42, 'Can change social application token', 11, 'change_socialtoken');
INSERT INTO public.auth_permission VALUES (43, 'Can delete social application token', 11, 'delete_socialtoken');
INSERT INTO public.auth_permission VALUES (44, 'Can view social application token', 11, 'view_socialtoken');
INSERT INTO public.auth_permission VALUES (45, 'Can add match', 12, 'add_match');
INSERT INTO public.auth_permission VALUES (46, 'Can change match', 12, 'change_match');
INSERT INTO public.auth_permission VALUES (47, 'Can delete match', 12, 'delete_match');
INSERT INTO public.auth_permission VALUES (48, 'Can view match', 12, 'view_match');
INSERT INTO public.auth_permission VALUES (49, 'Can add match command', 13, 'add_matchcommand');
INSERT INTO public.auth_permission VALUES (50, 'Can change match command', 13, 'change_matchcommand');
INSERT INTO public.auth_permission VALUES (51, 'Can delete match command', 13, 'delete_matchcommand');
INSERT INTO public.auth_permission VALUES (52, 'Can view match command', 13, 'view_matchcommand');
INSERT INTO public.auth_permission VALUES (53, 'Can add match event', 14, 'add_matchevent');
INSERT INTO public.auth_permission VALUES (54, 'Can change match event', 14, 'change_matchevent');
INSERT INTO public.auth_permission VALUES (55, 'Can delete match event', 14, 'delete_matchevent');
INSERT INTO public.auth_permission VALUES (56, 'Can view match event', 14, 'view_matchevent');
INSERT INTO public.auth_permission VALUES (57, 'Can add seat', 15, 'add_seat');
INSERT INTO public.auth_permission VALUES (58, 'Can change seat', 15, 'change_seat');
INSERT INTO public.auth_permission VALUES (59, 'Can delete seat', 15, 'delete_seat');
INSERT INTO public.auth_permission VALUES (60, 'Can view seat', 15, 'view_seat');
INSERT INTO public.auth_permission VALUES (61, 'Can add heartbeat', 16, 'add_heartbeat');
INSERT INTO public.auth_permission VALUES (62, 'Can change heartbeat', 16, 'change_heartbeat');
INSERT INTO public.auth_permission VALUES (63, 'Can delete heartbeat', 16, 'delete_heartbeat');
INSERT INTO public.auth_permission VALUES (64, 'Can view heartbeat', 16, 'view_heartbeat');
INSERT INTO public.auth_permission VALUES (65, 'Can add match secret', 17, 'add_matchsecret');
INSERT INTO public.auth_permission VALUES (66, 'Can change match secret', 17, 'change_matchsecret');
INSERT INTO public.auth_permission VALUES (67, 'Can delete match secret', 17, 'delete_matchsecret');
INSERT INTO public.auth_permission VALUES (68, 'Can view match secret', 17, 'view_matchsecret');
INSERT INTO public.auth_permission VALUES (69, 'Can add outbox', 18, 'add_outbox');
INSERT INTO public.auth_permission VALUES (70, 'Can change outbox', 18, 'change_outbox');
INSERT INTO public.auth_permission VALUES (71, 'Can delete outbox', 18, 'delete_outbox');
INSERT INTO public.auth_permission VALUES (72, 'Can view outbox', 18, 'view_outbox');
INSERT INTO public.auth_permission VALUES (73, 'Can add chat line', 19, 'add_chatline');
INSERT INTO public.auth_permission VALUES (74, 'Can change chat line', 19, 'change_chatline');
INSERT INTO public.auth_permission VALUES (75, 'Can delete chat line', 19, 'delete_chatline');
INSERT INTO public.auth_permission VALUES (76, 'Can view chat line', 19, 'view_chatline');
INSERT INTO public.auth_permission VALUES (77, 'Can add chat mute', 20, 'add_chatmute');
INSERT INTO public.auth_permission VALUES (78, 'Can change chat mute', 20, 'change_chatmute');
INSERT INTO public.auth_permission VALUES (79, 'Can delete chat mute', 20, 'delete_chatmute');
INSERT INTO public.auth_permission VALUES (80, 'Can view chat mute', 20, 'view_chatmute');
INSERT INTO public.auth_permission VALUES (81, 'Can add chat report', 21, 'add_chatreport');
INSERT INTO public.auth_permission VALUES (82, 'Can change chat report', 21, 'change_chatreport');
INSERT INTO public.auth_permission VALUES (83, 'Can delete chat report', 21, 'delete_chatreport');
INSERT INTO public.auth_permission VALUES (84, 'Can view chat report', 21, 'view_chatreport');
INSERT INTO public.auth_permission VALUES (85, 'Can add official', 22, 'add_official');
INSERT INTO public.auth_permission VALUES (86, 'Can change official', 22, 'change_official');
INSERT INTO public.auth_permission VALUES (87, 'Can delete official', 22, 'delete_official');
INSERT INTO public.auth_permission VALUES (88, 'Can view official', 22, 'view_official');
INSERT INTO public.auth_permission VALUES (89, 'Can add silence', 23, 'add_silence');
INSERT INTO public.auth_permission VALUES (90, 'Can change silence', 23, 'change_silence');
INSERT INTO public.auth_permission VALUES (91, 'Can delete silence', 23, 'delete_silence');
INSERT INTO public.auth_permission VALUES (92, 'Can view silence', 23, 'view_silence');
INSERT INTO public.auth_permission VALUES (93, 'Can add line up', 24, 'add_lineup');
INSERT INTO public.auth_permission VALUES (94, 'Can change line up', 24, 'change_lineup');
INSERT INTO public.auth_permission VALUES (95, 'Can delete line up', 24, 'delete_lineup');
INSERT INTO public.auth_permission VALUES (96, 'Can view line up', 24, 'view_lineup');
INSERT INTO public.auth_permission VALUES (97, 'Can add offer', 25, 'add_offer');
INSERT INTO public.auth_permission VALUES (98, 'Can change offer', 25, 'change_offer');
INSERT INTO public.auth_permission VALUES (99, 'Can delete offer', 25, 'delete_offer');
INSERT INTO public.auth_permission VALUES (100, 'Can view offer', 25, 'view_offer');
INSERT INTO public.auth_permission VALUES (101, 'Can add challenge', 26, 'add_challenge');
INSERT INTO public.auth_permission VALUES (102, 'Can change challenge', 26, 'change_challenge');
INSERT INTO public.auth_permission VALUES (103, 'Can delete challenge', 26, 'delete_challenge');
INSERT INTO public.auth_permission VALUES (104, 'Can view challenge', 26, 'view_challenge');
INSERT INTO public.auth_permission VALUES (105, 'Can add seat controller', 27, 'add_seatcontroller');
INSERT INTO public.auth_permission VALUES (106, 'Can change seat controller', 27, 'change_seatcontroller');
INSERT INTO public.auth_permission VALUES (107, 'Can delete seat controller', 27, 'delete_seatcontroller');
INSERT INTO public.auth_permission VALUES (108, 'Can view seat controller', 27, 'view_seatcontroller');
INSERT INTO public.auth_permission VALUES (109, 'Can add conditional moves', 28, 'add_conditionalmoves');
INSERT INTO public.auth_permission VALUES (110, 'Can change conditional moves', 28, 'change_conditionalmoves');
INSERT INTO public.auth_permission VALUES (111, 'Can delete conditional moves', 28, 'delete_conditionalmoves');
INSERT INTO public.auth_permission VALUES (112, 'Can view conditional moves', 28, 'view_conditionalmoves');
INSERT INTO public.auth_permission VALUES (113, 'Can add maintenance', 29, 'add_maintenance');
INSERT INTO public.auth_permission VALUES (114, 'Can change maintenance', 29, 'change_maintenance');
INSERT INTO public.auth_permission VALUES (115, 'Can delete maintenance', 29, 'delete_maintenance');
INSERT INTO public.auth_permission VALUES (116, 'Can view maintenance', 29, 'view_maintenance');
INSERT INTO public.auth_permission VALUES (117, 'Can add review', 30, 'add_review');
INSERT INTO public.auth_permission VALUES (118, 'Can change review', 30, 'change_review');
INSERT INTO public.auth_permission VALUES (119, 'Can delete review', 30, 'delete_review');
INSERT INTO public.auth_permission VALUES (120, 'Can view review', 30, 'view_review');
INSERT INTO public.auth_permission VALUES (121, 'Can add reviewed side', 31, 'add_reviewedside');
INSERT INTO public.auth_permission VALUES (122, 'Can change reviewed side', 31, 'change_reviewedside');
INSERT INTO public.auth_permission VALUES (123, 'Can delete reviewed side', 31, 'delete_reviewedside');
INSERT INTO public.auth_permission VALUES (124, 'Can view reviewed side', 31, 'view_reviewedside');
INSERT INTO public.auth_permission VALUES (125, 'Can add checked match', 32, 'add_checkedmatch');
INSERT INTO public.auth_permission VALUES (126, 'Can change checked match', 32, 'change_checkedmatch');
INSERT INTO public.auth_permission VALUES (127, 'Can delete checked match', 32, 'delete_checkedmatch');
INSERT INTO public.auth_permission VALUES (128, 'Can view checked match', 32, 'view_checkedmatch');
INSERT INTO public.auth_permission VALUES (129, 'Can add face count', 33, 'add_facecount');
INSERT INTO public.auth_permission VALUES (130, 'Can change face count', 33, 'change_facecount');
INSERT INTO public.auth_permission VALUES (131, 'Can delete face count', 33, 'delete_facecount');
INSERT INTO public.auth_permission VALUES (132, 'Can view face count', 33, 'view_facecount');
INSERT INTO public.auth_permission VALUES (133, 'Can add match archive', 34, 'add_matcharchive');
INSERT INTO public.auth_permission VALUES (134, 'Can change match archive', 34, 'change_matcharchive');
INSERT INTO public.auth_permission VALUES (135, 'Can delete match archive', 34, 'delete_matcharchive');
INSERT INTO public.auth_permission VALUES (136, 'Can view match archive', 34, 'view_matcharchive');
INSERT INTO public.auth_permission VALUES (137, 'Can add user', 35, 'add_user');
INSERT INTO public.auth_permission VALUES (138, 'Can change user', 35, 'change_user');
INSERT INTO public.auth_permission VALUES (139, 'Can delete user', 35, 'delete_user');
INSERT INTO public.auth_permission VALUES (140, 'Can view user', 35, 'view_user');
INSERT INTO public.auth_permission VALUES (141, 'Can add notification', 36, 'add_notification');
INSERT INTO public.auth_permission VALUES (142, 'Can change notification', 36, 'change_notification');
INSERT INTO public.auth_permission VALUES (143, 'Can delete notification', 36, 'delete_notification');
INSERT INTO public.auth_permission VALUES (144, 'Can view notification', 36, 'view_notification');
INSERT INTO public.auth_permission VALUES (145, 'Can add api token', 37, 'add_apitoken');
INSERT INTO public.auth_permission VALUES (146, 'Can change api token', 37, 'change_apitoken');
INSERT INTO public.auth_permission VALUES (147, 'Can delete api token', 37, 'delete_apitoken');
INSERT INTO public.auth_permission VALUES (148, 'Can view api token', 37, 'view_apitoken');
INSERT INTO public.auth_permission VALUES (149, 'Can add ladder match', 38, 'add_laddermatch');
INSERT INTO public.auth_permission VALUES (150, 'Can change ladder match', 38, 'change_laddermatch');
INSERT INTO public.auth_permission VALUES (151, 'Can delete ladder match', 38, 'delete_laddermatch');
INSERT INTO public.auth_permission VALUES (152, 'Can view ladder match', 38, 'view_laddermatch');
INSERT INTO public.auth_permission VALUES (153, 'Can add ladder place', 39, 'add_ladderplace');
INSERT INTO public.auth_permission VALUES (154, 'Can change ladder place', 39, 'change_ladderplace');
INSERT INTO public.auth_permission VALUES (155, 'Can delete ladder place', 39, 'delete_ladderplace');
INSERT INTO public.auth_permission VALUES (156, 'Can view ladder place', 39, 'view_ladderplace');
INSERT INTO public.auth_permission VALUES (157, 'Can add reset helper', 40, 'add_resethelper');
INSERT INTO public.auth_permission VALUES (158, 'Can change reset helper', 40, 'change_resethelper');
INSERT INTO public.auth_permission VALUES (159, 'Can delete reset helper', 40, 'delete_resethelper');
INSERT INTO public.auth_permission VALUES (160, 'Can view reset helper', 40, 'view_resethelper');
INSERT INTO public.auth_permission VALUES (161, 'Can add reset request', 41, 'add_resetrequest');
INSERT INTO public.auth_permission VALUES (162, 'Can change reset request', 41, 'change_resetrequest');
INSERT INTO public.auth_permission VALUES (163, 'Can delete reset request', 41, 'delete_resetrequest');
INSERT INTO public.auth_permission VALUES (164, 'Can view reset request', 41, 'view_resetrequest');
INSERT INTO public.auth_permission VALUES (165, 'Can add competition', 42, 'add_competition');
INSERT INTO public.auth_permission VALUES (166, 'Can change competition', 42, 'change_competition');
INSERT INTO public.auth_permission VALUES (167, 'Can delete competition', 42, 'delete_competition');
INSERT INTO public.auth_permission VALUES (168, 'Can view competition', 42, 'view_competition');
INSERT INTO public.auth_permission VALUES (169, 'Can add audit entry', 43, 'add_auditentry');
INSERT INTO public.auth_permission VALUES (170, 'Can change audit entry', 43, 'change_auditentry');
INSERT INTO public.auth_permission VALUES (171, 'Can delete audit entry', 43, 'delete_auditentry');
INSERT INTO public.auth_permission VALUES (172, 'Can view audit entry', 43, 'view_auditentry');
INSERT INTO public.auth_permission VALUES (173, 'Can add entrant', 44, 'add_entrant');
INSERT INTO public.auth_permission VALUES (174, 'Can change entrant', 44, 'change_entrant');
INSERT INTO public.auth_permission VALUES (175, 'Can delete entrant', 44, 'delete_entrant');
INSERT INTO public.auth_permission VALUES (176, 'Can view entrant', 44, 'view_entrant');
INSERT INTO public.auth_permission VALUES (177, 'Can add stage', 45, 'add_stage');
INSERT INTO public.auth_permission VALUES (178, 'Can change stage', 45, 'change_stage');
INSERT INTO public.auth_permission VALUES (179, 'Can delete stage', 45, 'delete_stage');
INSERT INTO public.auth_permission VALUES (180, 'Can view stage', 45, 'view_stage');
INSERT INTO public.auth_permission VALUES (181, 'Can add round', 46, 'add_round');
INSERT INTO public.auth_permission VALUES (182, 'Can change round', 46, 'change_round');
INSERT INTO public.auth_permission VALUES (183, 'Can delete round', 46, 'delete_round');
INSERT INTO public.auth_permission VALUES (184, 'Can view round', 46, 'view_round');
INSERT INTO public.auth_permission VALUES (185, 'Can add group', 47, 'add_group');
INSERT INTO public.auth_permission VALUES (186, 'Can change group', 47, 'change_group');
INSERT INTO public.auth_permission VALUES (187, 'Can delete group', 47, 'delete_group');
INSERT INTO public.auth_permission VALUES (188, 'Can view group', 47, 'view_group');
INSERT INTO public.auth_permission VALUES (189, 'Can add tie', 48, 'add_tie');
INSERT INTO public.auth_permission VALUES (190, 'Can change tie', 48, 'change_tie');
INSERT INTO public.auth_permission VALUES (191, 'Can delete tie', 48, 'delete_tie');
INSERT INTO public.auth_permission VALUES (192, 'Can view tie', 48, 'view_tie');
INSERT INTO public.auth_permission VALUES (193, 'Can add fixture', 49, 'add_fixture');
INSERT INTO public.auth_permission VALUES (194, 'Can change fixture', 49, 'change_fixture');
INSERT INTO public.auth_permission VALUES (195, 'Can delete fixture', 49, 'delete_fixture');
INSERT INTO public.auth_permission VALUES (196, 'Can view fixture', 49, 'view_fixture');
INSERT INTO public.auth_permission VALUES (197, 'Can add result entry', 50, 'add_resultentry');
INSERT INTO public.auth_permission VALUES (198, 'Can change result entry', 50, 'change_resultentry');
INSERT INTO public.auth_permission VALUES (199, 'Can delete result entry', 50, 'delete_resultentry');
INSERT INTO public.auth_permission VALUES (200, 'Can view result entry', 50, 'view_resultentry');
INSERT INTO public.auth_permission VALUES (201, 'Can add draw', 51, 'add_draw');
INSERT INTO public.auth_permission VALUES (202, 'Can change draw', 51, 'change_draw');
INSERT INTO public.auth_permission VALUES (203, 'Can delete draw', 51, 'delete_draw');
INSERT INTO public.auth_permission VALUES (204, 'Can view draw', 51, 'view_draw');
INSERT INTO public.auth_permission VALUES (205, 'Can add staff', 52, 'add_staff');
INSERT INTO public.auth_permission VALUES (206, 'Can change staff', 52, 'change_staff');
INSERT INTO public.auth_permission VALUES (207, 'Can delete staff', 52, 'delete_staff');
INSERT INTO public.auth_permission VALUES (208, 'Can view staff', 52, 'view_staff');
INSERT INTO public.auth_permission VALUES (209, 'Can add report', 53, 'add_report');
INSERT INTO public.auth_permission VALUES (210, 'Can change report', 53, 'change_report');
INSERT INTO public.auth_permission VALUES (211, 'Can delete report', 53, 'delete_report');
INSERT INTO public.auth_permission VALUES (212, 'Can view report', 53, 'view_report');
INSERT INTO public.auth_permission VALUES (213, 'Can add dispute', 54, 'add_dispute');
INSERT INTO public.auth_permission VALUES (214, 'Can change dispute', 54, 'change_dispute');
INSERT INTO public.auth_permission VALUES (215, 'Can delete dispute', 54, 'delete_dispute');
INSERT INTO public.auth_permission VALUES (216, 'Can view dispute', 54, 'view_dispute');
INSERT INTO public.auth_permission VALUES (217, 'Can add proposal', 55, 'add_proposal');
INSERT INTO public.auth_permission VALUES (218, 'Can change proposal', 55, 'change_proposal');
INSERT INTO public.auth_permission VALUES (219, 'Can delete proposal', 55, 'delete_proposal');
INSERT INTO public.auth_permission VALUES (220, 'Can view proposal', 55, 'view_proposal');
INSERT INTO public.auth_permission VALUES (221, 'Can add outlook', 56, 'add_outlook');
INSERT INTO public.auth_permission VALUES (222, 'Can change outlook', 56, 'change_outlook');
INSERT INTO public.auth_permission VALUES (223, 'Can delete outlook', 56, 'delete_outlook');
INSERT INTO public.auth_permission VALUES (224, 'Can view outlook', 56, 'view_outlook');
INSERT INTO public.auth_permission VALUES (225, 'Can add option change', 57, 'add_optionchange');
INSERT INTO public.auth_permission VALUES (226, 'Can change option change', 57, 'change_optionchange');
INSERT INTO public.auth_permission VALUES (227, 'Can delete option change', 57, 'delete_optionchange');
INSERT INTO public.auth_permission VALUES (228, 'Can view option change', 57, 'view_optionchange');
INSERT INTO public.auth_permission VALUES (229, 'Can add member', 58, 'add_member');
INSERT INTO public.auth_permission VALUES (230, 'Can change member', 58, 'change_member');
INSERT INTO public.auth_permission VALUES (231, 'Can delete member', 58, 'delete_member');
INSERT INTO public.auth_permission VALUES (232, 'Can view member', 58, 'view_member');
INSERT INTO public.auth_permission VALUES (233, 'Can add absence', 59, 'add_absence');
INSERT INTO public.auth_permission VALUES (234, 'Can change absence', 59, 'change_absence');
INSERT INTO public.auth_permission VALUES (235, 'Can delete absence', 59, 'delete_absence');
INSERT INTO public.auth_permission VALUES (236, 'Can view absence', 59, 'view_absence');
INSERT INTO public.auth_permission VALUES (237, 'Can add announcement', 60, 'add_announcement');
INSERT INTO public.auth_permission VALUES (238, 'Can change announcement', 60, 'change_announcement');
INSERT INTO public.auth_permission VALUES (239, 'Can delete announcement', 60, 'delete_announcement');
INSERT INTO public.auth_permission VALUES (240, 'Can view announcement', 60, 'view_announcement');
INSERT INTO public.auth_permission VALUES (241, 'Can add comment', 61, 'add_comment');
INSERT INTO public.auth_permission VALUES (242, 'Can change comment', 61, 'change_comment');
INSERT INTO public.auth_permission VALUES (243, 'Can delete comment', 61, 'delete_comment');
INSERT INTO public.auth_permission VALUES (244, 'Can view comment', 61, 'view_comment');
INSERT INTO public.auth_permission VALUES (245, 'Can add invitation', 62, 'add_invitation');
INSERT INTO public.auth_permission VALUES (246, 'Can change invitation', 62, 'change_invitation');
INSERT INTO public.auth_permission VALUES (247, 'Can delete invitation', 62, 'delete_invitation');
INSERT INTO public.auth_permission VALUES (248, 'Can view invitation', 62, 'view_invitation');
INSERT INTO public.auth_permission VALUES (249, 'Can add letter', 63, 'add_letter');
INSERT INTO public.auth_permission VALUES (250, 'Can change letter', 63, 'change_letter');
INSERT INTO public.auth_permission VALUES (251, 'Can delete letter', 63, 'delete_letter');
INSERT INTO public.auth_permission VALUES (252, 'Can view letter', 63, 'view_letter');
INSERT INTO public.auth_permission VALUES (253, 'Can add team line up', 64, 'add_teamlineup');
INSERT INTO public.auth_permission VALUES (254, 'Can change team line up', 64, 'change_teamlineup');
INSERT INTO public.auth_permission VALUES (255, 'Can delete team line up', 64, 'delete_teamlineup');
INSERT INTO public.auth_permission VALUES (256, 'Can view team line up', 64, 'view_teamlineup');
INSERT INTO public.auth_permission VALUES (257, 'Can add availability', 65, 'add_availability');
INSERT INTO public.auth_permission VALUES (258, 'Can change availability', 65, 'change_availability');
INSERT INTO public.auth_permission VALUES (259, 'Can delete availability', 65, 'delete_availability');
INSERT INTO public.auth_permission VALUES (260, 'Can view availability', 65, 'view_availability');
INSERT INTO public.auth_permission VALUES (261, 'Can add hall', 66, 'add_hall');
INSERT INTO public.auth_permission VALUES (262, 'Can change hall', 66, 'change_hall');
INSERT INTO public.auth_permission VALUES (263, 'Can delete hall', 66, 'delete_hall');
INSERT INTO public.auth_permission VALUES (264, 'Can view hall', 66, 'view_hall');
INSERT INTO public.auth_permission VALUES (265, 'Can add hall table', 67, 'add_halltable');
INSERT INTO public.auth_permission VALUES (266, 'Can change hall table', 67, 'change_halltable');
INSERT INTO public.auth_permission VALUES (267, 'Can delete hall table', 67, 'delete_halltable');
INSERT INTO public.auth_permission VALUES (268, 'Can view hall table', 67, 'view_halltable');
INSERT INTO public.auth_permission VALUES (269, 'Can add call', 68, 'add_call');
INSERT INTO public.auth_permission VALUES (270, 'Can change call', 68, 'change_call');
INSERT INTO public.auth_permission VALUES (271, 'Can delete call', 68, 'delete_call');
INSERT INTO public.auth_permission VALUES (272, 'Can view call', 68, 'view_call');
INSERT INTO public.auth_permission VALUES (273, 'Can add queue place', 69, 'add_queueplace');
INSERT INTO public.auth_permission VALUES (274, 'Can change queue place', 69, 'change_queueplace');
INSERT INTO public.auth_permission VALUES (275, 'Can delete queue place', 69, 'delete_queueplace');
INSERT INTO public.auth_permission VALUES (276, 'Can view queue place', 69, 'view_queueplace');
INSERT INTO public.auth_permission VALUES (277, 'Can add called player', 70, 'add_calledplayer');
INSERT INTO public.auth_permission VALUES (278, 'Can change called player', 70, 'change_calledplayer');
INSERT INTO public.auth_permission VALUES (279, 'Can delete called player', 70, 'delete_calledplayer');
INSERT INTO public.auth_permission VALUES (280, 'Can view called player', 70, 'view_calledplayer');
INSERT INTO public.auth_permission VALUES (281, 'Can add one person', 71, 'add_oneperson');
INSERT INTO public.auth_permission VALUES (282, 'Can change one person', 71, 'change_oneperson');
INSERT INTO public.auth_permission VALUES (283, 'Can delete one person', 71, 'delete_oneperson');
INSERT INTO public.auth_permission VALUES (284, 'Can view one person', 71, 'view_oneperson');
INSERT INTO public.auth_permission VALUES (285, 'Can add match figures', 72, 'add_matchfigures');
INSERT INTO public.auth_permission VALUES (286, 'Can change match figures', 72, 'change_matchfigures');
INSERT INTO public.auth_permission VALUES (287, 'Can delete match figures', 72, 'delete_matchfigures');
INSERT INTO public.auth_permission VALUES (288, 'Can view match figures', 72, 'view_matchfigures');
INSERT INTO public.auth_permission VALUES (289, 'Can add line', 73, 'add_line');
INSERT INTO public.auth_permission VALUES (290, 'Can change line', 73, 'change_line');
INSERT INTO public.auth_permission VALUES (291, 'Can delete line', 73, 'delete_line');
INSERT INTO public.auth_permission VALUES (292, 'Can view line', 73, 'view_line');
INSERT INTO public.auth_permission VALUES (293, 'Can add rating', 74, 'add_rating');
INSERT INTO public.auth_permission VALUES (294, 'Can change rating', 74, 'change_rating');
INSERT INTO public.auth_permission VALUES (295, 'Can delete rating', 74, 'delete_rating');
INSERT INTO public.auth_permission VALUES (296, 'Can view rating', 74, 'view_rating');
INSERT INTO public.auth_permission VALUES (297, 'Can add book', 75, 'add_book');
INSERT INTO public.auth_permission VALUES (298, 'Can change book', 75, 'change_book');
INSERT INTO public.auth_permission VALUES (299, 'Can delete book', 75, 'delete_book');
INSERT INTO public.auth_permission VALUES (300, 'Can view book', 75, 'view_book');
INSERT INTO public.auth_permission VALUES (301, 'Can add career', 76, 'add_career');
INSERT INTO public.auth_permission VALUES (302, 'Can change career', 76, 'change_career');
INSERT INTO public.auth_permission VALUES (303, 'Can delete career', 76, 'delete_career');
INSERT INTO public.auth_permission VALUES (304, 'Can view career', 76, 'view_career');
INSERT INTO public.auth_permission VALUES (305, 'Can add outdated', 77, 'add_outdated');
INSERT INTO public.auth_permission VALUES (306, 'Can change outdated', 77, 'change_outdated');
INSERT INTO public.auth_permission VALUES (307, 'Can delete outdated', 77, 'delete_outdated');
INSERT INTO public.auth_permission VALUES (308, 'Can view outdated', 77, 'view_outdated');
INSERT INTO public.auth_permission VALUES (309, 'Can add week', 78, 'add_week');
INSERT INTO public.auth_permission VALUES (310, 'Can change week', 78, 'change_week');
INSERT INTO public.auth_permission VALUES (311, 'Can delete week', 78, 'delete_week');
INSERT INTO public.auth_permission VALUES (312, 'Can view week', 78, 'view_week');
INSERT INTO public.auth_permission VALUES (313, 'Can add puzzle', 79, 'add_puzzle');
INSERT INTO public.auth_permission VALUES (314, 'Can change puzzle', 79, 'change_puzzle');
INSERT INTO public.auth_permission VALUES (315, 'Can delete puzzle', 79, 'delete_puzzle');
INSERT INTO public.auth_permission VALUES (316, 'Can view puzzle', 79, 'view_puzzle');
INSERT INTO public.auth_permission VALUES (317, 'Can add attempt', 80, 'add_attempt');
INSERT INTO public.auth_permission VALUES (318, 'Can change attempt', 80, 'change_attempt');
INSERT INTO public.auth_permission VALUES (319, 'Can delete attempt', 80, 'delete_attempt');
INSERT INTO public.auth_permission VALUES (320, 'Can view attempt', 80, 'view_attempt');
INSERT INTO public.auth_permission VALUES (321, 'Can add solver', 81, 'add_solver');
INSERT INTO public.auth_permission VALUES (322, 'Can change solver', 81, 'change_solver');
INSERT INTO public.auth_permission VALUES (323, 'Can delete solver', 81, 'delete_solver');
INSERT INTO public.auth_permission VALUES (324, 'Can view solver', 81, 'view_solver');
INSERT INTO public.auth_permission VALUES (325, 'Can add case', 82, 'add_case');
INSERT INTO public.auth_permission VALUES (326, 'Can change case', 82, 'change_case');
INSERT INTO public.auth_permission VALUES (327, 'Can delete case', 82, 'delete_case');
INSERT INTO public.auth_permission VALUES (328, 'Can view case', 82, 'view_case');
INSERT INTO public.auth_permission VALUES (329, 'Can add act', 83, 'add_act');
INSERT INTO public.auth_permission VALUES (330, 'Can change act', 83, 'change_act');
INSERT INTO public.auth_permission VALUES (331, 'Can delete act', 83, 'delete_act');
INSERT INTO public.auth_permission VALUES (332, 'Can view act', 83, 'view_act');
INSERT INTO public.auth_permission VALUES (333, 'Can add sanction', 84, 'add_sanction');
INSERT INTO public.auth_permission VALUES (334, 'Can change sanction', 84, 'change_sanction');
INSERT INTO public.auth_permission VALUES (335, 'Can delete sanction', 84, 'delete_sanction');
INSERT INTO public.auth_permission VALUES (336, 'Can view sanction', 84, 'view_sanction');
INSERT INTO public.auth_permission VALUES (337, 'Can add sighting', 85, 'add_sighting');
INSERT INTO public.auth_permission VALUES (338, 'Can change sighting', 85, 'change_sighting');
INSERT INTO public.auth_permission VALUES (339, 'Can delete sighting', 85, 'delete_sighting');
INSERT INTO public.auth_permission VALUES (340, 'Can view sighting', 85, 'view_sighting');
INSERT INTO public.auth_permission VALUES (341, 'Can add reporter', 86, 'add_reporter');
INSERT INTO public.auth_permission VALUES (342, 'Can change reporter', 86, 'change_reporter');
INSERT INTO public.auth_permission VALUES (343, 'Can delete reporter', 86, 'delete_reporter');
INSERT INTO public.auth_permission VALUES (344, 'Can view reporter', 86, 'view_reporter');
INSERT INTO public.auth_permission VALUES (345, 'Can add push key', 87, 'add_pushkey');
INSERT INTO public.auth_permission VALUES (346, 'Can change push key', 87, 'change_pushkey');
INSERT INTO public.auth_permission VALUES (347, 'Can delete push key', 87, 'delete_pushkey');
INSERT INTO public.auth_permission VALUES (348, 'Can view push key', 87, 'view_pushkey');
INSERT INTO public.auth_permission VALUES (349, 'Can add push subscription', 88, 'add_pushsubscription');
INSERT INTO public.auth_permission VALUES (350, 'Can change push subscription', 88, 'change_pushsubscription');
INSERT INTO public.auth_permission VALUES (351, 'Can delete push subscription', 88, 'delete_pushsubscription');
INSERT INTO public.auth_permission VALUES (352, 'Can view push subscription', 88, 'view_pushsubscription');
INSERT INTO public.auth_permission VALUES (353, 'Can add web hook', 89, 'add_webhook');
INSERT INTO public.auth_permission VALUES (354, 'Can change web hook', 89, 'change_webhook');
INSERT INTO public.auth_permission VALUES (355, 'Can delete web hook', 89, 'delete_webhook');
INSERT INTO public.auth_permission VALUES (356, 'Can view web hook', 89, 'view_webhook');
INSERT INTO public.auth_permission VALUES (357, 'Can add hook message', 90, 'add_hookmessage');
INSERT INTO public.auth_permission VALUES (358, 'Can change hook message', 90, 'change_hookmessage');
INSERT INTO public.auth_permission VALUES (359, 'Can delete hook message', 90, 'delete_hookmessage');
INSERT INTO public.auth_permission VALUES (360, 'Can view hook message', 90, 'view_hookmessage');
INSERT INTO public.auth_permission VALUES (361, 'Can add push message', 91, 'add_pushmessage');
INSERT INTO public.auth_permission VALUES (362, 'Can change push message', 91, 'change_pushmessage');
INSERT INTO public.auth_permission VALUES (363, 'Can delete push message', 91, 'delete_pushmessage');
INSERT INTO public.auth_permission VALUES (364, 'Can view push message', 91, 'view_pushmessage');
INSERT INTO public.auth_permission VALUES (365, 'Can add mail message', 92, 'add_mailmessage');
INSERT INTO public.auth_permission VALUES (366, 'Can change mail message', 92, 'change_mailmessage');
INSERT INTO public.auth_permission VALUES (367, 'Can delete mail message', 92, 'delete_mailmessage');
INSERT INTO public.auth_permission VALUES (368, 'Can view mail message', 92, 'view_mailmessage');
INSERT INTO public.auth_permission VALUES (369, 'Can add round clock', 93, 'add_roundclock');
INSERT INTO public.auth_permission VALUES (370, 'Can change round clock', 93, 'change_roundclock');
INSERT INTO public.auth_permission VALUES (371, 'Can delete round clock', 93, 'delete_roundclock');
INSERT INTO public.auth_permission VALUES (372, 'Can view round clock', 93, 'view_roundclock');
INSERT INTO public.auth_permission VALUES (373, 'Can add sheet', 94, 'add_sheet');
INSERT INTO public.auth_permission VALUES (374, 'Can change sheet', 94, 'change_sheet');
INSERT INTO public.auth_permission VALUES (375, 'Can delete sheet', 94, 'delete_sheet');
INSERT INTO public.auth_permission VALUES (376, 'Can view sheet', 94, 'view_sheet');
INSERT INTO public.auth_permission VALUES (377, 'Can add series', 95, 'add_series');
INSERT INTO public.auth_permission VALUES (378, 'Can change series', 95, 'change_series');
INSERT INTO public.auth_permission VALUES (379, 'Can delete series', 95, 'delete_series');
INSERT INTO public.auth_permission VALUES (380, 'Can view series', 95, 'view_series');
INSERT INTO public.auth_permission VALUES (381, 'Can add series entry', 96, 'add_seriesentry');
INSERT INTO public.auth_permission VALUES (382, 'Can change series entry', 96, 'change_seriesentry');
INSERT INTO public.auth_permission VALUES (383, 'Can delete series entry', 96, 'delete_seriesentry');
INSERT INTO public.auth_permission VALUES (384, 'Can view series entry', 96, 'view_seriesentry');
INSERT INTO public.auth_permission VALUES (385, 'Can add series event', 97, 'add_seriesevent');
INSERT INTO public.auth_permission VALUES (386, 'Can change series event', 97, 'change_seriesevent');
INSERT INTO public.auth_permission VALUES (387, 'Can delete series event', 97, 'delete_seriesevent');
INSERT INTO public.auth_permission VALUES (388, 'Can view series event', 97, 'view_seriesevent');
INSERT INTO public.auth_permission VALUES (389, 'Can add same person', 98, 'add_sameperson');
INSERT INTO public.auth_permission VALUES (390, 'Can change same person', 98, 'change_sameperson');
INSERT INTO public.auth_permission VALUES (391, 'Can delete same person', 98, 'delete_sameperson');
INSERT INTO public.auth_permission VALUES (392, 'Can view same person', 98, 'view_sameperson');
INSERT INTO public.auth_permission VALUES (393, 'Can add series mark', 99, 'add_seriesmark');
INSERT INTO public.auth_permission VALUES (394, 'Can change series mark', 99, 'change_seriesmark');
INSERT INTO public.auth_permission VALUES (395, 'Can delete series mark', 99, 'delete_seriesmark');
INSERT INTO public.auth_permission VALUES (396, 'Can view series mark', 99, 'view_seriesmark');
INSERT INTO public.auth_permission VALUES (397, 'Can add asking', 100, 'add_asking');
INSERT INTO public.auth_permission VALUES (398, 'Can change asking', 100, 'change_asking');
INSERT INTO public.auth_permission VALUES (399, 'Can delete asking', 100, 'delete_asking');
INSERT INTO public.auth_permission VALUES (400, 'Can view asking', 100, 'view_asking');
INSERT INTO public.auth_permission VALUES (401, 'Can add leave', 101, 'add_leave');
INSERT INTO public.auth_permission VALUES (402, 'Can change leave', 101, 'change_leave');
INSERT INTO public.auth_permission VALUES (403, 'Can delete leave', 101, 'delete_leave');
INSERT INTO public.auth_permission VALUES (404, 'Can view leave', 101, 'view_leave');
INSERT INTO public.auth_permission VALUES (405, 'Can add renewal', 102, 'add_renewal');
INSERT INTO public.auth_permission VALUES (406, 'Can change renewal', 102, 'change_renewal');
INSERT INTO public.auth_permission VALUES (407, 'Can delete renewal', 102, 'delete_renewal');
INSERT INTO public.auth_permission VALUES (408, 'Can view renewal', 102, 'view_renewal');
INSERT INTO public.auth_permission VALUES (409, 'Can add substitution', 103, 'add_substitution');
INSERT INTO public.auth_permission VALUES (410, 'Can change substitution', 103, 'change_substitution');
INSERT INTO public.auth_permission VALUES (411, 'Can delete substitution', 103, 'delete_substitution');
INSERT INTO public.auth_permission VALUES (412, 'Can view substitution', 103, 'view_substitution');
INSERT INTO public.auth_permission VALUES (413, 'Can add archive', 104, 'add_archive');
INSERT INTO public.auth_permission VALUES (414, 'Can change archive', 104, 'change_archive');
INSERT INTO public.auth_permission VALUES (415, 'Can delete archive', 104, 'delete_archive');
INSERT INTO public.auth_permission VALUES (416, 'Can view archive', 104, 'view_archive');
INSERT INTO public.auth_permission VALUES (417, 'Can add forgotten', 105, 'add_forgotten');
INSERT INTO public.auth_permission VALUES (418, 'Can change forgotten', 105, 'change_forgotten');
INSERT INTO public.auth_permission VALUES (419, 'Can delete forgotten', 105, 'delete_forgotten');
INSERT INTO public.auth_permission VALUES (420, 'Can view forgotten', 105, 'view_forgotten');
INSERT INTO public.auth_permission VALUES (421, 'Can add school class', 106, 'add_schoolclass');
INSERT INTO public.auth_permission VALUES (422, 'Can change school class', 106, 'change_schoolclass');
INSERT INTO public.auth_permission VALUES (423, 'Can delete school class', 106, 'delete_schoolclass');
INSERT INTO public.auth_permission VALUES (424, 'Can view school class', 106, 'view_schoolclass');
INSERT INTO public.auth_permission VALUES (425, 'Can add card', 107, 'add_card');
INSERT INTO public.auth_permission VALUES (426, 'Can change card', 107, 'change_card');
INSERT INTO public.auth_permission VALUES (427, 'Can delete card', 107, 'delete_card');
INSERT INTO public.auth_permission VALUES (428, 'Can view card', 107, 'view_card');
INSERT INTO public.auth_permission VALUES (429, 'Can add club', 108, 'add_club');
INSERT INTO public.auth_permission VALUES (430, 'Can change club', 108, 'change_club');
INSERT INTO public.auth_permission VALUES (431, 'Can delete club', 108, 'delete_club');
INSERT INTO public.auth_permission VALUES (432, 'Can view club', 108, 'view_club');
INSERT INTO public.auth_permission VALUES (433, 'Can add club entry', 109, 'add_clubentry');
INSERT INTO public.auth_permission VALUES (434, 'Can change club entry', 109, 'change_clubentry');
INSERT INTO public.auth_permission VALUES (435, 'Can delete club entry', 109, 'delete_clubentry');
INSERT INTO public.auth_permission VALUES (436, 'Can view club entry', 109, 'view_clubentry');
INSERT INTO public.auth_permission VALUES (437, 'Can add handover', 110, 'add_handover');
INSERT INTO public.auth_permission VALUES (438, 'Can change handover', 110, 'change_handover');
INSERT INTO public.auth_permission VALUES (439, 'Can delete handover', 110, 'delete_handover');
INSERT INTO public.auth_permission VALUES (440, 'Can view handover', 110, 'view_handover');
INSERT INTO public.auth_permission VALUES (441, 'Can add house preset', 111, 'add_housepreset');
INSERT INTO public.auth_permission VALUES (442, 'Can change house preset', 111, 'change_housepreset');
INSERT INTO public.auth_permission VALUES (443, 'Can delete house preset', 111, 'delete_housepreset');
INSERT INTO public.auth_permission VALUES (444, 'Can view house preset', 111, 'view_housepreset');
INSERT INTO public.auth_permission VALUES (445, 'Can add membership', 112, 'add_membership');
INSERT INTO public.auth_permission VALUES (446, 'Can change membership', 112, 'change_membership');
INSERT INTO public.auth_permission VALUES (447, 'Can delete membership', 112, 'delete_membership');
INSERT INTO public.auth_permission VALUES (448, 'Can view membership', 112, 'view_membership');
INSERT INTO public.auth_permission VALUES (449, 'Can add event', 113, 'add_event');
INSERT INTO public.auth_permission VALUES (450, 'Can change event', 113, 'change_event');
INSERT INTO public.auth_permission VALUES (451, 'Can delete event', 113, 'delete_event');
INSERT INTO public.auth_permission VALUES (452, 'Can view event', 113, 'view_event');
INSERT INTO public.auth_permission VALUES (453, 'Can add event competition', 114, 'add_eventcompetition');
INSERT INTO public.auth_permission VALUES (454, 'Can change event competition', 114, 'change_eventcompetition');
INSERT INTO public.auth_permission VALUES (455, 'Can delete event competition', 114, 'delete_eventcompetition');
INSERT INTO public.auth_permission VALUES (456, 'Can view event competition', 114, 'view_eventcompetition');
INSERT INTO public.auth_permission VALUES (457, 'Can add event entry', 115, 'add_evententry');
INSERT INTO public.auth_permission VALUES (458, 'Can change event entry', 115, 'change_evententry');
INSERT INTO public.auth_permission VALUES (459, 'Can delete event entry', 115, 'delete_evententry');
INSERT INTO public.auth_permission VALUES (460, 'Can view event entry', 115, 'view_evententry');
INSERT INTO public.auth_permission VALUES (461, 'Can add planned match', 116, 'add_plannedmatch');
INSERT INTO public.auth_permission VALUES (462, 'Can change planned match', 116, 'change_plannedmatch');
INSERT INTO public.auth_permission VALUES (463, 'Can delete planned match', 116, 'delete_plannedmatch');
INSERT INTO public.auth_permission VALUES (464, 'Can view planned match', 116, 'view_plannedmatch');
INSERT INTO public.auth_permission VALUES (465, 'Can add presence', 117, 'add_presence');
INSERT INTO public.auth_permission VALUES (466, 'Can change presence', 117, 'change_presence');
INSERT INTO public.auth_permission VALUES (467, 'Can delete presence', 117, 'delete_presence');
INSERT INTO public.auth_permission VALUES (468, 'Can view presence', 117, 'view_presence');
INSERT INTO public.auth_permission VALUES (469, 'Can add particulars', 118, 'add_particulars');
INSERT INTO public.auth_permission VALUES (470, 'Can change particulars', 118, 'change_particulars');
INSERT INTO public.auth_permission VALUES (471, 'Can delete particulars', 118, 'delete_particulars');
INSERT INTO public.auth_permission VALUES (472, 'Can view particulars', 118, 'view_particulars');
INSERT INTO public.auth_permission VALUES (473, 'Can add planned round', 119, 'add_plannedround');
INSERT INTO public.auth_permission VALUES (474, 'Can change planned round', 119, 'change_plannedround');
INSERT INTO public.auth_permission VALUES (475, 'Can delete planned round', 119, 'delete_plannedround');
INSERT INTO public.auth_permission VALUES (476, 'Can view planned round', 119, 'view_plannedround');
INSERT INTO public.auth_permission VALUES (477, 'Can add lesson', 120, 'add_lesson');
INSERT INTO public.auth_permission VALUES (478, 'Can change lesson', 120, 'change_lesson');
INSERT INTO public.auth_permission VALUES (479, 'Can delete lesson', 120, 'delete_lesson');
INSERT INTO public.auth_permission VALUES (480, 'Can view lesson', 120, 'view_lesson');
INSERT INTO public.auth_permission VALUES (481, 'Can add participant', 121, 'add_participant');
INSERT INTO public.auth_permission VALUES (482, 'Can change participant', 121, 'change_participant');
INSERT INTO public.auth_permission VALUES (483, 'Can delete participant', 121, 'delete_participant');
INSERT INTO public.auth_permission VALUES (484, 'Can view participant', 121, 'view_participant');
INSERT INTO public.auth_permission VALUES (485, 'Can add step', 122, 'add_step');
INSERT INTO public.auth_permission VALUES (486, 'Can change step', 122, 'change_step');
INSERT INTO public.auth_permission VALUES (487, 'Can delete step', 122, 'delete_step');
INSERT INTO public.auth_permission VALUES (488, 'Can view step', 122, 'view_step');
INSERT INTO public.auth_permission VALUES (489, 'Can add answer', 123, 'add_answer');
INSERT INTO public.auth_permission VALUES (490, 'Can change answer', 123, 'change_answer');
INSERT INTO public.auth_permission VALUES (491, 'Can delete answer', 123, 'delete_answer');
INSERT INTO public.auth_permission VALUES (492, 'Can view answer', 123, 'view_answer');
INSERT INTO public.auth_permission VALUES (493, 'Can add arena', 124, 'add_arena');
INSERT INTO public.auth_permission VALUES (494, 'Can change arena', 124, 'change_arena');
INSERT INTO public.auth_permission VALUES (495, 'Can delete arena', 124, 'delete_arena');
INSERT INTO public.auth_permission VALUES (496, 'Can view arena', 124, 'view_arena');
INSERT INTO public.auth_permission VALUES (497, 'Can add arena entry', 125, 'add_arenaentry');
INSERT INTO public.auth_permission VALUES (498, 'Can change arena entry', 125, 'change_arenaentry');
INSERT INTO public.auth_permission VALUES (499, 'Can delete arena entry', 125, 'delete_arenaentry');
INSERT INTO public.auth_permission VALUES (500, 'Can view arena entry', 125, 'view_arenaentry');
INSERT INTO public.auth_permission VALUES (501, 'Can add arena match', 126, 'add_arenamatch');
INSERT INTO public.auth_permission VALUES (502, 'Can change arena match', 126, 'change_arenamatch');
INSERT INTO public.auth_permission VALUES (503, 'Can delete arena match', 126, 'delete_arenamatch');
INSERT INTO public.auth_permission VALUES (504, 'Can view arena match', 126, 'view_arenamatch');
INSERT INTO public.auth_permission VALUES (505, 'Can add arena player', 127, 'add_arenaplayer');
INSERT INTO public.auth_permission VALUES (506, 'Can change arena player', 127, 'change_arenaplayer');
INSERT INTO public.auth_permission VALUES (507, 'Can delete arena player', 127, 'delete_arenaplayer');
INSERT INTO public.auth_permission VALUES (508, 'Can view arena player', 127, 'view_arenaplayer');
INSERT INTO public.auth_permission VALUES (509, 'Can add follow', 128, 'add_follow');
INSERT INTO public.auth_permission VALUES (510, 'Can change follow', 128, 'change_follow');
INSERT INTO public.auth_permission VALUES (511, 'Can delete follow', 128, 'delete_follow');
INSERT INTO public.auth_permission VALUES (512, 'Can view follow', 128, 'view_follow');
INSERT INTO public.auth_permission VALUES (513, 'Can add hidden results', 129, 'add_hiddenresults');
INSERT INTO public.auth_permission VALUES (514, 'Can change hidden results', 129, 'change_hiddenresults');
INSERT INTO public.auth_permission VALUES (515, 'Can delete hidden results', 129, 'delete_hiddenresults');
INSERT INTO public.auth_permission VALUES (516, 'Can view hidden results', 129, 'view_hiddenresults');
INSERT INTO public.auth_permission VALUES (517, 'Can add analysis', 130, 'add_analysis');
INSERT INTO public.auth_permission VALUES (518, 'Can change analysis', 130, 'change_analysis');
INSERT INTO public.auth_permission VALUES (519, 'Can delete analysis', 130, 'delete_analysis');
INSERT INTO public.auth_permission VALUES (520, 'Can view analysis', 130, 'view_analysis');
INSERT INTO public.auth_permission VALUES (521, 'Can add deletion', 131, 'add_deletion');
INSERT INTO public.auth_permission VALUES (522, 'Can change deletion', 131, 'change_deletion');
INSERT INTO public.auth_permission VALUES (523, 'Can delete deletion', 131, 'delete_deletion');
INSERT INTO public.auth_permission VALUES (524, 'Can view deletion', 131, 'view_deletion');
INSERT INTO public.auth_permission VALUES (525, 'Can add data archive', 132, 'add_dataarchive');
INSERT INTO public.auth_permission VALUES (526, 'Can change data archive', 132, 'change_dataarchive');
INSERT INTO public.auth_permission VALUES (527, 'Can delete data archive', 132, 'delete_dataarchive');
INSERT INTO public.auth_permission VALUES (528, 'Can view data archive', 132, 'view_dataarchive');
INSERT INTO public.auth_permission VALUES (529, 'Can add incident', 133, 'add_incident');
INSERT INTO public.auth_permission VALUES (530, 'Can change incident', 133, 'change_incident');
INSERT INTO public.auth_permission VALUES (531, 'Can delete incident', 133, 'delete_incident');
INSERT INTO public.auth_permission VALUES (532, 'Can view incident', 133, 'view_incident');
INSERT INTO public.django_content_type VALUES (1, 'auth', 'permission');
INSERT INTO public.django_content_type VALUES (2, 'auth', 'group');
INSERT INTO public.django_content_type VALUES (3, 'contenttypes', 'contenttype');
INSERT INTO public.django_content_type VALUES (4, 'sessions', 'session');
INSERT INTO public.django_content_type VALUES (5, 'account', 'emailaddress');
INSERT INTO public.django_content_type VALUES (6, 'account', 'emailconfirmation');
INSERT INTO public.django_content_type VALUES (7, 'mfa', 'authenticator');
INSERT INTO public.django_content_type VALUES (8, 'usersessions', 'usersession');
INSERT INTO public.django_content_type VALUES (9, 'socialaccount', 'socialaccount');
INSERT INTO public.django_content_type VALUES (10, 'socialaccount', 'socialapp');
INSERT INTO public.django_content_type VALUES (11, 'socialaccount', 'socialtoken');
INSERT INTO public.django_content_type VALUES (12, 'matches', 'match');
INSERT INTO public.django_content_type VALUES (13, 'matches', 'matchcommand');
INSERT INTO public.django_content_type VALUES (14, 'matches', 'matchevent');
INSERT INTO public.django_content_type VALUES (15, 'matches', 'seat');
INSERT INTO public.django_content_type VALUES (16, 'matches', 'heartbeat');
INSERT INTO public.django_content_type VALUES (17, 'matches', 'matchsecret');
INSERT INTO public.django_content_type VALUES (18, 'matches', 'outbox');
INSERT INTO public.django_content_type VALUES (19, 'matches', 'chatline');
INSERT INTO public.django_content_type VALUES (20, 'matches', 'chatmute');
INSERT INTO public.django_content_type VALUES (21, 'matches', 'chatreport');
INSERT INTO public.django_content_type VALUES (22, 'matches', 'official');
INSERT INTO public.django_content_type VALUES (23, 'matches', 'silence');
INSERT INTO public.django_content_type VALUES (24, 'matches', 'lineup');
INSERT INTO public.django_content_type VALUES (25, 'matches', 'offer');
INSERT INTO public.django_content_type VALUES (26, 'matches', 'challenge');
INSERT INTO public.django_content_type VALUES (27, 'matches', 'seatcontroller');
INSERT INTO public.django_content_type VALUES (28, 'matches', 'conditionalmoves');
INSERT INTO public.django_content_type VALUES (29, 'matches', 'maintenance');
INSERT INTO public.django_content_type VALUES (30, 'matches', 'review');
INSERT INTO public.django_content_type VALUES (31, 'matches', 'reviewedside');
INSERT INTO public.django_content_type VALUES (32, 'matches', 'checkedmatch');
INSERT INTO public.django_content_type VALUES (33, 'matches', 'facecount');
INSERT INTO public.django_content_type VALUES (34, 'matches', 'matcharchive');
INSERT INTO public.django_content_type VALUES (35, 'players', 'user');
INSERT INTO public.django_content_type VALUES (36, 'players', 'notification');
INSERT INTO public.django_content_type VALUES (37, 'players', 'apitoken');
INSERT INTO public.django_content_type VALUES (38, 'players', 'laddermatch');
INSERT INTO public.django_content_type VALUES (39, 'players', 'ladderplace');
INSERT INTO public.django_content_type VALUES (40, 'players', 'resethelper');
INSERT INTO public.django_content_type VALUES (41, 'players', 'resetrequest');
INSERT INTO public.django_content_type VALUES (42, 'competitions', 'competition');
INSERT INTO public.django_content_type VALUES (43, 'competitions', 'auditentry');
INSERT INTO public.django_content_type VALUES (44, 'competitions', 'entrant');
INSERT INTO public.django_content_type VALUES (45, 'competitions', 'stage');
INSERT INTO public.django_content_type VALUES (46, 'competitions', 'round');
INSERT INTO public.django_content_type VALUES (47, 'competitions', 'group');
INSERT INTO public.django_content_type VALUES (48, 'competitions', 'tie');
INSERT INTO public.django_content_type VALUES (49, 'competitions', 'fixture');
INSERT INTO public.django_content_type VALUES (50, 'competitions', 'resultentry');
INSERT INTO public.django_content_type VALUES (51, 'competitions', 'draw');
INSERT INTO public.django_content_type VALUES (52, 'competitions', 'staff');
INSERT INTO public.django_content_type VALUES (53, 'competitions', 'report');
INSERT INTO public.django_content_type VALUES (54, 'competitions', 'dispute');
INSERT INTO public.django_content_type VALUES (55, 'competitions', 'proposal');
INSERT INTO public.django_content_type VALUES (56, 'competitions', 'outlook');
INSERT INTO public.django_content_type VALUES (57, 'competitions', 'optionchange');
INSERT INTO public.django_content_type VALUES (58, 'competitions', 'member');
INSERT INTO public.django_content_type VALUES (59, 'competitions', 'absence');
INSERT INTO public.django_content_type VALUES (60, 'competitions', 'announcement');
INSERT INTO public.django_content_type VALUES (61, 'competitions', 'comment');
INSERT INTO public.django_content_type VALUES (62, 'competitions', 'invitation');
INSERT INTO public.django_content_type VALUES (63, 'competitions', 'letter');
INSERT INTO public.django_content_type VALUES (64, 'competitions', 'teamlineup');
INSERT INTO public.django_content_type VALUES (65, 'competitions', 'availability');
INSERT INTO public.django_content_type VALUES (66, 'competitions', 'hall');
INSERT INTO public.django_content_type VALUES (67, 'competitions', 'halltable');
INSERT INTO public.django_content_type VALUES (68, 'competitions', 'call');
INSERT INTO public.django_content_type VALUES (69, 'competitions', 'queueplace');
INSERT INTO public.django_content_type VALUES (70, 'competitions', 'calledplayer');
INSERT INTO public.django_content_type VALUES (71, 'competitions', 'oneperson');
INSERT INTO public.django_content_type VALUES (72, 'statistics', 'matchfigures');
INSERT INTO public.django_content_type VALUES (73, 'statistics', 'line');
INSERT INTO public.django_content_type VALUES (74, 'statistics', 'rating');
INSERT INTO public.django_content_type VALUES (75, 'statistics', 'book');
INSERT INTO public.django_content_type VALUES (76, 'statistics', 'career');
INSERT INTO public.django_content_type VALUES (77, 'statistics', 'outdated');
INSERT INTO public.django_content_type VALUES (78, 'statistics', 'week');
INSERT INTO public.django_content_type VALUES (79, 'puzzles', 'puzzle');
INSERT INTO public.django_content_type VALUES (80, 'puzzles', 'attempt');
INSERT INTO public.django_content_type VALUES (81, 'puzzles', 'solver');
INSERT INTO public.django_content_type VALUES (82, 'moderation', 'case');
INSERT INTO public.django_content_type VALUES (83, 'moderation', 'act');
INSERT INTO public.django_content_type VALUES (84, 'moderation', 'sanction');
INSERT INTO public.django_content_type VALUES (85, 'moderation', 'sighting');
INSERT INTO public.django_content_type VALUES (86, 'moderation', 'reporter');
INSERT INTO public.django_content_type VALUES (87, 'delivery', 'pushkey');
INSERT INTO public.django_content_type VALUES (88, 'delivery', 'pushsubscription');
INSERT INTO public.django_content_type VALUES (89, 'delivery', 'webhook');
INSERT INTO public.django_content_type VALUES (90, 'delivery', 'hookmessage');
INSERT INTO public.django_content_type VALUES (91, 'delivery', 'pushmessage');
INSERT INTO public.django_content_type VALUES (92, 'delivery', 'mailmessage');
INSERT INTO public.django_content_type VALUES (93, 'evenings', 'roundclock');
INSERT INTO public.django_content_type VALUES (94, 'evenings', 'sheet');
INSERT INTO public.django_content_type VALUES (95, 'series', 'series');
INSERT INTO public.django_content_type VALUES (96, 'series', 'seriesentry');
INSERT INTO public.django_content_type VALUES (97, 'series', 'seriesevent');
INSERT INTO public.django_content_type VALUES (98, 'series', 'sameperson');
INSERT INTO public.django_content_type VALUES (99, 'series', 'seriesmark');
INSERT INTO public.django_content_type VALUES (100, 'seasons', 'asking');
INSERT INTO public.django_content_type VALUES (101, 'seasons', 'leave');
INSERT INTO public.django_content_type VALUES (102, 'seasons', 'renewal');
INSERT INTO public.django_content_type VALUES (103, 'seasons', 'substitution');
INSERT INTO public.django_content_type VALUES (104, 'seasons', 'archive');
INSERT INTO public.django_content_type VALUES (105, 'classes', 'forgotten');
INSERT INTO public.django_content_type VALUES (106, 'classes', 'schoolclass');
INSERT INTO public.django_content_type VALUES (107, 'classes', 'card');
INSERT INTO public.django_content_type VALUES (108, 'clubs', 'club');
INSERT INTO public.django_content_type VALUES (109, 'clubs', 'clubentry');
INSERT INTO public.django_content_type VALUES (110, 'clubs', 'handover');
INSERT INTO public.django_content_type VALUES (111, 'clubs', 'housepreset');
INSERT INTO public.django_content_type VALUES (112, 'clubs', 'membership');
INSERT INTO public.django_content_type VALUES (113, 'events', 'event');
INSERT INTO public.django_content_type VALUES (114, 'events', 'eventcompetition');
INSERT INTO public.django_content_type VALUES (115, 'events', 'evententry');
INSERT INTO public.django_content_type VALUES (116, 'events', 'plannedmatch');
INSERT INTO public.django_content_type VALUES (117, 'events', 'presence');
INSERT INTO public.django_content_type VALUES (118, 'events', 'particulars');
INSERT INTO public.django_content_type VALUES (119, 'events', 'plannedround');
INSERT INTO public.django_content_type VALUES (120, 'lessons', 'lesson');
INSERT INTO public.django_content_type VALUES (121, 'lessons', 'participant');
INSERT INTO public.django_content_type VALUES (122, 'lessons', 'step');
INSERT INTO public.django_content_type VALUES (123, 'lessons', 'answer');
INSERT INTO public.django_content_type VALUES (124, 'arenas', 'arena');
INSERT INTO public.django_content_type VALUES (125, 'arenas', 'arenaentry');
INSERT INTO public.django_content_type VALUES (126, 'arenas', 'arenamatch');
INSERT INTO public.django_content_type VALUES (127, 'arenas', 'arenaplayer');
INSERT INTO public.django_content_type VALUES (128, 'following', 'follow');
INSERT INTO public.django_content_type VALUES (129, 'following', 'hiddenresults');
INSERT INTO public.django_content_type VALUES (130, 'analysis', 'analysis');
INSERT INTO public.django_content_type VALUES (131, 'privacy', 'deletion');
INSERT INTO public.django_content_type VALUES (132, 'privacy', 'dataarchive');
INSERT INTO public.django_content_type VALUES (133, 'deploy', 'incident');
INSERT INTO public.django_migrations VALUES (1, 'contenttypes', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (2, 'contenttypes', '0002_remove_content_type_name', now());
INSERT INTO public.django_migrations VALUES (3, 'auth', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (4, 'auth', '0002_alter_permission_name_max_length', now());
INSERT INTO public.django_migrations VALUES (5, 'auth', '0003_alter_user_email_max_length', now());
INSERT INTO public.django_migrations VALUES (6, 'auth', '0004_alter_user_username_opts', now());
INSERT INTO public.django_migrations VALUES (7, 'auth', '0005_alter_user_last_login_null', now());
INSERT INTO public.django_migrations VALUES (8, 'auth', '0006_require_contenttypes_0002', now());
INSERT INTO public.django_migrations VALUES (9, 'auth', '0007_alter_validators_add_error_messages', now());
INSERT INTO public.django_migrations VALUES (10, 'auth', '0008_alter_user_username_max_length', now());
INSERT INTO public.django_migrations VALUES (11, 'auth', '0009_alter_user_last_name_max_length', now());
INSERT INTO public.django_migrations VALUES (12, 'auth', '0010_alter_group_name_max_length', now());
INSERT INTO public.django_migrations VALUES (13, 'auth', '0011_update_proxy_permissions', now());
INSERT INTO public.django_migrations VALUES (14, 'auth', '0012_alter_user_first_name_max_length', now());
INSERT INTO public.django_migrations VALUES (15, 'players', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (16, 'account', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (17, 'account', '0002_email_max_length', now());
INSERT INTO public.django_migrations VALUES (18, 'account', '0003_alter_emailaddress_create_unique_verified_email', now());
INSERT INTO public.django_migrations VALUES (19, 'account', '0004_alter_emailaddress_drop_unique_email', now());
INSERT INTO public.django_migrations VALUES (20, 'account', '0005_emailaddress_idx_upper_email', now());
INSERT INTO public.django_migrations VALUES (21, 'account', '0006_emailaddress_lower', now());
INSERT INTO public.django_migrations VALUES (22, 'account', '0007_emailaddress_idx_email', now());
INSERT INTO public.django_migrations VALUES (23, 'account', '0008_emailaddress_unique_primary_email_fixup', now());
INSERT INTO public.django_migrations VALUES (24, 'account', '0009_emailaddress_unique_primary_email', now());
INSERT INTO public.django_migrations VALUES (25, 'analysis', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (26, 'analysis', '0002_reports', now());
INSERT INTO public.django_migrations VALUES (27, 'matches', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (28, 'matches', '0002_chat_and_officials', now());
INSERT INTO public.django_migrations VALUES (29, 'matches', '0003_line_ups', now());
INSERT INTO public.django_migrations VALUES (30, 'matches', '0004_clocks_and_offers', now());
INSERT INTO public.django_migrations VALUES (31, 'matches', '0005_seats_and_challenges', now());
INSERT INTO public.django_migrations VALUES (32, 'matches', '0006_challenge_controls', now());
INSERT INTO public.django_migrations VALUES (33, 'matches', '0007_part', now());
INSERT INTO public.django_migrations VALUES (34, 'matches', '0008_chat_spectators', now());
INSERT INTO public.django_migrations VALUES (35, 'matches', '0009_weeks_of_thought', now());
INSERT INTO public.django_migrations VALUES (36, 'matches', '0010_held', now());
INSERT INTO public.django_migrations VALUES (37, 'matches', '0011_audience', now());
INSERT INTO public.django_migrations VALUES (38, 'matches', '0012_newest', now());
INSERT INTO public.django_migrations VALUES (39, 'matches', '0013_guided', now());
INSERT INTO public.django_migrations VALUES (40, 'matches', '0014_conditional_moves', now());
INSERT INTO public.django_migrations VALUES (41, 'matches', '0015_maintenance', now());
INSERT INTO public.django_migrations VALUES (42, 'matches', '0016_reviews', now());
INSERT INTO public.django_migrations VALUES (43, 'matches', '0017_fairness', now());
INSERT INTO public.django_migrations VALUES (44, 'matches', '0018_log_archive', now());
INSERT INTO public.django_migrations VALUES (45, 'matches', '0019_indexes_of_tasks', now());
INSERT INTO public.django_migrations VALUES (46, 'matches', '0020_from_a_position', now());
INSERT INTO public.django_migrations VALUES (47, 'matches', '0021_undo', now());
INSERT INTO public.django_migrations VALUES (48, 'matches', '0022_reviews_by_mark', now());
INSERT INTO public.django_migrations VALUES (49, 'matches', '0023_index_of_play', now());
INSERT INTO public.django_migrations VALUES (50, 'matches', '0024_indexes_of_players', now());
INSERT INTO public.django_migrations VALUES (51, 'matches', '0025_rolls_counted_and_visits', now());
INSERT INTO public.django_migrations VALUES (52, 'matches', '0026_indexes_of_waiting', now());
INSERT INTO public.django_migrations VALUES (53, 'matches', '0027_index_of_hidden_lines', now());
INSERT INTO public.django_migrations VALUES (54, 'matches', '0028_seen_in', now());
INSERT INTO public.django_migrations VALUES (55, 'matches', '0029_words_and_bounds', now());
INSERT INTO public.django_migrations VALUES (56, 'matches', '0030_sides_of_several', now());
INSERT INTO public.django_migrations VALUES (57, 'matches', '0031_index_of_coaching_calls', now());
INSERT INTO public.django_migrations VALUES (58, 'matches', '0032_two_legs', now());
INSERT INTO public.django_migrations VALUES (59, 'matches', '0033_index_before_second_legs', now());
INSERT INTO public.django_migrations VALUES (60, 'matches', '0034_winner_of_challenges', now());
INSERT INTO public.django_migrations VALUES (61, 'matches', '0035_no_index_of_what_a_move_writes', now());
INSERT INTO public.django_migrations VALUES (62, 'matches', '0036_one_limit_a_set_piece', now());
INSERT INTO public.django_migrations VALUES (63, 'players', '0002_notifications', now());
INSERT INTO public.django_migrations VALUES (64, 'players', '0003_moderators_and_bans', now());
INSERT INTO public.django_migrations VALUES (65, 'players', '0004_robots', now());
INSERT INTO public.django_migrations VALUES (66, 'players', '0005_channels', now());
INSERT INTO public.django_migrations VALUES (67, 'players', '0006_sheltered', now());
INSERT INTO public.django_migrations VALUES (68, 'players', '0007_resets_by_consent', now());
INSERT INTO public.django_migrations VALUES (69, 'players', '0008_only_accounts_sign_in', now());
INSERT INTO public.django_migrations VALUES (70, 'players', '0009_sign_outs', now());
INSERT INTO public.django_migrations VALUES (71, 'players', '0010_erased_at', now());
INSERT INTO public.django_migrations VALUES (72, 'players', '0011_longer_languages', now());
INSERT INTO public.django_migrations VALUES (73, 'players', '0012_levels_of_bots', now());
INSERT INTO public.django_migrations VALUES (74, 'players', '0013_names_by_parts', now());
INSERT INTO public.django_migrations VALUES (75, 'players', '0014_index_of_names', now());
INSERT INTO public.django_migrations VALUES (76, 'players', '0015_longer_runs_of_names', now());
INSERT INTO public.django_migrations VALUES (77, 'competitions', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (78, 'competitions', '0002_staff', now());
INSERT INTO public.django_migrations VALUES (79, 'competitions', '0003_reports', now());
INSERT INTO public.django_migrations VALUES (80, 'competitions', '0004_stages', now());
INSERT INTO public.django_migrations VALUES (81, 'competitions', '0005_schedule', now());
INSERT INTO public.django_migrations VALUES (82, 'competitions', '0006_outlook', now());
INSERT INTO public.django_migrations VALUES (83, 'competitions', '0007_open_to_robots', now());
INSERT INTO public.django_migrations VALUES (84, 'competitions', '0008_option_changes', now());
INSERT INTO public.django_migrations VALUES (85, 'competitions', '0009_signed_elsewhere', now());
INSERT INTO public.django_migrations VALUES (86, 'competitions', '0010_sides', now());
INSERT INTO public.django_migrations VALUES (87, 'competitions', '0011_evening', now());
INSERT INTO public.django_migrations VALUES (88, 'competitions', '0012_people', now());
INSERT INTO public.django_migrations VALUES (89, 'competitions', '0013_chat', now());
INSERT INTO public.django_migrations VALUES (90, 'competitions', '0014_freeze', now());
INSERT INTO public.django_migrations VALUES (91, 'competitions', '0015_letters', now());
INSERT INTO public.django_migrations VALUES (92, 'competitions', '0016_outcome_withdrawn', now());
INSERT INTO public.django_migrations VALUES (93, 'competitions', '0017_official_and_leave', now());
INSERT INTO public.django_migrations VALUES (94, 'competitions', '0018_visibility', now());
INSERT INTO public.django_migrations VALUES (95, 'clubs', '0001_clubs', now());
INSERT INTO public.django_migrations VALUES (96, 'clubs', '0002_closing', now());
INSERT INTO public.django_migrations VALUES (97, 'clubs', '0003_index_of_names', now());
INSERT INTO public.django_migrations VALUES (98, 'clubs', '0004_members_in_order', now());
INSERT INTO public.django_migrations VALUES (99, 'clubs', '0005_clubs_in_order', now());
INSERT INTO public.django_migrations VALUES (100, 'clubs', '0006_longer_runs_of_names', now());
INSERT INTO public.django_migrations VALUES (101, 'clubs', '0007_words_and_bounds', now());
INSERT INTO public.django_migrations VALUES (102, 'clubs', '0008_words_and_bounds_of_settings', now());
INSERT INTO public.django_migrations VALUES (103, 'arenas', '0001_arenas', now());
INSERT INTO public.django_migrations VALUES (104, 'arenas', '0002_robots', now());
INSERT INTO public.django_migrations VALUES (105, 'classes', '0001_classes', now());
INSERT INTO public.django_migrations VALUES (106, 'classes', '0002_wrong_pins_by_way', now());
INSERT INTO public.django_migrations VALUES (107, 'competitions', '0019_clubs', now());
INSERT INTO public.django_migrations VALUES (108, 'competitions', '0020_scorers', now());
INSERT INTO public.django_migrations VALUES (109, 'competitions', '0021_asked_stages', now());
INSERT INTO public.django_migrations VALUES (110, 'competitions', '0022_swiss_editions', now());
INSERT INTO public.django_migrations VALUES (111, 'competitions', '0023_closing_a_stage_early', now());
INSERT INTO public.django_migrations VALUES (112, 'competitions', '0024_league_phase', now());
INSERT INTO public.django_migrations VALUES (113, 'competitions', '0025_sent_links', now());
INSERT INTO public.django_migrations VALUES (114, 'competitions', '0026_kick_off_index', now());
INSERT INTO public.django_migrations VALUES (115, 'competitions', '0027_longer_languages', now());
INSERT INTO public.django_migrations VALUES (116, 'competitions', '0028_sweep', now());
INSERT INTO public.django_migrations VALUES (117, 'competitions', '0029_indexes_of_tasks', now());
INSERT INTO public.django_migrations VALUES (118, 'competitions', '0030_index_of_names', now());
INSERT INTO public.django_migrations VALUES (119, 'competitions', '0031_outlooks_due', now());
INSERT INTO public.django_migrations VALUES (120, 'competitions', '0032_index_of_outlooks', now());
INSERT INTO public.django_migrations VALUES (121, 'competitions', '0033_day_of_fixture', now());
INSERT INTO public.django_migrations VALUES (122, 'competitions', '0034_fill_day_of_fixture', now());
INSERT INTO public.django_migrations VALUES (123, 'competitions', '0035_indexes_of_players', now());
INSERT INTO public.django_migrations VALUES (124, 'competitions', '0036_returned', now());
INSERT INTO public.django_migrations VALUES (125, 'competitions', '0037_forfeits', now());
INSERT INTO public.django_migrations VALUES (126, 'competitions', '0038_longer_runs_of_names', now());
INSERT INTO public.django_migrations VALUES (127, 'competitions', '0039_words_and_bounds', now());
INSERT INTO public.django_migrations VALUES (128, 'competitions', '0040_words_and_bounds_of_succession', now());
INSERT INTO public.django_migrations VALUES (129, 'competitions', '0041_withdrawals_before_half', now());
INSERT INTO public.django_migrations VALUES (130, 'competitions', '0042_boards_of_teams', now());
INSERT INTO public.django_migrations VALUES (131, 'competitions', '0043_one_fixture_a_board', now());
INSERT INTO public.django_migrations VALUES (132, 'competitions', '0044_rules_of_a_team_tie', now());
INSERT INTO public.django_migrations VALUES (133, 'competitions', '0045_squads', now());
INSERT INTO public.django_migrations VALUES (134, 'competitions', '0046_queue_of_tables', now());
INSERT INTO public.django_migrations VALUES (135, 'competitions', '0047_legs_of_teams', now());
INSERT INTO public.django_migrations VALUES (136, 'competitions', '0047_one_line_up_a_leg', now());
INSERT INTO public.django_migrations VALUES (137, 'competitions', '0047_one_at_a_time', now());
INSERT INTO public.django_migrations VALUES (138, 'competitions', '0048_links_of_squads', now());
INSERT INTO public.django_migrations VALUES (139, 'competitions', '0049_played_elsewhere', now());
INSERT INTO public.django_migrations VALUES (140, 'competitions', '0051_one_person', now());
INSERT INTO public.django_migrations VALUES (141, 'competitions', '0052_chain_of_the_log', now());
INSERT INTO public.django_migrations VALUES (142, 'delivery', '0001_push', now());
INSERT INTO public.django_migrations VALUES (143, 'delivery', '0002_hooks', now());
INSERT INTO public.django_migrations VALUES (144, 'delivery', '0003_requests_by_host', now());
INSERT INTO public.django_migrations VALUES (145, 'delivery', '0004_words_to_empty', now());
INSERT INTO public.django_migrations VALUES (146, 'delivery', '0005_mail', now());
INSERT INTO public.django_migrations VALUES (147, 'delivery', '0006_push_sessions', now());
INSERT INTO public.django_migrations VALUES (148, 'deploy', '0001_close_published_demo_password', now());
INSERT INTO public.django_migrations VALUES (149, 'deploy', '0002_incident', now());
INSERT INTO public.django_migrations VALUES (150, 'evenings', '0001_clock_and_sheets', now());
INSERT INTO public.django_migrations VALUES (151, 'events', '0001_events', now());
INSERT INTO public.django_migrations VALUES (152, 'events', '0002_categories', now());
INSERT INTO public.django_migrations VALUES (153, 'events', '0003_planned_rounds', now());
INSERT INTO public.django_migrations VALUES (154, 'following', '0001_follow', now());
INSERT INTO public.django_migrations VALUES (155, 'following', '0002_hidden_results', now());
INSERT INTO public.django_migrations VALUES (156, 'lessons', '0001_lessons', now());
INSERT INTO public.django_migrations VALUES (157, 'lessons', '0002_words_and_bounds', now());
INSERT INTO public.django_migrations VALUES (158, 'matches', '0037_played_offline', now());
INSERT INTO public.django_migrations VALUES (159, 'mfa', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (160, 'mfa', '0002_authenticator_timestamps', now());
INSERT INTO public.django_migrations VALUES (161, 'mfa', '0003_authenticator_type_uniq', now());
INSERT INTO public.django_migrations VALUES (162, 'moderation', '0001_cases', now());
INSERT INTO public.django_migrations VALUES (163, 'moderation', '0002_reports', now());
INSERT INTO public.django_migrations VALUES (164, 'moderation', '0003_reports_once', now());
INSERT INTO public.django_migrations VALUES (165, 'moderation', '0004_reporters', now());
INSERT INTO public.django_migrations VALUES (166, 'moderation', '0005_devices', now());
INSERT INTO public.django_migrations VALUES (167, 'privacy', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (168, 'privacy', '0002_archive_by_sheets', now());
INSERT INTO public.django_migrations VALUES (169, 'puzzles', '0001_puzzles', now());
INSERT INTO public.django_migrations VALUES (170, 'puzzles', '0002_right_on_day', now());
INSERT INTO public.django_migrations VALUES (171, 'puzzles', '0003_best_rush', now());
INSERT INTO public.django_migrations VALUES (172, 'seasons', '0001_seasons', now());
INSERT INTO public.django_migrations VALUES (173, 'series', '0001_series', now());
INSERT INTO public.django_migrations VALUES (174, 'series', '0002_words_and_bounds', now());
INSERT INTO public.django_migrations VALUES (175, 'series', '0003_rankings', now());
INSERT INTO public.django_migrations VALUES (176, 'sessions', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (177, 'socialaccount', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (178, 'socialaccount', '0002_token_max_lengths', now());
INSERT INTO public.django_migrations VALUES (179, 'socialaccount', '0003_extra_data_default_dict', now());
INSERT INTO public.django_migrations VALUES (180, 'socialaccount', '0004_app_provider_id_settings', now());
INSERT INTO public.django_migrations VALUES (181, 'socialaccount', '0005_socialtoken_nullable_app', now());
INSERT INTO public.django_migrations VALUES (182, 'socialaccount', '0006_alter_socialaccount_extra_data', now());
INSERT INTO public.django_migrations VALUES (183, 'statistics', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (184, 'statistics', '0002_ratings', now());
INSERT INTO public.django_migrations VALUES (185, 'statistics', '0003_almanac', now());
INSERT INTO public.django_migrations VALUES (186, 'statistics', '0004_last_rating', now());
INSERT INTO public.django_migrations VALUES (187, 'statistics', '0005_outdated', now());
INSERT INTO public.django_migrations VALUES (188, 'statistics', '0006_leader_boards', now());
INSERT INTO public.django_migrations VALUES (189, 'statistics', '0007_audience_of_lines', now());
INSERT INTO public.django_migrations VALUES (190, 'statistics', '0008_covering_lines', now());
INSERT INTO public.django_migrations VALUES (191, 'statistics', '0009_board_by_index_alone', now());
INSERT INTO public.django_migrations VALUES (192, 'statistics', '0010_line_ups', now());
INSERT INTO public.django_migrations VALUES (193, 'statistics', '0011_given_up', now());
INSERT INTO public.django_migrations VALUES (194, 'statistics', '0012_boards_of_lines', now());
INSERT INTO public.django_migrations VALUES (195, 'usersessions', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (196, 'matches', '0001_squashed_0014_conditional_moves', now());
INSERT INTO public.django_migrations VALUES (197, 'competitions', '0001_squashed_0018_visibility', now());
SELECT pg_catalog.setval('public.account_emailaddress_id_seq', 1, false);
SELECT pg_catalog.setval('public.account_emailconfirmation_id_seq', 1, false);
SELECT pg_catalog.setval('public.arenas_arenaentry_id_seq', 1, false);
SELECT pg_catalog.setval('public.arenas_arenamatch_id_seq', 1, false);
SELECT pg_catalog.setval('public.arenas_arenaplayer_id_seq', 1, false);
SELECT pg_catalog.setval('public.auth_group_id_seq', 1, false);
SELECT pg_catalog.setval('public.auth_group_permissions_id_seq', 1, false);
SELECT pg_catalog.setval('public.auth_permission_id_seq', 532, true);
SELECT pg_catalog.setval('public.classes_forgotten_id_seq', 1, false);
SELECT pg_catalog.setval('public.classes_schoolclass_id_seq', 1, false);
SELECT pg_catalog.setval('public.clubs_clubentry_id_seq', 1, false);
SELECT pg_catalog.setval('public.competitions_auditentry_id_seq', 1, false);
SELECT pg_catalog.setval('public.competitions_calledplayer_id_seq', 1, false);
SELECT pg_catalog.setval('public.competitions_draw_id_seq', 1, false);
SELECT pg_catalog.setval('public.competitions_group_id_seq', 1, false);
SELECT pg_catalog.setval('public.competitions_halltable_id_seq', 1, false);
SELECT pg_catalog.setval('public.competitions_member_id_seq', 1, false);
SELECT pg_catalog.setval('public.competitions_oneperson_id_seq', 1, false);
SELECT pg_catalog.setval('public.competitions_optionchange_id_seq', 1, false);
SELECT pg_catalog.setval('public.competitions_outlook_id_seq', 1, false);
SELECT pg_catalog.setval('public.competitions_queueplace_id_seq', 1, false);
SELECT pg_catalog.setval('public.competitions_resultentry_id_seq', 1, false);
SELECT pg_catalog.setval('public.competitions_round_id_seq', 1, false);
SELECT pg_catalog.setval('public.competitions_stage_id_seq', 1, false);
SELECT pg_catalog.setval('public.delivery_hookmessage_id_seq', 1, false);
SELECT pg_catalog.setval('public.delivery_pushmessage_id_seq', 1, false);
SELECT pg_catalog.setval('public.deploy_incident_id_seq', 1, false);
SELECT pg_catalog.setval('public.django_content_type_id_seq', 133, true);
SELECT pg_catalog.setval('public.django_migrations_id_seq', 197, true);
SELECT pg_catalog.setval('public.evenings_roundclock_id_seq', 1, false);
SELECT pg_catalog.setval('public.evenings_sheet_id_seq', 1, false);
SELECT pg_catalog.setval('public.events_evententry_id_seq', 1, false);
SELECT pg_catalog.setval('public.events_particulars_id_seq', 1, false);
SELECT pg_catalog.setval('public.events_plannedmatch_id_seq', 1, false);
SELECT pg_catalog.setval('public.events_plannedround_id_seq', 1, false);
SELECT pg_catalog.setval('public.events_presence_id_seq', 1, false);
SELECT pg_catalog.setval('public.following_follow_id_seq', 1, false);
SELECT pg_catalog.setval('public.lessons_answer_id_seq', 1, false);
SELECT pg_catalog.setval('public.lessons_participant_id_seq', 1, false);
SELECT pg_catalog.setval('public.lessons_step_id_seq', 1, false);
SELECT pg_catalog.setval('public.matches_chatline_id_seq', 1, false);
SELECT pg_catalog.setval('public.matches_chatmute_id_seq', 1, false);
SELECT pg_catalog.setval('public.matches_chatreport_id_seq', 1, false);
SELECT pg_catalog.setval('public.matches_facecount_id_seq', 1, false);
SELECT pg_catalog.setval('public.matches_maintenance_id_seq', 1, false);
SELECT pg_catalog.setval('public.matches_matchevent_id_seq', 1, false);
SELECT pg_catalog.setval('public.matches_official_id_seq', 1, false);
SELECT pg_catalog.setval('public.matches_reviewedside_id_seq', 1, false);
SELECT pg_catalog.setval('public.matches_seat_id_seq', 1, false);
SELECT pg_catalog.setval('public.matches_seatcontroller_id_seq', 1, false);
SELECT pg_catalog.setval('public.mfa_authenticator_id_seq', 1, false);
SELECT pg_catalog.setval('public.moderation_act_id_seq', 1, false);
SELECT pg_catalog.setval('public.moderation_reporter_id_seq', 1, false);
SELECT pg_catalog.setval('public.moderation_sighting_id_seq', 1, false);
SELECT pg_catalog.setval('public.players_ladderplace_id_seq', 1, false);
SELECT pg_catalog.setval('public.players_resethelper_id_seq', 1, false);
SELECT pg_catalog.setval('public.players_user_groups_id_seq', 1, false);
SELECT pg_catalog.setval('public.players_user_user_permissions_id_seq', 1, false);
SELECT pg_catalog.setval('public.puzzles_attempt_id_seq', 1, false);
SELECT pg_catalog.setval('public.puzzles_solver_id_seq', 1, false);
SELECT pg_catalog.setval('public.seasons_asking_id_seq', 1, false);
SELECT pg_catalog.setval('public.seasons_renewal_id_seq', 1, false);
SELECT pg_catalog.setval('public.series_sameperson_id_seq', 1, false);
SELECT pg_catalog.setval('public.series_seriesentry_id_seq', 1, false);
SELECT pg_catalog.setval('public.series_seriesevent_id_seq', 1, false);
SELECT pg_catalog.setval('public.series_seriesmark_id_seq', 1, false);
SELECT pg_catalog.setval('public.socialaccount_socialaccount_id_seq', 1, false);
SELECT pg_catalog.setval('public.socialaccount_socialapp_id_seq', 1, false);
SELECT pg_catalog.setval('public.socialaccount_socialtoken_id_seq', 1, false);
SELECT pg_catalog.setval('public.statistics_career_id_seq', 1, false);
SELECT pg_catalog.setval('public.statistics_line_id_seq', 1, false);
SELECT pg_catalog.setval('public.statistics_outdated_id_seq', 1, false);
SELECT pg_catalog.setval('public.statistics_rating_id_seq', 1, false);
SELECT pg_catalog.setval('public.statistics_week_id_seq', 1, false);
SELECT pg_catalog.setval('public.usersessions_usersession_id_seq', 1, false);
ALTER TABLE ONLY public.competitions_absence
    ADD CONSTRAINT absence_once UNIQUE (user_id, first, last);
ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_user_id_email_987c8728_uniq UNIQUE (user_id, email);
ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirmation_key_key UNIQUE (key);
ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirmation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.analysis_analysis
    ADD CONSTRAINT analysis_analysis_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.lessons_answer
    ADD CONSTRAINT answer_once UNIQUE (participant_id, step_id);
ALTER TABLE ONLY public.seasons_archive
    ADD CONSTRAINT archive_edition_once UNIQUE (competition_id, edition);
ALTER TABLE ONLY public.arenas_arenaplayer
    ADD CONSTRAINT arena_player_once UNIQUE (arena_id, user_id);
ALTER TABLE ONLY public.arenas_arena
    ADD CONSTRAINT arenas_arena_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.arenas_arena
    ADD CONSTRAINT arenas_arena_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.arenas_arenaentry
    ADD CONSTRAINT arenas_arenaentry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.arenas_arenamatch
    ADD CONSTRAINT arenas_arenamatch_match_id_key UNIQUE (match_id);
ALTER TABLE ONLY public.arenas_arenamatch
    ADD CONSTRAINT arenas_arenamatch_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.arenas_arenaplayer
    ADD CONSTRAINT arenas_arenaplayer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.puzzles_attempt
    ADD CONSTRAINT attempt_once UNIQUE (user_id, puzzle_id);
ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_name_key UNIQUE (name);
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_permission_id_0cd325b0_uniq UNIQUE (group_id, permission_id);
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_codename_01ab375a_uniq UNIQUE (content_type_id, codename);
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_availability
    ADD CONSTRAINT availability_once UNIQUE (tie_id, user_id);
ALTER TABLE ONLY public.competitions_calledplayer
    ADD CONSTRAINT called_player_of_call UNIQUE (call_id, user_id);
ALTER TABLE ONLY public.statistics_career
    ADD CONSTRAINT career_once UNIQUE (player_id, game);
ALTER TABLE ONLY public.moderation_case
    ADD CONSTRAINT case_appeal_once UNIQUE (sanction_id);
ALTER TABLE ONLY public.matches_chatline
    ADD CONSTRAINT chat_client_once UNIQUE (match_id, client_id);
ALTER TABLE ONLY public.matches_chatline
    ADD CONSTRAINT chat_line_once UNIQUE (match_id, room, n);
ALTER TABLE ONLY public.matches_chatmute
    ADD CONSTRAINT chat_mute_once UNIQUE (user_id, muted_id);
ALTER TABLE ONLY public.matches_chatreport
    ADD CONSTRAINT chat_report_once UNIQUE (line_id, by_id);
ALTER TABLE ONLY public.classes_card
    ADD CONSTRAINT classes_card_entrant_id_key UNIQUE (entrant_id);
ALTER TABLE ONLY public.classes_card
    ADD CONSTRAINT classes_card_key_key UNIQUE (key);
ALTER TABLE ONLY public.classes_card
    ADD CONSTRAINT classes_card_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.classes_card
    ADD CONSTRAINT classes_card_user_id_key UNIQUE (user_id);
ALTER TABLE ONLY public.classes_forgotten
    ADD CONSTRAINT classes_forgotten_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.classes_schoolclass
    ADD CONSTRAINT classes_schoolclass_code_key UNIQUE (code);
ALTER TABLE ONLY public.classes_schoolclass
    ADD CONSTRAINT classes_schoolclass_competition_id_key UNIQUE (competition_id);
ALTER TABLE ONLY public.classes_schoolclass
    ADD CONSTRAINT classes_schoolclass_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_club
    ADD CONSTRAINT clubs_club_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_club
    ADD CONSTRAINT clubs_club_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.clubs_clubentry
    ADD CONSTRAINT clubs_clubentry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_handover
    ADD CONSTRAINT clubs_handover_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_housepreset
    ADD CONSTRAINT clubs_housepreset_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clubs_membership
    ADD CONSTRAINT clubs_membership_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_absence
    ADD CONSTRAINT competitions_absence_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_announcement
    ADD CONSTRAINT competitions_announcement_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_auditentry
    ADD CONSTRAINT competitions_auditentry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_availability
    ADD CONSTRAINT competitions_availability_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_call
    ADD CONSTRAINT competitions_call_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_calledplayer
    ADD CONSTRAINT competitions_calledplayer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_comment
    ADD CONSTRAINT competitions_comment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_competition
    ADD CONSTRAINT competitions_competition_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_competition
    ADD CONSTRAINT competitions_competition_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.competitions_dispute
    ADD CONSTRAINT competitions_dispute_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_draw
    ADD CONSTRAINT competitions_draw_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_entrant
    ADD CONSTRAINT competitions_entrant_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_fixture
    ADD CONSTRAINT competitions_fixture_match_id_key UNIQUE (match_id);
ALTER TABLE ONLY public.competitions_fixture
    ADD CONSTRAINT competitions_fixture_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_group
    ADD CONSTRAINT competitions_group_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_hall
    ADD CONSTRAINT competitions_hall_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_halltable
    ADD CONSTRAINT competitions_halltable_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_invitation
    ADD CONSTRAINT competitions_invitation_key_key UNIQUE (key);
ALTER TABLE ONLY public.competitions_invitation
    ADD CONSTRAINT competitions_invitation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_letter
    ADD CONSTRAINT competitions_letter_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_member
    ADD CONSTRAINT competitions_member_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_oneperson
    ADD CONSTRAINT competitions_oneperson_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_optionchange
    ADD CONSTRAINT competitions_optionchange_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_outlook
    ADD CONSTRAINT competitions_outlook_group_id_key UNIQUE (group_id);
ALTER TABLE ONLY public.competitions_outlook
    ADD CONSTRAINT competitions_outlook_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_proposal
    ADD CONSTRAINT competitions_proposal_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_queueplace
    ADD CONSTRAINT competitions_queueplace_fixture_id_key UNIQUE (fixture_id);
ALTER TABLE ONLY public.competitions_queueplace
    ADD CONSTRAINT competitions_queueplace_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_report
    ADD CONSTRAINT competitions_report_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_resultentry
    ADD CONSTRAINT competitions_resultentry_match_id_key UNIQUE (match_id);
ALTER TABLE ONLY public.competitions_resultentry
    ADD CONSTRAINT competitions_resultentry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_round
    ADD CONSTRAINT competitions_round_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_staff
    ADD CONSTRAINT competitions_staff_key_key UNIQUE (key);
ALTER TABLE ONLY public.competitions_staff
    ADD CONSTRAINT competitions_staff_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_stage
    ADD CONSTRAINT competitions_stage_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_teamlineup
    ADD CONSTRAINT competitions_teamlineup_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_tie
    ADD CONSTRAINT competitions_tie_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_conditionalmoves
    ADD CONSTRAINT conditional_moves_once UNIQUE (match_id, seat);
ALTER TABLE ONLY public.matches_seatcontroller
    ADD CONSTRAINT controller_number_once UNIQUE (seat_id, number);
ALTER TABLE ONLY public.matches_seatcontroller
    ADD CONSTRAINT controller_once UNIQUE (seat_id, user_id);
ALTER TABLE ONLY public.delivery_hookmessage
    ADD CONSTRAINT delivery_hookmessage_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.delivery_mailmessage
    ADD CONSTRAINT delivery_mailmessage_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.delivery_pushkey
    ADD CONSTRAINT delivery_pushkey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.delivery_pushmessage
    ADD CONSTRAINT delivery_pushmessage_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.delivery_pushsubscription
    ADD CONSTRAINT delivery_pushsubscription_endpoint_key UNIQUE (endpoint);
ALTER TABLE ONLY public.delivery_pushsubscription
    ADD CONSTRAINT delivery_pushsubscription_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.delivery_webhook
    ADD CONSTRAINT delivery_webhook_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.deploy_incident
    ADD CONSTRAINT deploy_incident_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_app_label_model_76bd3d3b_uniq UNIQUE (app_label, model);
ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_migrations
    ADD CONSTRAINT django_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_session
    ADD CONSTRAINT django_session_pkey PRIMARY KEY (session_key);
ALTER TABLE ONLY public.competitions_draw
    ADD CONSTRAINT draw_once UNIQUE (competition_id, number);
ALTER TABLE ONLY public.competitions_entrant
    ADD CONSTRAINT entrant_code_once UNIQUE (competition_id, code);
ALTER TABLE ONLY public.competitions_entrant
    ADD CONSTRAINT entrant_once UNIQUE (competition_id, player_id);
ALTER TABLE ONLY public.competitions_entrant
    ADD CONSTRAINT entrant_seed_once UNIQUE (competition_id, seed);
ALTER TABLE ONLY public.evenings_roundclock
    ADD CONSTRAINT evenings_roundclock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.evenings_roundclock
    ADD CONSTRAINT evenings_roundclock_round_id_key UNIQUE (round_id);
ALTER TABLE ONLY public.evenings_sheet
    ADD CONSTRAINT evenings_sheet_key_key UNIQUE (key);
ALTER TABLE ONLY public.evenings_sheet
    ADD CONSTRAINT evenings_sheet_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_matchevent
    ADD CONSTRAINT event_client_once UNIQUE (match_id, client_id, part);
ALTER TABLE ONLY public.matches_matchevent
    ADD CONSTRAINT event_seq_once UNIQUE (match_id, seq);
ALTER TABLE ONLY public.events_event
    ADD CONSTRAINT events_event_hall_id_key UNIQUE (hall_id);
ALTER TABLE ONLY public.events_event
    ADD CONSTRAINT events_event_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events_event
    ADD CONSTRAINT events_event_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.events_eventcompetition
    ADD CONSTRAINT events_eventcompetition_competition_id_key UNIQUE (competition_id);
ALTER TABLE ONLY public.events_eventcompetition
    ADD CONSTRAINT events_eventcompetition_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events_evententry
    ADD CONSTRAINT events_evententry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events_particulars
    ADD CONSTRAINT events_particulars_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events_plannedmatch
    ADD CONSTRAINT events_plannedmatch_fixture_id_key UNIQUE (fixture_id);
ALTER TABLE ONLY public.events_plannedmatch
    ADD CONSTRAINT events_plannedmatch_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events_plannedround
    ADD CONSTRAINT events_plannedround_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events_plannedround
    ADD CONSTRAINT events_plannedround_round_id_key UNIQUE (round_id);
ALTER TABLE ONLY public.events_presence
    ADD CONSTRAINT events_presence_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_facecount
    ADD CONSTRAINT face_once UNIQUE (sides, face);
ALTER TABLE ONLY public.following_follow
    ADD CONSTRAINT follow_club_once UNIQUE (user_id, club_id);
ALTER TABLE ONLY public.following_follow
    ADD CONSTRAINT follow_competition_once UNIQUE (user_id, competition_id);
ALTER TABLE ONLY public.following_follow
    ADD CONSTRAINT follow_player_once UNIQUE (user_id, player_id);
ALTER TABLE ONLY public.following_follow
    ADD CONSTRAINT following_follow_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.following_hiddenresults
    ADD CONSTRAINT following_hiddenresults_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.competitions_group
    ADD CONSTRAINT group_once UNIQUE (stage_id, number);
ALTER TABLE ONLY public.competitions_halltable
    ADD CONSTRAINT hall_table_once UNIQUE (hall_id, number);
ALTER TABLE ONLY public.delivery_webhook
    ADD CONSTRAINT hook_once UNIQUE (competition_id, url);
ALTER TABLE ONLY public.delivery_hookmessage
    ADD CONSTRAINT hook_told_once UNIQUE (hook_id, key);
ALTER TABLE ONLY public.clubs_housepreset
    ADD CONSTRAINT house_preset_once UNIQUE (club_id, name);
ALTER TABLE ONLY public.players_ladderplace
    ADD CONSTRAINT ladder_place_once UNIQUE (bot_id, game);
ALTER TABLE ONLY public.seasons_leave
    ADD CONSTRAINT leave_once UNIQUE (entrant_id, first, last);
ALTER TABLE ONLY public.lessons_answer
    ADD CONSTRAINT lessons_answer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.lessons_lesson
    ADD CONSTRAINT lessons_lesson_key_key UNIQUE (key);
ALTER TABLE ONLY public.lessons_lesson
    ADD CONSTRAINT lessons_lesson_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.lessons_participant
    ADD CONSTRAINT lessons_participant_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.lessons_step
    ADD CONSTRAINT lessons_step_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.statistics_line
    ADD CONSTRAINT line_once UNIQUE (match_id, side);
ALTER TABLE ONLY public.matches_lineup
    ADD CONSTRAINT line_up_name_once UNIQUE (user_id, game, name);
ALTER TABLE ONLY public.matches_challenge
    ADD CONSTRAINT matches_challenge_match_id_key UNIQUE (match_id);
ALTER TABLE ONLY public.matches_challenge
    ADD CONSTRAINT matches_challenge_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_chatline
    ADD CONSTRAINT matches_chatline_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_chatmute
    ADD CONSTRAINT matches_chatmute_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_chatreport
    ADD CONSTRAINT matches_chatreport_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_checkedmatch
    ADD CONSTRAINT matches_checkedmatch_pkey PRIMARY KEY (match_id);
ALTER TABLE ONLY public.matches_conditionalmoves
    ADD CONSTRAINT matches_conditionalmoves_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_facecount
    ADD CONSTRAINT matches_facecount_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_heartbeat
    ADD CONSTRAINT matches_heartbeat_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_lineup
    ADD CONSTRAINT matches_lineup_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_maintenance
    ADD CONSTRAINT matches_maintenance_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_match
    ADD CONSTRAINT matches_match_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_match
    ADD CONSTRAINT matches_match_second_leg_id_key UNIQUE (second_leg_id);
ALTER TABLE ONLY public.matches_matcharchive
    ADD CONSTRAINT matches_matcharchive_pkey PRIMARY KEY (match_id);
ALTER TABLE ONLY public.matches_matchcommand
    ADD CONSTRAINT matches_matchcommand_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_matchevent
    ADD CONSTRAINT matches_matchevent_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_matchsecret
    ADD CONSTRAINT matches_matchsecret_pkey PRIMARY KEY (match_id);
ALTER TABLE ONLY public.matches_offer
    ADD CONSTRAINT matches_offer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_official
    ADD CONSTRAINT matches_official_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_outbox
    ADD CONSTRAINT matches_outbox_pkey PRIMARY KEY (match_id);
ALTER TABLE ONLY public.matches_review
    ADD CONSTRAINT matches_review_pkey PRIMARY KEY (match_id);
ALTER TABLE ONLY public.matches_reviewedside
    ADD CONSTRAINT matches_reviewedside_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_seat
    ADD CONSTRAINT matches_seat_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_seatcontroller
    ADD CONSTRAINT matches_seatcontroller_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_silence
    ADD CONSTRAINT matches_silence_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions_member
    ADD CONSTRAINT member_number_once UNIQUE (entrant_id, number);
ALTER TABLE ONLY public.competitions_member
    ADD CONSTRAINT member_once UNIQUE (competition_id, user_id);
ALTER TABLE ONLY public.clubs_membership
    ADD CONSTRAINT membership_once UNIQUE (club_id, user_id);
ALTER TABLE ONLY public.mfa_authenticator
    ADD CONSTRAINT mfa_authenticator_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.moderation_act
    ADD CONSTRAINT moderation_act_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.moderation_case
    ADD CONSTRAINT moderation_case_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.moderation_reporter
    ADD CONSTRAINT moderation_reporter_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.moderation_sanction
    ADD CONSTRAINT moderation_sanction_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.moderation_sighting
    ADD CONSTRAINT moderation_sighting_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.players_notification
    ADD CONSTRAINT notified_once UNIQUE (user_id, key);
ALTER TABLE ONLY public.matches_offer
    ADD CONSTRAINT offer_client_once UNIQUE (match_id, client_id);
ALTER TABLE ONLY public.matches_official
    ADD CONSTRAINT official_once UNIQUE (match_id, user_id);
ALTER TABLE ONLY public.competitions_oneperson
    ADD CONSTRAINT one_person_once UNIQUE (hall_id, one_id, other_id);
ALTER TABLE ONLY public.lessons_participant
    ADD CONSTRAINT participant_once UNIQUE (lesson_id, user_id);
ALTER TABLE ONLY public.events_particulars
    ADD CONSTRAINT particulars_once UNIQUE (event_id, user_id);
ALTER TABLE ONLY public.players_apitoken
    ADD CONSTRAINT players_apitoken_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.players_apitoken
    ADD CONSTRAINT players_apitoken_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.players_laddermatch
    ADD CONSTRAINT players_laddermatch_pkey PRIMARY KEY (match_id);
ALTER TABLE ONLY public.players_ladderplace
    ADD CONSTRAINT players_ladderplace_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.players_notification
    ADD CONSTRAINT players_notification_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.players_resethelper
    ADD CONSTRAINT players_resethelper_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.players_resetrequest
    ADD CONSTRAINT players_resetrequest_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.players_user_groups
    ADD CONSTRAINT players_user_groups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.players_user_groups
    ADD CONSTRAINT players_user_groups_user_id_group_id_cafa1b52_uniq UNIQUE (user_id, group_id);
ALTER TABLE ONLY public.players_user
    ADD CONSTRAINT players_user_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.players_user_user_permissions
    ADD CONSTRAINT players_user_user_permis_user_id_permission_id_7546fae7_uniq UNIQUE (user_id, permission_id);
ALTER TABLE ONLY public.players_user_user_permissions
    ADD CONSTRAINT players_user_user_permissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events_presence
    ADD CONSTRAINT presence_once UNIQUE (event_id, user_id);
ALTER TABLE ONLY public.privacy_dataarchive
    ADD CONSTRAINT privacy_dataarchive_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.privacy_deletion
    ADD CONSTRAINT privacy_deletion_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.delivery_pushmessage
    ADD CONSTRAINT pushed_once UNIQUE (subscription_id, notification_id);
ALTER TABLE ONLY public.puzzles_attempt
    ADD CONSTRAINT puzzles_attempt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.puzzles_puzzle
    ADD CONSTRAINT puzzles_puzzle_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.puzzles_solver
    ADD CONSTRAINT puzzles_solver_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.statistics_rating
    ADD CONSTRAINT rating_of_match_once UNIQUE (match_id, player_id);
ALTER TABLE ONLY public.seasons_renewal
    ADD CONSTRAINT renewal_once UNIQUE (asking_id, carried_id);
ALTER TABLE ONLY public.moderation_reporter
    ADD CONSTRAINT reporter_once UNIQUE (case_id, by_id);
ALTER TABLE ONLY public.players_resethelper
    ADD CONSTRAINT reset_helper_once UNIQUE (user_id, helper_id);
ALTER TABLE ONLY public.competitions_resultentry
    ADD CONSTRAINT result_position_once UNIQUE (competition_id, "position");
ALTER TABLE ONLY public.matches_reviewedside
    ADD CONSTRAINT reviewed_side_once UNIQUE (match_id, side);
ALTER TABLE ONLY public.competitions_round
    ADD CONSTRAINT round_once UNIQUE (stage_id, number);
ALTER TABLE ONLY public.competitions_round
    ADD CONSTRAINT round_step_once UNIQUE (stage_id, part, step);
ALTER TABLE ONLY public.series_sameperson
    ADD CONSTRAINT same_person_once UNIQUE (series_id, one_id, other_id);
ALTER TABLE ONLY public.seasons_archive
    ADD CONSTRAINT seasons_archive_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.seasons_asking
    ADD CONSTRAINT seasons_asking_competition_id_key UNIQUE (competition_id);
ALTER TABLE ONLY public.seasons_asking
    ADD CONSTRAINT seasons_asking_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.seasons_leave
    ADD CONSTRAINT seasons_leave_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.seasons_renewal
    ADD CONSTRAINT seasons_renewal_entrant_id_key UNIQUE (entrant_id);
ALTER TABLE ONLY public.seasons_renewal
    ADD CONSTRAINT seasons_renewal_key_key UNIQUE (key);
ALTER TABLE ONLY public.seasons_renewal
    ADD CONSTRAINT seasons_renewal_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.seasons_substitution
    ADD CONSTRAINT seasons_substitution_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_seat
    ADD CONSTRAINT seat_once UNIQUE (match_id, side);
ALTER TABLE ONLY public.series_seriesevent
    ADD CONSTRAINT series_event_once UNIQUE (series_id, competition_id);
ALTER TABLE ONLY public.series_seriesmark
    ADD CONSTRAINT series_mark_once UNIQUE (series_id, user_id, category);
ALTER TABLE ONLY public.series_sameperson
    ADD CONSTRAINT series_sameperson_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.series_series
    ADD CONSTRAINT series_series_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.series_series
    ADD CONSTRAINT series_series_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.series_seriesentry
    ADD CONSTRAINT series_seriesentry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.series_seriesevent
    ADD CONSTRAINT series_seriesevent_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.series_seriesmark
    ADD CONSTRAINT series_seriesmark_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.evenings_sheet
    ADD CONSTRAINT sheet_once UNIQUE (fixture_id, seat);
ALTER TABLE ONLY public.moderation_sighting
    ADD CONSTRAINT sighting_once UNIQUE (user_id, mark);
ALTER TABLE ONLY public.socialaccount_socialaccount
    ADD CONSTRAINT socialaccount_socialaccount_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.socialaccount_socialaccount
    ADD CONSTRAINT socialaccount_socialaccount_provider_uid_fc810c6e_uniq UNIQUE (provider, uid);
ALTER TABLE ONLY public.socialaccount_socialapp
    ADD CONSTRAINT socialaccount_socialapp_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.socialaccount_socialtoken
    ADD CONSTRAINT socialaccount_socialtoken_app_id_account_id_fca4e0ac_uniq UNIQUE (app_id, account_id);
ALTER TABLE ONLY public.socialaccount_socialtoken
    ADD CONSTRAINT socialaccount_socialtoken_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.puzzles_solver
    ADD CONSTRAINT solver_once UNIQUE (user_id, game);
ALTER TABLE ONLY public.competitions_staff
    ADD CONSTRAINT staff_once UNIQUE (competition_id, user_id);
ALTER TABLE ONLY public.competitions_stage
    ADD CONSTRAINT stage_once UNIQUE (competition_id, number);
ALTER TABLE ONLY public.statistics_book
    ADD CONSTRAINT statistics_book_competition_id_key UNIQUE (competition_id);
ALTER TABLE ONLY public.statistics_book
    ADD CONSTRAINT statistics_book_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.statistics_career
    ADD CONSTRAINT statistics_career_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.statistics_line
    ADD CONSTRAINT statistics_line_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.statistics_matchfigures
    ADD CONSTRAINT statistics_matchfigures_pkey PRIMARY KEY (match_id);
ALTER TABLE ONLY public.statistics_outdated
    ADD CONSTRAINT statistics_outdated_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.statistics_rating
    ADD CONSTRAINT statistics_rating_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.statistics_ratingbook
    ADD CONSTRAINT statistics_ratingbook_pkey PRIMARY KEY (game);
ALTER TABLE ONLY public.statistics_week
    ADD CONSTRAINT statistics_week_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.lessons_step
    ADD CONSTRAINT step_place_once UNIQUE (lesson_id, place) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_tie
    ADD CONSTRAINT tie_once UNIQUE (round_id, number);
ALTER TABLE ONLY public.usersessions_usersession
    ADD CONSTRAINT usersessions_usersession_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.usersessions_usersession
    ADD CONSTRAINT usersessions_usersession_session_key_key UNIQUE (session_key);
ALTER TABLE ONLY public.statistics_week
    ADD CONSTRAINT week_once UNIQUE (game, begins);
CREATE INDEX account_emailaddress_email_03be32b2 ON public.account_emailaddress USING btree (email);
CREATE INDEX account_emailaddress_email_03be32b2_like ON public.account_emailaddress USING btree (email varchar_pattern_ops);
CREATE INDEX account_emailaddress_user_id_2c513194 ON public.account_emailaddress USING btree (user_id);
CREATE INDEX account_emailconfirmation_email_address_id_5b7f8c58 ON public.account_emailconfirmation USING btree (email_address_id);
CREATE INDEX account_emailconfirmation_key_f43612bd_like ON public.account_emailconfirmation USING btree (key varchar_pattern_ops);
CREATE INDEX analysis_analysis_owner_id_695d2ad0 ON public.analysis_analysis USING btree (owner_id);
CREATE INDEX analysis_own ON public.analysis_analysis USING btree (owner_id, updated_at DESC);
CREATE INDEX analysis_public ON public.analysis_analysis USING btree (updated_at DESC) WHERE ((visibility)::text = 'public'::text);
CREATE UNIQUE INDEX archive_in_work_once ON public.privacy_dataarchive USING btree (user_id) WHERE (ready_at IS NULL);
CREATE UNIQUE INDEX arena_away_plays_one ON public.arenas_arenamatch USING btree (away_id) WHERE ((outcome)::text = ''::text);
CREATE UNIQUE INDEX arena_home_plays_one ON public.arenas_arenamatch USING btree (home_id) WHERE ((outcome)::text = ''::text);
CREATE INDEX arena_newest ON public.arenas_arena USING btree (starts_at DESC);
CREATE INDEX arena_open ON public.arenas_arena USING btree (starts_at) WHERE ((cancelled_at IS NULL) AND (ended_at IS NULL));
CREATE INDEX arenas_arena_club_id_db0c5974 ON public.arenas_arena USING btree (club_id);
CREATE INDEX arenas_arena_owner_id_2550e90e ON public.arenas_arena USING btree (owner_id);
CREATE INDEX arenas_arena_slug_be310add_like ON public.arenas_arena USING btree (slug varchar_pattern_ops);
CREATE INDEX arenas_arenaentry_actor_id_798717c5 ON public.arenas_arenaentry USING btree (actor_id);
CREATE INDEX arenas_arenaentry_arena_id_6b953bbc ON public.arenas_arenaentry USING btree (arena_id);
CREATE INDEX arenas_arenamatch_arena_id_635abc02 ON public.arenas_arenamatch USING btree (arena_id);
CREATE INDEX arenas_arenamatch_away_id_7d0d83ad ON public.arenas_arenamatch USING btree (away_id);
CREATE INDEX arenas_arenamatch_home_id_74bf6437 ON public.arenas_arenamatch USING btree (home_id);
CREATE INDEX arenas_arenaplayer_arena_id_2ec98ff6 ON public.arenas_arenaplayer USING btree (arena_id);
CREATE INDEX arenas_arenaplayer_playing_id_d7aa6cb8 ON public.arenas_arenaplayer USING btree (playing_id);
CREATE INDEX arenas_arenaplayer_user_id_d5274d31 ON public.arenas_arenaplayer USING btree (user_id);
CREATE INDEX asking_open ON public.seasons_asking USING btree (until) WHERE (closed_at IS NULL);
CREATE INDEX attempt_days ON public.puzzles_attempt USING btree (user_id, day DESC) WHERE (day IS NOT NULL);
CREATE INDEX attempt_history ON public.puzzles_attempt USING btree (user_id, at DESC);
CREATE INDEX auth_group_name_a6ea08ec_like ON public.auth_group USING btree (name varchar_pattern_ops);
CREATE INDEX auth_group_permissions_group_id_b120cbf9 ON public.auth_group_permissions USING btree (group_id);
CREATE INDEX auth_group_permissions_permission_id_84c5c92e ON public.auth_group_permissions USING btree (permission_id);
CREATE INDEX auth_permission_content_type_id_2f476e4b ON public.auth_permission USING btree (content_type_id);
CREATE UNIQUE INDEX board_once ON public.competitions_fixture USING btree (tie_id, leg, board) WHERE (board >= 1);
CREATE INDEX call_of_fixture ON public.competitions_call USING btree (fixture_id);
CREATE UNIQUE INDEX call_once_a_fixture ON public.competitions_call USING btree (fixture_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX call_once_a_table ON public.competitions_call USING btree (table_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX called_once ON public.competitions_calledplayer USING btree (user_id) WHERE (ended_at IS NULL);
CREATE INDEX called_player_last ON public.competitions_calledplayer USING btree (user_id, ended_at DESC);
CREATE INDEX career_by_clean_sheets ON public.statistics_career USING btree (game, clean_sheets DESC, played, id);
CREATE INDEX career_by_goals ON public.statistics_career USING btree (game, goals_for DESC, played, id);
CREATE INDEX career_by_points ON public.statistics_career USING btree (game, points_a_match DESC, played DESC, id) WHERE (played >= 5);
CREATE INDEX career_by_unbeaten ON public.statistics_career USING btree (game, unbeaten DESC, played, id);
CREATE INDEX career_unbeaten_run ON public.statistics_career USING btree (game, public_unbeaten DESC);
CREATE INDEX career_winning_run ON public.statistics_career USING btree (game, public_winning DESC);
CREATE UNIQUE INDEX case_double_once ON public.moderation_case USING btree (subject_id, other_id) WHERE ((kind)::text = 'double'::text);
CREATE UNIQUE INDEX case_line_once ON public.moderation_case USING btree (line_id) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX case_name_once ON public.moderation_case USING btree (subject_id) WHERE ((closed_at IS NULL) AND ((kind)::text = 'name'::text));
CREATE INDEX case_open ON public.moderation_case USING btree (opened_at) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX case_thing_once ON public.moderation_case USING btree (thing) WHERE (closed_at IS NULL);
CREATE INDEX challenge_expires ON public.matches_challenge USING btree (expires_at);
CREATE INDEX challenge_open ON public.matches_challenge USING btree (expires_at) WHERE ((status)::text = 'open'::text);
CREATE INDEX chat_by_user ON public.matches_chatline USING btree (user_id, at DESC);
CREATE INDEX chat_hidden_lines ON public.matches_chatline USING btree (match_id) WHERE (hidden_at IS NOT NULL);
CREATE INDEX checked_wrong ON public.matches_checkedmatch USING btree (match_id) WHERE (wrong > 0);
CREATE INDEX classes_card_key_f67836c6_like ON public.classes_card USING btree (key varchar_pattern_ops);
CREATE INDEX classes_card_school_id_55343131 ON public.classes_card USING btree (school_id);
CREATE INDEX classes_forgotten_teacher_id_876817ba ON public.classes_forgotten USING btree (teacher_id);
CREATE INDEX classes_schoolclass_code_76c36a41_like ON public.classes_schoolclass USING btree (code varchar_pattern_ops);
CREATE INDEX clock_due ON public.evenings_roundclock USING btree (ends_at) WHERE (ends_at IS NOT NULL);
CREATE UNIQUE INDEX club_handover_open_once ON public.clubs_handover USING btree (club_id) WHERE ((state)::text = 'open'::text);
CREATE INDEX club_in_order ON public.clubs_club USING btree (name, id);
CREATE INDEX clubs_club_key_4f795097 ON public.clubs_club USING btree (key);
CREATE INDEX clubs_club_key_4f795097_like ON public.clubs_club USING btree (key varchar_pattern_ops);
CREATE INDEX clubs_club_name_begins ON public.clubs_club USING btree (public.name_folded((name)::text) COLLATE "C", id);
CREATE INDEX clubs_club_name_runs ON public.clubs_club USING gin (public.name_runs((name)::text));
CREATE INDEX clubs_club_owner_id_ec4dd6b8 ON public.clubs_club USING btree (owner_id);
CREATE INDEX clubs_club_slug_8ff020d0_like ON public.clubs_club USING btree (slug varchar_pattern_ops);
CREATE INDEX clubs_clubentry_actor_id_64c6e880 ON public.clubs_clubentry USING btree (actor_id);
CREATE INDEX clubs_clubentry_club_id_71ca18bf ON public.clubs_clubentry USING btree (club_id);
CREATE INDEX clubs_handover_club_id_3b4e9a8a ON public.clubs_handover USING btree (club_id);
CREATE INDEX clubs_handover_competition_id_00270f77 ON public.clubs_handover USING btree (competition_id);
CREATE INDEX clubs_handover_owner_id_6778b975 ON public.clubs_handover USING btree (owner_id);
CREATE INDEX clubs_handover_to_id_f6e26a61 ON public.clubs_handover USING btree (to_id);
CREATE INDEX clubs_housepreset_club_id_002703fa ON public.clubs_housepreset USING btree (club_id);
CREATE INDEX clubs_housepreset_made_by_id_e6299333 ON public.clubs_housepreset USING btree (made_by_id);
CREATE INDEX clubs_membership_club_id_97a3b9ae ON public.clubs_membership USING btree (club_id);
CREATE INDEX clubs_membership_key_268de239 ON public.clubs_membership USING btree (key);
CREATE INDEX clubs_membership_key_268de239_like ON public.clubs_membership USING btree (key varchar_pattern_ops);
CREATE INDEX clubs_membership_user_id_801d8bab ON public.clubs_membership USING btree (user_id);
CREATE INDEX coaching_called ON public.matches_offer USING btree (created_at) WHERE (((kind)::text = 'coaching'::text) AND ((status)::text = 'open'::text));
CREATE INDEX command_open ON public.matches_matchcommand USING btree (created_at) WHERE (applied_at IS NULL);
CREATE INDEX competition_changed ON public.competitions_competition USING btree (changed_at DESC);
CREATE INDEX competition_check_in ON public.competitions_competition USING btree (check_in_closes_at) WHERE ((check_in_closes_at IS NOT NULL) AND (check_in_done_at IS NULL) AND ((status)::text = 'registration'::text));
CREATE INDEX competition_ended ON public.competitions_competition USING btree (finished_at DESC) WHERE (finished_at IS NOT NULL);
CREATE INDEX competition_hidden ON public.competitions_competition USING btree (visibility) WHERE (NOT ((visibility)::text = 'public'::text));
CREATE INDEX competition_newest ON public.competitions_competition USING btree (created_at DESC, id DESC);
CREATE INDEX competition_of_game ON public.competitions_competition USING btree (game, created_at DESC, id DESC);
CREATE INDEX competition_published ON public.competitions_competition USING btree (status, published_at DESC);
CREATE INDEX competition_running ON public.competitions_competition USING btree (started_at DESC) WHERE ((status)::text = 'running'::text);
CREATE INDEX competition_swept ON public.competitions_competition USING btree (swept_at) WHERE ((status)::text = 'running'::text);
CREATE INDEX competition_unswept ON public.competitions_competition USING btree (id) WHERE (((status)::text = 'running'::text) AND (NOT (swept_position = log_position)));
CREATE INDEX competitions_absence_user_id_ff47df26 ON public.competitions_absence USING btree (user_id);
CREATE INDEX competitions_announcement_by_id_f2dff1b0 ON public.competitions_announcement USING btree (by_id);
CREATE INDEX competitions_announcement_competition_id_bc0d0f21 ON public.competitions_announcement USING btree (competition_id);
CREATE INDEX competitions_auditentry_actor_id_e61c528b ON public.competitions_auditentry USING btree (actor_id);
CREATE INDEX competitions_auditentry_competition_id_444ab5ca ON public.competitions_auditentry USING btree (competition_id);
CREATE INDEX competitions_availability_entrant_id_e2bd26e1 ON public.competitions_availability USING btree (entrant_id);
CREATE INDEX competitions_availability_tie_id_45f0a787 ON public.competitions_availability USING btree (tie_id);
CREATE INDEX competitions_availability_user_id_6bf69b8b ON public.competitions_availability USING btree (user_id);
CREATE INDEX competitions_call_away_id_8427024e ON public.competitions_call USING btree (away_id);
CREATE INDEX competitions_call_fixture_id_2dc6ca5b ON public.competitions_call USING btree (fixture_id);
CREATE INDEX competitions_call_home_id_2346a669 ON public.competitions_call USING btree (home_id);
CREATE INDEX competitions_call_table_id_991243e5 ON public.competitions_call USING btree (table_id);
CREATE INDEX competitions_calledplayer_call_id_d12a7930 ON public.competitions_calledplayer USING btree (call_id);
CREATE INDEX competitions_calledplayer_user_id_5bf07ba1 ON public.competitions_calledplayer USING btree (user_id);
CREATE INDEX competitions_comment_by_id_f8c0958e ON public.competitions_comment USING btree (by_id);
CREATE INDEX competitions_comment_fixture_id_7c2873f0 ON public.competitions_comment USING btree (fixture_id);
CREATE INDEX competitions_competition_champion_id_1ef3516f ON public.competitions_competition USING btree (champion_id);
CREATE INDEX competitions_competition_club_id_71eb2fa9 ON public.competitions_competition USING btree (club_id);
CREATE INDEX competitions_competition_hall_id_eb3e7f6c ON public.competitions_competition USING btree (hall_id);
CREATE INDEX competitions_competition_name_begins ON public.competitions_competition USING btree (public.name_folded((name)::text) COLLATE "C", id);
CREATE INDEX competitions_competition_name_runs ON public.competitions_competition USING gin (public.name_runs((name)::text));
CREATE INDEX competitions_competition_owner_id_75838d0c ON public.competitions_competition USING btree (owner_id);
CREATE INDEX competitions_competition_previous_id_144a0fae ON public.competitions_competition USING btree (previous_id);
CREATE INDEX competitions_competition_slug_4ebdce81_like ON public.competitions_competition USING btree (slug varchar_pattern_ops);
CREATE INDEX competitions_dispute_by_id_051c4531 ON public.competitions_dispute USING btree (by_id);
CREATE INDEX competitions_dispute_decided_by_id_668648d0 ON public.competitions_dispute USING btree (decided_by_id);
CREATE INDEX competitions_dispute_fixture_id_2ee7bf41 ON public.competitions_dispute USING btree (fixture_id);
CREATE INDEX competitions_dispute_report_id_bc62c24e ON public.competitions_dispute USING btree (report_id);
CREATE INDEX competitions_draw_competition_id_27c18155 ON public.competitions_draw USING btree (competition_id);
CREATE INDEX competitions_entrant_competition_id_fec134e3 ON public.competitions_entrant USING btree (competition_id);
CREATE INDEX competitions_entrant_personal_key_ac605886 ON public.competitions_entrant USING btree (personal_key);
CREATE INDEX competitions_entrant_personal_key_ac605886_like ON public.competitions_entrant USING btree (personal_key varchar_pattern_ops);
CREATE INDEX competitions_entrant_player_id_e44aee4c ON public.competitions_entrant USING btree (player_id);
CREATE INDEX competitions_entrant_side_key_237ca362 ON public.competitions_entrant USING btree (side_key);
CREATE INDEX competitions_entrant_side_key_237ca362_like ON public.competitions_entrant USING btree (side_key varchar_pattern_ops);
CREATE INDEX competitions_fixture_away_id_737beea4 ON public.competitions_fixture USING btree (away_id);
CREATE INDEX competitions_fixture_away_player_id_153c3a00 ON public.competitions_fixture USING btree (away_player_id);
CREATE INDEX competitions_fixture_home_id_1687ebd4 ON public.competitions_fixture USING btree (home_id);
CREATE INDEX competitions_fixture_home_player_id_71b9c01d ON public.competitions_fixture USING btree (home_player_id);
CREATE INDEX competitions_fixture_tie_id_46b5ebc7 ON public.competitions_fixture USING btree (tie_id);
CREATE INDEX competitions_group_stage_id_bf7a3f9b ON public.competitions_group USING btree (stage_id);
CREATE INDEX competitions_halltable_hall_id_40278aae ON public.competitions_halltable USING btree (hall_id);
CREATE INDEX competitions_invitation_competition_id_c5e80918 ON public.competitions_invitation USING btree (competition_id);
CREATE INDEX competitions_invitation_entrant_id_57f1b947 ON public.competitions_invitation USING btree (entrant_id);
CREATE INDEX competitions_invitation_key_5730c17b_like ON public.competitions_invitation USING btree (key varchar_pattern_ops);
CREATE INDEX competitions_invitation_made_by_id_314b993e ON public.competitions_invitation USING btree (made_by_id);
CREATE INDEX competitions_letter_by_id_f4859132 ON public.competitions_letter USING btree (by_id);
CREATE INDEX competitions_letter_competition_id_562c1c79 ON public.competitions_letter USING btree (competition_id);
CREATE INDEX competitions_letter_entrant_id_7680e7e6 ON public.competitions_letter USING btree (entrant_id);
CREATE INDEX competitions_letter_invitation_id_3a242027 ON public.competitions_letter USING btree (invitation_id);
CREATE INDEX competitions_member_competition_id_cb44138d ON public.competitions_member USING btree (competition_id);
CREATE INDEX competitions_member_entrant_id_4833b103 ON public.competitions_member USING btree (entrant_id);
CREATE INDEX competitions_member_personal_key_8cc4957c ON public.competitions_member USING btree (personal_key);
CREATE INDEX competitions_member_personal_key_8cc4957c_like ON public.competitions_member USING btree (personal_key varchar_pattern_ops);
CREATE INDEX competitions_member_user_id_aac79dcb ON public.competitions_member USING btree (user_id);
CREATE INDEX competitions_oneperson_hall_id_ed1138f9 ON public.competitions_oneperson USING btree (hall_id);
CREATE INDEX competitions_oneperson_one_id_50493bab ON public.competitions_oneperson USING btree (one_id);
CREATE INDEX competitions_oneperson_other_id_53431acb ON public.competitions_oneperson USING btree (other_id);
CREATE INDEX competitions_optionchange_by_id_b9f8aa27 ON public.competitions_optionchange USING btree (by_id);
CREATE INDEX competitions_optionchange_competition_id_8df1fe4f ON public.competitions_optionchange USING btree (competition_id);
CREATE INDEX competitions_optionchange_fixture_id_d54d2c20 ON public.competitions_optionchange USING btree (fixture_id);
CREATE INDEX competitions_optionchange_stage_id_48a9ad12 ON public.competitions_optionchange USING btree (stage_id);
CREATE INDEX competitions_proposal_by_id_9cfb733e ON public.competitions_proposal USING btree (by_id);
CREATE INDEX competitions_proposal_fixture_id_4143be47 ON public.competitions_proposal USING btree (fixture_id);
CREATE INDEX competitions_report_by_id_a2667390 ON public.competitions_report USING btree (by_id);
CREATE INDEX competitions_report_fixture_id_654bb49e ON public.competitions_report USING btree (fixture_id);
CREATE INDEX competitions_resultentry_actor_id_43ba7b7c ON public.competitions_resultentry USING btree (actor_id);
CREATE INDEX competitions_resultentry_competition_id_d8a1e9a8 ON public.competitions_resultentry USING btree (competition_id);
CREATE INDEX competitions_resultentry_entrant_id_7e4bd31a ON public.competitions_resultentry USING btree (entrant_id);
CREATE INDEX competitions_resultentry_fixture_id_d7e95a81 ON public.competitions_resultentry USING btree (fixture_id);
CREATE INDEX competitions_round_stage_id_5b41363d ON public.competitions_round USING btree (stage_id);
CREATE INDEX competitions_staff_competition_id_532708d0 ON public.competitions_staff USING btree (competition_id);
CREATE INDEX competitions_staff_invited_by_id_a9e2fc0f ON public.competitions_staff USING btree (invited_by_id);
CREATE INDEX competitions_staff_key_aad7ebd4_like ON public.competitions_staff USING btree (key varchar_pattern_ops);
CREATE INDEX competitions_staff_user_id_3aad0322 ON public.competitions_staff USING btree (user_id);
CREATE INDEX competitions_stage_competition_id_cffa5d0a ON public.competitions_stage USING btree (competition_id);
CREATE INDEX competitions_teamlineup_by_id_42a2d512 ON public.competitions_teamlineup USING btree (by_id);
CREATE INDEX competitions_teamlineup_entrant_id_b52a1a27 ON public.competitions_teamlineup USING btree (entrant_id);
CREATE INDEX competitions_teamlineup_tie_id_74397a17 ON public.competitions_teamlineup USING btree (tie_id);
CREATE INDEX competitions_tie_away_id_76506005 ON public.competitions_tie USING btree (away_id);
CREATE INDEX competitions_tie_group_id_3e080337 ON public.competitions_tie USING btree (group_id);
CREATE INDEX competitions_tie_home_id_0bedac6d ON public.competitions_tie USING btree (home_id);
CREATE INDEX competitions_tie_round_id_6ac2adb0 ON public.competitions_tie USING btree (round_id);
CREATE INDEX competitions_tie_winner_id_40593202 ON public.competitions_tie USING btree (winner_id);
CREATE INDEX delivery_hookmessage_hook_id_5549c8f3 ON public.delivery_hookmessage USING btree (hook_id);
CREATE INDEX delivery_pushmessage_notification_id_eefab954 ON public.delivery_pushmessage USING btree (notification_id);
CREATE INDEX delivery_pushmessage_subscription_id_8afcb2f7 ON public.delivery_pushmessage USING btree (subscription_id);
CREATE INDEX delivery_pushsubscription_endpoint_f14b39c4_like ON public.delivery_pushsubscription USING btree (endpoint varchar_pattern_ops);
CREATE INDEX delivery_pushsubscription_user_id_f099261d ON public.delivery_pushsubscription USING btree (user_id);
CREATE INDEX delivery_webhook_by_id_83f76c42 ON public.delivery_webhook USING btree (by_id);
CREATE INDEX delivery_webhook_competition_id_9f0497f9 ON public.delivery_webhook USING btree (competition_id);
CREATE UNIQUE INDEX dispute_open_once ON public.competitions_dispute USING btree (fixture_id) WHERE ((outcome)::text = ''::text);
CREATE INDEX django_session_expire_date_a5c62663 ON public.django_session USING btree (expire_date);
CREATE INDEX django_session_session_key_c0390e0f_like ON public.django_session USING btree (session_key varchar_pattern_ops);
CREATE INDEX draw_revealed ON public.competitions_draw USING btree (revealed_at) WHERE (revealed_at IS NOT NULL);
CREATE INDEX entrant_newest ON public.competitions_entrant USING btree (player_id, id DESC);
CREATE INDEX evenings_sheet_fixture_id_2d2d139d ON public.evenings_sheet USING btree (fixture_id);
CREATE INDEX evenings_sheet_key_f080287e_like ON public.evenings_sheet USING btree (key varchar_pattern_ops);
CREATE INDEX events_event_owner_id_5ccc454a ON public.events_event USING btree (owner_id);
CREATE INDEX events_event_slug_b44b2c04_like ON public.events_event USING btree (slug varchar_pattern_ops);
CREATE INDEX events_eventcompetition_event_id_7a2daf87 ON public.events_eventcompetition USING btree (event_id);
CREATE INDEX events_evententry_actor_id_9b0c270a ON public.events_evententry USING btree (actor_id);
CREATE INDEX events_evententry_event_id_d54caec4 ON public.events_evententry USING btree (event_id);
CREATE INDEX events_particulars_event_id_f9724ed7 ON public.events_particulars USING btree (event_id);
CREATE INDEX events_particulars_user_id_3e55be16 ON public.events_particulars USING btree (user_id);
CREATE INDEX events_plannedmatch_event_id_5d220f6d ON public.events_plannedmatch USING btree (event_id);
CREATE INDEX events_plannedmatch_referee_id_b4b21be4 ON public.events_plannedmatch USING btree (referee_id);
CREATE INDEX events_plannedround_event_id_fbf5d8c8 ON public.events_plannedround USING btree (event_id);
CREATE INDEX events_presence_event_id_5fdb6e7f ON public.events_presence USING btree (event_id);
CREATE INDEX events_presence_user_id_8df7fdd3 ON public.events_presence USING btree (user_id);
CREATE INDEX figures_version ON public.statistics_matchfigures USING btree (version);
CREATE INDEX fixture_ahead_away ON public.competitions_fixture USING btree (away_id) WHERE ((status)::text = ANY ((ARRAY['pending'::character varying, 'open'::character varying])::text[]));
CREATE INDEX fixture_ahead_home ON public.competitions_fixture USING btree (home_id) WHERE ((status)::text = ANY ((ARRAY['pending'::character varying, 'open'::character varying])::text[]));
CREATE INDEX fixture_at ON public.competitions_fixture USING btree (COALESCE(ended_at, kick_off_at), id);
CREATE INDEX fixture_competition ON public.competitions_fixture USING btree (competition_id);
CREATE INDEX fixture_day ON public.competitions_fixture USING btree (kick_off_at) WHERE (kick_off_at IS NOT NULL);
CREATE INDEX following_follow_club_id_29b6fa71 ON public.following_follow USING btree (club_id);
CREATE INDEX following_follow_competition_id_f958a8c2 ON public.following_follow USING btree (competition_id);
CREATE INDEX following_follow_player_id_5691b2f2 ON public.following_follow USING btree (player_id);
CREATE INDEX following_follow_user_id_8efc77f1 ON public.following_follow USING btree (user_id);
CREATE INDEX group_to_project ON public.competitions_group USING btree (table_position) WHERE (NOT (outlook_position = table_position));
CREATE INDEX handover_due ON public.clubs_handover USING btree (ends_at) WHERE ((state)::text = 'open'::text);
CREATE UNIQUE INDEX handover_open_once ON public.clubs_handover USING btree (competition_id) WHERE ((state)::text = 'open'::text);
CREATE INDEX hook_message_to_empty ON public.delivery_hookmessage USING btree (made_at) WHERE ((due_at IS NULL) AND (NOT (words = ''::text)));
CREATE INDEX hook_message_waits ON public.delivery_hookmessage USING btree (hook_id, id) WHERE (due_at IS NOT NULL);
CREATE INDEX hook_next ON public.delivery_webhook USING btree (host, next_at) WHERE ((stopped)::text = ''::text);
CREATE UNIQUE INDEX invitation_of_everybody_once ON public.competitions_invitation USING btree (competition_id) WHERE (((name)::text = ''::text) AND ((state)::text = 'open'::text));
CREATE INDEX ladder_open ON public.players_laddermatch USING btree (match_id) WHERE (counted_at IS NULL);
CREATE INDEX leave_not_over ON public.seasons_leave USING btree (ends_at) WHERE (over_at IS NULL);
CREATE INDEX lessons_answer_participant_id_bf5e0ae3 ON public.lessons_answer USING btree (participant_id);
CREATE INDEX lessons_answer_step_id_784d39f1 ON public.lessons_answer USING btree (step_id);
CREATE INDEX lessons_lesson_key_84034a6d_like ON public.lessons_lesson USING btree (key varchar_pattern_ops);
CREATE INDEX lessons_lesson_owner_id_32d71dd5 ON public.lessons_lesson USING btree (owner_id);
CREATE INDEX lessons_lesson_school_id_0f88b9cb ON public.lessons_lesson USING btree (school_id);
CREATE INDEX lessons_participant_lesson_id_8ee23134 ON public.lessons_participant USING btree (lesson_id);
CREATE INDEX lessons_participant_user_id_fc797268 ON public.lessons_participant USING btree (user_id);
CREATE INDEX lessons_step_lesson_id_d1bab708 ON public.lessons_step USING btree (lesson_id);
CREATE INDEX letter_of ON public.competitions_letter USING btree (by_id, at);
CREATE INDEX letter_to_send ON public.competitions_letter USING btree (at) WHERE (NOT (("to")::text = ''::text));
CREATE INDEX line_competition ON public.statistics_line USING btree (competition_id);
CREATE INDEX line_game ON public.statistics_line USING btree (game, played_at);
CREATE INDEX line_of_player ON public.statistics_line USING btree (player_id, played_at DESC) INCLUDE (match_id, game, opponent_id, outcome, goals_for, goals_against, counts, audience, id);
CREATE UNIQUE INDEX line_up_of_leg_once ON public.competitions_teamlineup USING btree (tie_id, entrant_id, leg) WHERE (leg >= 1);
CREATE INDEX mail_given_up ON public.delivery_mailmessage USING btree (given_up_at) WHERE (given_up_at IS NOT NULL);
CREATE INDEX mail_made ON public.delivery_mailmessage USING btree (made_at);
CREATE INDEX mail_waits ON public.delivery_mailmessage USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX maintenance_open ON public.matches_maintenance USING btree (begins_at) WHERE (ended_at IS NULL);
CREATE INDEX match_before_second_leg ON public.matches_match USING btree (finished_at) WHERE ((leg = 1) AND (second_leg_id IS NULL) AND ((status)::text = 'finished'::text));
CREATE INDEX match_ended ON public.matches_match USING btree (finished_at DESC) WHERE ((status)::text = 'finished'::text);
CREATE INDEX match_live ON public.matches_match USING btree (id) WHERE ((status)::text = 'live'::text);
CREATE INDEX match_newest ON public.matches_match USING btree (created_at DESC, id DESC);
CREATE INDEX match_no_show ON public.matches_match USING btree (no_show_at) WHERE (no_show_at IS NOT NULL);
CREATE INDEX match_of_fixture_in_play ON public.matches_match USING btree (started_at) WHERE (((origin)::text ~~ 'fixture:%'::text) AND ((status)::text = ANY ((ARRAY['live'::character varying, 'paused'::character varying])::text[])));
CREATE INDEX match_open ON public.matches_match USING btree (id) WHERE ((status)::text = ANY ((ARRAY['waiting'::character varying, 'live'::character varying, 'paused'::character varying])::text[]));
CREATE INDEX match_resume ON public.matches_match USING btree (resume_at) WHERE (resume_at IS NOT NULL);
CREATE INDEX match_status ON public.matches_match USING btree (status, created_at DESC);
CREATE INDEX match_unarchived ON public.matches_match USING btree (finished_at) WHERE ((archived_at IS NULL) AND ((status)::text = ANY ((ARRAY['finished'::character varying, 'void'::character varying])::text[])));
CREATE INDEX match_uncounted ON public.matches_match USING btree (created_at) WHERE ((NOT rolls_counted) AND ((status)::text = ANY ((ARRAY['finished'::character varying, 'void'::character varying])::text[])));
CREATE INDEX match_visited ON public.matches_match USING btree (visited_at) WHERE (((status)::text = 'waiting'::text) AND (visited_at IS NOT NULL));
CREATE INDEX match_waiting ON public.matches_match USING btree (id) WHERE ((status)::text = 'waiting'::text);
CREATE INDEX matches_challenge_owner_id_c786f6c5 ON public.matches_challenge USING btree (owner_id);
CREATE INDEX matches_challenge_to_id_2cf7341a ON public.matches_challenge USING btree (to_id);
CREATE INDEX matches_chatline_match_id_535b169a ON public.matches_chatline USING btree (match_id);
CREATE INDEX matches_chatline_user_id_a05e1b02 ON public.matches_chatline USING btree (user_id);
CREATE INDEX matches_chatmute_muted_id_2b99bfc5 ON public.matches_chatmute USING btree (muted_id);
CREATE INDEX matches_chatmute_user_id_6ae44b71 ON public.matches_chatmute USING btree (user_id);
CREATE INDEX matches_chatreport_by_id_afb41d23 ON public.matches_chatreport USING btree (by_id);
CREATE INDEX matches_chatreport_line_id_cb8eb13a ON public.matches_chatreport USING btree (line_id);
CREATE INDEX matches_conditionalmoves_match_id_c749a7ed ON public.matches_conditionalmoves USING btree (match_id);
CREATE INDEX matches_conditionalmoves_user_id_d60f409c ON public.matches_conditionalmoves USING btree (user_id);
CREATE INDEX matches_lineup_user_id_260793a7 ON public.matches_lineup USING btree (user_id);
CREATE INDEX matches_match_origin_e6e2a96b ON public.matches_match USING btree (origin);
CREATE INDEX matches_match_origin_e6e2a96b_like ON public.matches_match USING btree (origin varchar_pattern_ops);
CREATE INDEX matches_match_resumed_from_id_42a55261 ON public.matches_match USING btree (resumed_from_id);
CREATE INDEX matches_matchcommand_match_id_46bf0de8 ON public.matches_matchcommand USING btree (match_id);
CREATE INDEX matches_offer_match_id_3beecd29 ON public.matches_offer USING btree (match_id);
CREATE INDEX matches_official_match_id_c3a57871 ON public.matches_official USING btree (match_id);
CREATE INDEX matches_official_user_id_fbfe66e3 ON public.matches_official USING btree (user_id);
CREATE INDEX matches_reviewedside_match_id_5f708c64 ON public.matches_reviewedside USING btree (match_id);
CREATE INDEX matches_seat_invite_834893a8 ON public.matches_seat USING btree (invite);
CREATE INDEX matches_seat_invite_834893a8_like ON public.matches_seat USING btree (invite varchar_pattern_ops);
CREATE INDEX matches_seat_match_id_778e1dae ON public.matches_seat USING btree (match_id);
CREATE INDEX matches_seat_user_id_9a4a27ff ON public.matches_seat USING btree (user_id);
CREATE INDEX matches_seatcontroller_seat_id_530f0807 ON public.matches_seatcontroller USING btree (seat_id);
CREATE INDEX matches_seatcontroller_user_id_dfaa2eed ON public.matches_seatcontroller USING btree (user_id);
CREATE INDEX matches_silence_by_id_79f9398f ON public.matches_silence USING btree (by_id);
CREATE INDEX matches_silence_match_id_decfcd0a ON public.matches_silence USING btree (match_id);
CREATE INDEX matches_silence_user_id_e3b45445 ON public.matches_silence USING btree (user_id);
CREATE INDEX membership_in_order ON public.clubs_membership USING btree (club_id, staff DESC, since, id) WHERE (NOT asked);
CREATE INDEX mfa_authenticator_user_id_0c3a50c0 ON public.mfa_authenticator USING btree (user_id);
CREATE INDEX moderation_act_by_id_9cacbc2c ON public.moderation_act USING btree (by_id);
CREATE INDEX moderation_act_case_id_47f73707 ON public.moderation_act USING btree (case_id);
CREATE INDEX moderation_act_subject_id_a0ae997f ON public.moderation_act USING btree (subject_id);
CREATE INDEX moderation_case_closed_by_id_a019c6f8 ON public.moderation_case USING btree (closed_by_id);
CREATE INDEX moderation_case_line_id_a08cc33f ON public.moderation_case USING btree (line_id);
CREATE INDEX moderation_case_opened_by_id_708ec25e ON public.moderation_case USING btree (opened_by_id);
CREATE INDEX moderation_case_other_id_6e4393fa ON public.moderation_case USING btree (other_id);
CREATE INDEX moderation_case_sanction_id_75c7ef4a ON public.moderation_case USING btree (sanction_id);
CREATE INDEX moderation_case_subject_id_da549e94 ON public.moderation_case USING btree (subject_id);
CREATE INDEX moderation_reporter_by_id_4dd725a4 ON public.moderation_reporter USING btree (by_id);
CREATE INDEX moderation_reporter_case_id_10ac1325 ON public.moderation_reporter USING btree (case_id);
CREATE INDEX moderation_sanction_by_id_60867ecc ON public.moderation_sanction USING btree (by_id);
CREATE INDEX moderation_sanction_case_id_5c259734 ON public.moderation_sanction USING btree (case_id);
CREATE INDEX moderation_sanction_silence_id_ddb0e690 ON public.moderation_sanction USING btree (silence_id);
CREATE INDEX moderation_sanction_user_id_b32ec15e ON public.moderation_sanction USING btree (user_id);
CREATE INDEX moderation_sighting_mark_37b9b06c ON public.moderation_sighting USING btree (mark);
CREATE INDEX moderation_sighting_mark_37b9b06c_like ON public.moderation_sighting USING btree (mark varchar_pattern_ops);
CREATE INDEX moderation_sighting_user_id_39f218be ON public.moderation_sighting USING btree (user_id);
CREATE INDEX notification_of ON public.players_notification USING btree (user_id, at DESC);
CREATE INDEX notification_read ON public.players_notification USING btree (read_at) WHERE (read_at IS NOT NULL);
CREATE INDEX notification_to_mail ON public.players_notification USING btree (at) WHERE (mailed_at IS NULL);
CREATE INDEX notification_to_push ON public.players_notification USING btree (at) WHERE (by_push AND (pushed_at IS NULL));
CREATE INDEX offer_changed ON public.matches_offer USING btree (changed_at);
CREATE UNIQUE INDEX offer_one_open ON public.matches_offer USING btree (match_id, seat, kind) WHERE ((status)::text = 'open'::text);
CREATE INDEX outbox_open ON public.matches_outbox USING btree (created_at) WHERE (taken_at IS NULL);
CREATE INDEX outdated_target ON public.statistics_outdated USING btree (kind, game, player, since);
CREATE INDEX planned_by_referee ON public.events_plannedmatch USING btree (event_id, referee_id);
CREATE INDEX players_apitoken_digest_f34eeb34_like ON public.players_apitoken USING btree (digest varchar_pattern_ops);
CREATE INDEX players_apitoken_user_id_04ff2821 ON public.players_apitoken USING btree (user_id);
CREATE INDEX players_laddermatch_away_id_ddf9fb6e ON public.players_laddermatch USING btree (away_id);
CREATE INDEX players_laddermatch_home_id_4181e41c ON public.players_laddermatch USING btree (home_id);
CREATE INDEX players_ladderplace_bot_id_3d6cda6d ON public.players_ladderplace USING btree (bot_id);
CREATE INDEX players_notification_user_id_54f3e335 ON public.players_notification USING btree (user_id);
CREATE INDEX players_resethelper_helper_id_1a527f7e ON public.players_resethelper USING btree (helper_id);
CREATE INDEX players_resethelper_user_id_d5b9bc2f ON public.players_resethelper USING btree (user_id);
CREATE INDEX players_resetrequest_confirmed_by_id_95eee2d7 ON public.players_resetrequest USING btree (confirmed_by_id);
CREATE INDEX players_resetrequest_expires_at_f94e924a ON public.players_resetrequest USING btree (expires_at);
CREATE INDEX players_resetrequest_user_id_60d06441 ON public.players_resetrequest USING btree (user_id);
CREATE INDEX players_user_groups_group_id_62dc5cd4 ON public.players_user_groups USING btree (group_id);
CREATE INDEX players_user_groups_user_id_cb0905a3 ON public.players_user_groups USING btree (user_id);
CREATE INDEX players_user_merged_into_id_aad1ab56 ON public.players_user USING btree (merged_into_id);
CREATE INDEX players_user_nickname_begins ON public.players_user USING btree (public.name_folded((nickname)::text) COLLATE "C", id);
CREATE INDEX players_user_nickname_runs ON public.players_user USING gin (public.name_runs((nickname)::text));
CREATE INDEX players_user_owner_id_9323a2b8 ON public.players_user USING btree (owner_id);
CREATE INDEX players_user_user_permissions_permission_id_1838cf0f ON public.players_user_user_permissions USING btree (permission_id);
CREATE INDEX players_user_user_permissions_user_id_dc3cbf94 ON public.players_user_user_permissions USING btree (user_id);
CREATE INDEX privacy_dataarchive_user_id_1b9ac4c1 ON public.privacy_dataarchive USING btree (user_id);
CREATE INDEX privacy_deletion_due_at_21852871 ON public.privacy_deletion USING btree (due_at);
CREATE UNIQUE INDEX proposal_once ON public.competitions_proposal USING btree (fixture_id, seat, kick_off_at) WHERE ((state)::text = 'open'::text);
CREATE INDEX puzzle_level ON public.puzzles_puzzle USING btree (game, rating) WHERE offered;
CREATE INDEX puzzles_attempt_puzzle_id_685dfc04 ON public.puzzles_attempt USING btree (puzzle_id);
CREATE INDEX puzzles_attempt_puzzle_id_685dfc04_like ON public.puzzles_attempt USING btree (puzzle_id varchar_pattern_ops);
CREATE INDEX puzzles_attempt_user_id_00f60ed5 ON public.puzzles_attempt USING btree (user_id);
CREATE INDEX puzzles_puzzle_code_2b6668d9_like ON public.puzzles_puzzle USING btree (code varchar_pattern_ops);
CREATE INDEX puzzles_solver_user_id_f8d912f2 ON public.puzzles_solver USING btree (user_id);
CREATE INDEX rating_career ON public.statistics_rating USING btree (player_id, game, number);
CREATE UNIQUE INDEX rating_last_once ON public.statistics_rating USING btree (game, player_id) WHERE last;
CREATE INDEX rating_now ON public.statistics_rating USING btree (player_id) WHERE last;
CREATE INDEX rating_place ON public.statistics_rating USING btree (game, ((deviation > (110.0)::double precision)), rating DESC, id) INCLUDE (deviation) WHERE last;
CREATE INDEX rating_time ON public.statistics_rating USING btree (game, at);
CREATE INDEX report_due ON public.competitions_report USING btree (counts_at) WHERE ((state)::text = 'open'::text);
CREATE UNIQUE INDEX report_open_once ON public.competitions_report USING btree (fixture_id) WHERE ((state)::text = ANY ((ARRAY['open'::character varying, 'disputed'::character varying])::text[]));
CREATE INDEX review_by_mark ON public.matches_review USING btree (mark COLLATE "C");
CREATE INDEX review_open ON public.matches_review USING btree (asked_at) WHERE ((status)::text = 'open'::text);
CREATE INDEX round_to_close ON public.competitions_round USING btree (closes_at) WHERE ((status)::text = 'open'::text);
CREATE INDEX round_to_open ON public.competitions_round USING btree (opens_at) WHERE ((status)::text = 'pending'::text);
CREATE INDEX seasons_archive_competition_id_ec6d7303 ON public.seasons_archive USING btree (competition_id);
CREATE INDEX seasons_leave_by_id_c894981d ON public.seasons_leave USING btree (by_id);
CREATE INDEX seasons_leave_competition_id_088470e2 ON public.seasons_leave USING btree (competition_id);
CREATE INDEX seasons_leave_entrant_id_227d9b9a ON public.seasons_leave USING btree (entrant_id);
CREATE INDEX seasons_renewal_asking_id_d1cc4302 ON public.seasons_renewal USING btree (asking_id);
CREATE INDEX seasons_renewal_carried_id_2013e947 ON public.seasons_renewal USING btree (carried_id);
CREATE INDEX seasons_renewal_key_70a8fb97_like ON public.seasons_renewal USING btree (key varchar_pattern_ops);
CREATE INDEX seasons_substitution_after_id_385bfe9c ON public.seasons_substitution USING btree (after_id);
CREATE INDEX seasons_substitution_before_id_19d0b19c ON public.seasons_substitution USING btree (before_id);
CREATE INDEX seasons_substitution_by_id_8fe17a56 ON public.seasons_substitution USING btree (by_id);
CREATE INDEX seasons_substitution_competition_id_6a600d14 ON public.seasons_substitution USING btree (competition_id);
CREATE INDEX seasons_substitution_entrant_id_58f5fd05 ON public.seasons_substitution USING btree (entrant_id);
CREATE INDEX seat_of_user ON public.matches_seat USING btree (user_id, id DESC) INCLUDE (match_id) WHERE (user_id IS NOT NULL);
CREATE INDEX series_sameperson_by_id_223c50d0 ON public.series_sameperson USING btree (by_id);
CREATE INDEX series_sameperson_one_id_77b75f0f ON public.series_sameperson USING btree (one_id);
CREATE INDEX series_sameperson_other_id_7d47b5b4 ON public.series_sameperson USING btree (other_id);
CREATE INDEX series_sameperson_series_id_166f542e ON public.series_sameperson USING btree (series_id);
CREATE INDEX series_series_owner_id_402a4ae3 ON public.series_series USING btree (owner_id);
CREATE INDEX series_series_slug_2bafa759_like ON public.series_series USING btree (slug varchar_pattern_ops);
CREATE INDEX series_seriesentry_actor_id_a1fdad3e ON public.series_seriesentry USING btree (actor_id);
CREATE INDEX series_seriesentry_series_id_df6ba46f ON public.series_seriesentry USING btree (series_id);
CREATE INDEX series_seriesevent_competition_id_ad4bf2e6 ON public.series_seriesevent USING btree (competition_id);
CREATE INDEX series_seriesevent_series_id_fdf2ca9f ON public.series_seriesevent USING btree (series_id);
CREATE INDEX series_seriesmark_series_id_0fb09d0b ON public.series_seriesmark USING btree (series_id);
CREATE INDEX series_seriesmark_user_id_0641197e ON public.series_seriesmark USING btree (user_id);
CREATE INDEX silence_open ON public.matches_silence USING btree (user_id) WHERE (lifted_at IS NULL);
CREATE INDEX socialaccount_socialaccount_user_id_8146e70c ON public.socialaccount_socialaccount USING btree (user_id);
CREATE INDEX socialaccount_socialtoken_account_id_951f210e ON public.socialaccount_socialtoken USING btree (account_id);
CREATE INDEX socialaccount_socialtoken_app_id_636a42d7 ON public.socialaccount_socialtoken USING btree (app_id);
CREATE INDEX stage_to_pair ON public.competitions_stage USING btree (competition_id) WHERE pairing_due;
CREATE INDEX statistics_book_key_ae0c48f0_like ON public.statistics_book USING btree (key varchar_pattern_ops);
CREATE INDEX statistics_career_player_id_fe119fdd ON public.statistics_career USING btree (player_id);
CREATE INDEX statistics_line_competition_id_3b6d9239 ON public.statistics_line USING btree (competition_id);
CREATE INDEX statistics_line_match_id_d99f5ddf ON public.statistics_line USING btree (match_id);
CREATE INDEX statistics_line_opponent_id_4c8ae9a0 ON public.statistics_line USING btree (opponent_id);
CREATE INDEX statistics_line_player_id_7a11e777 ON public.statistics_line USING btree (player_id);
CREATE INDEX statistics_rating_match_id_c3054957 ON public.statistics_rating USING btree (match_id);
CREATE INDEX statistics_rating_player_id_b258a742 ON public.statistics_rating USING btree (player_id);
CREATE INDEX statistics_ratingbook_game_b7f93409_like ON public.statistics_ratingbook USING btree (game varchar_pattern_ops);
CREATE UNIQUE INDEX unique_authenticator_type ON public.mfa_authenticator USING btree (user_id, type) WHERE ((type)::text = ANY ((ARRAY['totp'::character varying, 'recovery_codes'::character varying])::text[]));
CREATE UNIQUE INDEX unique_primary_email ON public.account_emailaddress USING btree (user_id, "primary") WHERE "primary";
CREATE UNIQUE INDEX unique_verified_email ON public.account_emailaddress USING btree (email) WHERE verified;
CREATE INDEX user_bots ON public.players_user USING btree (kind) WHERE ((kind)::text = 'bot'::text);
CREATE UNIQUE INDEX username_once ON public.players_user USING btree (lower((username)::text));
CREATE INDEX usersessions_usersession_session_key_fd35de43_like ON public.usersessions_usersession USING btree (session_key varchar_pattern_ops);
CREATE INDEX usersessions_usersession_user_id_af5e0a6d ON public.usersessions_usersession USING btree (user_id);
CREATE TRIGGER competitions_fixture_competition BEFORE INSERT ON public.competitions_fixture FOR EACH ROW WHEN ((new.competition_id IS NULL)) EXECUTE FUNCTION public.competitions_fixture_competition();
CREATE TRIGGER competitions_fixture_ended BEFORE UPDATE OF status, match_id ON public.competitions_fixture FOR EACH ROW WHEN (((new.match_id IS NOT NULL) OR (old.ended_at IS NOT NULL))) EXECUTE FUNCTION public.competitions_fixture_ended();
CREATE TRIGGER statistics_audience_changed AFTER UPDATE OF audience ON public.matches_match FOR EACH ROW WHEN ((old.audience IS DISTINCT FROM new.audience)) EXECUTE FUNCTION public.statistics_audience_changed();
CREATE TRIGGER statistics_figures_came AFTER INSERT OR DELETE ON public.statistics_matchfigures FOR EACH ROW EXECUTE FUNCTION public.statistics_figures_changed();
CREATE TRIGGER statistics_figures_changed AFTER UPDATE ON public.statistics_matchfigures FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION public.statistics_figures_changed();
CREATE TRIGGER statistics_line_audience BEFORE INSERT ON public.statistics_line FOR EACH ROW EXECUTE FUNCTION public.statistics_line_audience();
CREATE TRIGGER statistics_line_came AFTER INSERT OR DELETE ON public.statistics_line FOR EACH ROW EXECUTE FUNCTION public.statistics_line_changed();
CREATE TRIGGER statistics_line_changed AFTER UPDATE ON public.statistics_line FOR EACH ROW WHEN (((NOT (old.audience IS DISTINCT FROM new.audience)) AND (old.* IS DISTINCT FROM new.*))) EXECUTE FUNCTION public.statistics_line_changed();
ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_user_id_2c513194_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirm_email_address_id_5b7f8c58_fk_account_e FOREIGN KEY (email_address_id) REFERENCES public.account_emailaddress(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.analysis_analysis
    ADD CONSTRAINT analysis_analysis_owner_id_695d2ad0_fk_players_user_id FOREIGN KEY (owner_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.arenas_arena
    ADD CONSTRAINT arenas_arena_club_id_db0c5974_fk_clubs_club_id FOREIGN KEY (club_id) REFERENCES public.clubs_club(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.arenas_arena
    ADD CONSTRAINT arenas_arena_owner_id_2550e90e_fk_players_user_id FOREIGN KEY (owner_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.arenas_arenaentry
    ADD CONSTRAINT arenas_arenaentry_actor_id_798717c5_fk_players_user_id FOREIGN KEY (actor_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.arenas_arenaentry
    ADD CONSTRAINT arenas_arenaentry_arena_id_6b953bbc_fk_arenas_arena_id FOREIGN KEY (arena_id) REFERENCES public.arenas_arena(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.arenas_arenamatch
    ADD CONSTRAINT arenas_arenamatch_arena_id_635abc02_fk_arenas_arena_id FOREIGN KEY (arena_id) REFERENCES public.arenas_arena(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.arenas_arenamatch
    ADD CONSTRAINT arenas_arenamatch_away_id_7d0d83ad_fk_arenas_arenaplayer_id FOREIGN KEY (away_id) REFERENCES public.arenas_arenaplayer(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.arenas_arenamatch
    ADD CONSTRAINT arenas_arenamatch_home_id_74bf6437_fk_arenas_arenaplayer_id FOREIGN KEY (home_id) REFERENCES public.arenas_arenaplayer(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.arenas_arenamatch
    ADD CONSTRAINT arenas_arenamatch_match_id_74d34acd_fk_matches_match_id FOREIGN KEY (match_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.arenas_arenaplayer
    ADD CONSTRAINT arenas_arenaplayer_arena_id_2ec98ff6_fk_arenas_arena_id FOREIGN KEY (arena_id) REFERENCES public.arenas_arena(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.arenas_arenaplayer
    ADD CONSTRAINT arenas_arenaplayer_playing_id_d7aa6cb8_fk_arenas_arenamatch_id FOREIGN KEY (playing_id) REFERENCES public.arenas_arenamatch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.arenas_arenaplayer
    ADD CONSTRAINT arenas_arenaplayer_user_id_d5274d31_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissio_permission_id_84c5c92e_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_b120cbf9_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_2f476e4b_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.classes_card
    ADD CONSTRAINT classes_card_entrant_id_47c0d9f9_fk_competitions_entrant_id FOREIGN KEY (entrant_id) REFERENCES public.competitions_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.classes_card
    ADD CONSTRAINT classes_card_school_id_55343131_fk_classes_schoolclass_id FOREIGN KEY (school_id) REFERENCES public.classes_schoolclass(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.classes_card
    ADD CONSTRAINT classes_card_user_id_d79b9817_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.classes_forgotten
    ADD CONSTRAINT classes_forgotten_teacher_id_876817ba_fk_players_user_id FOREIGN KEY (teacher_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.classes_schoolclass
    ADD CONSTRAINT classes_schoolclass_competition_id_a2bb5a33_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_club
    ADD CONSTRAINT clubs_club_owner_id_ec4dd6b8_fk_players_user_id FOREIGN KEY (owner_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_clubentry
    ADD CONSTRAINT clubs_clubentry_actor_id_64c6e880_fk_players_user_id FOREIGN KEY (actor_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_clubentry
    ADD CONSTRAINT clubs_clubentry_club_id_71ca18bf_fk_clubs_club_id FOREIGN KEY (club_id) REFERENCES public.clubs_club(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_handover
    ADD CONSTRAINT clubs_handover_club_id_3b4e9a8a_fk_clubs_club_id FOREIGN KEY (club_id) REFERENCES public.clubs_club(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_handover
    ADD CONSTRAINT clubs_handover_competition_id_00270f77_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_handover
    ADD CONSTRAINT clubs_handover_owner_id_6778b975_fk_players_user_id FOREIGN KEY (owner_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_handover
    ADD CONSTRAINT clubs_handover_to_id_f6e26a61_fk_players_user_id FOREIGN KEY (to_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_housepreset
    ADD CONSTRAINT clubs_housepreset_club_id_002703fa_fk_clubs_club_id FOREIGN KEY (club_id) REFERENCES public.clubs_club(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_housepreset
    ADD CONSTRAINT clubs_housepreset_made_by_id_e6299333_fk_players_user_id FOREIGN KEY (made_by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_membership
    ADD CONSTRAINT clubs_membership_club_id_97a3b9ae_fk_clubs_club_id FOREIGN KEY (club_id) REFERENCES public.clubs_club(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clubs_membership
    ADD CONSTRAINT clubs_membership_user_id_801d8bab_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_absence
    ADD CONSTRAINT competitions_absence_user_id_ff47df26_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_announcement
    ADD CONSTRAINT competitions_announc_competition_id_bc0d0f21_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_announcement
    ADD CONSTRAINT competitions_announcement_by_id_f2dff1b0_fk_players_user_id FOREIGN KEY (by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_auditentry
    ADD CONSTRAINT competitions_auditen_competition_id_444ab5ca_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_auditentry
    ADD CONSTRAINT competitions_auditentry_actor_id_e61c528b_fk_players_user_id FOREIGN KEY (actor_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_availability
    ADD CONSTRAINT competitions_availab_entrant_id_e2bd26e1_fk_competiti FOREIGN KEY (entrant_id) REFERENCES public.competitions_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_availability
    ADD CONSTRAINT competitions_availab_tie_id_45f0a787_fk_competiti FOREIGN KEY (tie_id) REFERENCES public.competitions_tie(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_availability
    ADD CONSTRAINT competitions_availability_user_id_6bf69b8b_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_call
    ADD CONSTRAINT competitions_call_away_id_8427024e_fk_competitions_entrant_id FOREIGN KEY (away_id) REFERENCES public.competitions_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_call
    ADD CONSTRAINT competitions_call_fixture_id_2dc6ca5b_fk_competiti FOREIGN KEY (fixture_id) REFERENCES public.competitions_fixture(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_call
    ADD CONSTRAINT competitions_call_home_id_2346a669_fk_competitions_entrant_id FOREIGN KEY (home_id) REFERENCES public.competitions_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_call
    ADD CONSTRAINT competitions_call_table_id_991243e5_fk_competiti FOREIGN KEY (table_id) REFERENCES public.competitions_halltable(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_calledplayer
    ADD CONSTRAINT competitions_calledp_call_id_d12a7930_fk_competiti FOREIGN KEY (call_id) REFERENCES public.competitions_call(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_calledplayer
    ADD CONSTRAINT competitions_calledplayer_user_id_5bf07ba1_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_comment
    ADD CONSTRAINT competitions_comment_by_id_f8c0958e_fk_players_user_id FOREIGN KEY (by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_comment
    ADD CONSTRAINT competitions_comment_fixture_id_7c2873f0_fk_competiti FOREIGN KEY (fixture_id) REFERENCES public.competitions_fixture(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_competition
    ADD CONSTRAINT competitions_competi_champion_id_1ef3516f_fk_competiti FOREIGN KEY (champion_id) REFERENCES public.competitions_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_competition
    ADD CONSTRAINT competitions_competi_hall_id_eb3e7f6c_fk_competiti FOREIGN KEY (hall_id) REFERENCES public.competitions_hall(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_competition
    ADD CONSTRAINT competitions_competi_previous_id_144a0fae_fk_competiti FOREIGN KEY (previous_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_competition
    ADD CONSTRAINT competitions_competition_club_id_71eb2fa9_fk_clubs_club_id FOREIGN KEY (club_id) REFERENCES public.clubs_club(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_competition
    ADD CONSTRAINT competitions_competition_owner_id_75838d0c_fk_players_user_id FOREIGN KEY (owner_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_dispute
    ADD CONSTRAINT competitions_dispute_by_id_051c4531_fk_players_user_id FOREIGN KEY (by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_dispute
    ADD CONSTRAINT competitions_dispute_decided_by_id_668648d0_fk_players_user_id FOREIGN KEY (decided_by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_dispute
    ADD CONSTRAINT competitions_dispute_fixture_id_2ee7bf41_fk_competiti FOREIGN KEY (fixture_id) REFERENCES public.competitions_fixture(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_dispute
    ADD CONSTRAINT competitions_dispute_report_id_bc62c24e_fk_competiti FOREIGN KEY (report_id) REFERENCES public.competitions_report(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_draw
    ADD CONSTRAINT competitions_draw_competition_id_27c18155_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_entrant
    ADD CONSTRAINT competitions_entrant_competition_id_fec134e3_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_entrant
    ADD CONSTRAINT competitions_entrant_player_id_e44aee4c_fk_players_user_id FOREIGN KEY (player_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_fixture
    ADD CONSTRAINT competitions_fixture_away_id_737beea4_fk_competiti FOREIGN KEY (away_id) REFERENCES public.competitions_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_fixture
    ADD CONSTRAINT competitions_fixture_away_player_id_153c3a00_fk_players_user_id FOREIGN KEY (away_player_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_fixture
    ADD CONSTRAINT competitions_fixture_competition_id_2c150628_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_fixture
    ADD CONSTRAINT competitions_fixture_home_id_1687ebd4_fk_competiti FOREIGN KEY (home_id) REFERENCES public.competitions_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_fixture
    ADD CONSTRAINT competitions_fixture_home_player_id_71b9c01d_fk_players_user_id FOREIGN KEY (home_player_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_fixture
    ADD CONSTRAINT competitions_fixture_match_id_e42ba8e1_fk_matches_match_id FOREIGN KEY (match_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_fixture
    ADD CONSTRAINT competitions_fixture_tie_id_46b5ebc7_fk_competitions_tie_id FOREIGN KEY (tie_id) REFERENCES public.competitions_tie(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_group
    ADD CONSTRAINT competitions_group_stage_id_bf7a3f9b_fk_competitions_stage_id FOREIGN KEY (stage_id) REFERENCES public.competitions_stage(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_halltable
    ADD CONSTRAINT competitions_halltable_hall_id_40278aae_fk_competitions_hall_id FOREIGN KEY (hall_id) REFERENCES public.competitions_hall(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_invitation
    ADD CONSTRAINT competitions_invitat_competition_id_c5e80918_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_invitation
    ADD CONSTRAINT competitions_invitat_entrant_id_57f1b947_fk_competiti FOREIGN KEY (entrant_id) REFERENCES public.competitions_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_invitation
    ADD CONSTRAINT competitions_invitation_made_by_id_314b993e_fk_players_user_id FOREIGN KEY (made_by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_letter
    ADD CONSTRAINT competitions_letter_by_id_f4859132_fk_players_user_id FOREIGN KEY (by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_letter
    ADD CONSTRAINT competitions_letter_competition_id_562c1c79_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_letter
    ADD CONSTRAINT competitions_letter_entrant_id_7680e7e6_fk_competiti FOREIGN KEY (entrant_id) REFERENCES public.competitions_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_letter
    ADD CONSTRAINT competitions_letter_invitation_id_3a242027_fk_competiti FOREIGN KEY (invitation_id) REFERENCES public.competitions_invitation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_member
    ADD CONSTRAINT competitions_member_competition_id_cb44138d_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_member
    ADD CONSTRAINT competitions_member_entrant_id_4833b103_fk_competiti FOREIGN KEY (entrant_id) REFERENCES public.competitions_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_member
    ADD CONSTRAINT competitions_member_user_id_aac79dcb_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_oneperson
    ADD CONSTRAINT competitions_oneperson_hall_id_ed1138f9_fk_competitions_hall_id FOREIGN KEY (hall_id) REFERENCES public.competitions_hall(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_oneperson
    ADD CONSTRAINT competitions_oneperson_one_id_50493bab_fk_players_user_id FOREIGN KEY (one_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_oneperson
    ADD CONSTRAINT competitions_oneperson_other_id_53431acb_fk_players_user_id FOREIGN KEY (other_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_optionchange
    ADD CONSTRAINT competitions_optionc_competition_id_8df1fe4f_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_optionchange
    ADD CONSTRAINT competitions_optionc_fixture_id_d54d2c20_fk_competiti FOREIGN KEY (fixture_id) REFERENCES public.competitions_fixture(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_optionchange
    ADD CONSTRAINT competitions_optionc_stage_id_48a9ad12_fk_competiti FOREIGN KEY (stage_id) REFERENCES public.competitions_stage(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_optionchange
    ADD CONSTRAINT competitions_optionchange_by_id_b9f8aa27_fk_players_user_id FOREIGN KEY (by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_outlook
    ADD CONSTRAINT competitions_outlook_group_id_4917740e_fk_competitions_group_id FOREIGN KEY (group_id) REFERENCES public.competitions_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_proposal
    ADD CONSTRAINT competitions_proposa_fixture_id_4143be47_fk_competiti FOREIGN KEY (fixture_id) REFERENCES public.competitions_fixture(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_proposal
    ADD CONSTRAINT competitions_proposal_by_id_9cfb733e_fk_players_user_id FOREIGN KEY (by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_queueplace
    ADD CONSTRAINT competitions_queuepl_fixture_id_32b08f05_fk_competiti FOREIGN KEY (fixture_id) REFERENCES public.competitions_fixture(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_report
    ADD CONSTRAINT competitions_report_by_id_a2667390_fk_players_user_id FOREIGN KEY (by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_report
    ADD CONSTRAINT competitions_report_fixture_id_654bb49e_fk_competiti FOREIGN KEY (fixture_id) REFERENCES public.competitions_fixture(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_resultentry
    ADD CONSTRAINT competitions_resulte_competition_id_d8a1e9a8_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_resultentry
    ADD CONSTRAINT competitions_resulte_entrant_id_7e4bd31a_fk_competiti FOREIGN KEY (entrant_id) REFERENCES public.competitions_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_resultentry
    ADD CONSTRAINT competitions_resulte_fixture_id_d7e95a81_fk_competiti FOREIGN KEY (fixture_id) REFERENCES public.competitions_fixture(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_resultentry
    ADD CONSTRAINT competitions_resultentry_actor_id_43ba7b7c_fk_players_user_id FOREIGN KEY (actor_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_round
    ADD CONSTRAINT competitions_round_stage_id_5b41363d_fk_competitions_stage_id FOREIGN KEY (stage_id) REFERENCES public.competitions_stage(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_staff
    ADD CONSTRAINT competitions_staff_competition_id_532708d0_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_staff
    ADD CONSTRAINT competitions_staff_invited_by_id_a9e2fc0f_fk_players_user_id FOREIGN KEY (invited_by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_staff
    ADD CONSTRAINT competitions_staff_user_id_3aad0322_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_stage
    ADD CONSTRAINT competitions_stage_competition_id_cffa5d0a_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_teamlineup
    ADD CONSTRAINT competitions_teamlin_entrant_id_b52a1a27_fk_competiti FOREIGN KEY (entrant_id) REFERENCES public.competitions_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_teamlineup
    ADD CONSTRAINT competitions_teamlineup_by_id_42a2d512_fk_players_user_id FOREIGN KEY (by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_teamlineup
    ADD CONSTRAINT competitions_teamlineup_tie_id_74397a17_fk_competitions_tie_id FOREIGN KEY (tie_id) REFERENCES public.competitions_tie(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_tie
    ADD CONSTRAINT competitions_tie_away_id_76506005_fk_competitions_entrant_id FOREIGN KEY (away_id) REFERENCES public.competitions_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_tie
    ADD CONSTRAINT competitions_tie_group_id_3e080337_fk_competitions_group_id FOREIGN KEY (group_id) REFERENCES public.competitions_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_tie
    ADD CONSTRAINT competitions_tie_home_id_0bedac6d_fk_competitions_entrant_id FOREIGN KEY (home_id) REFERENCES public.competitions_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_tie
    ADD CONSTRAINT competitions_tie_round_id_6ac2adb0_fk_competitions_round_id FOREIGN KEY (round_id) REFERENCES public.competitions_round(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.competitions_tie
    ADD CONSTRAINT competitions_tie_winner_id_40593202_fk_competitions_entrant_id FOREIGN KEY (winner_id) REFERENCES public.competitions_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.delivery_hookmessage
    ADD CONSTRAINT delivery_hookmessage_hook_id_5549c8f3_fk_delivery_webhook_id FOREIGN KEY (hook_id) REFERENCES public.delivery_webhook(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.delivery_pushmessage
    ADD CONSTRAINT delivery_pushmessage_notification_id_eefab954_fk_players_n FOREIGN KEY (notification_id) REFERENCES public.players_notification(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.delivery_pushmessage
    ADD CONSTRAINT delivery_pushmessage_subscription_id_8afcb2f7_fk_delivery_ FOREIGN KEY (subscription_id) REFERENCES public.delivery_pushsubscription(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.delivery_pushsubscription
    ADD CONSTRAINT delivery_pushsubscription_user_id_f099261d_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.delivery_webhook
    ADD CONSTRAINT delivery_webhook_by_id_83f76c42_fk_players_user_id FOREIGN KEY (by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.delivery_webhook
    ADD CONSTRAINT delivery_webhook_competition_id_9f0497f9_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.evenings_roundclock
    ADD CONSTRAINT evenings_roundclock_round_id_2292c56f_fk_competitions_round_id FOREIGN KEY (round_id) REFERENCES public.competitions_round(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.evenings_sheet
    ADD CONSTRAINT evenings_sheet_fixture_id_2d2d139d_fk_competitions_fixture_id FOREIGN KEY (fixture_id) REFERENCES public.competitions_fixture(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_event
    ADD CONSTRAINT events_event_hall_id_70ca096f_fk_competitions_hall_id FOREIGN KEY (hall_id) REFERENCES public.competitions_hall(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_event
    ADD CONSTRAINT events_event_owner_id_5ccc454a_fk_players_user_id FOREIGN KEY (owner_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_eventcompetition
    ADD CONSTRAINT events_eventcompetit_competition_id_318fe6e1_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_eventcompetition
    ADD CONSTRAINT events_eventcompetition_event_id_7a2daf87_fk_events_event_id FOREIGN KEY (event_id) REFERENCES public.events_event(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_evententry
    ADD CONSTRAINT events_evententry_actor_id_9b0c270a_fk_players_user_id FOREIGN KEY (actor_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_evententry
    ADD CONSTRAINT events_evententry_event_id_d54caec4_fk_events_event_id FOREIGN KEY (event_id) REFERENCES public.events_event(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_particulars
    ADD CONSTRAINT events_particulars_event_id_f9724ed7_fk_events_event_id FOREIGN KEY (event_id) REFERENCES public.events_event(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_particulars
    ADD CONSTRAINT events_particulars_user_id_3e55be16_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_plannedmatch
    ADD CONSTRAINT events_plannedmatch_event_id_5d220f6d_fk_events_event_id FOREIGN KEY (event_id) REFERENCES public.events_event(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_plannedmatch
    ADD CONSTRAINT events_plannedmatch_fixture_id_88ec274a_fk_competiti FOREIGN KEY (fixture_id) REFERENCES public.competitions_fixture(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_plannedmatch
    ADD CONSTRAINT events_plannedmatch_referee_id_b4b21be4_fk_players_user_id FOREIGN KEY (referee_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_plannedround
    ADD CONSTRAINT events_plannedround_event_id_fbf5d8c8_fk_events_event_id FOREIGN KEY (event_id) REFERENCES public.events_event(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_plannedround
    ADD CONSTRAINT events_plannedround_round_id_840dc5f3_fk_competitions_round_id FOREIGN KEY (round_id) REFERENCES public.competitions_round(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_presence
    ADD CONSTRAINT events_presence_event_id_5fdb6e7f_fk_events_event_id FOREIGN KEY (event_id) REFERENCES public.events_event(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_presence
    ADD CONSTRAINT events_presence_user_id_8df7fdd3_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.following_follow
    ADD CONSTRAINT following_follow_club_id_29b6fa71_fk_clubs_club_id FOREIGN KEY (club_id) REFERENCES public.clubs_club(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.following_follow
    ADD CONSTRAINT following_follow_competition_id_f958a8c2_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.following_follow
    ADD CONSTRAINT following_follow_player_id_5691b2f2_fk_players_user_id FOREIGN KEY (player_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.following_follow
    ADD CONSTRAINT following_follow_user_id_8efc77f1_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.following_hiddenresults
    ADD CONSTRAINT following_hiddenresults_user_id_9d220429_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.lessons_answer
    ADD CONSTRAINT lessons_answer_participant_id_bf5e0ae3_fk_lessons_p FOREIGN KEY (participant_id) REFERENCES public.lessons_participant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.lessons_answer
    ADD CONSTRAINT lessons_answer_step_id_784d39f1_fk_lessons_step_id FOREIGN KEY (step_id) REFERENCES public.lessons_step(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.lessons_lesson
    ADD CONSTRAINT lessons_lesson_owner_id_32d71dd5_fk_players_user_id FOREIGN KEY (owner_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.lessons_lesson
    ADD CONSTRAINT lessons_lesson_school_id_0f88b9cb_fk_classes_schoolclass_id FOREIGN KEY (school_id) REFERENCES public.classes_schoolclass(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.lessons_participant
    ADD CONSTRAINT lessons_participant_lesson_id_8ee23134_fk_lessons_lesson_id FOREIGN KEY (lesson_id) REFERENCES public.lessons_lesson(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.lessons_participant
    ADD CONSTRAINT lessons_participant_user_id_fc797268_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.lessons_step
    ADD CONSTRAINT lessons_step_lesson_id_d1bab708_fk_lessons_lesson_id FOREIGN KEY (lesson_id) REFERENCES public.lessons_lesson(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_challenge
    ADD CONSTRAINT matches_challenge_match_id_87e32096_fk_matches_match_id FOREIGN KEY (match_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_challenge
    ADD CONSTRAINT matches_challenge_owner_id_c786f6c5_fk_players_user_id FOREIGN KEY (owner_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_challenge
    ADD CONSTRAINT matches_challenge_to_id_2cf7341a_fk_players_user_id FOREIGN KEY (to_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_chatline
    ADD CONSTRAINT matches_chatline_match_id_535b169a_fk_matches_match_id FOREIGN KEY (match_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_chatline
    ADD CONSTRAINT matches_chatline_user_id_a05e1b02_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_chatmute
    ADD CONSTRAINT matches_chatmute_muted_id_2b99bfc5_fk_players_user_id FOREIGN KEY (muted_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_chatmute
    ADD CONSTRAINT matches_chatmute_user_id_6ae44b71_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_chatreport
    ADD CONSTRAINT matches_chatreport_by_id_afb41d23_fk_players_user_id FOREIGN KEY (by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_chatreport
    ADD CONSTRAINT matches_chatreport_line_id_cb8eb13a_fk_matches_chatline_id FOREIGN KEY (line_id) REFERENCES public.matches_chatline(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_conditionalmoves
    ADD CONSTRAINT matches_conditionalmoves_match_id_c749a7ed_fk_matches_match_id FOREIGN KEY (match_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_conditionalmoves
    ADD CONSTRAINT matches_conditionalmoves_user_id_d60f409c_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_lineup
    ADD CONSTRAINT matches_lineup_user_id_260793a7_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_match
    ADD CONSTRAINT matches_match_resumed_from_id_42a55261_fk_matches_match_id FOREIGN KEY (resumed_from_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_match
    ADD CONSTRAINT matches_match_second_leg_id_6c238fd5_fk_matches_match_id FOREIGN KEY (second_leg_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_matcharchive
    ADD CONSTRAINT matches_matcharchive_match_id_674aa99b_fk_matches_match_id FOREIGN KEY (match_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_matchcommand
    ADD CONSTRAINT matches_matchcommand_match_id_46bf0de8_fk_matches_match_id FOREIGN KEY (match_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_matchevent
    ADD CONSTRAINT matches_matchevent_match_id_87d4c5de_fk_matches_match_id FOREIGN KEY (match_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_matchsecret
    ADD CONSTRAINT matches_matchsecret_match_id_2fb85287_fk_matches_match_id FOREIGN KEY (match_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_offer
    ADD CONSTRAINT matches_offer_match_id_3beecd29_fk_matches_match_id FOREIGN KEY (match_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_official
    ADD CONSTRAINT matches_official_match_id_c3a57871_fk_matches_match_id FOREIGN KEY (match_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_official
    ADD CONSTRAINT matches_official_user_id_fbfe66e3_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_outbox
    ADD CONSTRAINT matches_outbox_match_id_6f8b947e_fk_matches_match_id FOREIGN KEY (match_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_review
    ADD CONSTRAINT matches_review_match_id_1c840f3c_fk_matches_match_id FOREIGN KEY (match_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_reviewedside
    ADD CONSTRAINT matches_reviewedside_match_id_5f708c64_fk_matches_match_id FOREIGN KEY (match_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_seat
    ADD CONSTRAINT matches_seat_match_id_778e1dae_fk_matches_match_id FOREIGN KEY (match_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_seat
    ADD CONSTRAINT matches_seat_user_id_9a4a27ff_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_seatcontroller
    ADD CONSTRAINT matches_seatcontroller_seat_id_530f0807_fk_matches_seat_id FOREIGN KEY (seat_id) REFERENCES public.matches_seat(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_seatcontroller
    ADD CONSTRAINT matches_seatcontroller_user_id_dfaa2eed_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_silence
    ADD CONSTRAINT matches_silence_by_id_79f9398f_fk_players_user_id FOREIGN KEY (by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_silence
    ADD CONSTRAINT matches_silence_match_id_decfcd0a_fk_matches_match_id FOREIGN KEY (match_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.matches_silence
    ADD CONSTRAINT matches_silence_user_id_e3b45445_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.mfa_authenticator
    ADD CONSTRAINT mfa_authenticator_user_id_0c3a50c0_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.moderation_act
    ADD CONSTRAINT moderation_act_by_id_9cacbc2c_fk_players_user_id FOREIGN KEY (by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.moderation_act
    ADD CONSTRAINT moderation_act_case_id_47f73707_fk_moderation_case_id FOREIGN KEY (case_id) REFERENCES public.moderation_case(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.moderation_act
    ADD CONSTRAINT moderation_act_subject_id_a0ae997f_fk_players_user_id FOREIGN KEY (subject_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.moderation_case
    ADD CONSTRAINT moderation_case_closed_by_id_a019c6f8_fk_players_user_id FOREIGN KEY (closed_by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.moderation_case
    ADD CONSTRAINT moderation_case_line_id_a08cc33f_fk_matches_chatline_id FOREIGN KEY (line_id) REFERENCES public.matches_chatline(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.moderation_case
    ADD CONSTRAINT moderation_case_opened_by_id_708ec25e_fk_players_user_id FOREIGN KEY (opened_by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.moderation_case
    ADD CONSTRAINT moderation_case_other_id_6e4393fa_fk_players_user_id FOREIGN KEY (other_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.moderation_case
    ADD CONSTRAINT moderation_case_sanction_id_75c7ef4a_fk_moderation_sanction_id FOREIGN KEY (sanction_id) REFERENCES public.moderation_sanction(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.moderation_case
    ADD CONSTRAINT moderation_case_subject_id_da549e94_fk_players_user_id FOREIGN KEY (subject_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.moderation_reporter
    ADD CONSTRAINT moderation_reporter_by_id_4dd725a4_fk_players_user_id FOREIGN KEY (by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.moderation_reporter
    ADD CONSTRAINT moderation_reporter_case_id_10ac1325_fk_moderation_case_id FOREIGN KEY (case_id) REFERENCES public.moderation_case(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.moderation_sanction
    ADD CONSTRAINT moderation_sanction_by_id_60867ecc_fk_players_user_id FOREIGN KEY (by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.moderation_sanction
    ADD CONSTRAINT moderation_sanction_case_id_5c259734_fk_moderation_case_id FOREIGN KEY (case_id) REFERENCES public.moderation_case(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.moderation_sanction
    ADD CONSTRAINT moderation_sanction_silence_id_ddb0e690_fk_matches_silence_id FOREIGN KEY (silence_id) REFERENCES public.matches_silence(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.moderation_sanction
    ADD CONSTRAINT moderation_sanction_user_id_b32ec15e_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.moderation_sighting
    ADD CONSTRAINT moderation_sighting_user_id_39f218be_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.players_apitoken
    ADD CONSTRAINT players_apitoken_user_id_04ff2821_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.players_laddermatch
    ADD CONSTRAINT players_laddermatch_away_id_ddf9fb6e_fk_players_user_id FOREIGN KEY (away_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.players_laddermatch
    ADD CONSTRAINT players_laddermatch_home_id_4181e41c_fk_players_user_id FOREIGN KEY (home_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.players_laddermatch
    ADD CONSTRAINT players_laddermatch_match_id_ef3c7591_fk_matches_match_id FOREIGN KEY (match_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.players_ladderplace
    ADD CONSTRAINT players_ladderplace_bot_id_3d6cda6d_fk_players_user_id FOREIGN KEY (bot_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.players_notification
    ADD CONSTRAINT players_notification_user_id_54f3e335_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.players_resethelper
    ADD CONSTRAINT players_resethelper_helper_id_1a527f7e_fk_players_user_id FOREIGN KEY (helper_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.players_resethelper
    ADD CONSTRAINT players_resethelper_user_id_d5b9bc2f_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.players_resetrequest
    ADD CONSTRAINT players_resetrequest_confirmed_by_id_95eee2d7_fk_players_u FOREIGN KEY (confirmed_by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.players_resetrequest
    ADD CONSTRAINT players_resetrequest_user_id_60d06441_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.players_user_groups
    ADD CONSTRAINT players_user_groups_group_id_62dc5cd4_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.players_user_groups
    ADD CONSTRAINT players_user_groups_user_id_cb0905a3_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.players_user
    ADD CONSTRAINT players_user_merged_into_id_aad1ab56_fk_players_user_id FOREIGN KEY (merged_into_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.players_user
    ADD CONSTRAINT players_user_owner_id_9323a2b8_fk_players_user_id FOREIGN KEY (owner_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.players_user_user_permissions
    ADD CONSTRAINT players_user_user_pe_permission_id_1838cf0f_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.players_user_user_permissions
    ADD CONSTRAINT players_user_user_pe_user_id_dc3cbf94_fk_players_u FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.privacy_dataarchive
    ADD CONSTRAINT privacy_dataarchive_user_id_1b9ac4c1_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.privacy_deletion
    ADD CONSTRAINT privacy_deletion_user_id_da591456_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.puzzles_attempt
    ADD CONSTRAINT puzzles_attempt_puzzle_id_685dfc04_fk_puzzles_puzzle_code FOREIGN KEY (puzzle_id) REFERENCES public.puzzles_puzzle(code) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.puzzles_attempt
    ADD CONSTRAINT puzzles_attempt_user_id_00f60ed5_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.puzzles_solver
    ADD CONSTRAINT puzzles_solver_user_id_f8d912f2_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.seasons_archive
    ADD CONSTRAINT seasons_archive_competition_id_ec6d7303_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.seasons_asking
    ADD CONSTRAINT seasons_asking_competition_id_27900307_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.seasons_leave
    ADD CONSTRAINT seasons_leave_by_id_c894981d_fk_players_user_id FOREIGN KEY (by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.seasons_leave
    ADD CONSTRAINT seasons_leave_competition_id_088470e2_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.seasons_leave
    ADD CONSTRAINT seasons_leave_entrant_id_227d9b9a_fk_competitions_entrant_id FOREIGN KEY (entrant_id) REFERENCES public.competitions_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.seasons_renewal
    ADD CONSTRAINT seasons_renewal_asking_id_d1cc4302_fk_seasons_asking_id FOREIGN KEY (asking_id) REFERENCES public.seasons_asking(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.seasons_renewal
    ADD CONSTRAINT seasons_renewal_carried_id_2013e947_fk_competitions_entrant_id FOREIGN KEY (carried_id) REFERENCES public.competitions_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.seasons_renewal
    ADD CONSTRAINT seasons_renewal_entrant_id_9342fbe3_fk_competitions_entrant_id FOREIGN KEY (entrant_id) REFERENCES public.competitions_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.seasons_substitution
    ADD CONSTRAINT seasons_substitution_after_id_385bfe9c_fk_players_user_id FOREIGN KEY (after_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.seasons_substitution
    ADD CONSTRAINT seasons_substitution_before_id_19d0b19c_fk_players_user_id FOREIGN KEY (before_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.seasons_substitution
    ADD CONSTRAINT seasons_substitution_by_id_8fe17a56_fk_players_user_id FOREIGN KEY (by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.seasons_substitution
    ADD CONSTRAINT seasons_substitution_competition_id_6a600d14_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.seasons_substitution
    ADD CONSTRAINT seasons_substitution_entrant_id_58f5fd05_fk_competiti FOREIGN KEY (entrant_id) REFERENCES public.competitions_entrant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.series_sameperson
    ADD CONSTRAINT series_sameperson_by_id_223c50d0_fk_players_user_id FOREIGN KEY (by_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.series_sameperson
    ADD CONSTRAINT series_sameperson_one_id_77b75f0f_fk_players_user_id FOREIGN KEY (one_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.series_sameperson
    ADD CONSTRAINT series_sameperson_other_id_7d47b5b4_fk_players_user_id FOREIGN KEY (other_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.series_sameperson
    ADD CONSTRAINT series_sameperson_series_id_166f542e_fk_series_series_id FOREIGN KEY (series_id) REFERENCES public.series_series(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.series_series
    ADD CONSTRAINT series_series_owner_id_402a4ae3_fk_players_user_id FOREIGN KEY (owner_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.series_seriesentry
    ADD CONSTRAINT series_seriesentry_actor_id_a1fdad3e_fk_players_user_id FOREIGN KEY (actor_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.series_seriesentry
    ADD CONSTRAINT series_seriesentry_series_id_df6ba46f_fk_series_series_id FOREIGN KEY (series_id) REFERENCES public.series_series(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.series_seriesevent
    ADD CONSTRAINT series_seriesevent_competition_id_ad4bf2e6_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.series_seriesevent
    ADD CONSTRAINT series_seriesevent_series_id_fdf2ca9f_fk_series_series_id FOREIGN KEY (series_id) REFERENCES public.series_series(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.series_seriesmark
    ADD CONSTRAINT series_seriesmark_series_id_0fb09d0b_fk_series_series_id FOREIGN KEY (series_id) REFERENCES public.series_series(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.series_seriesmark
    ADD CONSTRAINT series_seriesmark_user_id_0641197e_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.socialaccount_socialtoken
    ADD CONSTRAINT socialaccount_social_account_id_951f210e_fk_socialacc FOREIGN KEY (account_id) REFERENCES public.socialaccount_socialaccount(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.socialaccount_socialtoken
    ADD CONSTRAINT socialaccount_social_app_id_636a42d7_fk_socialacc FOREIGN KEY (app_id) REFERENCES public.socialaccount_socialapp(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.socialaccount_socialaccount
    ADD CONSTRAINT socialaccount_socialaccount_user_id_8146e70c_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.statistics_book
    ADD CONSTRAINT statistics_book_competition_id_d42ee303_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.statistics_career
    ADD CONSTRAINT statistics_career_player_id_fe119fdd_fk_players_user_id FOREIGN KEY (player_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.statistics_line
    ADD CONSTRAINT statistics_line_competition_id_3b6d9239_fk_competiti FOREIGN KEY (competition_id) REFERENCES public.competitions_competition(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.statistics_line
    ADD CONSTRAINT statistics_line_match_id_d99f5ddf_fk_matches_match_id FOREIGN KEY (match_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.statistics_line
    ADD CONSTRAINT statistics_line_opponent_id_4c8ae9a0_fk_players_user_id FOREIGN KEY (opponent_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.statistics_line
    ADD CONSTRAINT statistics_line_player_id_7a11e777_fk_players_user_id FOREIGN KEY (player_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.statistics_matchfigures
    ADD CONSTRAINT statistics_matchfigures_match_id_6578dd84_fk_matches_match_id FOREIGN KEY (match_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.statistics_rating
    ADD CONSTRAINT statistics_rating_match_id_c3054957_fk_matches_match_id FOREIGN KEY (match_id) REFERENCES public.matches_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.statistics_rating
    ADD CONSTRAINT statistics_rating_player_id_b258a742_fk_players_user_id FOREIGN KEY (player_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.usersessions_usersession
    ADD CONSTRAINT usersessions_usersession_user_id_af5e0a6d_fk_players_user_id FOREIGN KEY (user_id) REFERENCES public.players_user(id) DEFERRABLE INITIALLY DEFERRED;
