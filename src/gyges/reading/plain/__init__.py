"""Text as whoever looks at it sees it, and the way back: hidden, spelled, coded and cut words made plain."""

from gyges.reading.plain._garbled import GARBLED, why_garbled
from gyges.reading.plain._plain import Plain, plain_document, plain_release, plain_text, shown_text, unseen_places
from gyges.reading.plain._signs import overridden_places
