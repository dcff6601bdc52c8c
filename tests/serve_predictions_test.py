# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""`latecomer serve`: what it predicts is what `latecomer whatif` says, and nothing else waits for it.

usage: serve_predictions_test.py LATECOMER
"""

import os
import pathlib
import shutil
import signal
import time
import unittest

import serve_test
from serve_test import API, LATECOMER, PATIENCE, run, violations

STATE = API["components"]["schemas"]["PredictionState"]


def setUpModule():
    serve_test.setUpModule()


def made(name, ranks, events):
    """A generated archive with its report."""
    directory = serve_test.SCRATCH / name
    run(LATECOMER, "generate", "halo2d", "-o", directory, "--ranks", ranks, "--events", events)
    run(LATECOMER, "analyze", directory)
    return directory


def wait_for(holds):
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def finished(server, **change):
    """The number of a prediction that is done."""
    number = server.json("/predictions", **change)["number"]
    wait_for(lambda: server.json(f"/predictions/{number}")["state"] not in ("waiting", "computing"))
    standing = server.json(f"/predictions/{number}")
    assert standing["state"] == "done", standing
    return number


def running_whatifs():
    """The processes that predict for servers of this test."""
    found = []
    for directory in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (directory / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"whatif" in words and any(str(serve_test.SCRATCH).encode() in word for word in words):
            found.append(int(directory.name))
    return found


class Predictions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(serve_test.Server(report=serve_test.REPORT.parent))
        report = cls.server.json("/report")
        names = [path["name"] if "name" in path else report["regions"][path["region"]]["name"] for path in report["call_paths"]]
        cls.path = next(i for i, name in enumerate(names) if name == "compute")
        cls.full_name = cls.server.json("/search", text="compute", limit=1)["found"][0]["name"]

    def test_it_is_what_whatif_prints(self):
        self.assertTrue(self.server.json("/health")["predictions"])
        for change, words in [({"change": "balance"}, ["--balance", self.full_name]), ({"change": "scale", "factor": 0.5}, ["--scale", self.full_name + "=0.5"]),
                              ({"change": "remove"}, ["--remove", self.full_name])]:
            with self.subTest(**change):
                number = finished(self.server, call_path=self.path, **change)
                reply = self.server.get(f"/predictions/{number}/result")
                self.assertEqual(reply.body.decode(), run(LATECOMER, "whatif", serve_test.REPORT.parent, *words, "--json"))
                self.assertEqual(self.server.json("/predictions", call_path=self.path, **change)["number"], number)
                self.assertEqual(violations(self.server.json(f"/predictions/{number}"), STATE), [])

    def test_both_runs_are_served(self):
        number = finished(self.server, change="remove", call_path=self.path)
        said = self.server.json(f"/predictions/{number}/result")
        prefix = f"/predictions/{number}"
        for path in ("/report", "/summary", "/values?metric=time&by=call_path", "/timeline"):
            self.assertEqual(self.server.get(prefix + path).body, self.server.get(path).body, path)
        by_id = [{metric["id"]: metric for metric in each["metrics"]} for each in (self.server.json(prefix + "/compare"), said["comparison"])]
        self.assertEqual(*by_id)
        predicted = self.server.json(prefix + "/second/timeline")
        self.assertTrue(predicted["trace"], predicted)
        self.assertAlmostEqual(predicted["length"] / predicted["ticks_per_second"], said["run_length"]["predicted"], places=8)
        columns, values = serve_test.tables_of(self.server.get(prefix + "/second/timeline/window", locations="0-3").body)["waits"]
        waits = {name: values for (name, _), values in zip(columns, values)}
        self.assertAlmostEqual(sum(waits["amount"]) / predicted["ticks_per_second"], said["waiting"][0]["predicted"], places=8)
        self.assertEqual(self.server.json(prefix + "/health")["predictions"], False)
        self.assertEqual(self.server.ask(serve_test.PREFIX + prefix + "/second/report", token=False).status, 401)

    def test_what_is_wrong(self):
        for query, word in [("", "change"), ("change=balance", "call_path"), ("change=balance&call_path=1000000", "call_path"),
                            ("change=gone&call_path=0", "remove"), ("change=scale&call_path=0", "factor"), ("change=balance&call_path=0&ranks=0", "ranks")]:
            with self.subTest(query=query):
                reply = self.server.ask(f"{serve_test.PREFIX}/predictions?{query}")
                self.assertEqual(reply.status, 400)
                self.assertIn(word, reply.json()["error"])
        for path in ("/predictions/1000", "/predictions/1000/result", "/predictions/x/report", "/predictions/"):
            self.assertEqual(self.server.get(path).status, 404, path)
        self.assertEqual(self.server.ask(f"{serve_test.PREFIX}/predictions?change=even&call_path=0", token=False).status, 401)
        self.assertEqual(self.server.ask(f"{serve_test.PREFIX}/predictions?change=even&call_path=0", method="POST").status, 405)

    def test_the_latest_are_kept(self):
        numbers = [finished(self.server, change="scale", call_path=self.path, factor=1 + i / 8) for i in range(9)]
        self.assertEqual(self.server.get(f"/predictions/{numbers[0]}/report").status, 404)
        self.assertEqual(self.server.get(f"/predictions/{numbers[1]}/second/report").status, 200)


def stopped_whatif():
    """The process that predicts, as soon as there is one: it stands still from then on."""
    wait_for(lambda: len(running_whatifs()) == 1)
    [process] = running_whatifs()
    os.kill(process, signal.SIGSTOP)


class LongOnes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.long = made("long", 32, 3_000_000)

    def test_nothing_waits_for_it_and_it_ends_when_it_is_canceled(self):
        with serve_test.Server(report=self.long) as server:
            first, second = (server.json("/predictions", change="balance", call_path=path)["number"] for path in (0, 1))
            stopped_whatif()
            server.json("/values", metric="time", by="call_path")
            self.assertEqual([server.json(f"/predictions/{each}")["state"] for each in (first, second)], ["computing", "waiting"])
            self.assertEqual(server.get(f"/predictions/{first}/second/report").status, 409)
            for each in (second, first):
                self.assertEqual(server.json(f"/predictions/{each}/cancel")["state"], "canceled")
            wait_for(lambda: not running_whatifs())
            self.assertEqual(server.get(f"/predictions/{first}/result").status, 409)

    def test_it_ends_with_the_server(self):
        with serve_test.Server(report=self.long) as server:
            server.json("/predictions", change="balance", call_path=0)
            stopped_whatif()
            self.assertEqual(server.end(), 0)
        self.assertEqual(running_whatifs(), [])


class Without(unittest.TestCase):
    def check(self, server, reason):
        self.assertFalse(server.json("/health")["predictions"])
        for path in ("/predictions?change=balance&call_path=0", "/predictions/1", "/predictions/1/report"):
            reply = server.get(path)
            self.assertEqual(reply.status, 404)
            self.assertIn(reason, reply.json()["error"])

    def test_a_report_whose_trace_is_gone(self):
        directory = made("gone", 2, 200)
        report = serve_test.SCRATCH / "alone.cubex"
        shutil.copy(directory / "report.cubex", report)
        shutil.rmtree(directory)
        with serve_test.Server(report=report) as server:
            self.check(server, "replay the trace")

    def test_a_predicted_report(self):
        predicted = serve_test.SCRATCH / "predicted.cubex"
        run(LATECOMER, "whatif", serve_test.REPORT.parent, "--balance", "compute", "-o", predicted)
        with serve_test.Server(report=predicted) as server:
            self.check(server, "of the recorded one")

    def test_several_ranks(self):
        with serve_test.Server(*serve_test.OPEN_MPI, 2, report=serve_test.REPORT.parent) as server:
            self.check(server, "without mpiexec")

    def test_why_a_prediction_failed(self):
        directory = made("broken", 2, 200)
        with serve_test.Server(report=directory) as server:
            (directory / "traces.otf2").unlink()
            number = server.json("/predictions", change="balance", call_path=0)["number"]
            wait_for(lambda: server.json(f"/predictions/{number}")["state"] == "failed")
            standing = server.json(f"/predictions/{number}")
            self.assertEqual(violations(standing, STATE), [])
            self.assertIn(str(directory), standing["error"])
            self.assertIn(standing["error"], server.get(f"/predictions/{number}/result").json()["error"])


if __name__ == "__main__":
    unittest.main(argv=serve_test.sys.argv[:1])
