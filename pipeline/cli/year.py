"""``wildmix year``: what year expressions mean. A filter, so its exit status says nothing of what they hold."""

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import click

from ..years import YearError, YearExpression, format_year, parse_year
from ..years.explain import explain
from ..years.language import LANGUAGES
from ..years.profile import Profile, profile_named
from .render import printable


@click.command(short_help="Explain year expressions.", context_settings={"ignore_unknown_options": True})
@click.argument("expressions", nargs=-1, metavar="EXPRESSION...")
@click.option(
    "--language", type=click.Choice(LANGUAGES), default="de", show_default=True, help="Language of the words."
)
@click.option("--profile", default="rulebook", show_default=True, help="Conventions: rulebook, ssrq, museum or hgv.")
@click.option("--circa", type=click.IntRange(min=0), help="Years on either side of “around”.")
@click.option("--reference-year", type=int, help="The year that “200 years ago” counts from.")
@click.option("--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(  # noqa: PLR0913, PLR0917 - click passes one argument per option
    expressions: tuple[str, ...],
    language: str,
    profile: str,
    circa: int | None,
    reference_year: int | None,
    output: str,
) -> None:
    """Explain EXPRESSIONS such as `um 1900`, `5. Jh. v. Chr.` or `1903–07`; `-` reads one per line.

    An expression that is not understood, or has more than one meaning, is refused with a reason. docs/years.md has the
    rules. With --format json, one object per expression and line.
    """
    try:
        conventions = profile_named(profile)
    except YearError as error:
        raise click.BadParameter(error.message, param_hint="--profile") from None
    if not expressions:
        raise click.UsageError("give an expression, or - to read them from standard input")
    if circa is not None:
        conventions = conventions._replace(circa=circa)
    for text in _lines(expressions):
        try:
            read = parse_year(text, language, profile, reference_year, circa=circa)
        except YearError as error:
            click.echo(_json(text, language, None, error) if output == "json" else _refused(text, error))
        else:
            click.echo(
                _json(text, language, read, None) if output == "json" else _understood(read, conventions, language)
            )


def _lines(expressions: Iterable[str]) -> Iterator[str]:
    for expression in expressions:
        if expression == "-":
            for number, line in enumerate(sys.stdin.buffer):
                yield line.decode("utf-8-sig" if number == 0 else "utf-8", errors="replace").rstrip("\r\n")
        else:
            yield expression.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _json(text: str, language: str, read: YearExpression | None, error: YearError | None) -> str:
    row: dict[str, Any] = {
        "expression": text,
        "earliest": read.interval.earliest if read else None,
        "latest": read.interval.latest if read else None,
        "edtf": read.edtf if read else None,
        "printed": _printed(read, language) if read else None,
        "kind": read.kind if read else None,
        "flags": sorted(read.flags) if read else [],
        "error": {"code": error.code, "message": error.message, "offset": error.offset} if error else None,
    }
    return json.dumps(row, ensure_ascii=False)


def _printed(read: YearExpression, language: str) -> str | None:
    try:
        return format_year(read, language)
    except YearError:
        return None


def _understood(read: YearExpression, conventions: Profile, language: str) -> str:
    words = _printed(read, language)
    printed = f"printed {words}" if words else "not printed, as no words say this without another meaning"
    lines = read.text, f"  {explain(read, conventions)}", f"  {printed} · EDTF {read.edtf}"
    return "\n".join(map(printable, lines))


def _refused(text: str, error: YearError) -> str:
    lines = [f"{text}", f"{' ' * min(error.offset, len(text))}^ refused ({error.code}): {error.message}"]
    if error.suggestions:
        lines.append(f"  help: perhaps {' or '.join(f'`{meant}`' for meant in error.suggestions)}")
    return "\n".join(map(printable, lines))
