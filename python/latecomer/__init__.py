# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""This package reads reports of parallel programs' performance as pandas DataFrames and call trees.

    import latecomer
    report = latecomer.read("run1")
    report.table("mpi_latesender").sum(axis="columns")
"""

from .call_tree import CallTree, Node
from .report import Error, Report, query, read, table

__all__ = ["CallTree", "Error", "Node", "Report", "query", "read", "table"]
