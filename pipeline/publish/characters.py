"""Characters that no published file may pass on: those that steer a program, or turn the direction of what follows."""

import re

HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def harmless(text: str) -> str:
    """Return text from cards or letters with a visible sign in place of each such character."""
    return text if text.isprintable() else HARMFUL.sub("\N{REPLACEMENT CHARACTER}", text)
