"""``wildmix explain``: what the code of a finding means."""

import click

from ..diagnostics import FindingKind, registry


@click.command(short_help="Explain the code of a finding.")
@click.argument("codes", nargs=-1)
@click.option("--markdown", is_flag=True, help="Print the page docs/findings.md.")
@click.pass_context
def command(context: click.Context, codes: tuple[str, ...], *, markdown: bool) -> None:
    """Explain CODES such as WM101: what the finding means and what to do; without a code, list all."""
    kinds = registry()
    if markdown:
        click.echo(page(), nl=False)
        return
    if not codes:
        for kind in kinds.values():
            click.echo(f"{kind.code}  {kind.severity:<8} {kind.title}")
        return
    unknown = [code for code in codes if code.upper() not in kinds]
    if known := [kinds[code.upper()] for code in codes if code not in unknown]:
        click.echo("\n\n".join(map(_explained, known)))
    for code in unknown:
        click.echo(f"wildmix: error: there is no finding `{code}`; `wildmix explain` lists all", err=True)
    context.exit(2 if unknown else 0)


def _explained(kind: FindingKind) -> str:
    return f"{kind.code}: {kind.title} ({kind.severity})\n\n{kind.explanation}\n\nhelp: {kind.help}"


def page() -> str:
    """Return docs/findings.md: every kind of finding by stage."""
    lines = [
        "# Findings",
        "",
        "Every finding has a code that stays. `wildmix explain CODE` prints what stands here. An *error* makes the",
        "command end with status 1; *warnings* and *notes* do not.",
        "",
    ]
    stages = sorted({kind.stage for kind in registry().values()}, key=lambda stage: min(_codes_of(stage)))
    for stage in stages:
        lines += [f"## {stage.capitalize()}", ""]
        for kind in registry().values():
            if kind.stage == stage:
                lines += [f"### {kind.code}: {kind.title}", "", f"*{kind.severity}*", "", kind.explanation, ""]
                lines += [f"**Help:** {kind.help}", ""]
    return "\n".join(lines[:-1]) + "\n"


def _codes_of(stage: str) -> list[str]:
    return [kind.code for kind in registry().values() if kind.stage == stage]
