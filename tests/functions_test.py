#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""Functions of a program that is built with -finstrument-functions, as they are recorded; and whether what call stacks and
samples say of it is true, for which functions that were recorded are the measure.

usage: functions_test.py LATECOMER PROGRAMS, where PROGRAMS has those of tests/programs, as programs/<mpi>/<name>
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest

from measured import until_undisturbed

LATECOMER, PROGRAMS = sys.argv[1:3]
MPIS = ("mpich", "openmpi")
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")
BRIEF = "SCOREP_REGION_NAMES_BEGIN EXCLUDE brief* SCOREP_REGION_NAMES_END"
JUMPS = ["main jump" + i * " leave_by_jump" for i in range(4)]  # they end together
OFF = ["main partly", "main partly MEASUREMENT OFF"]
FUNCTIONS = {"main", "step", "compute", "fixup", "exchange", "jump", "leave_by_jump", "partly", "handle", "work", "brief"}
PERIOD = 1 / 250  # of samples, of the thread's processor time


def run(*command):
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=120)


class Event:
    """Of the text of an archive."""

    def __init__(self, line):
        time, self.kind, rest = re.match(r" +(\S+) (\S+) ?(.*)$", line).groups()
        self.time = float(time)
        name = re.match(r'"([^"]*)"|(\S+)', rest)
        self.region = name and (name[1] or name[2])
        stack = re.search(r"stack=(\w+)", rest)
        self.stack = stack and stack[1]


class Archive:
    def __init__(self, lines):
        self.frames = {}  # by the name of each stack: its functions
        self.locations = {}  # their events, by "rank 0", "rank 0 thread 1"
        for line in lines:
            if frame := re.match(r'stack (\w+) (?:in (\w+) )?("[^"]*"|\S+)', line):
                name, caller, function = frame.groups()
                self.frames[name] = self.frames.get(caller, []) + [function.strip('"')]
            elif re.match(r"rank \d+", line):
                events = self.locations.setdefault(line.strip(), [])
            elif re.match(r" +\d+\.\d+ ", line):
                events.append(Event(line))

    def walk(self, location):
        """Each event, with the functions that are open when it happens."""
        open_regions = []
        for event in self.locations[location]:
            yield event, [region for region in open_regions if not region.startswith("MPI_")]
            if event.kind == "enter":
                open_regions.append(event.region)
            elif event.kind == "leave":
                assert open_regions.pop() == event.region, (event.time, event.region)
        assert not open_regions, open_regions

    def functions(self, location):
        """What was entered, behind what is around it, in the order of time; but for the handler's, which come at any time, and
        waiting for threads."""
        calls = [" ".join(outer + [event.region]) for event, outer in self.walk(location) if event.kind == "enter"]
        return [call for call in calls if "handle" not in call and "pthread_" not in call]


