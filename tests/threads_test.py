#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""Programs whose threads wait for each other, recorded and analyzed: thread_waits.c and std_threads.cc say what they wait for."""

import os
import re
import socket
import sys
import tempfile
import unittest

from measured import until_undisturbed
from recorded_report import Report, run
from recorded_runs import are_switches_known

LATECOMER, PROGRAMS = sys.argv[1:3]


class Threads(unittest.TestCase):
    def record(self, program, *arguments, stacks="off"):
        """Its report; the program has to write and return the same as without the recorder."""
        program = os.path.join(PROGRAMS, "mpich", program)
        plain = run(program, *arguments)
        with tempfile.TemporaryDirectory() as scratch:
            archive = os.path.join(scratch, "archive")
            recorded = run(LATECOMER, "record", "--stacks", stacks, "-o", archive, "--", program, *arguments)
            self.assertEqual((plain.returncode, sorted(plain.stdout.splitlines())),
                             (recorded.returncode, sorted(recorded.stdout.splitlines())), recorded.stderr)
            report = Report(LATECOMER, archive)
        self.assertEqual({}, report.anomalies())
        return report

    def check_wait(self, what, metric, function, cost, expected, program="thread_waits"):
        """So many seconds of waiting in the function, and as much in all, whose costs are kept under `cost`."""
        def problems():
            report = self.record(program, what)
            found = [report.seconds(metric, function), report.seconds(cost) + report.seconds(cost + "_longterm"),
                     report.seconds("delay")]
            return [seconds for seconds in found if abs(seconds - expected) > max(0.1 * expected, 0.005)]

        wrong = until_undisturbed(f"{program} {what}", problems)
        self.assertEqual([], wrong, f"{what}: instead of {expected} s of {metric}")

    def test_waits(self):
        for what, metric, function, cost, expected in (
                ("mutex", "pthread_lock_contention_mutex_lock", "pthread_mutex_lock", "delay_pthreadlock", 0.2),
                ("signal", "pthread_signal_wait", "pthread_cond_wait", "delay_pthreadsignal", 0.2),
                ("barrier", "pthread_barrier_wait", "pthread_barrier_wait", "delay_pthreadbarrier", 0.4),
                ("semaphore", "pthread_semaphore_wait", "sem_wait", "delay_pthreadsignal", 0.2),
                ("rwlock", "pthread_lock_contention_mutex_lock", "pthread_rwlock_wrlock", "delay_pthreadlock", 0.2),
                ("join", "pthread_join_wait", "pthread_join", "delay_pthreadjoin", 0.2)):
            with self.subTest(what=what):
                self.check_wait(what, metric, function, cost, expected)

    def test_where_a_lock_was_held(self):
        with tempfile.TemporaryDirectory() as scratch:
            archive = os.path.join(scratch, "archive")
            run(LATECOMER, "record", "-o", archive, "--", os.path.join(PROGRAMS, "mpich", "thread_waits"), "mutex")
            summary = " ".join(run(LATECOMER, "analyze", archive).stdout.split())
        self.assertRegex(summary, r"Lock Contention at .*? held most in thread_waits/main \(sem_wait → …\)/(?:blocked|not running) \(\d+ %\)")

    def test_without_a_core_before_a_release(self):
        """The main thread pauses with the lock, and calls nothing that is recorded before it has released that."""
        self.assertGreater(self.record("thread_waits", "mutex").seconds("not_running"), 0.18)

    def test_threads_that_follow_others(self):
        """The kernel is asked about the second worker not when it begins, but once it has computed."""
        def problems():
            report = self.record("thread_waits", "follow")
            return [seconds for seconds in (report.seconds("blocked"), report.seconds("not_running")) if abs(seconds - 0.4) > 0.01]

        if are_switches_known():
            self.assertEqual([], until_undisturbed("thread_waits follow", problems))

    def test_threads_of_cpp(self):
        for what, metric, function, cost, expected in (
                ("mutex", "pthread_lock_contention_mutex_lock", "pthread_mutex_lock", "delay_pthreadlock", 0.2),
                ("condition", "pthread_signal_wait", "pthread_cond_wait", "delay_pthreadsignal", 0.2),
                ("join", "pthread_join_wait", "pthread_join", "delay_pthreadjoin", 0.2)):
            with self.subTest(what=what):
                self.check_wait(what, metric, function, cost, expected, program="std_threads")

    def test_cancelled_threads(self):
        for stacks in ("off", "100"):
            report = self.record("thread_waits", "cancel", stacks=stacks)
            self.assertGreater(report.seconds("pthread_time", "pthread_cond_wait"), 0.05)
            self.assertGreater(report.seconds("pthread_time", "sem_wait"), 0.05)

    def test_runs_have_the_same_names(self):
        """So that tools can compare their reports."""
        names = [self.record("std_threads", "free").names_of_processes() for _ in range(2)]
        self.assertEqual([["Process 0"]] * 2, names)

    def test_numbers_of_the_kernel(self):
        """By which other tools' records of the same threads are found."""
        with tempfile.TemporaryDirectory() as scratch:
            archive = os.path.join(scratch, "archive")
            run(LATECOMER, "record", "-o", archive, "--", os.path.join(PROGRAMS, "mpich", "thread_waits"), "join")
            definitions = run("otf2-print", "-G", os.path.join(archive, "traces.otf2")).stdout
        of = {name: set(re.findall(rf'LOCATION_PROPERTY .*"LATECOMER::{name}" <\d+>, .*Value: "?([^"\s]+)', definitions))
              for name in ("PROCESS_ID", "THREAD_ID", "HOST", "BOOT_ID")}
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            self.assertEqual({file.read().strip()}, of["BOOT_ID"], definitions)
        self.assertEqual({socket.gethostname()}, of["HOST"])
        self.assertEqual(1, len(of["PROCESS_ID"]))
        self.assertGreaterEqual(len(of["THREAD_ID"]), 2)
        self.assertLess(of["PROCESS_ID"], of["THREAD_ID"])

    def test_locks_that_are_free_are_not_recorded(self):
        report = self.record("std_threads", "free")
        self.assertEqual(0, report.seconds("visits", "pthread_mutex_lock"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
