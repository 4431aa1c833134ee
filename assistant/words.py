"""The English of every key that the table itself says, whatever the game.

Rules say keys; words are found at the edge. A pair is singular and plural, chosen by the value `n`.
"""


def N_(message: str) -> str:
    """Mark a message for the catalogues; it is translated where it is shown."""
    return message


def NN_(one: str, many: str) -> tuple[str, str]:
    """As `N_`, for a message that has a singular and plurals."""
    return one, many


WORDS: dict[str, str | tuple[str, str]] = {
    # moves that make no sense
    "malformed": N_("That tap could not be read (%(field)s)."),
    "oversized": N_("That tap was too large to read."),
    "unknown-move": N_("This table knows no such move."),
    "not-your-seat": N_("That is another player's seat."),
    "not-seated": N_("Sit down first."),
    "only-the-host": N_("Only the host can do that."),
    "paused": N_("The table is paused."),
    "cannot-be-stored": N_("The record cannot be written (%(reason)s). Nothing was changed."),
    "written-elsewhere": N_("Others write to the record just now. Nothing was changed; try again."),
    "never-rests": N_("After this move the table would never come to rest. Nothing was changed."),
    # tables
    "unknown-table": N_("There is no table with this code."),
    "unknown-game": N_("This house knows no such game."),
    "unknown-mode": N_("This game has no such mode."),
    "unknown-option": N_("This game has no option %(name)s."),
    "unknown-choice": N_("%(value)s is no choice for %(name)s."),
    "set-up-stands": N_("The game has begun: its set-up stays as it is."),
    "set-up-as-it-is": N_("The table is set up like this already."),
    "not-finished-yet": N_("The game is not over yet."),
    "bad-token": N_("This key does not open the table."),
    # sitting down
    "unknown-seat": N_("This game has no such colour."),
    "seat-taken": N_("%(who)s sits here already."),
    "seat-free": N_("Nobody sits here."),
    "already-seated": N_("You sit at this table already."),
    "name-missing": N_("Type a name first."),
    "name-too-long": N_("A name has at most %(most)s characters."),
    "name-odd": N_("A name is made of letters, figures and ordinary signs."),
    "no-such-wish": N_("Nobody waits for that answer any more."),
    "already-asked": N_("You have asked already."),
    # turns
    "not-your-turn": N_("It is the turn of %(who)s."),
    "passed-already": N_("You have passed already."),
    # taking back
    "no-such-step": N_("There is no such step."),
    "not-yours-to-undo": N_("Only %(who)s or the host can take that back."),
    "cannot-be-undone": N_("That is not taken back, it is done anew."),
    "before-the-set-up": N_("That was before the table was set up anew; it stays."),
    "already-undone": N_("That is taken back already."),
    "not-undone": N_("That was not taken back."),
    "needed-later": N_("Step %(n)s needs it: %(step)s."),
    "already-agreed": N_("You have said yes already."),
    "nothing-to-keep": N_("Nobody asks to take that back."),
    "already-paused": N_("The table is paused already."),
    "not-paused": N_("The table is not paused."),
    "no-clock": N_("No clock is running."),
    # the story
    "story-sat": N_("%(name)s sat down"),
    "story-sat-shared": N_("%(name)s sat down without a phone"),
    "story-left": N_("%(name)s left the table"),
    "story-renamed": N_("%(old)s is now called %(new)s"),
    "story-asked": N_("Another phone asks for the seat of %(name)s"),
    "story-handed-over": N_("%(name)s plays on another phone now"),
    "story-declined": N_("The seat of %(name)s stays where it is"),
    "story-plays-from-table": N_("%(name)s plays from the table screen now"),
    "story-plays-from": N_("%(name)s plays on the phone of %(who)s now"),
    "story-host": N_("%(name)s is host now"),
    "story-host-screen": N_("The table screen is host now"),
    "story-pause": N_("The table is paused"),
    "story-resume": N_("The table goes on"),
    "story-start_clock": N_("A clock runs: %(time)s"),
    "story-stop_clock": N_("The clock is put away"),
    "story-set_up": N_("The table now plays %(game)s · %(mode)s"),
    "story-set_up-without": N_("The table now plays %(game)s · %(mode)s. Without a seat: %(who)s"),
    "story-asked-undo": N_("%(name)s asks to take back: %(step)s"),
    "story-keep": N_("%(name)s would rather keep it"),
    "story-anyway": N_("%(line)s, anyway"),
}