class Functions(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def record(self, mpi, *options, rules=None):
        archive = os.path.join(self.directory.name, f"{mpi}{len(os.listdir(self.directory.name))}")
        if rules is not None:
            file = archive + ".filter"
            with open(file, "w", encoding="utf-8") as text:
                text.write(rules)
            options += ("--filter", file)
        recorded = run(LATECOMER, "record", *options, "-o", archive, "--", f"mpiexec.{mpi}", "-n", "2",
                       os.path.join(PROGRAMS, mpi, "functions"))
        self.assertEqual((recorded.returncode, recorded.stdout), (0, ""), recorded.stderr)
        checked = run("otf2-print", "-Werror", archive + "/traces.otf2")
        self.assertEqual(checked.returncode, 0, checked.stderr)
        analyzed = run(LATECOMER, "analyze", archive)
        self.assertIn("Anomalies: none", analyzed.stdout)
        return Archive(run(LATECOMER, "print", archive).stdout.splitlines())

    def test_mpi_alone(self):
        for mpi in MPIS:
            with self.subTest(mpi):
                archive = self.record(mpi, "--mpi-only")
                barriers = ["MPI_Barrier"] * 4
                self.assertEqual(archive.functions("rank 0"), ["MPI_Init", *barriers, "MEASUREMENT OFF", "MPI_Finalize"])
                self.assertNotIn("sample", [event.kind for event in archive.locations["rank 0"]])

    def test_estimate(self):
        """The filter that is said to leave out half of the events does so."""
        def estimate(name, *options):
            recorded = run(LATECOMER, "record", "--estimate", *options, "-o", os.path.join(self.directory.name, name), "--",
                           "mpiexec.mpich", "-n", "2", os.path.join(PROGRAMS, "mpich", "functions"))
            self.assertEqual(recorded.returncode, 0, recorded.stderr)
            events = re.match(r"What recording costs: ([\d,]+) events", recorded.stdout)
            return int(events[1].replace(",", "")), recorded.stdout
        events, text = estimate("all")
        self.assertIn("EXCLUDE brief\n", text)
        with open(os.path.join(self.directory.name, "rules"), "w", encoding="utf-8") as rules:
            rules.write(text[text.index("SCOREP_REGION_NAMES_BEGIN"):])
        fewer, text = estimate("fewer", "--filter", rules.name)
        self.assertLess(2 * fewer, events, text)

    def test_each_function(self):
        def step(i):
            fixup = ["main step fixup", "main step fixup compute"] if rank == 0 and i % 2 == 0 else []
            return ["main step", "main step compute", *fixup, "main step exchange", "main step exchange MPI_Barrier"]
        for mpi in MPIS:
            with self.subTest(mpi):
                archive = self.record(mpi, rules=BRIEF)
                for rank in range(2):
                    self.assertEqual(archive.functions(f"rank {rank}"),
                                     ["main", "main MPI_Init", *sum(map(step, range(4)), []), *JUMPS, *OFF,
                                      "main compute", "main MPI_Finalize"])
                    # Threads of MPI's have handled signals, too.
                    threads = [archive.functions(name) for name in archive.locations if name.startswith(f"rank {rank} ")]
                    self.assertEqual([functions for functions in threads if functions != ["functions"]],
                                     [["functions", "functions work", "functions work compute"]])

    def test_fold(self):
        """Of all that is shorter, only what has an event in it is left."""
        for mpi in MPIS:
            with self.subTest(mpi):
                archive = self.record(mpi, "--fold", "100s", "--sample=off")
                step = ["main step", "main step exchange", "main step exchange MPI_Barrier"]
                expected = ["main", "main MPI_Init", *4 * step, *JUMPS, *OFF, "main MPI_Finalize"]
                # That a thread had no core is an event, too, and comes at any time.
                interrupted = {" ".join(outer[:depth + 1]) for event, outer in archive.walk("rank 0")
                               if event.kind in ("not_running", "preempted", "blocked") for depth in range(len(outer))}
                self.assertEqual([call for call in archive.functions("rank 0") if call in expected or call not in interrupted],
                                 expected)
                self.assertEqual(archive.functions("rank 0 thread 1"), ["functions"])

    def test_without_functions(self):
        archive = self.record("openmpi", rules="SCOREP_FILE_NAMES_BEGIN EXCLUDE */functions.c SCOREP_FILE_NAMES_END")
        for rank in range(2):
            self.assertEqual(archive.functions(f"rank {rank}"),
                             ["MPI_Init", *4 * ["MPI_Barrier"], "MEASUREMENT OFF", "MPI_Finalize"])

    def test_what_stacks_and_samples_say_is_true(self):
        """Of functions that are recorded, the stack of a call has those that are open; that of a sample does so within one period."""
        for mpi, left_out in (("mpich", "brief"), ("openmpi", "brief"), ("openmpi", "brief step leave_by_jump")):
            with self.subTest(mpi, left_out=left_out):
                self.assertEqual(until_undisturbed(f"samples, {mpi} without {left_out}", lambda: self.check_stacks(mpi, left_out)), [])

    def check_stacks(self, mpi, left_out):
        """Returns a problem if there are too few samples."""
        archive = self.record(mpi, rules=f"SCOREP_REGION_NAMES_BEGIN EXCLUDE {left_out} SCOREP_REGION_NAMES_END")
        known = FUNCTIONS - set(left_out.split())
        samples = 0
        for location in archive.locations:
            walk = list(archive.walk(location))
            for i, (event, functions) in enumerate(walk):
                if event.region and event.region.startswith("MPI_") and event.kind == "enter":
                    self.assertEqual([frame for frame in archive.frames[event.stack] if frame in known], functions)
                elif event.kind == "sample":
                    samples += 1
                    self.check_sample(archive, walk, i, known)
        return [] if samples > 20 else [f"{samples} samples"]

    def check_sample(self, archive, walk, at, known):
        time, stack = walk[at][0].time, archive.frames[walk[at][0].region.removeprefix("stack=")]
        sampled = [function for function in stack if function in known]
        if sampled[-2:] == ["partly", "partly"]:
            sampled.pop()  # Recording was off when the inner one began.
        near = {tuple(function for function in functions if function in known)
                for event, functions in walk[max(at - 500, 0):at + 500] if abs(event.time - time) <= PERIOD}
        if stack[0] == "unknown callers":
            near = {functions[len(functions) - len(sampled):] for functions in near}
        self.assertIn(tuple(sampled), near, f"at {time}: {stack}")

    def test_functions_between_those_that_are_recorded(self):
        """Those that are left out are in the stacks of the calls below them, with all others."""
        archive = self.record("openmpi", "--sample=off",
                              rules="SCOREP_REGION_NAMES_BEGIN EXCLUDE brief* step SCOREP_REGION_NAMES_END")
        for rank in range(2):
            barriers = [(archive.frames[event.stack], functions) for event, functions in archive.walk(f"rank {rank}")
                        if event.kind == "enter" and event.region == "MPI_Barrier"]
            self.assertEqual(barriers, 4 * [(["main", "step", "exchange"], ["main", "exchange"])])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
