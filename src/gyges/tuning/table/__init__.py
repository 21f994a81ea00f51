"""Tables of tasks: fixed instructions and methods, by the privacy and utility of each task, with several models."""

from gyges.tuning.table._cells import TableCell
from gyges.tuning.table._cost import estimate_table
from gyges.tuning.table._outcome import table_to_json
from gyges.tuning.table._plan import PlannedRow, TablePlan, TaskChoice, load_table, shipped_tables
from gyges.tuning.table._prepare import PreparedTable, prepare_table, table_claim
from gyges.tuning.table._run import MeasuredCell, run_table

__all__ = [
    "MeasuredCell",
    "PlannedRow",
    "PreparedTable",
    "TableCell",
    "TablePlan",
    "TaskChoice",
    "estimate_table",
    "load_table",
    "prepare_table",
    "run_table",
    "shipped_tables",
    "table_claim",
    "table_to_json",
]
