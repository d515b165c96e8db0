"""Tables in: rows whose cells know their physical place; canonical tables out."""

from .encoding import DAMAGE
from .error_values import ERROR_VALUES
from .reader import read_table
from .table import Cell, Dialect, Row, Rows, Table
from .writer import write_csv

__all__ = ["DAMAGE", "ERROR_VALUES", "Cell", "Dialect", "Row", "Rows", "Table", "read_table", "write_csv"]
