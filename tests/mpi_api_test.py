#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""The table of the MPI API covers what the MPI libraries have.

    mpi_api_test.py DIRECTORY_OF_THE_TABLE PREPROCESSED_MPI_H...
"""

import pathlib
import sys
import unittest

DIRECTORY = pathlib.Path(sys.argv[1])
HEADERS = [pathlib.Path(path) for path in sys.argv[2:]]
sys.dont_write_bytecode = True
sys.path.insert(0, str(DIRECTORY))

from api_table import as_declared, declared_in, declared_types, is_left_out, read_table, same_for_same_types  # noqa: E402
from helpers import CLASSES, CView, FortranView  # noqa: E402

FUNCTIONS = read_table((DIRECTORY / "mpi_api.txt").read_text())


class Table(unittest.TestCase):
    def test_every_function_of_the_headers_is_recorded_or_left_out_on_purpose(self):
        known = {function.name for function in FUNCTIONS}
        for header in HEADERS:
            missing = [name for name in declared_in(header.read_text()) if name not in known]
            self.assertEqual([name for name in missing if not is_left_out(name)], [], header)

    def test_every_function_has_the_parameters_of_the_headers(self):
        for header in HEADERS:
            types = declared_types(header.read_text())
            for f in FUNCTIONS:
                if f.name in types:
                    self.assertEqual([same_for_same_types(p.c_type) for p in as_declared(f, types).parameters],
                                     types[f.name], f"{header}: {f.name}")

    def test_headers_lack_only_what_is_newer_than_mpi_3_1_or_deprecated(self):
        for header in HEADERS:
            present = declared_in(header.read_text())
            self.assertEqual([f.name for f in FUNCTIONS if f.in_every_mpi and f.name not in present], [], header)

    def test_names_each_function_once(self):
        names = [function.name for function in FUNCTIONS]
        self.assertEqual(len(names), len(set(names)))

    def test_gives_each_class_the_parameters_that_its_helpers_take(self):
        for function in FUNCTIONS:
            for view in (CView(), FortranView()):
                CLASSES[function.helper](function, view)

    def test_no_function_that_communicates_is_plain(self):
        """By its arguments: it returns a request, a communicator or a window, or names a process to exchange something
        with. Of files only enter and leave are known, and of flushes."""
        plain = [f for f in FUNCTIONS if f.helper == "plain" and not f.name.startswith(("MPI_File_", "MPI_Win_flush"))]
        communicating = {f.name for f in plain
                         if f.of_kind("request_out", "comm_out", "comm_inout", "win_out", "message_out", "message_inout",
                                      "root") or (f.of_kind("rank", "tag") and f.of_kind("comm", "win"))}
        local = {"MPI_Grequest_start",  # the program completes it itself
                 # Messages that they wait for are the process's own, and known by their sends.
                 "MPI_Buffer_iflush", "MPI_Comm_iflush_buffer", "MPI_Session_iflush_buffer",
                 "MPI_Cart_coords", "MPI_Graph_neighbors", "MPI_Graph_neighbors_count",
                 "MPI_Win_shared_query", "MPI_Win_shared_query_c"}
        self.assertEqual(communicating - local, set())

    def test_makes_large_count_variants(self):
        send = next(function for function in FUNCTIONS if function.name == "MPI_Send_c")
        self.assertEqual([p.c_type for p in send.parameters],
                         ["const void*", "MPI_Count", "MPI_Datatype", "int", "int", "MPI_Comm"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
