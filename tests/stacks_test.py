#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""Which functions led to each MPI call of a recorded program.

usage: stacks_test.py LATECOMER PROGRAMS, where PROGRAMS has those of tests/programs, as programs/<mpi>/<name>
"""

import json
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
        self.output = recorded.stdout
        checked = run("otf2-print", "-Werror", archive + "/traces.otf2")
        self.assertEqual(checked.returncode, 0, checked.stderr + recorded.stderr)
        printed = run(LATECOMER, "print", archive)
        self.assertEqual(printed.returncode, 0, printed.stderr)
        return printed.stdout.splitlines()

    def frames(self, lines):
        """By the name of each stack: its functions."""
        frames = {}
        for line in lines:
            if frame := re.match(r'stack (\w+) (?:in (\w+) )?("[^"]*"|\S+)', line):
                name, caller, function = frame.groups()
                frames[name] = frames.get(caller, []) + [function]
        return frames

    def sampled(self, lines):
        """The functions of each sample."""
        frames = self.frames(lines)
        samples = (re.match(r" +\S+ sample stack=(\w+)$", line) for line in lines)
        return [frames[sample[1]] for sample in samples if sample]

    def calls(self, lines):
        """Of each rank: (the functions of the stack, MPI function), in the order of time."""
        frames, ranks = self.frames(lines), []
        for line in lines:
            if re.match(r"rank \d+$", line):
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
                    for calls in self.calls(self.record(mpi, program, options=("--local-calls",))):
                        self.assertGreater(len(calls), 5)
                        for functions, call in calls:
                            # The last call of the program can be a jump, and the program inlined into main.
                            self.assertRegex(" ".join(functions), r"^main( MAIN__)?$", call)
                self.setUp()

    def shown_lines(self, archive, *options):
        """The files and marks of the lines that are shown of MPI_Allreduce's call paths, and what is shown of gaps."""
        report = json.loads(run(LATECOMER, "analyze", "--json", *options, archive).stdout)
        paths = report["call_paths"]
        lines, gaps = set(), set()
        for number, path in enumerate(paths):
            region = report["regions"][path["region"]]
            if region["name"] == "MPI_Allreduce":
                shown = paths[number if path["own_site"] is None else path["own_site"]]
                file = pathlib.Path(shown["call_file"])
                lines.add((file.name, file.read_text().splitlines()[shown["call_line"] - 1].partition("// ")[2]))
            elif region["role"] == "gap" and region["name"].startswith("reduce::"):
                gaps.add(path["own_site"] == number)
        return lines, gaps, {each["name"] for each in report["regions"]}

    def test_lines_of_own_code(self):
        """Of calls in headers of a library that is installed, the lines of the program are shown that led there."""
        own = {("own_lines.cc", "energy"), ("own_lines.cc", "step")}
        for mpi in MPIS:
            with self.subTest(mpi):
                self.record(mpi, "own_lines")
                archive = os.path.join(self.directory.name, mpi)
                lines, gaps, names = self.shown_lines(archive)
                self.assertEqual((lines, gaps), (own, {True}))
                self.assertIn("reduce::all_reduce<double, std::plus<…>>", names)
                installed = pathlib.Path(__file__).parent / "programs" / "installed"
                lines, gaps, _ = self.shown_lines(archive, "--own", str(installed))
                self.assertEqual((lines, gaps), ({("reduce.hpp", "the call")}, {False}))
            self.setUp()

    def test_samples(self):
        """A function that computes three times as long has three times the samples; none is in MPI, and no system call of the
        program is cut short."""
        for mpi in MPIS:
            with self.subTest(mpi):
                lines = self.record(mpi, "sampled")
                sampled = [" ".join(stack) for stack in self.sampled(lines)]
                small, large = (sum(f"main {name} compute" in stack for stack in sampled) for name in ("small", "large"))
                # One for each 4 ms of processor time, and far fewer where threads share a core.
                self.assertGreater(small, 2 * 2 * 0.2 / 0.004 / 16)
                self.assertGreater(large, 1.5 * small)
                self.assertLess(large, 6 * small)
                self.assertEqual([stack for stack in sampled if "MPI" in stack], [])
                self.assertEqual(self.output, 2 * "interrupted 0 times\n")
            self.setUp()

    def marks(self, lines):
        """Of each rank: the enters of what the program marks and of MPI's functions, and their leaves."""
        ranks = []
        for line in lines:
            if re.match(r"rank \d+$", line):
                ranks.append([])
            elif event := re.match(r' +\S+ (enter|leave) (?:"([^"]*)"|(\S+))', line):
                ranks[-1].append(event[1] + " " + (event[2] or event[3]))
        return ranks

    def test_marked_regions(self):
        def within(name, *inner):
            return [f"enter {name}", *sum(inner, []), f"leave {name}"]
        barrier, finalize = within("MPI_Barrier"), within("MPI_Finalize")
        for mpi in MPIS:
            with self.subTest(mpi):
                lines = self.record(mpi, "marked")
                iterations = [within(f"iteration {i}", within("left by its phase", barrier)) for i in (1, 2)]
                expected = within("setup", within("MPI_Init")) + sum(iterations, []) + finalize
                self.assertEqual(self.marks(lines), [expected, expected])
                frames = self.frames(lines)
                begins = [frames[begin[1]] for line in lines if (begin := re.search(r'enter "iteration 1" stack=(\w+)$', line))]
                self.assertEqual(begins, 2 * [["main", "step"]])
            self.setUp()
            with self.subTest(mpi + " in Fortran"):
                iterations = [within(f"iteration {i}", within("exchange", barrier)) for i in (1, 2)]
                expected = within("MPI_Init") + sum(iterations, []) + finalize
                self.assertEqual(self.marks(self.record(mpi, "marked_f08")), [expected, expected])
            self.setUp()

    def test_without_samples(self):
        self.assertEqual(self.sampled(self.record("openmpi", "sampled", options=["--sample=off"])), [])
        self.setUp()
        self.assertEqual(self.sampled(self.record("openmpi", "sampled", options=["--stacks=off"])), [])

    def test_without_stacks(self):
        lines = self.record("openmpi", "call_sites", options=["--stacks=off"])
        self.assertEqual([line for line in lines if "stack" in line], [])
        self.assertEqual({functions for functions, _ in sum(self.calls(lines), [])}, {None})
        self.assertEqual(list(pathlib.Path(self.directory.name).glob("**/stacks-*")), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
