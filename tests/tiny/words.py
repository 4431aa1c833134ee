"""The English of every key that Rungs says."""

from assistant.words import N_, NN_

WORDS: dict[str, str | tuple[str, str]] = {
    "game-tiny": N_("Rungs"),
    "mode-race": N_("Race"),
    "mode-together": N_("Together"),
    # refusals
    "begun-already": N_("The game has begun already."),
    "too-few": N_("The ladder needs %(n)s people."),
    "not-picking": N_("Numbers are sealed at the foot of a round."),
    "nothing-opened": N_("Nothing has been opened yet."),
    "seen-already": N_("You have seen it already."),
    # the lobby
    "row-who": N_("Who wins"),
    "row-length": N_("How long"),
    "length-is-short": N_("Five rounds"),
    "length-is-long": N_("Eight rounds"),
    "length-is-long-more": N_("For those who are good on ladders."),
    # the front page
    "stands-round": N_("Round %(n)s"),
    "evening-won": N_("%(who)s won on rung %(rung)s"),
    "evening-lost": N_("Nobody came high enough"),
    "evening-rounds": NN_("%(n)s round", "%(n)s rounds"),
    # the story
    "story-begin": NN_("%(n)s person climbs", "%(n)s people climb"),
    "story-sealed": N_("%(name)s sealed a number"),
    "story-sealed-you": N_("%(you)s sealed a number"),
    "story-opened": N_("The numbers of round %(n)s are opened"),
    "thing-story-opened": N_("the opening of round %(n)s"),
    "story-round": N_("Round %(n)s begins"),
    "story-won": N_("Won: %(who)s"),
}
