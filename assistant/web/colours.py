"""The words and letters of the seats' colours. A game's seats are some of these five."""

from assistant.words import N_

COLOURS = {
    "red": N_("Red"),
    "green": N_("Green"),
    "blue": N_("Blue"),
    "yellow": N_("Yellow"),
    "black": N_("Black"),
}
LETTERS = {
    "red": N_("R"),
    "green": N_("G"),
    "blue": N_("B"),
    "yellow": N_("Y"),
    "black": N_("K"),
}
