"""Request schemas. Unknown members are refused, types are exact; further checks are left to the service."""

from service.api.schemas.requests.accounts import *
from service.api.schemas.requests.acts import *
from service.api.schemas.requests.queries import *
from service.api.schemas.requests.tables import *
