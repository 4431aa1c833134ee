"""The words and letters of the seats' colours."""

from assistant.words import N_

COLOURS = {
    "red": N_("Red"),
    "green": N_("Green"),
    "blue": N_("Blue"),
    "yellow": N_("Yellow"),
}
LETTERS = {
    "red": N_("R"),
    "green": N_("G"),
    "blue": N_("B"),
    "yellow": N_("Y"),
}
