"""The Wild Mix: cards of several series in one deck, drawn by a recipe."""

from .balance import Balance, balance
from .draw import Mixed, lot, mix
from .outdated import outdated, told_twice
from .recipe import SUFFIX, Recipe, Share, read_recipe

__all__ = [
    "SUFFIX",
    "Balance",
    "Mixed",
    "Recipe",
    "Share",
    "balance",
    "lot",
    "mix",
    "outdated",
    "read_recipe",
    "told_twice",
]
