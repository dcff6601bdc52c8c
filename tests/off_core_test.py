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
from recorded_runs import ENVIRONMENT, are_idle_cores_seen, are_switches_known
from unprivileged import without_perf_events

LATECOMER, PROGRAMS = (os.path.abspath(path) for path in sys.argv[1:3])
NOBODY = 65534
MOST = 0.02  # of the time


class OffCore(unittest.TestCase):
    def recorded(self, mpi, user=None, options=(), preexec_fn=None):
        """What the program says of each stretch, (preempted, blocked), and its report."""
        with tempfile.TemporaryDirectory() as scratch:
            os.chmod(scratch, 0o777)
            program = shutil.copy(os.path.join(PROGRAMS, mpi, "off_core"), scratch)
            archive = os.path.join(scratch, "archive")
            command = [LATECOMER, "record", *options, "-o", archive, "--", f"mpiexec.{mpi}", "-n", "2", program, os.path.join(scratch, "file")]
            if user is not None:
                command = ["setpriv", "--reuid", str(user), "--clear-groups", *command]
            done = run(*command, cwd=scratch, env=dict(ENVIRONMENT, HOME=scratch, TMPDIR=scratch), preexec_fn=preexec_fn)
            self.assertEqual(done.returncode, 0, done.stderr)
            said = {what: (float(wanted), float(slept)) for what, wanted, slept in re.findall(r"^(\w+) ([\d.]+) (-?[\d.]+)$", done.stdout, re.M)}
            self.assertEqual(list(said), ["sleep", "file", "shared"], done.stdout)
            return said, Report(LATECOMER, archive)

    def seconds(self, report, metric, part=""):
        """Of rank 0, in the stretches that the program has measured, or in those of their parts that begin so."""
        return sum(row["values"][0] for row in report.report["values"]
                   if row["metric"] == report.metric(metric) and any(name.startswith("measured") for name in report.path_of(row["call_path"]))
                   and report.path_of(row["call_path"])[-1].startswith(part))

    def problems(self, mpi, user, preexec_fn=None):
        said, report = self.recorded(mpi, user, preexec_fn=preexec_fn)
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

    def problems_with_kernel(self, mpi):
        said, report = self.recorded(mpi, options=["--kernel"])
        (_, slept), (_, synced), (shared, waited) = said.values()
        wanted = sum(wanted for wanted, _ in said.values())
        measured = {  # by us, and by the scheduler
            "timer": (self.seconds(report, "blocked_timer"), slept),
            "disk": (self.seconds(report, "blocked_disk"), synced),
            "wanting a core": (self.seconds(report, "preempted") + self.seconds(report, "ready"), wanted),
            "preempted by the child": (self.seconds(report, "preempted", "preempted by off_core"), shared),
            "in all": (self.seconds(report, "not_running"), wanted + slept + synced + waited)}
        return [f"{what}: {ours} s of {theirs} s" for what, (ours, theirs) in measured.items()
                if abs(ours - theirs) > MOST * theirs + 0.001]

    def check(self, mpi, user=None):
        self.assertEqual([], until_undisturbed(f"off core, {mpi}", lambda: self.problems(mpi, user)))

    @unittest.skipUnless(are_switches_known(), "the kernel does not tell threads of themselves")
    def test_open_mpi(self):
        self.check("openmpi")

    @unittest.skipUnless(are_switches_known(), "the kernel does not tell threads of themselves")
    def test_mpich(self):
        self.check("mpich")

    @unittest.skipUnless(are_switches_known() and os.geteuid() == 0, "the kernel does not tell threads of themselves, or this is not root")
    def test_as_nobody(self):
        self.check("mpich", NOBODY)

    def test_where_the_kernel_tells_only_for_how_long(self):
        for mpi in ("openmpi", "mpich"):
            with self.subTest(mpi):
                self.assertEqual([], until_undisturbed(f"off core by sums, {mpi}", lambda: self.problems(mpi, None, without_perf_events)))

    @unittest.skipUnless(are_idle_cores_seen(), "the scheduler cannot be recorded, or not on all cores")
    def test_with_the_scheduler(self):
        for mpi in ("openmpi", "mpich"):
            with self.subTest(mpi):
                self.assertEqual([], until_undisturbed(f"kernel, {mpi}", lambda: self.problems_with_kernel(mpi)))

    def test_who_may_not_record_the_scheduler_reads_why(self):
        with tempfile.TemporaryDirectory() as scratch:
            os.chmod(scratch, 0o777)
            command = [LATECOMER, "record", "--kernel", "-o", os.path.join(scratch, "archive"), "--", "mpiexec.mpich", "-n", "1",
                       shutil.copy(os.path.join(PROGRAMS, "mpich", "off_core"), scratch), os.path.join(scratch, "file")]
            if os.geteuid() == 0:
                command = ["setpriv", "--reuid", str(NOBODY), "--clear-groups", *command]
            done = run(*command, cwd=scratch, env=dict(ENVIRONMENT, HOME=scratch, TMPDIR=scratch))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stderr, r"latecomer: --kernel: .*; the program is recorded without it\n")
            self.assertFalse(os.path.exists(os.path.join(scratch, "archive", "kernel")))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
