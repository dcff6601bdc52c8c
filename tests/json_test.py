# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""What --json prints and what docs/json.md and docs/report.schema.json say of it: the same keys, of this version.

usage: json_test.py LATECOMER PROGRAM, where PROGRAM is the program dies, compiled with Open MPI
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

try:
    import jsonschema
except ImportError:
    sys.exit("json_test.py: needs Debian's python3-jsonschema; ./dev installs it")

LATECOMER, PROGRAM = (os.path.abspath(name) for name in sys.argv[1:3])
ROOT = pathlib.Path(__file__).resolve().parents[1]
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")


def run(*command):
    return subprocess.run([str(word) for word in command], env=ENVIRONMENT, capture_output=True, text=True, timeout=120)


def printed_json(*command):
    result = run(LATECOMER, *command)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def keys_of(value, path=""):
    """The keys of a JSON value as the documentation writes them: critical_path[].edge.from."""
    if isinstance(value, list):
        return set().union(*(keys_of(element, path + "[]") for element in value))
    if not isinstance(value, dict):
        return set()
    below = {key: f"{path}.{key}" if path else key for key in value}
    return set(below.values()).union(*(keys_of(value[key], below[key]) for key in value))


SCHEMA = json.loads((ROOT / "docs" / "report.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def keys_of_schema(schema, path=""):
    """The keys that a schema requires, as the documentation writes them. Whatever it knows it requires."""
    schema = SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")] if "$ref" in schema else schema
    assert list(schema.get("properties", [])) == schema.get("required", []), path
    if "items" in schema:
        return keys_of_schema(schema["items"], path + "[]")
    keys = {f"{path}.{key}" if path else key: each for key, each in schema.get("properties", {}).items()}
    if "propertyNames" in schema:
        keys[path + ".KIND"] = {}
    return set(keys).union(*(keys_of_schema(each, key) for key, each in keys.items()))


REPORT, LATER = (ROOT / "docs" / "json.md").read_text().split("\n## Comparisons\n")
COMPARISON, LAST = LATER.split("\n## Predictions\n")
PREDICTION, LAST = LAST.split("\n## Scaling\n")
SCALING, REBALANCING = LAST.split("\n## Load balancing\n")


def documented(page=REPORT):
    """By key: what it matches. NNN is a number, another word in capitals stands for names."""
    keys = re.findall(r"^\| `([^`]+)` \|", page, re.MULTILINE)
    patterns = {}
    for key in keys:
        pattern = re.escape(key).replace("NNN", r"\d{3}")
        patterns[key] = re.compile(re.sub(r"\b(NAME|KIND)\b", "[a-z_]+", pattern))
    assert len(patterns) == len(keys), "a key is documented twice"
    return patterns


class JsonOutput(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.directory = pathlib.Path(scratch.name)
        cls.generated = cls.directory / "generated"
        cls.other = cls.directory / "other"
        for archive, events in ((cls.generated, 2000), (cls.other, 3000)):
            made = run(LATECOMER, "generate", "halo2d", "-o", archive, "--ranks", 4, "--events", events)
            assert made.returncode == 0, made.stderr
            run(LATECOMER, "analyze", archive)
        cls.analyzed = printed_json("analyze", cls.generated, "--json")

    def killed(self):
        """Of a program that was killed, with a rank more than there are cores."""
        archive = self.directory / "killed"
        run(LATECOMER, "record", "-o", archive, "--", "mpiexec.openmpi", "-n", os.cpu_count() + 1, PROGRAM, "abort")
        return printed_json("analyze", archive, "--json")

    def deadlocked(self, how):
        """Of a program that was ended because its ranks waited endlessly."""
        program = os.path.join(os.path.dirname(PROGRAM), "deadlocks")
        for seconds in (3, 15, 45):  # more where the machine is busy
            archive = self.directory / f"{how}-{seconds}"
            run(LATECOMER, "record", "--timeout", f"{seconds}s", "-o", archive, "--", "mpiexec.openmpi", "-n", 2, program, how)
            printed = printed_json("analyze", archive, "--json") if archive.exists() else {"attributes": {}}
            if any(re.match(r"latecomer\.(deadlock|wait_for_ended)\.", key) for key in printed["attributes"]):
                return printed
        self.fail(how + ": nobody waits endlessly")

    def marked(self):
        """Of a program with phases."""
        archive = self.directory / "marked"
        program = os.path.join(os.path.dirname(PROGRAM), "marked")
        run(LATECOMER, "record", "-o", archive, "--", "mpiexec.openmpi", "-n", 2, program)
        printed = printed_json("analyze", archive, "--json")
        self.assertEqual([(phase["name"], phase["visits"]) for phase in printed["phases"]], [("iteration 1", 2), ("iteration 2", 2)])
        return printed

    def sampled(self):
        """Of a program whose lines are known."""
        archive = self.directory / "sampled"
        program = os.path.join(os.path.dirname(PROGRAM), "sampled")
        run(LATECOMER, "record", "-o", archive, "--", "mpiexec.openmpi", "-n", 2, program)
        printed = printed_json("analyze", archive, "--json")
        file = next(file for file in printed["source_files"] if file["name"].endswith("sampled.c"))
        text = (ROOT / "tests" / "programs" / "sampled.c").read_text().splitlines()
        calls = {text[each["line"] - 1].strip() for each in file["lines"] if each["time"] > 0.1}
        self.assertLessEqual({"large();", "compute(0.6);"}, calls)
        self.assertIn("compute", {each["name"] for each in file["functions"]})
        return printed

    def truncated(self):
        """Of an archive one of whose files ends in the middle."""
        archive = self.directory / "truncated"
        shutil.copytree(self.generated, archive)
        events = archive / "traces" / "1.evt"
        os.truncate(events, events.stat().st_size // 2)
        return printed_json("analyze", archive, "--json")

    def test_version_and_units(self):
        self.assertEqual(list(self.analyzed)[:2], ["version", "units"])
        self.assertEqual(self.analyzed["version"], 1)
        self.assertEqual(self.analyzed["units"], {"time": "s"})
        self.assertEqual({metric["unit"] for metric in self.analyzed["metrics"]}, {"sec", "occ", "bytes"})

    def test_show_prints_the_same(self):
        show = ("show", self.generated, "--json")
        for option in ((), ("--all",), ("--instances",), ("--critical-path",), ("--clocks",), ("--phases",), ("--over-time",),
                       ("--source", "wave.c")):
            with self.subTest(option=option):
                self.assertEqual(printed_json(*show, *option), self.analyzed)
        one = printed_json(*show, "-m", "mpi_latesender")
        number = [metric["id"] for metric in one["metrics"]].index("mpi_latesender")
        self.assertTrue(one["values"])
        self.assertEqual(one["values"], [each for each in self.analyzed["values"] if each["metric"] == number])
        self.assertEqual(dict(one, values=[]), dict(self.analyzed, values=[]))

    def test_comparison(self):
        compared = printed_json("compare", self.generated, self.other, "--json")
        self.assertEqual(keys_of(compared), set(documented(COMPARISON)))
        self.assertEqual(compared["version"], self.analyzed["version"])

    def test_prediction(self):
        predicted = printed_json("whatif", self.generated, "--remove", "compute", "--json")
        comparison = predicted.pop("comparison")
        self.assertEqual(keys_of(predicted) | {"comparison"}, set(documented(PREDICTION)))
        self.assertLessEqual(keys_of(comparison), set(documented(COMPARISON)))
        self.assertLess(predicted["run_length"]["predicted"], predicted["run_length"]["recorded"])

    def test_rebalancing(self):
        rebalancing = printed_json("rebalance", self.generated, "--path", "compute", "--json")
        self.assertEqual(keys_of(rebalancing), set(documented(REBALANCING)))
        self.assertEqual(rebalancing["version"], self.analyzed["version"])

    def test_scaling(self):
        runs = [self.generated]
        for ranks in (2, 8, 16):
            runs.append(self.directory / f"{ranks}-ranks")
            run(LATECOMER, "generate", "halo2d", "-o", runs[-1], "--ranks", ranks, "--iterations", 480 // ranks)
            run(LATECOMER, "analyze", runs[-1])
        scaling = printed_json("scaling", *runs, runs[0], "--json")
        self.assertEqual(keys_of(scaling), set(documented(SCALING)))
        self.assertEqual(scaling["version"], self.analyzed["version"])

    def test_schema(self):
        """It is one, has the documented keys, and refuses what is wrong."""
        VALIDATOR.check_schema(SCHEMA)
        self.assertEqual(keys_of_schema(SCHEMA), {key for key in documented() if not key.startswith(("attributes.", "advice"))})
        self.assertEqual(SCHEMA["$id"], f"urn:latecomer:report:{self.analyzed['version']}")
        self.assertTrue(VALIDATOR.is_valid(self.analyzed))
        for key, wrong in (("version", 2), ("metrics", [{}]), ("values", None), ("values", [{"metric": 0, "call_path": -1, "values": []}]),
                           ("clocks", dict(self.analyzed["clocks"], checked={"messages": 1}))):
            with self.subTest(key=key, wrong=wrong):
                self.assertFalse(VALIDATOR.is_valid(dict(self.analyzed, **{key: wrong})))
        self.assertFalse(VALIDATOR.is_valid({key: value for key, value in self.analyzed.items() if key != "phases"}))

    def test_every_key_is_documented_and_occurs(self):
        # The golden archive's clocks contradict each other, and it has anomalies and notes.
        golden = printed_json("analyze", ROOT / "tests" / "golden" / "eztrace_4", "-o", self.directory / "golden.cubex",
                              "--own", "/usr/src", "--json")
        advised = printed_json("advise", self.generated / "report.cubex", "--json")
        outputs = (self.analyzed, golden, self.killed(), self.truncated(), self.marked(), self.sampled(), self.deadlocked("ring"),
                   self.deadlocked("ended"))
        for output in outputs:
            VALIDATOR.validate(output)
        printed = set().union(*map(keys_of, (*outputs, advised)))
        # Whether the MPI library has threads that run long enough depends on the machine, as a hypervisor does; three keys share a line.
        printed = {key for key in printed if "unrecorded_threads" not in key and ".stolen." not in key}
        patterns = {key: pattern for key, pattern in documented().items() if ".stolen." not in key}
        known = {key: [name for name, pattern in patterns.items() if pattern.fullmatch(key)] for key in printed}
        self.assertEqual([key for key, names in known.items() if not names], [], "not documented")
        self.assertEqual(set(patterns) - {name for names in known.values() for name in names}, set(), "never printed")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
