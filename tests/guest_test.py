#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""Programs that have little room, or use what the recorder could want for itself: guest.cc says which. Recorded they end and
print as they do alone, and samples are taken.

usage: guest_test.py LATECOMER PROGRAMS LIBRARY, where PROGRAMS has mpich/guest, mpich/guest_mpi, ... and LIBRARY can be loaded
"""

import ctypes
import os
import re
import resource
import subprocess
import sys
import tempfile
import unittest

LATECOMER, PROGRAMS, LIBRARY = sys.argv[1:4]
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
COMMANDS = {
    "without MPI": [f"{PROGRAMS}/mpich/guest"],
    "MPICH": ["mpiexec.mpich", "-n", "1", f"{PROGRAMS}/mpich/guest_mpi"],
    "Open MPI": ["mpiexec.openmpi", "-n", "1", f"{PROGRAMS}/openmpi/guest_mpi"],
}


def run(*command, **options):
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=120, **options)


def without_timers():
    """Each of POSIX's timers is a pending signal."""
    resource.setrlimit(resource.RLIMIT_SIGPENDING, (0, 0))


def bytes_of_signal():
    """What the kernel stores for a signal: as much as the processor has to be kept, but for tiles (AMX)."""
    said, tiles = ctypes.CDLL(None).getauxval(51), 8192  # AT_MINSIGSTKSZ
    return said - tiles if said > tiles else said


class Guest(unittest.TestCase):
    def check(self, *how, samples=0, unsampled="", **options):
        """It ends and prints the same with each MPI and without; at least so many samples are taken, and so many threads are said
        to have none."""
        for mpi, program in COMMANDS.items():
            with self.subTest(mpi), tempfile.TemporaryDirectory() as directory:
                archive = os.path.join(directory, "archive")
                alone = run(*program, *how, **options)
                recorded = run(LATECOMER, "record", "--sample", "1000", "-o", archive, "--", *program, *how, **options)
                self.assertEqual((alone.returncode, alone.stdout), (recorded.returncode, recorded.stdout), recorded.stderr)
                self.assertNotIn("partial", recorded.stderr)
                self.assertNotIn("not recorded from here on", recorded.stderr)
                self.assertEqual("".join(re.findall(r"(\S+ threads? \w+) not sampled", recorded.stderr)), unsampled)
                printed = run("otf2-print", archive + "/traces.otf2").stdout
                self.assertGreaterEqual(len(re.findall(r"^CALLING_CONTEXT_SAMPLE", printed, re.M)), samples)

    def test_small_stacks(self):
        self.check("stacks", samples=50)

    def test_small_stacks_for_signals(self):
        fits = bytes_of_signal() + 512 <= 2500  # on the second one of five
        self.check("alternate", samples=5, unsampled="1 thread was" if fits else "2 threads were")

    def test_no_timers(self):
        self.check("cancelled", unsampled="151 threads were", preexec_fn=without_timers)

    def test_fibers(self):
        self.check("fibers", samples=20)

    def test_signals(self):
        self.check("signals", samples=100)

    def test_changes_of_the_user(self):
        self.check("users")

    def test_cancelled_threads(self):
        self.check("cancelled")

    def test_stress(self):
        self.check("stress", "--load=" + LIBRARY, samples=200)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
