"""Printed decks: type fitted to cards, cards painted on sheets, as PDF."""

from .profile import SUFFIX, Profile, profile_names, profile_text, read_profile, with_fonts

__all__ = ["SUFFIX", "Profile", "profile_names", "profile_text", "read_profile", "with_fonts"]
