#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""Which functions led to each MPI call of a recorded program.

usage: stacks_test.py LATECOMER PROGRAMS, where PROGRAMS has those of tests/programs, as programs/<mpi>/<name>
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

LATECOMER, PROGRAMS = sys.argv[1:3]
MPIS = ("mpich", "openmpi")
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")


def run(*command):
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=120)


class Stacks(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def record(self, mpi, program, *arguments, options=()):
        """The archive as text, in lines."""
        archive = os.path.join(self.directory.name, mpi)
        recorded = run(LATECOMER, "record", *options, "-o", archive, "--", f"mpiexec.{mpi}", "-n", "2",
                       os.path.join(PROGRAMS, mpi, program), *arguments)
        checked = run("otf2-print", "-Werror", archive + "/traces.otf2")
        self.assertEqual(checked.returncode, 0, checked.stderr + recorded.stderr)
        printed = run(LATECOMER, "print", archive)
        self.assertEqual(printed.returncode, 0, printed.stderr)
        return printed.stdout.splitlines()

    def calls(self, lines):
        """Of each rank: (the functions of the stack, MPI function), in the order of time."""
        frames, ranks = {}, []
        for line in lines:
            if frame := re.match(r'stack (\w+) (?:in (\w+) )?("[^"]*"|\S+)', line):
                name, caller, function = frame.groups()
                frames[name] = frames.get(caller, []) + [function]
            elif re.match(r"rank \d+$", line):
                ranks.append([])
            elif call := re.match(r" +\S+ enter (MPI_\w+)(?: stack=(\w+))?$", line):
                ranks[-1].append((frames.get(call[2]), call[1]))
        return ranks

    def expected(self, *recursion):
        round_trip = [(["main", "exchange"], "MPI_Allreduce"), (["main", "outer", "inner"], "MPI_Barrier"),
                      (["main", "inner"], "MPI_Barrier")]
        return [(["main"], "MPI_Init")] + 3 * round_trip + list(recursion)

    def test_functions_that_call(self):
        for mpi in MPIS:
            with self.subTest(mpi):
                calls = self.calls(self.record(mpi, "call_sites", "4"))
                expected = self.expected((["main"] + 5 * ["recurse"] + ["inner"], "MPI_Barrier"),
                                         (["main"], "MPI_Finalize"))
                self.assertEqual(calls, [expected, expected])

    def test_deep_recursion(self):
        calls = self.calls(self.record("openmpi", "call_sites", "50000", options=["--stacks", "50"]))
        expected = self.expected((['"unknown callers"'] + 49 * ["recurse"] + ["inner"], "MPI_Barrier"),
                                 (["main"], "MPI_Finalize"))
        self.assertEqual(calls, [expected, expected])

    def test_program_that_is_killed(self):
        calls = self.calls(self.record("openmpi", "call_sites", "2", "die"))
        expected = self.expected((["main"] + 3 * ["recurse"] + ["inner"], "MPI_Barrier"))
        self.assertEqual(calls, [expected, expected])

    def test_fortran(self):
        for mpi in MPIS:
            for program in ("halo_f08", "ring_mpif"):
                with self.subTest(mpi + " " + program):
                    for calls in self.calls(self.record(mpi, program)):
                        self.assertGreater(len(calls), 5)
                        for functions, call in calls:
                            # The last call of the program can be a jump, and the program inlined into main.
                            self.assertRegex(" ".join(functions), r"^main( MAIN__)?$", call)
                self.setUp()

    def test_without_stacks(self):
        lines = self.record("openmpi", "call_sites", options=["--stacks=off"])
        self.assertEqual([line for line in lines if "stack" in line], [])
        self.assertEqual({functions for functions, _ in sum(self.calls(lines), [])}, {None})
        self.assertEqual(list(pathlib.Path(self.directory.name).glob("**/stacks-*")), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
