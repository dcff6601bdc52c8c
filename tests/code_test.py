#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""Where in the code of recorded programs their MPI calls and delays are: functions, files and lines, however they were compiled.

usage: code_test.py LATECOMER PROGRAMS, where PROGRAMS has those of tests/programs/code, as programs/<mpi>/code/<way>/<name>

What is expected stands in the comments of the programs (tests/programs/code/code.h). Of files without debug information the same is
expected as of those with it, from which they were made: their functions and addresses are looked up there.
"""

import collections
import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from measured import until_undisturbed

LATECOMER, PROGRAMS = sys.argv[1:3]
SOURCES = pathlib.Path(__file__).resolve().parent / "programs" / "code"
MPIS = ("mpich", "openmpi")
WAYS = ("O0", "O2", "lto", "no_frame_pointer", "frame_pointer", "no_debug", "stripped")
WITHOUT_DEBUG_INFORMATION = ("no_debug", "stripped")
MADE_FROM = "O2"
SYMBOLS = {"MAIN__": "ocean"}  # functions that symbol tables call by other names than their source
CALLED_OTHERWISE = ("operator", "ocean")  # a lambda, which has another name, and a Fortran program, which compilers call
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")

# An active function, and where in it its call stands. `name` is None where no symbol is expected to tell it.
Frame = collections.namedtuple("Frame", "name file line")


def run(*command):
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=100)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


# --- What the sources say --------------------------------------------------------------------------------------------


class Marks:
    """What the comments of some sources say of their lines."""

    def __init__(self, *names):
        self.stacks = {}  # by (file, line): those that can be active there
        self.places = {}  # by name: (file, line)
        self.delays = []  # (function, function of the gap, (file, line) before, (file, line) after)
        self.text = {}    # by (file, line)
        for name in names:
            self.read(name)
        self.delays = [(function, gap, self.places[before], self.places[after])
                       for function, gap, before, after in self.delays]

    def read(self, name):
        pending = []
        for number, text in enumerate((SOURCES / name).read_text().splitlines(), 1):
            code, _, comment = re.match(r"(.*?)(?:(//|!)(.*))?$", text).groups()
            pending += re.findall(r"(stack|place|delay): ((?:(?!; place:).)+)", comment or "")
            if not code.strip():
                continue
            self.text[name, number] = code
            for kind, value in pending:
                self.add(kind, value, (name, number))
            pending = []

    def add(self, kind, value, line):
        if kind == "stack":
            self.stacks.setdefault(line, []).extend(tuple(stack.strip().split(" > ")) for stack in value.split(";"))
        elif kind == "place":
            self.places[value.strip()] = line
        else:
            self.delays.append(re.match(r"(\S+) in (\S+), (\S+), (\S+)", value).groups())

    def calls(self):
        """(stack, line) of all calls of MPI."""
        return {(stack, line) for line, stacks in self.stacks.items() if "MPI_" in self.text[line] for stack in stacks}


def is_named(shown, expected):
    """Whether that is what a function is called, with or without its parameters and template arguments."""
    shown = SYMBOLS.get(shown, shown).replace("(anonymous namespace)::", "")
    return shown == expected or shown.startswith((expected + "(", expected + "<"))


def is_symbol_of(shown, expected):
    """The same for symbol tables, which do not know what contained procedures are in."""
    return is_named(shown, expected) or is_named(shown, expected.split("::")[-1])


# --- What latecomer says ---------------------------------------------------------------------------------------------


class Unstripped:
    """A file with debug information, to which addresses are told as "NAME+0x11a9"."""

    def __init__(self, directory):
        self.directory = directory

    @functools.lru_cache(maxsize=None)
    def symbols(self, name):
        """By address: the name of the function that begins there."""
        if not os.path.exists(os.path.join(self.directory, name)):
            return {}  # of somebody else's library
        lines = run("nm", "-C", os.path.join(self.directory, name)).splitlines()
        found = (re.match(r"([0-9a-f]+) [tTwWi] (.*)", line) for line in lines)
        return {int(symbol[1], 16): re.sub(r"^__(\w+)_MOD_", r"\1::", symbol[2]) for symbol in found if symbol}

    @functools.lru_cache(maxsize=None)
    def lines(self, address):
        """(file, line) of the function there and of those that are inlined there, outermost first."""
        name, offset = address.split("+")
        found = run("addr2line", "-i", "-e", os.path.join(self.directory, name), offset).splitlines()
        lines = (re.match(r"([^?].*):(\d+)", line) for line in reversed(found))
        return [(line[1], int(line[2])) for line in lines if line]

    def name(self, shown):
        """A function's name, which can be the address where it begins."""
        if not re.fullmatch(r"[^ ]+\+0x[0-9a-f]+", shown):
            return shown
        name, offset = shown.split("+")
        return re.sub(r"[.@].*", "", self.symbols(name).get(int(offset, 16), shown))

    def has_symbol(self, names, function):
        return any(is_symbol_of(symbol, function) for name in names for symbol in self.symbols(name).values())

    def frames(self, shown, place):
        """Those of a function of which only its address is known."""
        lines = self.lines(place)
        return [Frame(self.name(shown) if i == 0 else None, *line) for i, line in enumerate(lines)]


