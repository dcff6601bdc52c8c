# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""Programs that fork, are limited, or run out of memory: recorded they end as they do alone.

usage: unusual_test.py LATECOMER PROGRAMS, where PROGRAMS has openmpi/unusual and mpich/unusual
"""

import os
import subprocess
import sys
import tempfile
import unittest

LATECOMER, PROGRAMS = sys.argv[1:3]
# UCX, under MPICH, would put functions of its own in front of the program's mmap.
ENVIRONMENT = dict(os.environ, UCX_MEM_EVENTS="n", OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")


def run(*command):
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=200)


class Unusual(unittest.TestCase):
    def record(self, mpi, how):
        """Standard error of `latecomer record`, and where the archive is."""
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        archive = os.path.join(directory.name, "archive")
        command = [f"mpiexec.{mpi}", "-n", "2", f"{PROGRAMS}/{mpi}/unusual", how]
        alone = run(*command)
        self.assertEqual(alone.returncode, 0, alone.stderr)
        recorded = run(LATECOMER, "record", "-o", archive, "--", *command)
        self.assertEqual(recorded.returncode, 0, recorded.stderr)
        return recorded.stderr, archive

    def test_fork_in_a_recorded_thread(self):
        for mpi in ("openmpi", "mpich"):
            with self.subTest(mpi=mpi):
                said, archive = self.record(mpi, "fork")
                self.assertNotIn("partial", said)
                printed = run("otf2-print", archive + "/traces.otf2").stdout
                self.assertEqual(printed.count("\nMPI_SEND "), 2 * 200)

    def test_threads_that_follow_one_another_share_a_location(self):
        for mpi in ("openmpi", "mpich"):
            with self.subTest(mpi=mpi):
                _, archive = self.record(mpi, "threads")
                self.assertEqual(len(os.listdir(archive + "/traces")), 2 * 2 * 2)  # .evt, .def; threads; ranks
                printed = run("otf2-print", archive + "/traces.otf2").stdout
                self.assertEqual(printed.count("\nMPI_SEND "), 2 * 2000)

    def test_limit_of_file_size(self):
        for mpi in ("openmpi", "mpich"):
            with self.subTest(mpi=mpi):
                said, archive = self.record(mpi, "file_size")
                self.assertRegex(said, r"latecomer: \S+: File too large; the program goes on, but process \d+ is not recorded")
                self.assertRegex(said, r"latecomer: \d+ events of 2 processes are in \S+, which is partial")
                self.assertEqual(run(LATECOMER, "analyze", archive).returncode, 0)

    def test_calls_that_mpi_refuses(self):
        for mpi in ("openmpi", "mpich"):
            with self.subTest(mpi=mpi):
                said, archive = self.record(mpi, "refused")
                self.assertNotIn("partial", said)
                printed = run("otf2-print", archive + "/traces.otf2").stdout
                self.assertEqual(printed.count("\nMPI_SEND "), 2 * 10)

    def test_recorder_without_memory(self):
        for mpi in ("openmpi", "mpich"):
            with self.subTest(mpi=mpi):
                said, archive = self.record(mpi, "no_memory")
                self.assertEqual(said.count("bad_alloc; the program goes on, but process"), 2, said)
                self.assertIn("which is partial", said)
                self.assertEqual(run(LATECOMER, "analyze", archive).returncode, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
