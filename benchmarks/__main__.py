"""`make bench`: run every benchmark, or those named, and print one line each."""

import sys
from importlib import import_module

NAMES = ("startup", "years", "tables", "pipeline", "printing", "games", "corrigenda", "desk", "duplicates")

for name in sys.argv[1:] or NAMES:
    for row in import_module(f".{name}", __package__).rows():
        print(row.line(), flush=True)
