# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""`latecomer serve` of two reports: what docs/openapi.json says of it, on one rank and several.

usage: serve_two_reports_test.py LATECOMER
"""

import json
import unittest

import serve_test


def setUpModule():
    serve_test.setUpModule()


class TwoReports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        serve_test.run(serve_test.LATECOMER, "generate", "halo2d", "-o", serve_test.SCRATCH / "other", "--ranks", 6, "--events", 2000, "--functions", 1)
        serve_test.run(serve_test.LATECOMER, "analyze", serve_test.SCRATCH / "other")
        cls.other = serve_test.SCRATCH / "other" / "report.cubex"
        # By its directory: servers are found by the name of their report.
        cls.server = cls.enterClassContext(serve_test.Server(report=serve_test.REPORT.parent, second=cls.other))

    def test_what_is_asked_of_both(self):
        for path, parameters, schema in serve_test.documented(reports=2):
            for asked in [{}, *({each["name"]: each["example"]} for each in parameters)]:
                with self.subTest(path=path, **asked):
                    self.assertEqual(serve_test.violations(self.server.json(path, **asked), schema), [])
            self.assertEqual(self.server.get("/second" + path).status, 404)
        printed = json.loads(serve_test.run(serve_test.LATECOMER, "compare", serve_test.REPORT, self.other, "--json"))
        compared = self.server.json("/compare")
        self.assertEqual(compared, {key: printed[key] for key in compared})
        self.assertEqual(set(printed) - set(compared), {"version", "base", "other", "met"})

    def test_each_is_answered_as_alone(self):
        self.assertIn(f"{serve_test.REPORT} and {self.other} are served at", self.server.output)
        self.assertEqual(self.server.json("/health")["second"], str(self.other))
        with serve_test.Server() as first, serve_test.Server(report=self.other) as second:
            self.assertNotIn("second", first.json("/health"))
            for prefix, alone in [("", first), ("/second", second)]:
                for path, parameters, _ in [*serve_test.documented(), *serve_test.documented_tables()]:
                    if path in ("/health", "/bulk"):
                        continue
                    needed = {each["name"]: each["example"] for each in parameters if each.get("required")}
                    with self.subTest(prefix=prefix, path=path):
                        self.assertEqual(self.server.get(prefix + path, **needed).body, alone.get(path, **needed).body)
            for path in ("/compare", "/aligned", "/second/report", "/second/timeline", "/second/source_text"):
                self.assertEqual(first.get(path).status, 404, path)
        asked = ["values?metric=time", "second/values?metric=time", "aligned"]
        for text, answer in zip(asked, self.server.json("/bulk", request=asked)["answers"]):
            self.assertEqual(answer["answer"], self.server.ask(f"{serve_test.PREFIX}/{text}").json())

    def test_rows_are_in_what_they_are_in_the_reports(self):
        for key, reports in self.server.json("/aligned").items():
            for side, report in [("base", self.server.json("/report")), ("other", self.server.json("/second/report"))]:
                rows = reports[side]
                for i, each in enumerate(report[key]):
                    self.assertEqual(reports["parent"][rows[i]], None if each["parent"] is None else rows[each["parent"]])

    def test_several_ranks(self):
        with serve_test.Server(*serve_test.OPEN_MPI, 3, report=self.other.parent, second=serve_test.REPORT) as server, serve_test.Server(report=self.other, second=serve_test.REPORT) as alone:
            self.assertEqual(server.json("/aligned"), alone.json("/aligned"))
            for a, b in zip(server.json("/compare")["metrics"], alone.json("/compare")["metrics"], strict=True):
                self.assertTrue(serve_test.are_alike(a, b), a["id"])


if __name__ == "__main__":
    unittest.main(argv=serve_test.sys.argv[:1])