class Recording:
    """A run of a program in one of the ways to compile it."""

    def __init__(self, mpi, way, program, *libraries, options=(), ranks=2):
        self.way = way
        self.files = (program, *libraries)
        directory = os.path.join(PROGRAMS, mpi, "code", way)
        self.unstripped = Unstripped(os.path.join(PROGRAMS, mpi, "code", MADE_FROM))
        with tempfile.TemporaryDirectory() as scratch:
            archive = os.path.join(scratch, "archive")
            output = run(LATECOMER, "record", "--local-calls", *options, "-o", archive, "--", f"mpiexec.{mpi}", "-n", str(ranks),
                         *(os.path.join(directory, file) for file in self.files))
            self.printed = run(LATECOMER, "print", archive).splitlines()
            run(LATECOMER, "analyze", archive)
            self.report = json.loads(run(LATECOMER, "show", "--json", archive))
        # As rank 1 measured them itself.
        self.delays = collections.Counter()
        for function, seconds in re.findall(r"delay (\S+) +([\d.]+)", output):
            self.delays[function] += float(seconds)

    def has_debug_information(self):
        return self.way not in WITHOUT_DEBUG_INFORMATION

    def has_symbol(self, function):
        """Whether it is a function of its own in the program as it was compiled, and not only inlined."""
        return self.unstripped.has_symbol(self.files, function)

    def calls(self):
        """The different calls of MPI's functions: (frames, MPI function)."""
        frames, calls = {}, set()
        for line in self.printed:
            if frame := re.match(r'stack (\w+) (?:in (\w+) )?(?:"([^"]*)"|(\S+)) (\S+)$', line):
                name, caller, quoted, function, place = frame.groups()
                frames[name] = frames.get(caller, ()) + tuple(self.frames_at(quoted or function, place))
            elif call := re.match(r" +\S+ enter (MPI_\w+)(?: stack=(\w+))?$", line):
                calls.add((frames[call[2]], call[1]))
        return calls

    def frames_at(self, function, place):
        if "+0x" in place:
            name = place.split("+")[0]
            own = os.path.exists(os.path.join(self.unstripped.directory, name)) and not self.has_debug_information()
            return self.unstripped.frames(function, place) if own else [Frame(function, place, 0)]
        file, _, line = place.rpartition(":")
        return [Frame(function, file, int(line) if file else 0)]  # "?" is where samples cannot be followed further

    # --- Call paths of the report ---

    def name(self, path):
        return self.report["regions"][self.report["call_paths"][path]["region"]]["name"]

    def role(self, path):
        return self.report["regions"][self.report["call_paths"][path]["region"]]["role"]

    def parent(self, path):
        return self.report["call_paths"][path]["parent"]

    def below(self, path):
        """A call path and all that are below it."""
        found = {path}
        for other, node in enumerate(self.report["call_paths"]):
            if node["parent"] in found:
                found.add(other)
        return found

    def not_running(self):
        """The call paths of time in which threads had no core: other work on the machine can be the reason for it."""
        return {path for path in range(len(self.report["call_paths"])) if self.role(path) == "not running"}

    def gaps(self):
        return [path for path in range(len(self.report["call_paths"])) if self.role(path) == "gap"]

    def within(self, gap, function):
        """The call paths below a gap that are those of a function or below it."""
        names = {path: self.unstripped.name(self.name(path)) for path in self.below(gap) - {gap}}
        is_function = is_named if self.has_debug_information() else is_symbol_of
        return set().union(*(self.below(path) for path, name in names.items() if is_function(name, function)))

    def seconds(self, metric, paths=None):
        """Of all ranks, there or everywhere."""
        number = [each["id"] for each in self.report["metrics"]].index(metric)
        return sum(sum(row["values"]) for row in self.report["values"]
                   if row["metric"] == number and (paths is None or row["call_path"] in paths))

    def delay(self, paths=None):
        return self.seconds("delay", paths)

    def calls_in(self, function):
        """The call paths of a function, with those below it; gaps are not."""
        return set().union(*(self.below(path) for path in range(len(self.report["call_paths"])) if self.name(path) == function))

    def ends(self, gap):
        """(function, (file, line) before, (file, line) after): where the two stacks part, with the functions that were inlined."""
        name = re.sub(r" \(.* → .*\)$", "", self.name(gap))
        region = self.report["regions"][self.report["call_paths"][gap]["region"]]
        before, after = re.fullmatch(r"What was executed after (\S+) and before (\S+)\.", region["description"]).groups()
        if "…" in (before, after):
            return name, before, after
        if "+0x" not in before + after:
            return name, *((os.path.basename(place.split(":")[0]), int(place.split(":")[1])) for place in (before, after))
        name = self.unstripped.name(name)
        pairs = list(zip(*(self.unstripped.lines(place) for place in (before, after))))
        first = next((i for i, pair in enumerate(pairs) if pair[0] != pair[1]), len(pairs) - 1)
        ends = [(os.path.basename(file), line) for file, line in pairs[first]]
        return name if first == 0 else None, *ends


