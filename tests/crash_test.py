# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""Programs that die while they are recorded: their archive holds every event up to that moment.

usage: crash_test.py LATECOMER PROGRAM COUNTS, where PROGRAM is programs/dies.c, compiled with Open MPI, and COUNTS
programs/counts.c, compiled with MPICH
"""

import os
import random
import re
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

LATECOMER, PROGRAM, COUNTS = sys.argv[1:4]
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")


def run(*command):
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=120)


class Dies(unittest.TestCase):
    def record(self, how):
        """The exit code, standard error, and the events of each rank as (name, attributes)."""
        archive = os.path.join(self.directory.name, how)
        recorded = run(LATECOMER, "record", "-o", archive, "--", "mpiexec.openmpi", "-n", "2", PROGRAM, how)
        printed = run("otf2-print", "-Werror", "-A", archive + "/traces.otf2")
        self.assertEqual(printed.returncode, 0, printed.stderr + recorded.stderr)
        self.assertRegex(printed.stdout, r"LATECOMER::PARTIAL\nProperty value +1")
        self.assertFalse(os.path.exists(archive + "/.recording"))
        self.assertRegex(recorded.stderr, r"latecomer: \d+ events of 2 processes are in \S+, which is partial")
        analyzed = run(LATECOMER, "analyze", archive)
        self.assertEqual(analyzed.returncode, 0, analyzed.stderr)
        self.assertIn("partial", analyzed.stdout.lower())
        self.summary = " ".join(analyzed.stdout.split())
        for conclusion in ("How efficient", "What decided how long", "-> ", "little to gain"):
            self.assertNotIn(conclusion, self.summary)
        events = {0: [], 1: []}
        for name, rank, attributes in re.findall(r"^([A-Z_]+) +(\d+) +\d+ +(.*)$", printed.stdout, re.MULTILINE):
            if name not in ("LOCATION", "REGION"):
                events[int(rank)].append((name, attributes))
        return recorded.returncode, events

    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def check(self, how, last_region, last_event):
        exit_code, events = self.record(how)
        self.assertNotEqual(exit_code, 0)
        count = lambda rank, name: sum(event[0] == name for event in events[rank])
        self.assertEqual(count(0, "MPI_SEND"), 1000)
        self.assertEqual(count(1, "MPI_RECV"), 1000)
        self.assertEqual(count(0, "MPI_COLLECTIVE_END"), count(1, "MPI_COLLECTIVE_END"))
        # Rank 0 was in its receive, and still is.
        self.assertEqual(events[0][-1][0], "ENTER")
        self.assertIn('"MPI_Recv"', events[0][-1][1])
        listed = run(LATECOMER, "print", os.path.join(self.directory.name, how), "--location", "0").stdout.splitlines()
        listed = [line for line in listed if line[:1].isspace()]  # events
        self.assertRegex(listed[-1], r"receive_pending from=1 tag=8 comm=world$")
        self.assertEqual(events[1][-1][0], last_event)
        self.assertIn(f'"{last_region}"', events[1][-1][1])

    def test_abort(self):
        self.check("abort", "MPI_Abort", "ENTER")

    def test_termination_signal(self):
        self.check("term", "MPI_Barrier", "LEAVE")

    def test_segmentation_fault(self):
        self.check("segv", "MPI_Barrier", "LEAVE")
        self.assertRegex(self.summary, r"^Ended Signal 11 \(SIGSEGV: an access to an invalid address\) ended the program\. It was in "
                                       r"\S*main \(\S+ → …\): rank 1 was there, and no other one in code of its own\.")
        # Rank 0 waited in its receive until the end, for rank 1.
        waited = re.search(r"1\. +([0-9.]+) (m?s) +[0-9.]+ % Late Sender at \S*MPI_Recv", self.summary)
        end = re.search(r"Run +2 ranks, 2 threads, ([0-9.]+) s", self.summary)
        since = re.search(r"rank 0 in \S*MPI_Recv(?: \(\S+\))? from rank 1, tag 8, since ([0-9.]+) s", self.summary)
        self.assertTrue(waited and end and since, self.summary)
        seconds = float(waited[1]) * {"s": 1, "ms": 1e-3}[waited[2]]
        self.assertAlmostEqual(seconds, float(end[1]) - float(since[1]), delta=0.02, msg=self.summary)

    def test_kill(self):
        self.check("kill", "MPI_Barrier", "LEAVE")
        self.assertRegex(self.summary, r"^Ended Signal 9 \(SIGKILL: [^)]+\) ended the program\. Trace")

    def test_exit_without_finalize(self):
        self.check("exit", "MPI_Barrier", "LEAVE")


class AtRandomMoments(unittest.TestCase):
    """Two ranks exchange messages; one of them is killed at any moment. The processes know how far they came."""

    MOMENTS = 40  # at any time
    EARLY = 10  # within the first megabyte that a process stores
    EXCHANGE = 128  # bytes that a process stores of one
    MEGABYTE = 1 << 20

    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def numbers(self, rank):
        """The process of a rank, and how many exchanges it has completed."""
        try:
            with open(f"{self.scratch}/rank-{rank}", "rb") as file:
                return struct.unpack("qq", file.read(16))
        except (FileNotFoundError, struct.error):
            return 0, 0

    def kill_after(self, seconds, rank):
        for _ in range(3000):
            if all(self.numbers(each)[1] > 0 for each in range(2)):
                break
            time.sleep(0.01)
        time.sleep(seconds)
        os.kill(self.numbers(rank)[0], signal.SIGKILL)

    def record(self, *arguments, kill):
        """The archive's text of each rank, and its summary as one line."""
        archive = f"{self.scratch}/archive"
        command = [LATECOMER, "record", "-o", archive, "--", "mpiexec.mpich", "-n", "2", COUNTS, self.scratch, *map(str, arguments)]
        with subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as recorder:
            kill()
            output, _ = recorder.communicate(timeout=60)
        self.assertIn("events of 2 processes are in", output)
        printed = run(LATECOMER, "print", archive)
        self.assertEqual(printed.returncode, 0, printed.stderr)
        analyzed = run(LATECOMER, "analyze", archive)
        self.assertEqual(analyzed.returncode, 0, analyzed.stderr)
        return re.split(r"^rank \d+.*$", printed.stdout, flags=re.MULTILINE)[-2:], " ".join(analyzed.stdout.split())

    def check(self, *arguments, kill=lambda: None):
        with tempfile.TemporaryDirectory() as self.scratch:
            of_ranks, summary = self.record(*arguments, kill=kill)
            for rank in range(2):
                self.check_rank(rank, of_ranks[rank].splitlines(), summary)
            self.assertNotIn("Deadlock", summary)
            return [self.numbers(rank)[1] for rank in range(2)]

    def check_rank(self, rank, lines, summary):
        _, exchanges = self.numbers(rank)
        sends = sum(" send " in line for line in lines)
        receives = sum(" recv " in line for line in lines)
        for number in (sends, receives):
            self.assertTrue(exchanges <= number <= exchanges + 1, (rank, exchanges, sends, receives))
        where = rf"\b(rank {rank}|ranks 0, 1) (computing )?in counts"
        self.assertRegex(summary, where)

    def test_at_any_time(self):
        seed = random.randrange(1 << 32)
        moments = random.Random(seed)
        for _ in range(self.MOMENTS):
            seconds, rank = 0.3 * moments.random() ** 4, moments.randrange(2)
            with self.subTest(seed=seed, seconds=seconds):
                self.check(kill=lambda: self.kill_after(seconds, rank))

    def test_in_the_first_megabyte(self):
        seed = random.randrange(1 << 32)
        moments = random.Random(seed)
        for _ in range(self.EARLY):
            exchanges, rank = moments.randrange(1, self.MEGABYTE // self.EXCHANGE), moments.randrange(2)
            with self.subTest(seed=seed, exchanges=exchanges):
                self.assertEqual(self.check(rank, exchanges)[rank], exchanges)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
