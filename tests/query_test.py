# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""Questions in SQL: tables, answers and errors of `latecomer query` and `latecomer export --sqlite`, and docs/queries.md.

usage: query_test.py LATECOMER
"""

import csv
import io
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import unittest

LATECOMER = os.path.abspath(sys.argv[1])
DOCUMENT = (pathlib.Path(__file__).resolve().parents[1] / "docs" / "queries.md").read_text(encoding="utf-8")


def run(*command):
    return subprocess.run([LATECOMER, *map(str, command)], capture_output=True, text=True, timeout=100)


class Queries(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.run1 = os.path.join(scratch.name, "run1")
        for command in (["generate", "halo2d", "-o", cls.run1, "--ranks", "4", "--iterations", "20"], ["analyze", cls.run1]):
            done = run(*command)
            assert done.returncode == 0, done.stderr
        cls.shown = json.loads(run("show", "--json", cls.run1).stdout)
        cls.database = os.path.join(scratch.name, "run1.db")
        done = run("export", "--sqlite", cls.database, cls.run1)
        assert done.returncode == 0, done.stderr
        cls.sqlite = sqlite3.connect(cls.database)
        cls.addClassCleanup(cls.sqlite.close)

    def ask(self, statement):
        done = run("query", "--json", self.run1, statement)
        self.assertEqual((0, ""), (done.returncode, done.stderr), statement)
        return json.loads(done.stdout)

    def one(self, statement):
        return self.ask(statement)["rows"][0][0]

    def tables(self):
        return {name: columns.split(", ") for name, columns in
                csv.reader(io.StringIO(run("query", "--csv", self.run1).stdout)) if name != "table"}

    def test_totals_are_those_that_are_shown(self):
        for metric in self.shown["metrics"]:
            self.assertEqual(metric["total"], self.one(f"SELECT total FROM metrics WHERE metric = '{metric['id']}'"), metric["id"])

    def test_severities_are_those_that_are_shown(self):
        shown = {(row["metric"], row["call_path"], location): value for row in self.shown["values"]
                 for location, value in enumerate(row["values"]) if value}
        asked = {tuple(row[:3]): row[3] for row in self.ask("SELECT metric, path, location, value FROM severities")["rows"]}
        derived = {number for number, metric in enumerate(self.shown["metrics"]) if metric["derived"]}
        self.assertEqual({key: value for key, value in shown.items() if key[0] not in derived},
                         {key: value for key, value in asked.items() if key[0] not in derived})

    def test_waiting_is_the_sum_of_wait_states(self):
        """Late Sender's waits in the store are all of the metric's time but that of its parts, which are other kinds."""
        seconds = self.one("SELECT sum(amount) FROM wait_states w JOIN metrics m ON m.id = w.metric WHERE m.metric LIKE 'mpi_latesender%'")
        self.assertAlmostEqual(self.one("SELECT total FROM metrics WHERE metric = 'mpi_latesender'"), seconds, places=9)

    def test_wait_states_and_their_delays_belong_together(self):
        wrong = self.one("SELECT count(*) FROM delays d LEFT JOIN wait_states w ON w.location = d.waiter AND w.number = d.wait "
                         "WHERE w.id IS NULL OR w.cause != d.location OR w.end > d.to_ + 1e-9")
        self.assertEqual(0, wrong)
        self.assertLess(0, self.one("SELECT count(*) FROM delays_parts p JOIN delays d ON d.id = p.parent"))

    def test_the_critical_path_is_the_run(self):
        first, last, length = self.ask("SELECT min(begin), max(end), sum(end - begin) FROM critical_path")["rows"][0]
        self.assertAlmostEqual(last - first, length, places=9)

    def test_the_instances_that_are_shown_are_there(self):
        for instance in self.shown["instances"]:
            amounts = self.ask(f"SELECT amount FROM wait_states WHERE location = {instance['location']} AND metric = {instance['metric']} "
                               f"AND path = {instance['call_path']}")["rows"]
            self.assertIn(round(instance["amount"], 9), [round(amount, 9) for amount, in amounts])

    def test_the_database_has_what_is_answered(self):
        for table in self.tables():
            asked = [tuple(row) for row in self.ask(f"SELECT * FROM {table}")["rows"]]
            self.assertEqual(asked, self.sqlite.execute(f"SELECT * FROM {table}").fetchall(), table)

    def test_forms_of_answers(self):
        statement = "SELECT 1 AS n, 0.1 + 0.2 AS x, 'a,\"b' AS text, NULL AS none"
        self.assertEqual('n,x,text,none\n1,0.30000000000000004,"a,""b",\n', run("query", "--csv", self.run1, statement).stdout)
        self.assertEqual("n  x    text  none\n1  0.3  a,\"b\n", run("query", self.run1, statement).stdout)
        self.assertEqual({"columns": ["n", "x", "text", "none"], "rows": [[1, 0.1 + 0.2, 'a,"b', None]]}, self.ask(statement))

    def test_errors(self):
        for statement, problem in (("SELECT * FROM elsewhere", "no such table: elsewhere"), ("SELEC", "syntax error"),
                                   ("DELETE FROM metrics", "changes something"), ("SELECT 1; SELECT 2", "more than one statement"),
                                   (" ", "no statement"), ("ATTACH '/tmp/x' AS x", "too many attached")):
            done = run("query", self.run1, statement)
            self.assertEqual((1, "", 1), (done.returncode, done.stdout, done.stderr.count("\n")), statement)
            self.assertIn(problem, done.stderr)
        self.assertEqual(1, run("query", os.path.join(self.run1, "nowhere"), "SELECT 1").returncode)
        self.assertEqual(1, run("export", "--sqlite", "/nowhere/run1.db", self.run1).returncode)
        self.assertEqual(2, run("export", "--sqlite", "run1.db", "-o", "run2.db", self.run1).returncode)

    def test_tables_are_documented(self):
        documented = re.findall(r"^\| (`[^|]*) \| ([^|]*) \|$", DOCUMENT, re.MULTILINE)
        names = {name: text for cell, text in documented for name in re.findall(r"`(\w+)`", cell)}
        tables = self.tables()
        self.assertEqual(set(tables), set(names))
        for name, columns in tables.items():
            if "tables.md" not in names[name]:
                self.assertLessEqual(set(columns), set(re.findall(r"`(\w+)`", names[name])), name)

    def test_questions_of_the_document(self):
        questions = re.findall(r"```sql\n(.*?)```\n```text\n(.*?)\n", DOCUMENT, re.DOTALL)
        self.assertLessEqual(10, len(questions))
        for statement, header in questions:
            answer = self.ask(statement)
            self.assertEqual(header.split(), answer["columns"], statement)
            self.assertLess(0, len(answer["rows"]), statement)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
