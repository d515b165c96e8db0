"""`wildmix sources`: a group of verbs, one file each, imported when the verb is called."""

import click

from ..groups import LazyGroup

VERBS = {
    "check": "Look up whether the sources of cards are still there.",
    "compare": "Compare the years of cards with Wikidata.",
}


@click.group(cls=LazyGroup, package=__name__, verbs=VERBS, short_help="Ask the web about sources; nothing else does.")
def command() -> None:
    """Ask the web about the sources of cards: are they still there, and what does Wikidata say.

    These verbs ask hosts on the web, others do so only for an address that is named. Answers are remembered in
    .wildmix-cache; docs/sources.md says how hosts are asked.
    """
