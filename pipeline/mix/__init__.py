"""The Wild Mix: cards of several series in one deck, drawn by a recipe."""

from .balance import Balance, balance
from .draw import Mixed, lot, mix
from .outdated import outdated
from .recipe import SUFFIX, Recipe, Share, read_recipe

__all__ = ["SUFFIX", "Balance", "Mixed", "Recipe", "Share", "balance", "lot", "mix", "outdated", "read_recipe"]
