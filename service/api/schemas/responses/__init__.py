"""Response schemas. Every member is always there, ``null`` where it does not apply; new members may be added at any time."""

from service.api.schemas.base import *
from service.api.schemas.responses.absence import *
from service.api.schemas.responses.accounts import *
from service.api.schemas.responses.events import *
from service.api.schemas.responses.installation import *
from service.api.schemas.responses.matches import *
from service.api.schemas.responses.people import *
from service.api.schemas.responses.receipts import *
from service.api.schemas.responses.tournaments import *
from service.api.schemas.responses.words import *
