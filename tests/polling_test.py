# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""Programs that wait by testing again and again: what is recorded of that, and what is said of one that is killed meanwhile.

usage: polling_test.py LATECOMER PROGRAMS, where PROGRAMS has polls and polling in openmpi and mpich
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from measured import until_undisturbed

LATECOMER, PROGRAMS = sys.argv[1:3]
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")
TESTS = 450_000


def run(*command):
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done


class Polls(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def command(self, mpi, *options):
        return [LATECOMER, "record", *options, "-o", f"{self.directory.name}/{mpi}", "--", f"mpiexec.{mpi}", "-n", "2",
                f"{PROGRAMS}/{mpi}/polls"]

    def visits(self, mpi):
        archive = f"{self.directory.name}/{mpi}"
        run(LATECOMER, "analyze", archive)
        report = json.loads(run(LATECOMER, "show", "--json", archive).stdout)
        visits = 0
        for row in report["values"]:
            region = report["regions"][report["call_paths"][row["call_path"]]["region"]]["name"]
            if region == "MPI_Test" and report["metrics"][row["metric"]]["id"] == "visits":
                visits += sum(row["values"])
        return visits

    def test_that_unsuccessful_tests_are_few_events(self):
        for mpi in ("mpich", "openmpi"):
            with self.subTest(mpi=mpi):
                recorded = run(*self.command(mpi), str(TESTS))
                events = int(re.search(r"(\d+) events of 2 processes", recorded.stderr)[1])
                self.assertLess(events, TESTS / 20)  # whatever else runs on the machine
                printed = run("otf2-print", "-Werror", f"{self.directory.name}/{mpi}/traces.otf2").stdout
                self.assertIn('"MPI_POLLED"', printed)
                self.assertGreater(self.visits(mpi), TESTS)

    def test_that_each_test_can_be_recorded(self):
        recorded = run(*self.command("mpich", "--polling-gap", "0s"), "1000")
        self.assertGreater(int(re.search(r"(\d+) events of 2 processes", recorded.stderr)[1]), 3000)
        self.assertGreater(self.visits("mpich"), 1000)

    def test_pauses_between_tests(self):
        """Who sleeps between two tests works no more than one who does not."""
        expected = {"mpi_latesender_polling": 0.8, "mpi_latesender_probe_polling": 0.4, "mpi_latereceiver_polling": 0.2,
                    "mpi_barrier_wait_polling": 0.2, "delay_latesender": 1.2}

        def problems():
            with tempfile.TemporaryDirectory() as scratch:
                archive = os.path.join(scratch, "pauses")
                run(LATECOMER, "record", "-o", archive, "--", "mpiexec.openmpi", "-n", "4", f"{PROGRAMS}/openmpi/polling", "pauses")
                run(LATECOMER, "analyze", archive)
                report = json.loads(run(LATECOMER, "show", "--json", archive).stdout)
            waited = {metric["id"]: sum(sum(row["values"]) for row in report["values"] if row["metric"] == number)
                      for number, metric in enumerate(report["metrics"])}
            return {metric: waited[metric] for metric, seconds in expected.items() if abs(waited[metric] - seconds) > 0.1 * seconds}

        self.assertEqual({}, until_undisturbed("pauses between tests", problems), f"instead of {expected}")

    def test_what_is_said_of_a_program_that_is_killed(self):
        for mpi in ("mpich", "openmpi"):
            with self.subTest(mpi=mpi):
                command = self.command(mpi)
                with subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                      text=True) as recorder:
                    self.assertEqual(recorder.stdout.readline(), "polls\n")
                    time.sleep(0.2)  # what a rank waits for is not written before it has waited for 10 ms
                    processes = subprocess.run(["pgrep", "-f", f"^{command[-1]}"], capture_output=True, text=True).stdout
                    for process in processes.split():
                        os.kill(int(process), signal.SIGKILL)
                    recorder.communicate(timeout=60)
                summary = " ".join(run(LATECOMER, "analyze", f"{self.directory.name}/{mpi}").stdout.split())
                self.assertRegex(summary, r"rank 1 polling in polls/main/MPI_Test( \(\S+\))? from rank 0, tag 7, since")
                self.assertNotIn("Deadlock", summary)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
