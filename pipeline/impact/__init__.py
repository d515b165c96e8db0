"""What a corrigendum does elsewhere: to the order of play, to recorded games, to cards that tell the same event.

``impact.games`` knows the rules of games, ``impact.others`` the duplicates; both are imported by themselves, since that
takes longer than a list without them needs.
"""

from .order import Effect, Timeline, effect

__all__ = ["Effect", "Timeline", "effect"]
