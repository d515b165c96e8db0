"""What the pages of a PDF file use: colours, amounts of ink, pictures, transparency; read from their operators."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pikepdf

Matrix = pikepdf.Matrix
RGB_SPACES = {"/DeviceRGB", "/CalRGB", "/RGB", "/Lab", "/CalGray"}


@dataclass(frozen=True, slots=True)
class Use:
    """One thing used on a page; what does not apply is empty or 0. Ink is in percent, resolution in dots an inch."""

    colour: str = ""
    ink: float = 0
    dpi: float = 0
    calibrated: bool = False
    transparency: str = ""
    forbidden: str = ""


@dataclass(frozen=True, slots=True)
class _State:
    """The graphics state, as far as it matters: matrix, ink of fills, overprint."""

    matrix: Matrix
    space: Any = None
    ink: float = 0
    overprints: bool = False


def rectangle(corners: Any) -> tuple[float, float, float, float] | None:
    """Return left, bottom, width and height of a rectangle of a file, None if it is none."""
    try:
        x1, y1, x2, y2 = map(float, corners)
    except (TypeError, ValueError):
        return None
    return min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)


def fonts(page: pikepdf.Page) -> Iterator[Any]:
    """Iterate over the fonts of a page, and of what is drawn on it as a whole (forms, patterns)."""
    waiting: list[Any] = [page.obj.get("/Resources", {})]
    seen: set[tuple[int, int]] = set()
    while waiting:
        resources = waiting.pop()
        yield from resources.get("/Font", {}).values()
        for thing in (*resources.get("/XObject", {}).values(), *resources.get("/Pattern", {}).values()):
            if thing.objgen not in seen and "/Resources" in thing:
                seen.add(thing.objgen)
                waiting.append(thing.Resources)


def uses(page: pikepdf.Page) -> Iterator[Use]:
    """Iterate over what a page uses."""
    if "/Group" in page.obj and page.obj.Group.get("/S") == "/Transparency":
        yield Use(transparency="a transparency group")
    yield from _Reader(page.obj.get("/Resources", pikepdf.Dictionary())).read(page, _State(Matrix()))


class _Reader:
    """Follows the operators of one content stream."""

    def __init__(
        self, resources: Any, seen: set[tuple[Any, ...]] | None = None, within: frozenset[tuple[int, int]] = frozenset()
    ) -> None:
        self._resources, self._within = resources, within  # the drawings that this one is a part of
        # What was read already, and begun alike: forms that hold forms twice, thirty deep, would never end.
        self._seen: set[tuple[Any, ...]] = set() if seen is None else seen
        self._ground = 0.0  # the most ink of a filled rectangle: what overprinting type may lie on
        self._rectangle = False

    def _named(self, kind: str, name: Any) -> Any:
        return self._resources.get(kind, {}).get(str(name))

    def read(self, stream: Any, state: _State) -> Iterator[Use]:
        """Iterate over what a stream uses, begun in `state`."""
        for name in ("/DefaultGray", "/DefaultRGB", "/DefaultCMYK"):
            yield from _space(self._named("/ColorSpace", name))
        saved: list[_State] = []
        for instruction in pikepdf.parse_content_stream(stream):
            operator, operands = str(instruction.operator), list(instruction.operands)
            if operator == "q":
                saved.append(state)
            elif operator == "Q":
                state = saved.pop() if saved else state
            elif operator == "Do":
                yield from self._object(self._named("/XObject", operands[0]), state)
            else:
                state, found = self._step(operator, operands, state)
                yield from found
                if operator in ("scn", "SCN") and operands and isinstance(operands[-1], pikepdf.Name):
                    yield from self._pattern(self._named("/Pattern", operands[-1]), state)

    def _step(self, operator: str, operands: list[Any], state: _State) -> tuple[_State, Iterable[Use]]:
        """Return the state after an operator, and what was used by it."""
        match operator:
            case "cm":
                return replace(state, matrix=Matrix(*map(float, operands)) @ state.matrix), ()
            case "gs":
                settings = self._named("/ExtGState", operands[0]) or {}
                return replace(state, overprints=bool(settings.get("/op", state.overprints))), _graphics_state(settings)
            case "re":
                self._rectangle = True
            case "f" | "f*" | "F" | "B" | "n" | "S" | "s":
                if self._rectangle and operator in "f*FB":
                    self._ground = max(self._ground, state.ink)
                self._rectangle = False
            case "INLINE IMAGE":
                return state, _inline(operands[0])
            case "sh":
                return state, _space((self._named("/Shading", operands[0]) or {}).get("/ColorSpace"))
            case _:
                return self._colour(operator, operands, state)
        return state, ()

    def _colour(self, operator: str, operands: list[Any], state: _State) -> tuple[_State, Iterable[Use]]:
        """Return the state after an operator that sets a colour, and what was used by it."""
        if operator in ("rg", "RG"):
            return state, [Use(colour="RGB")]
        if operator in ("cs", "CS"):
            space = self._named("/ColorSpace", operands[0]) or operands[0]
            return replace(state, space=space), _space(space)
        if operator in ("k", "K"):
            ink = 100 * sum(map(float, operands))
        elif operator in ("g", "G"):
            ink = 100 * (1 - float(operands[0]))
        elif operator in ("sc", "SC", "scn", "SCN"):
            ink = _spot_ink(state.space, operands)
        else:
            return state, ()
        if operator.islower():
            state = replace(state, ink=ink)
        return state, [Use(ink=ink + (self._ground if state.overprints else 0))]

    def _inner(self, stream: Any, state: _State) -> Iterator[Use]:
        """Iterate over what a drawing within the page uses, once for each way it is begun; ValueError for a circle."""
        if stream.objgen in self._within:
            raise ValueError("a form or a pattern draws itself")
        begun = (stream.objgen, state.matrix.shorthand, state.ink, state.overprints)
        if begun not in self._seen:
            self._seen.add(begun)
            inner = _Reader(stream.get("/Resources", self._resources), self._seen, self._within | {stream.objgen})
            yield from inner.read(stream, state)

    def _pattern(self, pattern: Any, state: _State) -> Iterator[Use]:
        """Iterate over what a pattern uses: a drawing that is repeated, or a shading."""
        if isinstance(pattern, pikepdf.Stream):
            yield from self._inner(pattern, state)
        elif pattern is not None:
            yield from _space(pattern.get("/Shading", {}).get("/ColorSpace"))

    def _object(self, thing: Any, state: _State) -> Iterator[Use]:
        if thing is None:
            return
        if thing.get("/Subtype") == "/PS":
            yield Use(forbidden="PostScript")
        for key in ("/OPI", "/Ref", "/Alternates"):
            if key in thing:
                yield Use(forbidden=f"{key[1:]}, which stands for something else,")
        if thing.get("/Subtype") == "/Form":
            if thing.get("/Group", {}).get("/S") == "/Transparency":
                yield Use(transparency="a transparency group")
            matrix = Matrix(*map(float, thing.get("/Matrix", [1, 0, 0, 1, 0, 0]))) @ state.matrix
            yield from self._inner(thing, replace(state, matrix=matrix))
        elif thing.get("/Subtype") == "/Image":
            if "/SMask" in thing or thing.get("/SMaskInData", 0) != 0:
                yield Use(transparency="a soft mask")
            yield from _space(thing.get("/ColorSpace"))
            placed = state.matrix
            wide, high = (placed.a**2 + placed.b**2) ** 0.5, (placed.c**2 + placed.d**2) ** 0.5
            if wide and high:
                yield Use(dpi=min(int(thing.Width) * 72 / wide, int(thing.Height) * 72 / high))


def _graphics_state(settings: Any) -> Iterator[Use]:
    if any(float(settings.get(key, 1)) != 1 for key in ("/ca", "/CA")):
        yield Use(transparency="a translucent colour")
    if str(settings.get("/SMask", "/None")) != "/None":
        yield Use(transparency="a soft mask")
    if str(settings.get("/BM", "/Normal")) not in ("/Normal", "/Compatible"):
        yield Use(transparency="a blend mode")
    if "/TR" in settings or settings.get("/TR2", "/Default") != "/Default" or "/HTP" in settings:
        yield Use(forbidden="a transfer curve")
    halftone = settings.get("/HT")
    own = isinstance(halftone, pikepdf.Dictionary | pikepdf.Stream)
    if own and (halftone.get("/HalftoneType") not in (1, 5) or "/HalftoneName" in halftone):
        yield Use(forbidden="a halftone of its own kind")


def _inline(image: Any) -> Iterator[Use]:
    """Iterate over what is wrong with a picture that stands among the operators."""
    if any(str(one) in ("/LZW", "/LZWDecode") for one in image.filters):
        yield Use(forbidden="LZW")
    if not image.image_mask:
        yield from _space(pikepdf.Name(str(image.colorspace)))


def _space(space: Any) -> Iterator[Use]:
    """Iterate over what is wrong with a colour space: RGB in any dress."""
    if space is None:
        return
    if isinstance(space, pikepdf.Name):
        if str(space) in RGB_SPACES:
            yield Use(colour="RGB")
        return
    kind = str(space[0])
    if kind in RGB_SPACES:
        yield Use(colour=kind[1:])
    elif kind == "/ICCBased":
        yield Use(colour="RGB") if int(space[1].get("/N", 0)) == 3 else Use(calibrated=True)
    elif kind in ("/Indexed", "/Pattern") and len(space) > 1:
        yield from _space(space[1])
    elif kind in ("/Separation", "/DeviceN"):
        yield from _space(space[2])


def _spot_ink(space: Any, operands: list[Any]) -> float:
    """Return the percent of ink of a spot colour, by its process build."""
    numbers = [float(one) for one in operands if not isinstance(one, pikepdf.Name)]
    if isinstance(space, pikepdf.Array) and str(space[0]) == "/Separation" and "/C1" in space[3]:
        return 100 * numbers[0] * sum(map(float, space[3].C1))
    return 100 * sum(numbers)
