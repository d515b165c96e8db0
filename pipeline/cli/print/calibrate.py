"""``wildmix print calibrate``: a test sheet, and what it shows of a printer."""

from pathlib import Path

import click

from ...build.printers import MOST_OFF, known_printers, remember
from ...build.printing import check_ending, find_profile, out_stem
from ...sheets import from_crosses
from ...workspace import WorkspaceError, show_path, write_whole
from ..common import Run, verb
from .deck import check_sides, workspace_of


class _Reading(click.ParamType[tuple[float, float]]):
    """Two numbers of millimetres: `1.5,-0.5`."""

    name = "X,Y"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        """Read two numbers of at most 20 mm."""
        try:
            across, along = (float(part) for part in str(value).split(","))
        except ValueError:
            self.fail(f"`{value}` is not two numbers of millimetres such as 1.5,-0.5", param, ctx)
        if not (abs(across) <= MOST_OFF and abs(along) <= MOST_OFF):
            self.fail(f"`{value}` is more than {MOST_OFF:g} mm off", param, ctx)
        return across, along


@click.command(short_help="Print a test sheet, or remember what it shows of a printer.")
@click.option("--profile", help="The profile whose paper and flip are tested.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.")
@click.option("--printer", help="Remember the readings for the printer of this name.")
@click.option("--above", type=_Reading(), help="Where the upper cross of the front is seen on the scale of the back.")
@click.option("--below", type=_Reading(), help="Where the lower cross is seen.")
@verb
def command(  # noqa: PLR0913, PLR0917 - click passes one argument per option
    run: Run,
    profile: str | None,
    out: Path | None,
    printer: str | None,
    above: tuple[float, float] | None,
    below: tuple[float, float] | None,
) -> None:
    """Write a sheet with rulers, crosses and scales to print/out/calibration.pdf, two-sided as the profile is.

    Printed and held against the light, the crosses of the front are seen on the scales of the back. Type what you read:
    `--printer office --above=0.5,-1 --below=0.5,-1`; then `wildmix print DECK --printer office` moves and turns the
    backs so that they come out behind their fronts.
    """
    from ...pdf.calibration import calibration_sheet, cross_distance  # noqa: PLC0415 - reportlab is slow to load

    run.must_check = False
    chosen, findings = find_profile(workspace_of(run), profile)
    run.add(findings)
    if chosen is None:
        return
    if printer is None and above is None and below is None:
        check_ending(out, ".pdf")
        path = out or out_stem(workspace_of(run), "calibration").with_suffix(".pdf")
        changed = write_whole(path, calibration_sheet(chosen))
        run.result("file", show_path(path))
        sides = "both sides" if chosen.sheet.flip.is_duplex else "one side"
        run.say(f"{'wrote' if changed else 'unchanged:'} {show_path(path)}: print it at 100 % on {sides}")
        return
    if printer is None or above is None or below is None:
        known = ", ".join(sorted(known_printers())) or "none"
        raise WorkspaceError(f"--printer, --above and --below belong together (known printers: {known})")
    check_sides(chosen, printer)
    # The back lies to the left of where it belongs if the front is seen at its right.
    seen = from_crosses((-above[0], -above[1]), (-below[0], -below[1]), cross_distance(chosen.sheet.layout))
    path = remember(printer, seen)
    seen = known_printers()[printer]
    run.result("printer", {"name": printer, "right": seen.right, "up": seen.up, "turned": seen.turned})
    run.say(
        f"printer `{printer}`: the back comes out {seen.right:.2f} mm to the right and {seen.up:.2f} mm up, "
        f"turned by {seen.turned:.2f}°; remembered in {show_path(path)}"
    )
