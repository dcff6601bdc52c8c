# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""The Python module: what it makes of a report, against values derived by hand and against what the program prints otherwise.

usage: python_test.py LATECOMER VERSION
"""

import doctest
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

try:
    import pandas
except ImportError:
    sys.exit("python_test.py: needs Debian's python3-pandas; ./dev installs it")

LATECOMER, VERSION = os.path.abspath(sys.argv[1]), sys.argv[2]
ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python"))
import latecomer  # noqa: E402

FUNCTION = {"paradigm": "user", "role": "function", "file": "a.c", "begin_line": 3, "end_line": 9}

# main calls solve, which calls send at two lines, on a thread of rank 0 and one of rank 7. "loop" is another root.
#
#     time        main 1 2    solve 10 20    send (line 5) 100 0    send (line 6) 0 400    loop 0 3
#     least       main 4 8    solve  5  7    send (line 5)   6 9    send (line 6) 7   6    loop 1 1
SMALL = {
    "version": 1, "units": {"time": "s"}, "attributes": {"Creator": "a hand"}, "notes": [],
    "metrics": [
        {"id": "time", "name": "Time", "unit": "sec", "data_type": "DOUBLE", "derived": False, "parent": None, "description": "", "remedy": "", "total": 536},
        {"id": "least", "name": "Least", "unit": "sec", "data_type": "MINDOUBLE", "derived": False, "parent": 0, "description": "", "remedy": "", "total": 1},
        {"id": "rate", "name": "Rate", "unit": "", "data_type": "RATE", "derived": False, "parent": None, "description": "", "remedy": "", "total": 0},
        {"id": "ratio", "name": "Ratio", "unit": "", "data_type": "DOUBLE", "derived": True, "parent": None, "description": "", "remedy": "", "total": 0}],
    "regions": [dict(FUNCTION, name="main"), dict(FUNCTION, name="solve"), dict(FUNCTION, name="send", role=""), dict(FUNCTION, name="loop")],
    "call_paths": [
        {"parent": None, "region": 0, "call_file": "", "call_line": -1}, {"parent": 0, "region": 1, "call_file": "", "call_line": -1},
        {"parent": 1, "region": 2, "call_file": "b.c", "call_line": 5}, {"parent": 1, "region": 2, "call_file": "b.c", "call_line": 6},
        {"parent": None, "region": 3, "call_file": "", "call_line": -1}],
    "nodes": [{"name": "node 1", "class": "node", "parent": None}],
    "ranks": [{"name": "MPI Rank 0", "type": "process", "rank": 0, "node": 0}, {"name": "MPI Rank 7", "type": "process", "rank": 7, "node": None}],
    "locations": [{"name": "Thread 0", "type": "thread", "rank": 0, "thread": 0}, {"name": "Thread 2", "type": "thread", "rank": 1, "thread": 2}],
    "values": [{"metric": 0, "call_path": path, "values": values}
               for path, values in enumerate([[1, 2], [10, 20], [100, 0], [0, 400], [0, 3]])] +
              [{"metric": 1, "call_path": path, "values": values} for path, values in enumerate([[4, 8], [5, 7], [6, 9], [7, 6], [1, 1]])],
    "efficiencies": None, "efficiencies_over_time": [], "phases": [], "root_causes": None, "gains": [], "consequences": None, "clocks": None,
    "instances": [{"metric": 1, "location": 1, "call_path": 3, "begin": 1, "end": 3, "amount": 2,
                   "cause": {"location": 0, "call_path": None, "metric": None, "seconds": 2}}],
    "critical_path": [{"location": 0, "call_path": 1, "begin": 0, "end": 2, "edge": None},
                      {"location": 1, "call_path": None, "begin": 2, "end": 3, "edge": {"from": 0, "metric": 1, "call_path": 3}}]}


def program(*command):
    done = subprocess.run([LATECOMER, *map(str, command)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def rows(frame):
    """Its rows, with None for whatever is missing."""
    return [tuple(None if pandas.isna(value) else value for value in row) for row in frame.itertuples(index=False)]


class SmallReport(unittest.TestCase):
    def setUp(self):
        self.report = latecomer.Report(SMALL)

    def test_definitions(self):
        self.assertEqual(list(self.report.metrics.index), ["time", "least", "rate", "ratio"])
        self.assertEqual(self.report.metrics.at["least", "parent"], "time")
        self.assertEqual(self.report.metrics.at["time", "total"], 536)
        self.assertEqual(list(self.report.call_paths["path"]), ["main", "main/solve", "main/solve/send", "main/solve/send", "loop"])
        self.assertEqual(rows(self.report.call_paths[["parent", "call_line"]]), [(None, -1), (0, -1), (1, 5), (1, 6), (None, -1)])
        self.assertEqual(rows(self.report.locations), [("Thread 0", "thread", 0, 0, "MPI Rank 0", "node 1"),
                                                       ("Thread 2", "thread", 7, 2, "MPI Rank 7", None)])

    def test_values(self):
        self.assertEqual(rows(self.report.values("time")), [
            ("time", 0, 0, 1), ("time", 0, 1, 2), ("time", 1, 0, 10), ("time", 1, 1, 20), ("time", 2, 0, 100), ("time", 3, 1, 400),
            ("time", 4, 1, 3)])
        self.assertEqual(len(self.report.values()), 7 + 10)
        self.assertEqual(rows(self.report.values("ratio")), [])
        self.assertEqual(rows(self.report.table("time")), [(1, 2), (10, 20), (100, 0), (0, 400), (0, 3)])
        self.assertEqual(rows(self.report.table("time", inclusive=True)), [(111, 422), (110, 420), (100, 0), (0, 400), (0, 3)])
        self.assertEqual(rows(self.report.table("least", inclusive=True)), [(4, 6), (5, 6), (6, 9), (7, 6), (1, 1)])

    def test_tree(self):
        tree = self.report.tree()
        self.assertEqual([node.name for node in tree.roots], ["main", "loop"])
        self.assertEqual([node.call_path for node in tree.traverse()], [0, 1, 2, 3, 4])
        solve = tree.roots[0].children[0]
        self.assertEqual([child.frame for child in solve.children],
                         [{"name": "send", "type": "function", "file": "b.c", "line": line} for line in (5, 6)])
        self.assertEqual(solve.frame, {"name": "solve", "type": "function", "file": "a.c", "line": 3})
        self.assertEqual(tree.dataframe.loc[solve].to_dict(),
                         {"name": "solve", "time": 30, "time (inc)": 530, "least": 5, "least (inc)": 5})
        self.assertEqual(list(self.report.tree("time").dataframe.columns), ["name", "time", "time (inc)"])
        self.assertEqual(tree.render("time (inc)", smallest=101), "         533 main\n         530   solve\n         400     send\n")

    def test_literal(self):
        main, loop = self.report.tree("time").to_literal()
        self.assertEqual(loop, {"frame": {"name": "loop", "type": "function", "file": "a.c", "line": 3},
                                "metrics": {"time": 3, "time (inc)": 3}, "children": []})
        self.assertEqual(main["metrics"], {"time": 3, "time (inc)": 533})
        self.assertEqual([send["metrics"]["time"] for send in main["children"][0]["children"]], [100, 400])
        self.assertEqual(json.loads(json.dumps([main, loop])), [main, loop])  # nothing of numpy in it

    def test_deep_tree(self):
        deep = dict(SMALL, call_paths=[dict(SMALL["call_paths"][0], parent=i - 1 if i else None) for i in range(3000)])
        tree = latecomer.Report(deep).tree("time")
        self.assertEqual(tree.dataframe["time (inc)"].iloc[0], 536)
        self.assertEqual(len(tree.to_literal()), 1)

    def test_findings(self):
        self.assertEqual(rows(self.report.wait_states), [("least", 1, 3, 1, 3, 2, 0, None, None, 2)])
        self.assertEqual(rows(self.report.critical_path), [(0, 1, 0, 2, None, None, None), (1, None, 2, 3, 0, "least", 3)])
        for finding in (self.report.root_causes, self.report.gains, self.report.consequences, self.report.phases, self.report.efficiencies,
                        self.report.efficiencies_over_time):
            self.assertEqual(len(finding), 0)

    def test_errors(self):
        for wrong, says in ((lambda: self.report.table("tme"), "no metric 'tme'"),
                            (lambda: self.report.values("tme"), "no metric 'tme'"),
                            (lambda: self.report.table("rate", inclusive=True), "rate are of type RATE"),
                            (lambda: self.report.tree("ratio"), "ratio are calculated from"),
                            (lambda: latecomer.Report(dict(SMALL, version=2)), "version 1"),
                            (lambda: latecomer.Report([]), "version 1"),
                            (lambda: latecomer.read("none.cubex", program=LATECOMER), "none.cubex: no such file"),
                            (lambda: latecomer.read("--all", program=LATECOMER), "--all: no such file"),
                            (lambda: latecomer.read("x", program="/none/latecomer"), "/none/latecomer: cannot be run")):
            with self.subTest(says=says):
                self.assertRaisesRegex(latecomer.Error, re.escape(says), wrong)


class GeneratedReport(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.directory = pathlib.Path(scratch.name) / "generated"
        program("generate", "halo2d", "-o", cls.directory, "--ranks", 4, "--events", 2000)
        program("analyze", cls.directory)
        cls.report = latecomer.read(cls.directory, program=LATECOMER)

    def test_json_file(self):
        file = self.directory / "report.json"
        file.write_text(program("show", self.directory, "--json"))
        read = latecomer.read(file)
        pandas.testing.assert_frame_equal(read.values(), self.report.values())
        file.write_text("{")
        self.assertRaisesRegex(latecomer.Error, "report.json: is no JSON", latecomer.read, file)

    def test_csv_has_the_same(self):
        """Values and call paths, however they get here."""
        for inclusive in (False, True):
            text = program("show", self.directory, "--csv", *["--inclusive"] * inclusive)
            csv = pandas.read_csv(io.StringIO(text), float_precision="round_trip")
            self.assertGreater(len(csv), 20)
            self.assertEqual(csv.columns.get_loc("time"), 10)
            self.assertEqual(list(csv.columns[10:]), list(self.report.metrics.index))
            self.assertEqual(list(csv["region"]), list(self.report.call_paths["region"].loc[csv["call_path"]]))
            self.assertEqual(list(csv["rank"]), list(self.report.locations["rank"].loc[csv["location"]]))
            for metric in self.report.metrics.index:
                table = self.report.table(metric, inclusive=inclusive)
                there = csv.pivot(index="call_path", columns="location", values=metric)
                there = there.reindex(index=table.index, columns=table.columns).fillna(0.0)
                pandas.testing.assert_frame_equal(there.astype(float), table, rtol=1e-12 if inclusive else 0, atol=1e-12 if inclusive else 0)

    def test_totals(self):
        totals = self.report.values().groupby("metric")["value"].sum()
        self.assertGreater(len(totals), 10)
        for metric, total in totals.items():
            self.assertAlmostEqual(total, self.report.metrics.at[metric, "total"], delta=1e-9 * abs(total))
        self.assertAlmostEqual(self.report.tree("time").dataframe["time (inc)"].iloc[0], totals["time"], places=9)

    def test_findings(self):
        self.assertGreater(self.report.efficiencies["parallel"], 0)
        self.assertTrue((self.report.wait_states["amount"] > 0).all())
        self.assertLessEqual(set(self.report.wait_states["metric"]), set(self.report.metrics.index))
        self.assertTrue(self.report.root_causes["seconds"].is_monotonic_decreasing)
        self.assertTrue((self.report.gains["seconds"] >= 0).all())
        path = self.report.critical_path
        self.assertEqual(list(path["end"][:-1]), list(path["begin"][1:]))


class Package(unittest.TestCase):
    def test_version(self):
        self.assertIn(f'\nversion = "{VERSION}"\n', (ROOT / "python" / "pyproject.toml").read_text())

    def test_example(self):
        """The page prints what it says."""
        page = ROOT / "docs" / "python.md"
        commands = re.findall(r"^    latecomer (.*)$", page.read_text(), re.MULTILINE)
        self.assertEqual(len(commands), 2)
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        with tempfile.TemporaryDirectory() as scratch, mock.patch.dict(
                os.environ, PATH=f"{os.path.dirname(LATECOMER)}:{os.environ['PATH']}"):
            os.chdir(scratch)
            for command in commands:
                program(*command.split())
            failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8", optionflags=doctest.NORMALIZE_WHITESPACE)
            os.chdir(before)
        self.assertGreater(tried, 10)
        self.assertEqual(failed, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
