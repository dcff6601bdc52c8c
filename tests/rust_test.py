# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""Programs in Rust, with threads and with MPI: recorded they end as they do alone, and their samples name their functions.

usage: rust_test.py LATECOMER PROGRAMS, where PROGRAMS has rust_threads and rust_ring in openmpi and mpich
"""

import os
import sys
import tempfile
import unittest

from recorded_report import Report, run

LATECOMER, PROGRAMS = sys.argv[1:3]
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1")


class Rust(unittest.TestCase):
    def record(self, *command):
        alone = run(*command, env=ENVIRONMENT)
        self.assertEqual(alone.returncode, 0, alone.stderr)
        with tempfile.TemporaryDirectory() as scratch:
            archive = os.path.join(scratch, "archive")
            recorded = run(LATECOMER, "record", "-o", archive, "--", *command, env=ENVIRONMENT)
            self.assertEqual((0, sorted(alone.stdout.split())), (recorded.returncode, sorted(recorded.stdout.split())), recorded.stderr)
            self.assertNotIn("partial", recorded.stderr)
            return Report(LATECOMER, archive)

    def check_computed(self, report):
        """Samples and stacks say where the time went."""
        names = {region["name"] for region in report.report["regions"]}
        self.assertTrue(any("compute" in name for name in names), sorted(names))

    def test_threads(self):
        self.check_computed(self.record(f"{PROGRAMS}/mpich/rust_threads"))

    def test_ranks(self):
        for mpi in ("mpich", "openmpi"):
            with self.subTest(mpi=mpi):
                report = self.record(f"mpiexec.{mpi}", "-n", "2", f"{PROGRAMS}/{mpi}/rust_ring")
                self.assertEqual(2 * 10, report.visits("MPI_Sendrecv_replace"))
                self.check_computed(report)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
