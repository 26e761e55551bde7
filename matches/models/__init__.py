"""Models of a match: the match itself, its log, its seats, its chat."""

from matches.models.chat import ChatLine as ChatLine
from matches.models.chat import ChatMute as ChatMute
from matches.models.chat import ChatReport as ChatReport
from matches.models.chat import Silence as Silence
from matches.models.conditional import ConditionalMoves as ConditionalMoves
from matches.models.fairness import CheckedMatch as CheckedMatch
from matches.models.fairness import FaceCount as FaceCount
from matches.models.maintenance import Maintenance as Maintenance
from matches.models.match import Challenge as Challenge
from matches.models.match import ChallengeQuerySet as ChallengeQuerySet
from matches.models.match import Heartbeat as Heartbeat
from matches.models.match import LineUp as LineUp
from matches.models.match import Match as Match
from matches.models.match import MatchArchive as MatchArchive
from matches.models.match import MatchCommand as MatchCommand
from matches.models.match import MatchEvent as MatchEvent
from matches.models.match import MatchQuerySet as MatchQuerySet
from matches.models.match import MatchSecret as MatchSecret
from matches.models.match import Offer as Offer
from matches.models.match import Official as Official
from matches.models.match import Outbox as Outbox
from matches.models.match import Seat as Seat
from matches.models.match import SeatController as SeatController
from matches.models.review import Review as Review
from matches.models.review import ReviewedSide as ReviewedSide
