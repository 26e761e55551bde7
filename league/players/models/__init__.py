"""Models of players: users, notifications, bots, password resets."""

from league.players.models.notifications import Notification as Notification
from league.players.models.resets import ResetHelper as ResetHelper
from league.players.models.resets import ResetRequest as ResetRequest
from league.players.models.robots import ApiToken as ApiToken
from league.players.models.robots import LadderMatch as LadderMatch
from league.players.models.robots import LadderPlace as LadderPlace
from league.players.models.users import User as User
