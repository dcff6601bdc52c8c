# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""That recording a call allocates no memory in the thread that makes it, once the thread has made such calls before.

usage: allocations_test.py LATECOMER PROGRAMS, where PROGRAMS has allocations in openmpi and mpich
"""

import os
import subprocess
import sys
import tempfile
import unittest

LATECOMER, PROGRAMS = sys.argv[1:3]
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")


def allocations(mpi, *before):
    """By the kinds of calls."""
    command = [*before, f"mpiexec.{mpi}", "-n", "2", f"{PROGRAMS}/{mpi}/allocations"]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.returncode}\n{done.stdout}{done.stderr}")
    return {kind: int(number) for kind, number in map(str.split, done.stdout.splitlines())}


class Allocations(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def beside_the_library(self, mpi, *options):
        alone = allocations(mpi)
        recorded = allocations(mpi, LATECOMER, "record", *options, "-o", f"{self.directory.name}/{mpi}", "--")
        self.assertEqual(alone.keys(), recorded.keys())
        return {kind: recorded[kind] - alone[kind] for kind in alone}

    def test_that_calls_allocate_nothing(self):
        for mpi in ("mpich", "openmpi"):
            with self.subTest(mpi=mpi):
                for kind, number in self.beside_the_library(mpi, "--sample=off").items():
                    self.assertLess(number, 10, kind)  # of 300 rounds: MPI libraries do not always allocate the same

    def test_that_calls_with_samples_allocate_for_new_stacks_only(self):
        for mpi in ("mpich", "openmpi"):
            with self.subTest(mpi=mpi):
                for kind, number in self.beside_the_library(mpi).items():
                    self.assertLess(number, 100, kind)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
