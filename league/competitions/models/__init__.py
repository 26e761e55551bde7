"""Models of competitions: structure, log and people."""

from league.competitions.models.competition import MOST_BOARDS as MOST_BOARDS
from league.competitions.models.competition import SQUAD as SQUAD
from league.competitions.models.competition import Competition as Competition
from league.competitions.models.competition import CompetitionQuerySet as CompetitionQuerySet
from league.competitions.models.competition import Entrant as Entrant
from league.competitions.models.log import AuditEntry as AuditEntry
from league.competitions.models.log import Draw as Draw
from league.competitions.models.log import ResultEntry as ResultEntry
from league.competitions.models.officiating import Dispute as Dispute
from league.competitions.models.officiating import Member as Member
from league.competitions.models.officiating import OptionChange as OptionChange
from league.competitions.models.officiating import Proposal as Proposal
from league.competitions.models.officiating import Report as Report
from league.competitions.models.officiating import Staff as Staff
from league.competitions.models.people import Absence as Absence
from league.competitions.models.people import Announcement as Announcement
from league.competitions.models.people import Comment as Comment
from league.competitions.models.people import Invitation as Invitation
from league.competitions.models.people import Letter as Letter
from league.competitions.models.structure import Fixture as Fixture
from league.competitions.models.structure import Group as Group
from league.competitions.models.structure import Outlook as Outlook
from league.competitions.models.structure import Round as Round
from league.competitions.models.structure import Stage as Stage
from league.competitions.models.structure import Tie as Tie
from league.competitions.models.teams import TeamLineUp as TeamLineUp
