# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""`latecomer serve` and `view` of three runs or more: the largest one, and what `latecomer scaling` says of all.

usage: serve_scaling_test.py LATECOMER
"""

import shutil
import subprocess
import unittest

import serve_test
from serve_test import ENVIRONMENT, LATECOMER, PATIENCE, PREFIX, Server, run


def made(ranks, name=None, iterations=None):
    """A generated archive with its report; the work in total is the same if nothing else is said."""
    archive = serve_test.SCRATCH / (name or f"run{ranks}")
    run(LATECOMER, "generate", "halo2d", "-o", archive, "--ranks", ranks, "--iterations", iterations or 480 // ranks, "--imbalance", "random:0.3")
    run(LATECOMER, "analyze", archive)
    return archive


def setUpModule():
    global RUNS
    serve_test.setUpModule()
    RUNS = [made(ranks) for ranks in (4, 8, 16)]


def served(runs, **more):
    first, second, *others = map(str, runs)
    return Server(report=first, second=second, options=[*others, *more.pop("options", [])], **more)


class ThreeRuns(unittest.TestCase):
    def check(self, server, runs, *options):
        reply = server.get("/scaling")
        self.assertEqual((reply.status, reply.headers["Content-Type"]), (200, "application/json"))
        self.assertEqual(reply.body.decode(), run(LATECOMER, "scaling", *runs, *options, "--json"))
        again = server.ask(PREFIX + "/scaling", headers={"If-None-Match": reply.headers["ETag"]})
        self.assertEqual((again.status, again.body), (304, b""))

    def test_it_is_what_scaling_prints(self):
        for runs, options in [(RUNS, []), ([RUNS[2], RUNS[0] / "report.cubex", RUNS[1]], ["--weak"])]:
            with self.subTest(runs=runs), served(runs, options=options) as server:
                self.check(server, runs, *options)
                self.assertTrue(server.json("/health")["scaling"])
                self.assertEqual(server.get("/scaling", kind="weak").status, 400)
                self.assertEqual(server.ask(PREFIX + "/scaling", token=False).status, 401)
                self.assertIn("scaling", server.get("/nothing").json()["error"])

    def test_the_largest_run_is_served(self):
        file = RUNS[2] / "report.cubex"
        with served([RUNS[0], RUNS[2], RUNS[1]]) as server, Server(report=file) as alone:
            self.assertIn(f"{file}, the largest of 3 runs, is served at", server.output)
            self.assertEqual(server.json("/health")["report"], str(file))
            for path in ("/report", "/summary", "/timeline", "/values?metric=time&by=rank"):
                self.assertEqual(server.get(path).body, alone.get(path).body, path)
            for path in ("/compare", "/aligned", "/second/report", "/second/scaling"):
                self.assertEqual(server.get(path).status, 404, path)

    def test_on_several_ranks(self):
        with Server(*serve_test.OPEN_MPI, 2, report=RUNS[0], second=RUNS[1], options=[str(RUNS[2])]) as server:
            self.check(server, RUNS)
            self.assertEqual(server.json("/health")["ranks"], 2)
            self.assertEqual(len(server.json("/report")["ranks"]), 16)

    def test_view_analyzes_what_is_not_analyzed(self):
        copies = [serve_test.SCRATCH / f"copy{i}" for i in range(3)]
        for archive, copy in zip(RUNS, copies):
            shutil.copytree(archive, copy)
        for copy in copies[1:]:
            (copy / "report.cubex").unlink()
        with served(copies, word="view") as server:
            self.check(server, copies)
            self.assertEqual(server.json("/health")["report"], str(copies[2] / "report.cubex"))

    def test_runs_that_do_not_fit_together(self):
        same = [RUNS[0], made(4, "other4"), made(4, "third4")]
        server = served(same)
        self.assertTrue(server.json("/health")["scaling"])
        reply = server.get("/scaling")
        self.assertEqual(reply.status, 404)
        self.assertIn("all runs have 4 ranks", reply.json()["error"])
        self.assertEqual(len(server.json("/report")["ranks"]), 4)
        self.assertEqual(server.end(), 0)
        self.assertIn("warning: all runs have 4 ranks", server.errors)


class FewerRuns(unittest.TestCase):
    def test_one_and_two_answer_why_not(self):
        for runs in (RUNS[:1], RUNS[:2]):
            with self.subTest(runs=len(runs)), Server(report=runs[0], second=runs[1] if len(runs) > 1 else None) as server:
                self.assertFalse(server.json("/health")["scaling"])
                reply = server.get("/scaling")
                self.assertEqual(reply.status, 404)
                self.assertIn("three runs", reply.json()["error"])

    def failure(self, *words):
        done = subprocess.run([LATECOMER, *map(str, words)], env=ENVIRONMENT, capture_output=True, text=True, timeout=PATIENCE)
        self.assertNotEqual(done.returncode, 0)
        return done.stderr

    def test_what_is_refused(self):
        self.assertIn("no such file", self.failure("serve", *RUNS, serve_test.SCRATCH / "none"))
        self.assertIn("MORE", self.failure("view", *RUNS[:2], "--weak"))
        self.assertIn("SECOND", self.failure("view", *RUNS, "--html", serve_test.SCRATCH / "page.html"))


if __name__ == "__main__":
    unittest.main(argv=serve_test.sys.argv[:1])
