"""Tables in: rows whose cells know their physical place; canonical tables out."""

from .reader import read_table
from .table import Cell, Dialect, Row, Rows, Table
from .writer import write_csv

__all__ = ["Cell", "Dialect", "Row", "Rows", "Table", "read_table", "write_csv"]
