#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""When threads had no core, and why, against what the scheduler told the program itself (off_core.c).

usage: off_core_test.py LATECOMER PROGRAMS
"""

import os
import re
import shutil
import sys
import tempfile
import unittest

from measured import until_undisturbed
from recorded_report import Report, run
from recorded_runs import ENVIRONMENT

LATECOMER, PROGRAMS = (os.path.abspath(path) for path in sys.argv[1:3])
NOBODY = 65534
MOST = 0.02  # of the time


def is_allowed():
    """Whether the kernel tells threads of themselves without rights."""
    try:
        with open("/proc/sys/kernel/perf_event_paranoid", encoding="utf-8") as file:
            return int(file.read()) <= 2
    except OSError:
        return False


class OffCore(unittest.TestCase):
    def recorded(self, mpi, user=None):
        """What the program says of each stretch, (preempted, blocked), and its report."""
        with tempfile.TemporaryDirectory() as scratch:
            os.chmod(scratch, 0o777)
            program = shutil.copy(os.path.join(PROGRAMS, mpi, "off_core"), scratch)
            archive = os.path.join(scratch, "archive")
            command = [LATECOMER, "record", "-o", archive, "--", f"mpiexec.{mpi}", "-n", "2", program, os.path.join(scratch, "file")]
            if user is not None:
                command = ["setpriv", "--reuid", str(user), "--clear-groups", *command]
            done = run(*command, cwd=scratch, env=dict(ENVIRONMENT, HOME=scratch, TMPDIR=scratch))
            self.assertEqual(done.returncode, 0, done.stderr)
            said = {what: (float(wanted), float(slept)) for what, wanted, slept in re.findall(r"^(\w+) ([\d.]+) (-?[\d.]+)$", done.stdout, re.M)}
            self.assertEqual(list(said), ["sleep", "file", "shared"], done.stdout)
            return said, Report(LATECOMER, archive)

    def seconds(self, report, metric):
        """Of rank 0, in the stretches that the program has measured."""
        return sum(row["values"][0] for row in report.report["values"]
                   if row["metric"] == report.metric(metric) and any(name.startswith("measured") for name in report.path_of(row["call_path"])))

    def problems(self, mpi, user):
        said, report = self.recorded(mpi, user)
        wanted = sum(wanted for wanted, _ in said.values())
        all_off_core = wanted + sum(slept for _, slept in said.values())
        preempted, not_running = self.seconds(report, "preempted"), self.seconds(report, "not_running")
        known = preempted + self.seconds(report, "blocked")
        is_right = {
            f"{known} s of {all_off_core} s": abs(known - all_off_core) <= MOST * all_off_core,
            f"{not_running} s not running instead of {known} s": abs(not_running - known) <= MOST * known,
            # A thread that has been woken wants a core, too: until it has one, it is blocked here.
            f"preempted for {preempted} s of {wanted} s": said["shared"][0] * (1 - MOST) <= preempted <= wanted * (1 + MOST),
            "two processes took turns on one core": said["shared"][0] > 0.1}
        return [what for what, is_so in is_right.items() if not is_so]

    def check(self, mpi, user=None):
        self.assertEqual([], until_undisturbed(f"off core, {mpi}", lambda: self.problems(mpi, user)))

    @unittest.skipUnless(is_allowed(), "the kernel does not tell threads of themselves")
    def test_open_mpi(self):
        self.check("openmpi")

    @unittest.skipUnless(is_allowed(), "the kernel does not tell threads of themselves")
    def test_mpich(self):
        self.check("mpich")

    @unittest.skipUnless(is_allowed() and os.geteuid() == 0, "the kernel does not tell threads of themselves, or this is not root")
    def test_as_nobody(self):
        self.check("mpich", NOBODY)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
