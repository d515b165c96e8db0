"""What a corrigendum does elsewhere: to the order of play, to recorded games, to cards that tell the same event.

``impact.others`` knows the duplicates and is imported by itself, since that takes longer than most verbs run.
"""

from .games import Flip, Recorded, flips
from .order import Effect, Timeline, effect

__all__ = ["Effect", "Flip", "Recorded", "Timeline", "effect", "flips"]
