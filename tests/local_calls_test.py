# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""Calls that neither communicate nor wait are counted, all of them and once each, and recorded where that is asked for.

usage: local_calls_test.py LATECOMER PROGRAMS, where PROGRAMS has local_calls, ring_mpif and halo_f08 in openmpi and mpich
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

LATECOMER, PROGRAMS = sys.argv[1:3]
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")
NUMBER = 20_000
RANKS = 2
COUNTED = {"MPI_Comm_rank": RANKS * NUMBER, "MPI_Comm_size": 2 * RANKS * NUMBER, "MPI_Type_size": RANKS * NUMBER,
           "MPI_Error_class": RANKS * NUMBER, "MPI_Op_create": RANKS, "MPI_Op_free": RANKS}


class LocalCalls(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def record(self, mpi, program, *arguments, options=()):
        self.archive = f"{self.directory.name}/{mpi}-{program}"
        command = [LATECOMER, "record", "--estimate", *options, "-o", self.archive, "--", f"mpiexec.{mpi}", "-n", str(RANKS),
                   f"{PROGRAMS}/{mpi}/{program}", *arguments]
        return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=120)

    def counted(self, recorded):
        table = re.search(r"^Calls that were counted only.*\n((?:  .*\n)*)", recorded.stdout, re.MULTILINE)
        self.assertIsNotNone(table, recorded.stdout + recorded.stderr)
        return {function: int(calls.replace(",", "")) for calls, function in map(str.split, table[1].splitlines())}

    def printed(self, function):
        done = subprocess.run([LATECOMER, "print", self.archive], capture_output=True, text=True, timeout=120)
        return len(re.findall(rf" enter {function}\b", done.stdout))

    def test_that_calls_are_counted(self):
        for mpi in ("mpich", "openmpi"):
            with self.subTest(mpi=mpi):
                recorded = self.record(mpi, "local_calls", str(NUMBER))
                self.assertEqual(recorded.returncode, 0, recorded.stderr)
                self.assertEqual(self.counted(recorded), COUNTED)
                self.assertIn("MPI_Comm_size 80,000 calls, ", recorded.stderr)
                self.assertEqual(self.printed("MPI_Comm_rank"), 0)
                self.assertEqual(self.printed("MPI_Barrier"), 2 * RANKS)

    def test_that_counts_outlive_the_process(self):
        for mpi in ("mpich", "openmpi"):
            with self.subTest(mpi=mpi):
                recorded = self.record(mpi, "local_calls", str(NUMBER), "dies")  # some launchers end with 0 even so
                self.assertEqual(self.counted(recorded), COUNTED)
                done = subprocess.run([LATECOMER, "analyze", self.archive, "--json"], capture_output=True, text=True, timeout=120)
                self.assertIn("latecomer.killed", json.loads(done.stdout)["attributes"])

    def test_that_calls_are_recorded_where_that_is_asked_for(self):
        for mpi in ("mpich", "openmpi"):
            with self.subTest(mpi=mpi):
                recorded = self.record(mpi, "local_calls", "100", options=["--local-calls"])
                self.assertEqual(recorded.returncode, 0, recorded.stderr)
                self.assertNotIn("counted only", recorded.stdout + recorded.stderr)
                self.assertEqual(self.printed("MPI_Comm_rank"), 100 * RANKS)
                self.assertEqual(self.printed("MPI_Comm_size"), 2 * 100 * RANKS)
                self.assertEqual(self.printed("MPI_Type_size"), 100 * RANKS)

    def test_that_calls_of_fortran_are_counted_once(self):
        for mpi in ("mpich", "openmpi"):
            for program in ("ring_mpif", "halo_f08"):
                with self.subTest(mpi=mpi, program=program):
                    recorded = self.record(mpi, program)
                    self.assertEqual(recorded.returncode, 0, recorded.stderr)
                    self.assertEqual(self.counted(recorded)["MPI_Comm_rank"], RANKS)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
