"""The floors of the architecture: a module imports only from lower floors, and there is no circle."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "pipeline"

# One room per line: a module, or a package with all that is in it.
FLOORS = {
    "column": 0,
    "foreign_json": 0,
    "source": 0,
    "trusted": 0,
    "diagnostics": 1,
    "sources": 1,
    "years": 1,
    "cards": 2,
    "documents": 2,
    "tables": 2,
    "ingest": 3,
    "checks": 3,
    "corrigenda": 3,
    "duplicates": 3,
    "games": 3,
    "sheets": 3,
    "evidence": 4,
    "impact": 4,
    "letters": 4,
    "mix": 4,
    "workspace": 5,
    "fetch": 5,
    "pdf": 5,
    "build": 6,
    "publish": 6,
    "office": 7,
    "desk": 8,
    "cli": 9,
}


def modules() -> dict[str, Path]:
    """Return every module of the package by its dotted name below ``pipeline``."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    del found[""]  # the package itself only re-exports, lazily
    return found


def imports(name: str, path: Path, known: dict[str, Path]) -> set[str]:
    """Return the modules of the package that this one imports anywhere in it, type checking included."""
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    targets = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom) or not node.level:
            continue
        base = package[: len(package) - (node.level - 1)] + (node.module.split(".") if node.module else [])
        for alias in node.names:
            full = ".".join([*base, alias.name])
            targets.add(full if full in known else ".".join(base))
    return targets - {name, ""}


def graph() -> dict[str, set[str]]:
    known = modules()
    return {name: imports(name, path, known) for name, path in known.items()}


def room(module: str) -> str:
    return module.split(".", maxsplit=1)[0]


def test_every_room_has_a_floor() -> None:
    assert {room(module) for module in modules()} == set(FLOORS)


def test_imports_go_down_only() -> None:
    upward = [
        f"{module} imports {target}"
        for module, targets in graph().items()
        for target in targets
        if room(module) != room(target) and FLOORS[room(module)] <= FLOORS[room(target)]
    ]
    assert upward == []


def test_there_is_no_import_circle() -> None:
    order = list(TopologicalSorter(graph()).static_order())
    assert len(order) == len(modules())


def test_the_graph_sees_what_is_there() -> None:
    edges = graph()
    assert "years.interval" in edges["years.expression"]
    assert "diagnostics" in edges["documents"]
    assert sum(map(len, edges.values())) > 50


def pure_trees() -> dict[str, ast.Module]:
    return {
        name: ast.parse(path.read_text(encoding="utf-8")) for name, path in modules().items() if FLOORS[room(name)] <= 4
    }


def impure_imports(tree: ast.Module) -> list[str]:
    forbidden = {"os", "random", "time", "socket", "requests", "subprocess", "tempfile", "shutil", "secrets", "uuid"}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if alias.name.split(".")[0] in {*forbidden, "pathlib"}]
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            pure_path = node.module == "pathlib" and {alias.name for alias in node.names} <= {
                "PurePath",
                "PurePosixPath",
            }
            if node.module.split(".")[0] in {*forbidden, "pathlib"} and not pure_path:
                found.append(node.module)
    return found


def impure_calls(tree: ast.Module) -> list[str]:
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    attributes = {func.attr for func in calls if isinstance(func, ast.Attribute)} & {"now", "today", "utcnow"}
    names = {func.id for func in calls if isinstance(func, ast.Name)} & {"open", "print", "input"}
    return sorted(attributes | names)


def test_pure_floors_touch_neither_disk_nor_clock_nor_chance() -> None:
    touched = {name: [*impure_imports(tree), *impure_calls(tree)] for name, tree in pure_trees().items()}
    assert {name: what for name, what in touched.items() if what} == {}


def test_the_look_for_impurity_can_find_it() -> None:
    tree = ast.parse("import os\nfrom pathlib import Path\nfrom pathlib import PurePath\nx = date.today()\nopen('x')")
    assert impure_imports(tree) == ["os", "pathlib"]
    assert impure_calls(tree) == ["open", "today"]
