#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""Where functions and lines of a stripped program come from, and what is said where they come from nowhere.

usage: symbols_test.py LATECOMER [TEST...]
"""

import functools
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import unittest

LATECOMER = os.path.abspath(sys.argv[1])
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
PROGRAM = """#include <mpi.h>
static volatile double sum;
__attribute__((noinline)) static void compute(int number) {
  for (int i = 0; i < number; ++i) sum += i;
}
__attribute__((noinline)) static void exchange(int rank) {
  int sent = rank, received;
  MPI_Sendrecv(&sent, 1, MPI_INT, 1 - rank, 1, &received, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 20; ++i) {
    compute(rank == 0 ? 1000000 : 1000);
    exchange(rank);
  }
  MPI_Finalize();
  return 0;
}
"""
LINE = 1 + PROGRAM[:PROGRAM.index("MPI_Sendrecv")].count("\n")


class Symbols(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)
        (self.directory / "program.c").write_text(PROGRAM)

    def run_here(self, *command, environment=ENVIRONMENT):
        done = subprocess.run(command, cwd=self.directory, env=environment, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}{done.stderr}")
        return done.stdout

    def build(self, *options):
        """A program, and a stripped copy of it."""
        self.run_here("mpicc.openmpi", "-O2", *options, "program.c", "-o", "whole")
        self.run_here("strip", "whole", "-o", "program")

    def recorded(self, **environment):
        """The summary of a run of two ranks, and the report as JSON."""
        environment = {**ENVIRONMENT, "HOME": str(self.directory), **environment}
        self.run_here(LATECOMER, "record", "-o", "run", "--", "mpiexec.openmpi", "--oversubscribe", "-n", "2", "./program", environment=environment)
        summary = self.run_here(LATECOMER, "analyze", "run")
        return summary, json.loads(self.run_here(LATECOMER, "show", "--json", "run/report.cubex"))

    def callers(self, report):
        """Of MPI_Sendrecv: the name of the function that called it, and the line."""
        regions, paths = report["regions"], report["call_paths"]
        name = lambda path: regions[path["region"]]["name"]
        return {(name(paths[path["parent"]]), path["call_line"]) for path in paths if name(path) == "MPI_Sendrecv"}

    def test_debug_information_in_a_file_that_the_program_names(self):
        self.build("-g")
        self.run_here("objcopy", "--only-keep-debug", "whole", "program.debug")
        self.run_here("objcopy", "--add-gnu-debuglink=program.debug", "program")
        summary, report = self.recorded()
        self.assertEqual(self.callers(report), {("exchange", LINE)})
        self.assertNotIn("\nNames", summary)

    def test_symbols_that_are_compressed_in_the_program(self):
        self.build()
        self.run_here("objcopy", "--strip-debug", "whole", "symbols")
        self.run_here("xz", "symbols")
        self.run_here("objcopy", "--add-section", ".gnu_debugdata=symbols.xz", "program")
        self.assertEqual(self.callers(self.recorded()[1]), {("exchange", -1)})

    def test_debug_information_that_a_server_has(self):
        self.build("-g")
        build_id = re.search(r"Build ID: (\w+)", self.run_here("readelf", "-n", "program"))[1]
        served = self.directory / "served" / "buildid" / build_id
        served.mkdir(parents=True)
        self.run_here("objcopy", "--only-keep-debug", "whole", str(served / "debuginfo"))

        class Quiet(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_):
                pass

        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=self.directory / "served")) as server:
            threading.Thread(target=server.serve_forever).start()
            try:
                _, report = self.recorded(DEBUGINFOD_URLS=f"http://127.0.0.1:{server.server_port}")
            finally:
                server.shutdown()
        self.assertEqual(self.callers(report), {("exchange", LINE)})

    def test_no_names_at_all(self):
        """Which files lack them is said, with how they could be had."""
        self.build()
        summary, report = self.recorded()
        self.assertRegex(summary, r"Names    Functions are shown as addresses")
        self.assertRegex(summary, r"\n         program: \d+ % of the waiting\n")
        (caller, _), = self.callers(report)
        self.assertRegex(caller, r"^program\+0x[0-9a-f]+$")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