# --- Tests -----------------------------------------------------------------------------------------------------------


class Code(unittest.TestCase):
    def stack_of(self, marks, frames, call, is_function):
        """The marked stack that was recorded."""
        for frame in frames:
            self.assertEqual(os.path.realpath(frame.file), str(SOURCES / os.path.basename(frame.file)), frames)
        lines = [(os.path.basename(frame.file), frame.line) for frame in frames]
        for stack in marks.stacks.get(lines[-1], []):
            named = len(stack) == len(frames) and all(frame.name is None or is_function(frame.name, name)
                                                      for frame, name in zip(frames, stack))
            if not named:
                continue
            for i, line in enumerate(lines):
                self.assertIn(stack[:i + 1], marks.stacks.get(line, []), line)
                callee = re.split(r"[<(]", (*stack, call)[i + 1].split("::")[-1])[0]
                if callee not in CALLED_OTHERWISE:
                    self.assertRegex(marks.text[line], rf"\b{callee}\b")
            return stack, lines[-1]
        raise AssertionError(f"{call} called by {frames}, which stands nowhere")

    def check_stacks(self, marks, recording):
        is_function = is_named if recording.has_debug_information() else is_symbol_of
        found = {self.stack_of(marks, frames, call, is_function) for frames, call in recording.calls()}
        self.assertEqual(found, marks.calls())

    def gaps_between(self, recording, function, before, after):
        """The gap in a function from one line to another one. It is in the outermost function, and in no other that the stacks
        at its ends have. Without debug information it is another one for each address that the compiler gave a line."""
        gaps = [gap for gap in recording.gaps() if recording.ends(gap)[1:] == (before, after)]
        self.assertTrue(gaps, f"{before} → {after} is not among {[recording.name(gap) for gap in recording.gaps()]}")
        self.assertTrue(len(gaps) == 1 or not recording.has_debug_information())
        for gap in gaps:
            name = recording.ends(gap)[0]
            self.assertTrue(name is None or is_symbol_of(name, function), recording.name(gap))
            main = recording.parent(gap)
            self.assertEqual(recording.unstripped.name(recording.name(main)), "main")
            self.assertIsNone(recording.parent(recording.parent(main)), "main is in something")
        return gaps

    def problem_of_delay(self, recording, gaps, function, is_sampled):
        """What is wrong with its costs, which other work on the machine can be the reason for."""
        took, cost = recording.delays[function], sum(recording.delay(recording.below(gap)) for gap in gaps)
        if abs(cost - took) > max(0.1 * took, 0.005):
            return f"{recording.name(gaps[0])} costs {cost:.4f} s, not {took:.4f} s"
        sampled = sum(recording.delay(recording.within(gap, function)) for gap in gaps)
        running = cost - sum(recording.delay(recording.below(gap) & recording.not_running()) for gap in gaps)
        if is_sampled and sampled < 0.9 * running:
            return f"{sampled:.4f} s of {running:.4f} s in {recording.name(gaps[0])} are in {function}"
        return None

    def check_delays(self, marks, recording):
        problems = []
        for function, gap_in, before, after in marks.delays:
            gaps = self.gaps_between(recording, gap_in, before, after)
            is_sampled = recording.has_debug_information() or recording.has_symbol(function)
            problems.append(self.problem_of_delay(recording, gaps, function, is_sampled))
        return [problem for problem in problems if problem]

    def check(self, program, sources, *libraries):
        marks = Marks(*sources)

        def problems_of(mpi, way):
            recording = Recording(mpi, way, program, *libraries)
            self.check_stacks(marks, recording)
            return self.check_delays(marks, recording)

        for mpi in MPIS:
            for way in WAYS:
                with self.subTest(f"{program} {mpi} {way}"):
                    self.assertEqual([], until_undisturbed(f"{program} {mpi} {way}", lambda: problems_of(mpi, way)))

    def test_c(self):
        self.check("solver", ["solver.c"])

    def test_cpp(self):
        self.check("fields", ["fields.cc"])

    def test_fortran(self):
        self.check("ocean", ["ocean.f90"])

    def test_libraries_that_are_opened(self):
        self.check("opener", ["opener.c", "physics.c", "output.c"], "output.so", "physics.so", "output.so")

    def problems_of_routines(self, mpi, way, marks):
        """Of two routines that exchange one is slow; what takes long before a third one is called is not in that."""
        recording = Recording(mpi, way, "routines")
        self.check_stacks(marks, recording)
        self.assertEqual(recording.calls_in("update") & recording.calls_in("exchange"), set())
        slow, fast = (recording.seconds("mpi_latesender", recording.calls_in(routine))
                      for routine in ("exchange_corners", "exchange_edges"))
        took = recording.delays["pack"]
        problems = self.check_delays(marks, recording)
        if slow < 0.9 * took or fast > 0.1 * took:
            problems.append(f"of {took:.4f} s, {slow:.4f} s are waited for in the slow routine, {fast:.4f} s in the other one")
        return problems

    def test_routines(self):
        marks = Marks("routines.c")
        for mpi in MPIS:
            for way in ("O0", "O2", "lto"):
                with self.subTest(f"{mpi} {way}"):
                    self.assertEqual([], until_undisturbed(f"routines {mpi} {way}",
                                                           lambda: self.problems_of_routines(mpi, way, marks)))

    def problems_of_sweep(self, mpi, marks, options):
        """Nearly all waiting of a wavefront comes down to rank 0's fixup: its samples say so, its lines without samples."""
        recording = Recording(mpi, "O2", "sweep", options=options, ranks=4 if mpi == "openmpi" else 2)
        self.check_stacks(marks, recording)
        (function, gap_in, before, after), = marks.delays
        gap, = self.gaps_between(recording, gap_in, before, after)
        whole, in_gap = recording.delay(), recording.delay(recording.below(gap))
        in_fixup = recording.delay(recording.within(gap, function))
        self.assertEqual(recording.below(gap) - recording.not_running() == {gap}, options != [])
        running = whole - recording.delay(recording.not_running())
        if in_gap < 0.8 * whole or (not options and in_fixup < 0.75 * running):
            return [f"of {whole:.4f} s, {in_gap:.4f} s come down to the gap, {in_fixup:.4f} s to the fixup"]
        return []

    def test_wavefront(self):
        marks = Marks("sweep.c")
        for mpi in MPIS:
            for options in ([], ["--sample=off"]):
                with self.subTest(f"{mpi} {options}"):
                    self.assertEqual([], until_undisturbed(f"sweep {mpi} {options}",
                                                           lambda: self.problems_of_sweep(mpi, marks, options)))

    def problems_without_samples(self, mpi, marks):
        recording = Recording(mpi, "O2", "solver", options=["--sample=off"])
        (function, gap_in, before, after), = marks.delays
        gap, = self.gaps_between(recording, gap_in, before, after)
        self.assertEqual(recording.below(gap) - recording.not_running(), {gap})
        problem = self.problem_of_delay(recording, [gap], function, is_sampled=False)
        return [problem] if problem else []

    def test_lines_without_samples(self):
        marks = Marks("solver.c")
        for mpi in MPIS:
            with self.subTest(mpi):
                self.assertEqual([], until_undisturbed(f"solver {mpi} without samples",
                                                       lambda: self.problems_without_samples(mpi, marks)))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
