"""The faces of the games that the house knows: the one list of the web side."""

from assistant.web.ares import FACE as ARES
from assistant.web.face import Face

FACES: dict[str, Face] = {face.key: face for face in (ARES,)}
