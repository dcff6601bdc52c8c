#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""What is left of programs that switch recording off and on.

usage: recording_off_test.py LATECOMER PROGRAMS, where PROGRAMS has those of tests/programs, as programs/<mpi>/<name>
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest

LATECOMER, PROGRAMS = (os.path.abspath(path) for path in sys.argv[1:3])
MPIS = ("mpich", "openmpi")
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")


def run(*command):
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=120)


def within(name, *inner):
    return [f"enter {name}", *sum(inner, []), f"leave {name}"]


OFF = within("MEASUREMENT OFF")


class RecordingOff(unittest.TestCase):
    def record(self, *command, options=()):
        """The archive's directory."""
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        archive = os.path.join(directory.name, "run")
        recorded = run(LATECOMER, "record", *options, "-o", archive, "--", *command)
        self.assertEqual(recorded.returncode, 0, recorded.stderr)
        checked = run("otf2-print", "-Werror", archive + "/traces.otf2")
        self.assertEqual(checked.returncode, 0, checked.stderr + recorded.stderr)
        return archive

    def record_ranks(self, mpi, program, *options):
        return self.record(f"mpiexec.{mpi}", "-n", "2", os.path.join(PROGRAMS, mpi, program), options=options)

    def events(self, archive):
        """Of each location: regions entered and left, and messages with their bytes; without the program's own region and what
        threads wait for. Times never decrease."""
        printed = run(LATECOMER, "print", archive)
        self.assertEqual(printed.returncode, 0, printed.stderr)
        locations = []
        for line in printed.stdout.splitlines():
            if re.match(r"rank \d+", line):
                locations.append([])
                latest = 0.0
            elif event := re.match(r" +(\S+?)t? (enter|leave|isend|irecv|send|recv)\b(.*)", line):
                time, kind, rest = event.groups()
                self.assertGreaterEqual(float(time), latest, line)
                latest = float(time)
                name = re.match(r' (?:"([^"]*)"|(\S+))', rest)
                bytes_ = re.search(r"bytes=(\d+)", rest)
                if name and name[2] and name[2].startswith("pthread_"):
                    continue
                if kind in ("enter", "leave"):
                    locations[-1].append(f"{kind} {name[1] or name[2]}")
                else:
                    locations[-1].append(f"{kind} {bytes_[1]}")
        return locations

    def summary(self, archive):
        analyzed = run(LATECOMER, "analyze", archive)
        self.assertEqual(analyzed.returncode, 0, analyzed.stderr)
        return re.sub(r"\s+", " ", analyzed.stdout)

    def test_program(self):
        exchange = lambda bytes_: within("MPI_Sendrecv", [f"send {bytes_}", f"recv {bytes_}"])
        regions = ["enter ends while off", *OFF, "leave ends while off", *OFF]
        # The receive that was started before is completed; of what was started in between nothing is left.
        requests = [*within("MPI_Irecv"), *within("MPI_Isend", ["isend 1"]), *within("MEASUREMENT OFF", ["irecv 1"]),
                    *within("MPI_Waitall"), *exchange(4)]
        persistent = [*OFF, *within("MPI_Startall", ["isend 5"]), *within("MPI_Waitall", ["irecv 5"]),
                      *within("MPI_Startall", ["isend 5"]), *within("MEASUREMENT OFF", ["irecv 5"])]
        communicators = [*OFF, *within("MPI_Wait"), *within("MPI_Barrier"), *within("MPI_Barrier")]
        end = within("open at the end", OFF)
        for mpi in MPIS:
            with self.subTest(mpi):
                archive = self.record_ranks(mpi, "recording_off")
                expected = OFF + regions + requests + persistent + communicators + end
                self.assertEqual(self.events(archive), [expected, expected])
                summary = self.summary(archive)
                self.assertIn("Anomalies: none", summary)
                self.assertRegex(summary, r"Recording was off for \S+ \w+ of all threads together, on ranks 0, 1\.")

    def test_parts(self):
        """What `latecomer record --from`, `--to` and `--ranks` leave."""
        init, finalize = within("MPI_Init"), within("MPI_Finalize")
        iteration = lambda i: within(f"iteration {i}", within("MPI_Sendrecv", [f"send {i}", f"recv {i}"]))
        iterations = lambda numbers: sum(map(iteration, numbers), [])
        everything = [*init, *iterations((1, 2, 3, 4)), *finalize]
        nothing = [*init, *OFF]
        for mpi in MPIS:
            for options, expected in (
                    (["--from", "iteration 2"], [[*init, *OFF, *iterations((2, 3, 4)), *finalize]] * 2),
                    (["--to", "iteration 3"], [[*init, *iterations((1, 2, 3)), *OFF]] * 2),
                    (["--from", "iteration 2", "--to", "iteration 3"],
                     [[*init, *OFF, *iterations((2, 3)), *OFF]] * 2),
                    (["--from", "iteration 5"], [nothing, nothing]),
                    (["--ranks", "1-3,7"], [nothing, everything]),
                    (["--ranks", "0", "--to", "iteration 1"], [[*init, *iterations((1,)), *OFF], nothing])):
                with self.subTest(mpi, options=options):
                    self.assertEqual(self.events(self.record_ranks(mpi, "iterations", *options)), expected)

    def test_fortran(self):
        barrier, init, finalize = (within("MPI_" + name) for name in ("Barrier", "Init", "Finalize"))
        for mpi in MPIS:
            with self.subTest(mpi):
                expected = init + OFF + OFF + within("iteration 1", barrier) + finalize
                self.assertEqual(self.events(self.record_ranks(mpi, "recording_off_f08")), [expected, expected])
            with self.subTest(mpi + ", mpif.h"):
                expected = init + OFF + finalize
                self.assertEqual(self.events(self.record_ranks(mpi, "pcontrol_mpif")), [expected, expected])

    def test_threads(self):
        locations = self.events(self.record(os.path.join(PROGRAMS, "mpich", "switched_threads")))
        before, after = within("before"), within("after")
        threads = [before + OFF + after, before + OFF + after,
                   before + ["enter all the time", *OFF, "leave all the time"] + after, before + OFF]
        self.assertEqual(locations[0], OFF)
        within_program = [within("switched_threads", thread) for thread in threads]
        self.assertEqual(sorted(locations[1:]), sorted(within_program))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
