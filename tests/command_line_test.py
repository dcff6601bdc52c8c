# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""The program as users call it: the same report on any number of processes, and one clear line where something is wrong.

usage: command_line_test.py LATECOMER PROGRAM, where PROGRAM is an MPI program, compiled with Open MPI
"""

import csv
import fcntl
import json
import os
import pathlib
import pty
import re
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

LATECOMER, PROGRAM = (os.path.abspath(name) for name in sys.argv[1:3])
SOURCES = pathlib.Path(__file__).resolve().parents[1] / "src"
RANKS = 4
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")
ENVIRONMENT.pop("COLUMNS", None)


def run(*command):
    return subprocess.run([str(word) for word in command], env=ENVIRONMENT, capture_output=True, text=True, timeout=120)


class CommandLine(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.directory)
        cls.archive = cls.directory / "recorded"
        recorded = run(LATECOMER, "record", "-o", cls.archive, "--", "mpiexec.openmpi", "-n", RANKS, PROGRAM)
        assert recorded.returncode == 0, recorded.stderr

    def copy_of_archive(self, name):
        copy = self.directory / name
        shutil.copytree(self.archive, copy)
        return copy

    def fails(self, *command, code=1, says):
        """The command's exit code, and that it says one line with these words."""
        result = run(LATECOMER, *command)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        self.assertEqual(result.stdout, "")
        if code == 1:
            self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        for word in says:
            self.assertIn(word, result.stderr)

    def test_report_does_not_depend_on_the_number_of_processes(self):
        report = self.directory / "serial.cubex"
        self.assertEqual(run(LATECOMER, "analyze", self.archive, "-o", report).returncode, 0)
        expected = report.read_bytes()
        for mpi in ("openmpi", "mpich"):
            for processes in (1, 2, 3, RANKS + 3):
                with self.subTest(mpi=mpi, processes=processes):
                    report = self.directory / f"{mpi}-{processes}.cubex"
                    result = run(f"mpiexec.{mpi}", "-n", processes, LATECOMER, "analyze", self.archive, "-o", report)
                    self.assertEqual(result.returncode, 0, result.stderr)
                    self.assertEqual(report.read_bytes(), expected)
                    self.assertEqual(result.stdout.count("Largest wait states"), 1, result.stdout)

    def timing_rows(self, *launcher):
        """The table that --timing prints, and its header: a dictionary for each line."""
        result = run(*launcher, LATECOMER, "analyze", self.archive, "--timing", "-o", self.directory / "timed.cubex")
        self.assertEqual(result.returncode, 0, result.stderr)
        table = [line for line in result.stderr.splitlines() if line[:23].strip()]
        first = next(i for i, line in enumerate(table) if line.startswith("pass "))
        ends = [match.end() for match in re.finditer(r" \w+", table[first])]
        names = table[first].split()
        rows = []
        for line in table[first + 1:]:
            cells = [line[begin:end].strip() for begin, end in zip([23] + ends, ends)]
            rows.append(dict(zip(names, [line[:23].strip()] + cells)))
        return rows

    def test_generate_names_what_is_wrong(self):
        made = self.directory / "generated"
        self.fails("generate", "square", "-o", made, code=2, says=["square: not a pattern", "halo2d, halo3d", "hybrid"])
        self.fails("generate", "ring", "-o", made, "--imbalance", "much", says=["much: not an imbalance"])
        self.fails("generate", "ring", "-o", made, "--ranks", "0", says=["--ranks", "between 1 and"])
        self.fails("generate", "ring", "-o", made, "--threads", "2", says=["--threads", "hybrid"])
        self.assertFalse(made.exists())
        self.fails("generate", "ring", "-o", self.archive, says=["recorded", "not empty", "-o"])

    def test_timing(self):
        units = {"k": 1e3, "M": 1e6, "G": 1e9, "s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}

        def number(text):
            figure, *unit = text.replace(",", "").split()
            return float(figure) * (units[unit[0]] if unit else 1)

        passes = ["open"]
        for source in ("synchronized_trace.cc", "pipeline.cc"):
            text = (SOURCES / "analyze" / source).read_text()
            passes += re.findall(r'timed\(\s*timings,\s*comm,\s*"([^"]+)"', text)
        passes += ["write report", "predict gains"]
        for launcher in ((), ("mpiexec.openmpi", "-n", 3)):
            with self.subTest(launcher=launcher):
                rows = self.timing_rows(*launcher)
                self.assertEqual(list(rows[0]),
                                 ["pass", "time", "cpu", "operations", "rounds", "messages", "bytes", "peak"])
                self.assertEqual([row["pass"] for row in rows], passes + ["together"])
                *rows, together = rows
                for column in ("time", "cpu", "rounds", "messages", "bytes"):
                    values = [number(row[column]) for row in rows]
                    slack = {"time": 0.02 * sum(values), "cpu": 0.02 * sum(values), "rounds": 0}.get(column, 0.05 * sum(values))
                    self.assertAlmostEqual(number(together[column]), sum(values), delta=slack + 1e-6, msg=column)
                    self.assertGreaterEqual(min(values), 0)
                peaks = [number(row["peak"]) for row in rows]
                self.assertEqual(peaks, sorted(peaks))
                self.assertEqual(number(together["peak"]), peaks[-1])
                self.assertTrue(1e6 < peaks[0] and peaks[-1] < 1e9, peaks)
                by_pass = {row["pass"]: row for row in rows}
                events = [line for line in run(LATECOMER, "print", self.archive).stdout.splitlines() if line.startswith("  ")]
                self.assertAlmostEqual(number(by_pass["condense"]["operations"]), len(events), delta=0.06 * len(events))
                self.assertGreater(number(by_pass["match collectives"]["operations"]), 0)
                # One process tells nobody anything.
                self.assertEqual(number(together["bytes"]) > 0, bool(launcher))
                self.assertEqual(number(together["messages"]) > 0, bool(launcher))

    def test_show(self):
        self.assertEqual(run(LATECOMER, "analyze", self.archive).returncode, 0)
        shown = json.loads(run(LATECOMER, "show", self.archive, "--json").stdout)
        self.assertTrue(any(metric["id"] == "mpi_wait_nxn" for metric in shown["metrics"]))
        self.assertIn("MPI", run(LATECOMER, "show", self.archive).stdout)
        self.fails("show", self.archive, "-m", "mpi_latesendr", says=["mpi_latesendr", "mpi_latesender"])
        self.fails("show", self.directory / "none.cubex", says=["none.cubex"])

    def test_advises(self):
        self.assertEqual(run(LATECOMER, "analyze", self.archive).returncode, 0)
        report = self.archive / "report.cubex"
        advised = run(LATECOMER, "advise", report)
        self.assertEqual(advised.returncode, 0, advised.stderr)
        self.assertIn("Advice: 1 rank, --distribute=round-robin", advised.stdout)
        advice = json.loads(run(LATECOMER, "advise", report, "--ranks", 3, "--json").stdout)["advice"]
        self.assertEqual(advice["ranks"], 3)
        self.assertEqual([each["name"] for each in advice["distributions"]],
                         ["round-robin", "random", "plain", "deepest-chain", "system"])
        self.fails("advise", report, "--ranks", "0", code=2, says=["--ranks"])
        self.fails("advise", self.directory / "none.cubex", says=["none.cubex"])

    def test_show_csv(self):
        self.assertEqual(run(LATECOMER, "analyze", self.archive).returncode, 0)
        shown = json.loads(run(LATECOMER, "show", self.archive, "--json").stdout)
        for options in (["--csv"], ["--csv", "--inclusive"], ["--csv", "-m", "time"]):
            printed = run(LATECOMER, "show", self.archive, *options)
            self.assertEqual(printed.returncode, 0, printed.stderr)
            rows = list(csv.DictReader(printed.stdout.splitlines()))
            metrics = list(rows[0])[10:]
            self.assertEqual(metrics, ["time"] if "-m" in options else [metric["id"] for metric in shown["metrics"]])
            self.assertEqual({row["rank"] for row in rows}, {str(rank) for rank in range(RANKS)})
            total = sum(float(row["time"]) for row in rows if "--inclusive" not in options or row["parent"] == "")
            self.assertAlmostEqual(total, shown["metrics"][0]["total"], delta=1e-9 * total)
        self.fails("show", self.archive, "--csv", "-m", "tim", says=["tim", "time"])
        self.fails("show", self.archive, "--csv=both", code=2, says=["both"])
        self.fails("show", self.archive, "--csv", "--json", code=2, says=["--csv", "--json"])

    def test_compare(self):
        """The simulated runs of a side differ in what is random, those of the other compute twice as much on one rank."""
        runs = {}
        for imbalance in ("none", "random:0.1", "hotspot:1"):
            for seed in (1, 2, 3):
                runs[imbalance, seed] = self.directory / f"{imbalance.replace(':', '-')}-{seed}"
                made = run(LATECOMER, "generate", "ring", "-o", runs[imbalance, seed], "--ranks", 4, "--iterations", 50,
                           "--imbalance", imbalance, "--seed", seed)
                self.assertEqual((made.returncode, run(LATECOMER, "analyze", runs[imbalance, seed]).returncode), (0, 0), made.stderr)
        few = [runs["random:0.1", seed] for seed in (1, 2, 3)]
        many = [runs["hotspot:1", seed] for seed in (1, 2, 3)]
        compared = run(LATECOMER, "compare", *few, "--with", *many)
        self.assertEqual((compared.returncode, compared.stderr), (0, ""))
        self.assertRegex(compared.stdout, r"\ntime +\d\S* ms ±\d\.\d% +\d\S* ms ±\d\.\d% +\+\d\S* ms +\+\d+\.\d% \*\n")
        self.assertRegex(compared.stdout, r"\nmain/compute +\d.* ±")
        self.assertEqual([line for line in compared.stdout.splitlines() if len(line) > 100], [])
        everything = run(LATECOMER, "compare", *few, "--with", *many, "--all", "-m", "mpi_latesender").stdout
        self.assertEqual([line for line in everything.splitlines() if len(line) > 100 or line != line.rstrip()], [])
        printed = json.loads(run(LATECOMER, "compare", *few, "--with", *many, "--json").stdout)
        totals = [[json.loads(run(LATECOMER, "show", each, "--json").stdout)["metrics"][0]["total"] for each in side] for side in (few, many)]
        self.assertAlmostEqual(printed["metrics"][0]["base"]["mean"], statistics.mean(totals[0]))
        self.assertAlmostEqual(printed["metrics"][0]["other"]["deviation"], statistics.stdev(totals[1]))
        self.assertTrue(printed["metrics"][0]["significant"])
        self.assertIn("| time | ", run(LATECOMER, "compare", few[0], many[0], "--markdown").stdout)
        self.assertIn("One run".lower(), run(LATECOMER, "compare", few[0], many[0]).stdout.lower())
        self.assertEqual(run(LATECOMER, "compare", few[0], few[0]).stdout, "There is no difference.\n")

        failed = run(LATECOMER, "compare", few[0], many[0], "--fail-if", "time>+1%", "--fail-if", "time>+1000", "--fail-if", "visits>+0%")
        self.assertEqual(failed.returncode, 3, failed.stderr)
        self.assertRegex(failed.stderr, r"^latecomer: --fail-if time>\+1%: .* became .*%\n$")
        self.assertIn("Metric", failed.stdout)
        self.assertEqual(run(LATECOMER, "compare", many[0], few[0], "--fail-if", "time>+1%").returncode, 0)
        # Two groups of runs that differ by chance only.
        self.assertEqual(run(LATECOMER, "compare", few[0], few[1], "--with", few[1], few[2], "--fail-if", "time>+0").returncode, 0)

        self.fails("compare", few[0], many[0], "--fail-if", "tim>+1%", says=["tim", "time"])
        self.fails("compare", few[0], many[0], "--fail-if", "time+1%", says=["time+1%", "METRIC>+NUMBER"])
        self.fails("compare", few[0], many[0], "-m", "tim", says=["tim", "time"])
        self.fails("compare", few[0], self.directory / "none", says=["none"])
        self.fails("compare", few[0], code=2, says=["--with"])
        self.fails("compare", *few, code=2, says=["--with"])

    def test_scaling(self):
        """The iterations of a strong run are divided among the ranks, those of a weak one are the same."""
        def archive(ranks, iterations, imbalance):
            name = self.directory / f"scaling-{ranks}-{iterations}-{imbalance.replace(':', '-')}"
            made = run(LATECOMER, "generate", "halo2d", "-o", name, "--ranks", ranks, "--iterations", iterations, "--imbalance", imbalance)
            self.assertEqual((made.returncode, run(LATECOMER, "analyze", name).returncode), (0, 0), made.stderr)
            return name

        strong = [archive(ranks, 800 // ranks, "hotspot:0.5") for ranks in (4, 8, 16, 32)]
        printed = run(LATECOMER, "scaling", *strong[::-1])
        self.assertEqual((printed.returncode, printed.stderr), (0, ""))
        self.assertRegex(printed.stdout, r"^Strong scaling: .*\nRanks +4 +8 +16 +32\nRun length .* [mu]s\nSpeed-up +1\.00 ")
        self.assertRegex(printed.stdout, r"\n1\. main/compute +\d+\.\d % ")
        self.assertRegex(printed.stdout, r"\nRanks +64 +128 +256 +512\nSpeed-up +\d\S* ± \d")
        self.assertEqual([line for line in printed.stdout.splitlines() if len(line) > 100 or line != line.rstrip()], [])
        found = json.loads(run(LATECOMER, "scaling", *strong, "--json").stdout)
        shown = [json.loads(run(LATECOMER, "show", each, "--json").stdout) for each in strong]
        for each, report in zip(found["runs"], shown):
            self.assertEqual(each["efficiencies"]["parallel"], report["efficiencies"]["parallel"])
            self.assertEqual(each["efficiencies"]["transfer"], report["efficiencies"]["transfer"])
            self.assertAlmostEqual(each["speed_up"], shown[0]["efficiencies"]["run_seconds"] / report["efficiencies"]["run_seconds"])
            self.assertAlmostEqual(each["speed_up"] / each["ideal_speed_up"],
                                   each["efficiencies"]["global"] / found["runs"][0]["efficiencies"]["global"])
        self.assertEqual(found["kind"], "strong")
        self.assertFalse(found["looks_like_other_kind"])

        three = run(LATECOMER, "scaling", *strong[:3]).stdout
        self.assertIn("Runs of 3 different sizes are too few to say how far off this is", three)
        self.assertNotIn("±", three)
        two = run(LATECOMER, "scaling", *strong[:2]).stdout
        self.assertIn("Runs of 2 sizes are too few for an extrapolation", two)

        weak = [archive(ranks, 120, "hotspot:0.5") for ranks in (4, 8)]
        self.assertRegex(run(LATECOMER, "scaling", *weak).stdout, r"^This looks like weak scaling, .*: add --weak\.\n\nStrong scaling")
        as_weak = run(LATECOMER, "scaling", "--weak", *weak).stdout
        self.assertRegex(as_weak, r"^Weak scaling: .*\nRanks +4 +8\n.*\nScaled speed-up +1\.00 +\d\.\d\d\n")

        slower = archive(4, 800 // 4, "hotspot:2")
        self.assertIn(f"{slower} is left out: {strong[0]} has", run(LATECOMER, "scaling", slower, *strong[:2], "--width", 1000).stdout)
        self.fails("scaling", slower, strong[0], says=["all runs have 4 ranks"])
        self.fails("scaling", strong[0], code=2, says=["two runs"])
        self.fails("scaling", strong[0], self.directory / "none", says=["none"])

    def test_show_source(self):
        """Of a program that was compiled without -g, and of one whose lines are known."""
        # Samples may find the system's libraries, whose lines are known on some machines.
        without = self.directory / "without_lines"
        recorded = run(LATECOMER, "record", "--analyze", "--sample", "off", "-o", without, "--", "mpiexec.openmpi", "-n", RANKS, PROGRAM)
        self.assertEqual(recorded.returncode, 0, recorded.stderr)
        self.fails("show", without, "--source", "all_to_all.c", says=["no lines of source files", "-g"])
        archive = self.directory / "sampled"
        program = pathlib.Path(PROGRAM).parent / "sampled"
        recorded = run(LATECOMER, "record", "--analyze", "-o", archive, "--", "mpiexec.openmpi", "-n", 2, program)
        self.assertEqual(recorded.returncode, 0, recorded.stderr)
        copy = self.directory / "src" / "sampled.c"
        copy.parent.mkdir()
        shutil.copy2(SOURCES.parent / "tests" / "programs" / "sampled.c", copy)
        for name in ("sampled.c", "programs/sampled.c", copy):
            shown = run(LATECOMER, "show", archive, "--source", name)
            self.assertEqual(shown.returncode, 0, shown.stderr)
            self.assertRegex(shown.stdout, r"\n +[1-9]\.\d+ s .* \d+    compute\(0\.6\);\n")
            self.assertEqual([line for line in shown.stdout.splitlines() if len(line) > 100 and "Source" not in line], [])
        copy.write_text("\t\x1b[31m\r\nforged\n")
        self.assert_harmless(LATECOMER, "show", archive, "--source", copy, "--all")
        self.fails("show", archive, "--source", "sampeld.c", says=["sampeld.c", "sampled.c"])
        self.fails("show", archive, "--source", "other/sampled.c", says=["other/sampled.c", "sampled.c"])
        self.fails("show", archive, "--source", self.directory, says=["no lines of a file"])
        self.fails("show", archive, "--source", "sampled.c", "--phases", code=2, says=["--source"])

    def test_summary_is_that_of_the_file(self):
        """One process prints what it has in memory, several print what they read from the report."""
        report = self.directory / "summary.cubex"
        alone = run(LATECOMER, "analyze", self.archive, "-o", report)
        together = run("mpiexec.openmpi", "-n", 3, LATECOMER, "analyze", self.archive, "-o", report)
        self.assertEqual((alone.returncode, together.returncode), (0, 0))
        self.assertIn("Where the time went", alone.stdout)
        self.assertEqual(alone.stdout, together.stdout)

    def assert_harmless(self, *command):
        """No control characters in what the command prints, but for ends of lines; it is UTF-8 and says one line where it fails."""
        result = subprocess.run([str(word) for word in command], env=ENVIRONMENT, capture_output=True, timeout=60)
        self.assertIn(result.returncode, (0, 1, 2), result.stderr)
        for text in (result.stdout.decode(), result.stderr.decode()):
            self.assertEqual(re.findall("[\0-\x09\x0b-\x1f\x7f-\x9f]", text), [], command)
            self.assertNotIn("\nforged", text)
        if result.returncode == 1:
            self.assertEqual(result.stderr.count(b"\n"), 1, result.stderr)
        return result

    def test_names_do_not_reach_the_terminal_as_commands(self):
        archive = self.copy_of_archive("names")
        definitions = (archive / "traces.def").read_bytes()
        for name in (b"\x1b]0;title\x07", b"m\nforged\r\n\0", b"a\x7fb\xc2\x9b31m", b"\x80\xff\xed\xa0\x80.."):
            with self.subTest(name=name):
                hostile = name.ljust(len(b"MPI_Alltoall"), b".")
                self.assertEqual(len(hostile), len(b"MPI_Alltoall"))
                self.assertIn(b"MPI_Alltoall\0", definitions)
                (archive / "traces.def").write_bytes(definitions.replace(b"MPI_Alltoall\0", hostile + b"\0"))
                self.assertEqual(self.assert_harmless(LATECOMER, "print", archive).returncode, 0)
                self.assertEqual(self.assert_harmless(LATECOMER, "analyze", archive).returncode, 0)
                for options in ([], ["--all"], ["-m", "time", "--all"], ["--critical-path"], ["--instances"], ["--csv"]):
                    self.assertEqual(self.assert_harmless(LATECOMER, "show", archive, *options).returncode, 0)
                regions = json.loads(self.assert_harmless(LATECOMER, "show", archive, "--json").stdout)["regions"]
                self.assertTrue(any("?" in region["name"] or "forged" in region["name"] for region in regions), regions)
                shutil.rmtree(self.directory / "corrected", ignore_errors=True)
                self.assert_harmless(LATECOMER, "correct", archive, "-o", self.directory / "corrected")

    def test_arguments_do_not_reach_the_terminal_as_commands(self):
        hostile = "no\x1b[31m\nforged\x7f\x9b"
        for command in ("analyze", "print", "show"):
            self.assertEqual(self.assert_harmless(LATECOMER, command, self.directory / hostile).returncode, 1)
        self.assert_harmless(LATECOMER, "show", self.archive, "-m", hostile)
        self.assert_harmless(LATECOMER, "generate", hostile, "-o", self.directory / "none")
        directory = self.copy_of_archive(hostile)
        self.assertEqual(self.assert_harmless(LATECOMER, "analyze", directory).returncode, 0)
        self.assertEqual(self.assert_harmless(LATECOMER, "show", directory).returncode, 0)

    def test_what_is_no_file(self):
        """Links to themselves, pipes that nobody writes into, and devices."""
        loop = self.directory / "loop"
        loop.symlink_to(loop)
        pipe = self.directory / "pipe"
        os.mkfifo(pipe)
        for command in (["analyze"], ["analyze", "--spill-dir", self.directory], ["print"], ["show"]):
            self.fails(*command, loop, says=["loop"])
            self.fails(*command, pipe, says=["pipe: is not a regular file"])
        self.fails("analyze", "/dev/zero", says=["/dev/zero: is not a regular file"])
        self.fails("correct", loop, "-o", self.directory / "corrected-loop", says=["loop"])

    def test_claimed_number_of_events(self):
        """The definitions say that a location has 2^60 events: nothing believes it."""
        archive = self.copy_of_archive("claims")
        definitions = (archive / "traces.def").read_bytes()
        at = 18
        while definitions[at] != 14:  # the first location: its number, its name, its kind, its number of events
            at += 2 + definitions[at + 1]
        record = definitions[at + 2:at + 2 + definitions[at + 1]]
        field = 1 + record[0]
        field += 1 + record[field] + 1
        changed = record[:field] + b"\x08" + (1 << 60).to_bytes(8, "little") + record[field + 1 + record[field]:]
        (archive / "traces.def").write_bytes(definitions[:at] + bytes([14, len(changed)]) + changed + definitions[at + 2 + len(record):])
        for command in (["print", archive], ["analyze", archive], ["correct", archive, "-o", self.directory / "from-claims"]):
            result = run(LATECOMER, *command)
            self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_print(self):
        everything = run(LATECOMER, "print", self.archive).stdout.splitlines()
        self.assertEqual(everything[0], "resolution 1000000000")
        self.assertEqual([line for line in everything if line.startswith("rank ")], [f"rank {r}" for r in range(RANKS)])
        events = [line for line in everything if line.startswith("  ")]
        self.assertEqual(0, min(float(line.split()[0]) for line in events))  # the run begins at 0, as in reports
        one = run(LATECOMER, "print", self.archive, "--location", "1").stdout.splitlines()
        begin, end = everything.index("rank 1") + 1, everything.index("rank 2") - 1  # before it comes a line "node"
        events = [line for line in everything[begin:end] if line.startswith("  ")]  # others are clock offsets
        self.assertEqual([line for line in one if line.startswith("  ")], events)
        time = events[10].split()[0]
        later = run(LATECOMER, "print", self.archive, "--location", "1", "--from", time).stdout.splitlines()
        self.assertEqual([line for line in later if line.startswith("  ")],
                         [line for line in events if float(line.split()[0]) >= float(time)])
        self.fails("print", self.archive, "--location", "9", says=["ranks 0 to 3"])
        self.fails("print", self.archive, "--location", "0.4", says=["rank 0 has 1 thread"])
        self.fails("print", self.archive, "--from", "soon", says=["--from soon"])

    def test_show_what_happened_when(self):
        analyzed = json.loads(run(LATECOMER, "analyze", self.archive, "--json").stdout)
        self.assertEqual(analyzed, json.loads(run(LATECOMER, "show", self.archive, "--json").stdout))
        waits = [each for each in analyzed["instances"] if analyzed["metrics"][each["metric"]]["id"] == "mpi_wait_nxn"]
        self.assertTrue(waits)
        self.assertAlmostEqual(waits[0]["end"] - waits[0]["begin"], waits[0]["amount"], delta=1e-6)
        path = analyzed["critical_path"]
        for before, after in zip(path, path[1:]):
            self.assertEqual(before["end"], after["begin"])
            self.assertEqual(after["edge"]["from"] if after["edge"] else after["location"], before["location"])
        self.assertIn("Wait at N x N (mpi_wait_nxn)", run(LATECOMER, "show", self.archive, "--instances", "mpi_wait_nxn").stdout)
        self.assertIn("Wait at N x N (mpi_wait_nxn)", run(LATECOMER, "show", self.archive, "--instances").stdout)
        self.assertIn("Critical path: ", run(LATECOMER, "show", self.archive, "--critical-path").stdout)
        self.fails("show", self.archive, "--instances", "mpi_wait_nxm", says=["mpi_wait_nxm", "mpi_wait_nxn"])

    def test_clocks_of_one_node_agree(self):
        """Whatever is done about clocks, nothing changes where they do not contradict each other."""
        reports = []
        for mode in ("auto", "interpolate", "off"):
            report = self.directory / f"clocks-{mode}.cubex"
            result = run(LATECOMER, "analyze", self.archive, "--clocks", mode, "-o", report)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertNotIn("unreliable", result.stdout)
            shown = json.loads(run(LATECOMER, "show", report, "--json").stdout)
            reports.append([shown["values"], shown["root_causes"], shown["critical_path"]])
        self.assertEqual(reports[0], reports[1])
        self.assertEqual(reports[0], reports[2])

    def test_no_such_archive(self):
        self.fails("analyze", self.directory / "none", says=["none"])
        result = run("mpiexec.mpich", "-n", "2", LATECOMER, "analyze", self.directory / "none")
        self.assertEqual(result.stderr.count("latecomer: "), 1, result.stderr)
        self.assertNotEqual(result.returncode, 0)

    def test_file_of_another_format(self):
        other = self.directory / "other.otf2"
        other.write_text("something else\n" * 100)
        self.fails("analyze", other, says=["other.otf2"])

    def test_damaged_locations_give_a_partial_report(self):
        cut = self.copy_of_archive("cut")
        events = cut / "traces" / "2.evt"
        events.write_bytes(events.read_bytes()[:-40])
        missing = self.copy_of_archive("missing")
        (missing / "traces" / "1.evt").unlink()
        for archive, anomaly in ((cut, "truncated_location"), (missing, "missing_location")):
            with self.subTest(anomaly=anomaly):
                result = run(LATECOMER, "analyze", archive)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertIn("partial", result.stdout.lower())
                self.assertEqual(json.loads(run(LATECOMER, "show", archive, "--json").stdout)["attributes"]["latecomer.anomaly." + anomaly], "1")

    def test_report_that_cannot_be_written(self):
        self.fails("analyze", self.archive, "-o", self.directory / "no" / "such" / "report.cubex", says=["report.cubex"])
        fifo = self.directory / "fifo"
        os.mkfifo(fifo)
        self.fails("analyze", self.archive, "-o", fifo, says=[str(fifo), "not a regular file"])
        self.assertTrue(fifo.is_fifo())
        self.assertEqual(list(self.directory.glob("*.unfinished")), [])

    def test_gains(self):
        """What the summary says that mending gains is what a replay of the whole says, whoever predicts it."""
        reports = [self.directory / name for name in ("gains.cubex", "gains-of-ranks.cubex", "no-gains.cubex")]
        summary = run(LATECOMER, "analyze", self.archive, "-o", reports[0]).stdout
        self.assertIn("What it would take instead of", summary)
        self.assertIn("on an instant network; by replay", summary)
        run("mpiexec.mpich", "-n", "2", LATECOMER, "analyze", self.archive, "-o", reports[1])
        self.assertEqual(reports[0].read_bytes(), reports[1].read_bytes())
        summary = run(LATECOMER, "analyze", self.archive, "-o", reports[2], "--no-gains").stdout
        self.assertNotIn("What it would take instead of", summary)
        self.assertIn("estimated as", summary)
        shown = json.loads(run(LATECOMER, "show", reports[0], "--json").stdout)
        network = [each for each in shown["gains"] if each["kind"] == "instant_network"]
        instant = json.loads(run(LATECOMER, "whatif", self.archive, "--network", "instant", "--json").stdout)
        self.assertEqual([each["seconds"] for each in network], [instant["run_length"]["predicted"]])
        self.assertEqual(json.loads(run(LATECOMER, "show", reports[2], "--json").stdout)["gains"], [])
        self.assertEqual(run(LATECOMER, "analyze", self.archive, "--gains", "--no-gains").returncode, 2)

    def test_whatif(self):
        def predict(*changes):
            result = run(LATECOMER, "whatif", self.archive, *changes, "--json")
            self.assertEqual(result.returncode, 0, result.stderr)
            return json.loads(result.stdout)
        same = predict("--scale", "main=1")
        self.assertEqual(same["run_length"]["recorded"], same["run_length"]["predicted"])
        for each in [*same["waiting"], *same["efficiencies"]]:
            self.assertEqual(each["recorded"], each["predicted"], each)
        self.assertEqual([each["difference"] for each in same["comparison"]["metrics"] if each["difference"] != 0], [])
        longer = predict("--scale", "main=3", "--on-ranks", "0-1,2,3")
        self.assertGreater(longer["run_length"]["predicted"], longer["run_length"]["recorded"])
        self.assertEqual(longer["changes"], ["main took 3 times as long, on rank 0-1,2,3"])
        shorter = predict("--remove", "main")
        self.assertLess(shorter["run_length"]["predicted"], shorter["run_length"]["recorded"])
        # All of them: one alone may have time to spare.
        self.assertGreater(predict("--rank-speed", "0-3=0.5")["run_length"]["predicted"], same["run_length"]["recorded"])
        instant = predict("--network", "instant")
        self.assertLess(instant["run_length"]["predicted"], instant["run_length"]["recorded"])
        self.assertEqual(instant["changes"], ["the network were instant"])
        slow = predict("--network", "latency=1,bandwidth=1e6", "--rank-speed", "0=2", "--rank-speed", "1=2")
        self.assertGreater(slow["run_length"]["predicted"], slow["run_length"]["recorded"])
        self.assertEqual(slow["changes"][-1], "messages took 1 s, and a second for 1e+06 bytes")
        self.assertEqual(predict("--eager", "0")["changes"],
                         ["messages up to 0 bytes did not wait for their receivers, and larger ones did"])
        self.fails("whatif", self.archive, "--partitions", "early", says=["has no messages in partitions"])
        self.fails("whatif", self.archive, "--partitions", "late", says=["--partitions late", "has to be early"])
        generated = self.directory / "not-preempted"
        self.assertEqual(run(LATECOMER, "generate", "ring", "-o", generated).returncode, 0)
        self.fails("whatif", generated, "--no-preemption", says=["nothing says that a thread lost its core to others"])
        slower = predict("--collectives", "1000")
        self.assertGreaterEqual(slower["run_length"]["predicted"], slower["run_length"]["recorded"])
        half = f"0,{same['run_length']['recorded'] / 2}"
        longer_for_a_while = predict("--scale", "main=3", "--between", half)
        self.assertLess(longer_for_a_while["run_length"]["predicted"], predict("--scale", "main=3")["run_length"]["predicted"])
        self.assertGreater(longer_for_a_while["run_length"]["predicted"], same["run_length"]["recorded"])
        self.assertEqual(predict("--balance-each", "main", "--in", "main")["changes"],
                         ["each visit of main took as long on all who do it, in main"])
        self.assertEqual(predict("--even", "main")["changes"], ["all visits of main took as long as each other"])
        predicted = self.directory / "predicted.cubex"
        printed = run(LATECOMER, "whatif", self.archive, "--remove", "main", "-o", predicted)
        self.assertEqual(printed.returncode, 0, printed.stderr)
        self.assertRegex(printed.stdout, r"What if  main were not there\n\n +recorded +predicted +change\nRun length ")
        files = sorted(os.listdir(self.archive))
        of_ranks = self.directory / "predicted-by-ranks.cubex"
        together = run("mpiexec.mpich", "-n", "2", LATECOMER, "whatif", self.archive, "--remove", "main", "-o", of_ranks)
        self.assertEqual(together.stdout, printed.stdout)
        self.assertEqual(of_ranks.read_bytes(), predicted.read_bytes())
        self.assertEqual(sorted(os.listdir(self.archive)), files)
        refused = run("mpiexec.mpich", "-n", "2", LATECOMER, "whatif", self.archive, "--remove", "main", "--trace", self.directory / "no")
        self.assertIn("--trace is written by one process", refused.stderr)
        predicted_archive = self.directory / "predicted"
        written = run(LATECOMER, "whatif", self.archive, "--remove", "main", "--trace", predicted_archive)
        self.assertEqual(written.returncode, 0, written.stderr)
        again = json.loads(run(LATECOMER, "whatif", predicted_archive, "--scale", "main=1", "--json").stdout)
        self.assertEqual(again["run_length"]["recorded"], shorter["run_length"]["predicted"])
        self.fails("whatif", self.archive, "--remove", "main", "--trace", predicted_archive, says=["predicted"])
        shown = json.loads(run(LATECOMER, "show", predicted, "--json").stdout)
        self.assertEqual(shown["attributes"]["latecomer.whatif.1"], "main were not there")
        self.assertAlmostEqual(float(shown["attributes"]["latecomer.run_seconds"]), shorter["run_length"]["predicted"])

        self.fails("whatif", self.archive, code=2, says=["--scale, --balance, --balance-each, --even, --remove", "--partitions or --no-preemption"])
        self.fails("whatif", self.archive, "--remove", "MPI_Receiv", says=["\"MPI_Receiv\" is no call path, function or line"])
        self.fails("whatif", self.archive, "--scale", "main", says=["--scale main", "PATH=FACTOR"])
        self.fails("whatif", self.archive, "--scale", "main=-1", says=["--scale main=-1", "0 or more"])
        self.fails("whatif", self.archive, "--scale", "main=2", "--remove", "main", says=["main: there are two changes"])
        self.fails("whatif", self.archive, "--remove", "main", "--on-ranks", "0,7", says=["no rank 7"])
        self.fails("whatif", self.archive, "--remove", "main", "--on-ranks", "first", code=2, says=["as 0,4-7"])
        self.fails("whatif", self.archive, "--rank-speed", "9=2", says=["no rank 9"])
        self.fails("whatif", self.archive, "--rank-speed", "1=0", says=["--rank-speed 1=0", "above 0"])
        for wrong in ("fast", "latency=1e-6", "latency=-1,bandwidth=1e9", "latency=1e-6,bandwidth=0", "bandwidth=1e9,latency=x"):
            self.fails("whatif", self.archive, "--network", wrong, says=[f"--network {wrong}", "instant", "latency=SECONDS,bandwidth=BYTES"])
        self.fails("whatif", self.archive, "--network", "instant", "--collectives", "2", says=["both say how long"])
        self.fails("whatif", self.archive, "--rank-speed", "0-2=2", "--rank-speed", "2=3", says=["rank 2: there are two changes"])
        self.fails("whatif", self.archive, "--eager", "-1", code=2, says=["--eager", "a number of bytes, 0 or more"])
        self.fails("whatif", self.archive, "--collectives", "-1", code=2, says=["--collectives", "a factor, 0 or more"])
        self.fails("whatif", self.archive, "--remove", "main", "--between", "2,1", says=["--between 2,1", "BEGIN,END"])
        self.fails("whatif", self.archive, "--remove", "main", "--between", "1e6,2e6", says=["nothing of the run is there"])
        self.fails("whatif", self.archive, "--network", "instant", "--in", "main", says=["there is no PATH"])
        self.fails("whatif", self.archive, "--remove", "main", "--in", "nowhere", says=["nowhere"])

    def test_correct(self):
        copy = self.directory / "corrected"
        result = run(LATECOMER, "correct", self.archive, "-o", copy, "--clocks=off")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, "")
        self.assertIn(f"Written  {copy}/traces.otf2\n(next: latecomer analyze {copy})\n", result.stdout)
        self.assertIn("Times    as recorded for ", result.stdout)
        for options in ([], ["-G"], ["-M"]):
            printed = [run("otf2-print", *options, archive / "traces.otf2").stdout.splitlines() for archive in (self.archive, copy)]
            self.assertGreater(len(printed[0]), 5)
            self.assertEqual(*printed)
        self.assertEqual(run(LATECOMER, "analyze", copy).returncode, 0)
        self.fails("correct", self.archive, "-o", copy, says=[str(copy), "not empty", "-o"])
        self.fails("correct", self.archive, "-o", self.archive, says=[str(self.archive), "not empty"])
        self.fails("correct", self.directory / "none", "-o", self.directory / "x", says=["none"])
        self.fails("correct", self.archive, code=2, says=["--output"])
        together = run("mpiexec.mpich", "-n", "2", LATECOMER, "correct", self.archive, "-o", self.directory / "x")
        self.assertEqual(together.stderr.count("latecomer: "), 1, together.stderr)
        self.assertIn("without mpiexec", together.stderr)

    def test_correct_says_what_is_lost(self):
        damaged = self.copy_of_archive("lossy")
        (damaged / "traces" / "1.evt").unlink()
        result = run(LATECOMER, "correct", damaged, "-o", self.directory / "lossy-corrected")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("1.evt", result.stderr)
        analyzed = run(LATECOMER, "analyze", self.directory / "lossy-corrected")
        self.assertEqual(analyzed.returncode, 0, analyzed.stderr)
        self.assertIn("partial", analyzed.stdout.lower())

    def test_wrong_usage(self):
        self.fails("--nonsense", code=2, says=["--nonsense", "latecomer --help"])
        self.fails("analyze", code=2, says=["trace", "latecomer analyze --help"])
        self.fails("anlyze", "x", code=2, says=["no command 'anlyze'; did you mean analyze?"])
        self.fails("help", "foo", code=2, says=["no command 'foo'"])
        self.fails("help", "shwo", code=2, says=["no command 'shwo'; did you mean show?"])
        self.fails("analyze", self.archive, "--tming", code=2, says=["no option --tming; did you mean --timing?"])
        for option, value in (("--threads", "0"), ("--threads", "two")):
            self.fails("analyze", self.archive, option, value, code=2, says=[f"{option}: \"{value}\" is not a "])
            self.assertLess(max(map(len, run(LATECOMER, "analyze", "x", option, value).stderr.splitlines())), 81)
        self.fails("analyze", self.archive, "--clocks=right", code=2, says=["--clocks", "auto, interpolate, logical, off"])
        self.fails("analyze", self.archive, "--min-latency=3", code=2, says=["--min-latency", "2.5us"])
        self.fails("analyze", self.archive, "--control-factor=1", code=2, says=["--control-factor", "below 1"])
        self.fails("show", self.archive, "--clocks", "--instances", code=2, says=["--clocks"])

    def test_says_what_to_do_with_another_kind_of_file(self):
        report = self.directory / "it's a report.cubex"
        self.assertEqual(run(LATECOMER, "analyze", self.archive, "-o", report).returncode, 0)
        quoted = "'" + str(report).replace("'", "'\\''") + "'"
        for command in ("analyze", "print"):
            self.fails(command, PROGRAM, says=["this is a program", f"latecomer record -- mpiexec -n 4 {PROGRAM}"])
            self.fails(command, report, says=["this is a report", "latecomer show " + quoted])
        self.fails("show", PROGRAM, says=["this is a program", "latecomer record -- "])
        self.fails("show", self.archive / "traces.otf2", says=["this is an archive", "latecomer analyze "])

    def test_names_in_next_commands_are_for_the_shell(self):
        """What is printed as the next command does what it says, whatever a file's name is."""
        odd = self.directory / "a 'b' $c"
        made = run(LATECOMER, "generate", "ring", "-o", odd, "--ranks", 2, "--iterations", 3)
        for latecomer_command in ("analyze", "show"):
            line = next(line for line in made.stdout.splitlines() if f"latecomer {latecomer_command} " in line)
            command = line.split(f"latecomer {latecomer_command} ")[1].rstrip(")")
            made = run("sh", "-c", f"{LATECOMER} {latecomer_command} {command}")
            self.assertEqual(made.returncode, 0, made.stderr)

    def test_keeps_to_its_columns(self):
        """100 where nothing says how many, as many as COLUMNS or --width does else; 80 at least."""
        self.assertEqual(run(LATECOMER, "analyze", self.archive).returncode, 0)
        commands = [["help"]] + [["help", command] for command in ("record", "analyze", "show", "advise", "correct", "print", "generate")]
        commands += [["advise", self.archive / "report.cubex", "--ranks", "4096"], ["show", self.archive], ["show", self.archive, "--all"], ["show", self.archive, "-m", "time"],
                     ["show", self.archive, "--instances"], ["show", self.archive, "--critical-path"]]
        for columns in (None, "80", "40"):
            environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"} | ({"COLUMNS": columns} if columns else {})
            most = 80 if columns else 100
            for command in commands:
                printed = subprocess.run([LATECOMER, *command], env=environment, capture_output=True, text=True).stdout
                self.assertGreater(len(printed), 100)
                self.assertEqual([line for line in printed.splitlines() if len(line) > most], [])
            # File names are printed whole.
            short = subprocess.run([LATECOMER, "analyze", "recorded", "--timing"], cwd=self.directory, env=environment, capture_output=True, text=True)
            self.assertEqual([line for line in (short.stdout + short.stderr).splitlines() if len(line) > most], [])
        wide, narrow = (run(LATECOMER, "show", self.archive, "-m", "mpi_wait_nxn", "--width", width).stdout for width in ("120", "80"))
        self.assertTrue(100 < max(map(len, wide.splitlines())) <= 120, wide)
        self.assertLessEqual(max(map(len, narrow.splitlines())), 80, narrow)
        self.fails("show", self.archive, "--width", "79", code=2, says=["--width"])

    def test_uses_the_width_of_a_terminal(self):
        """One of 120 columns."""
        terminal, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 120, 0, 0))
        with subprocess.Popen([LATECOMER, "help", "analyze"], stdout=side):
            os.close(side)
            printed = b""
            while True:
                try:
                    block = os.read(terminal, 4096)
                except OSError:  # the other side has been closed
                    break
                printed += block
        os.close(terminal)
        self.assertTrue(80 < max(len(line.rstrip()) for line in printed.decode().splitlines()) <= 120)

    def test_help(self):
        bare = run(LATECOMER)
        self.assertEqual((bare.returncode, bare.stdout), (0, run(LATECOMER, "help").stdout))
        self.assertIn("latecomer record -o run1", run(LATECOMER, "help").stdout)
        for command in ("record", "analyze", "show", "correct", "print"):
            helped = run(LATECOMER, "help", command)
            self.assertEqual(helped.returncode, 0)
            self.assertIn(f"latecomer {command} ", helped.stdout)
            self.assertEqual(helped.stdout, run(LATECOMER, command, "--help").stdout)

    def test_record_analyzes(self):
        archive = self.directory / "analyzed at once"
        result = run(LATECOMER, "record", "--analyze", "-o", archive, "--", "mpiexec.openmpi", "-n", RANKS, PROGRAM)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotIn("next: latecomer analyze", result.stderr)
        shown = run(LATECOMER, "analyze", archive)
        self.assertIn("Who made them wait", result.stdout)
        self.assertEqual(result.stdout, shown.stdout)

    def test_record_says_what_was_not_marked(self):
        result = run(LATECOMER, "record", "--from", "step 1", "-o", self.directory / "part", "--", "mpiexec.openmpi", "-n", "2", PROGRAM)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("--from 'step 1': no recorded rank has marked", result.stderr)

    def test_record_refuses_what_it_cannot_record(self):
        self.fails("record", "-o", self.directory / "x", "--", "mpiexec.mpich", "-n", "2", PROGRAM, says=["Open MPI", "MPICH"])
        nothing = run(LATECOMER, "record", "-o", self.directory / "x", "--", "mpiexec.openmpi", "-n", "2", "/bin/true")
        self.assertEqual(nothing.returncode, 1)
        self.assertRegex(nothing.stderr, "/bin/true is linked to neither .*; assuming .*Open MPI")
        self.assertIn("no process of the program has called MPI", nothing.stderr)
        self.assertFalse((self.directory / "x").exists())
        self.fails("record", "-o", self.archive, "--", "mpiexec.openmpi", "-n", "2", PROGRAM, says=[str(self.archive)])
        rules = self.directory / "rules.filter"
        rules.write_text("# no block\nEXCLUDE *\n")
        self.fails("record", "--filter", rules, "--", "mpiexec.openmpi", "-n", "2", PROGRAM,
                   says=[f"{rules}:2: 'EXCLUDE'", "SCOREP_REGION_NAMES_BEGIN"])
        self.fails("record", "--ranks", "1-,x", "--", "mpiexec.openmpi", "-n", "2", PROGRAM, code=2, says=["0,4-7"])
        self.fails("record", "--ranks", "1", "--mpi", "none", "--", "/bin/true", says=["--ranks: the program uses no MPI"])
        self.fails("record", "--fold", "1 year", "--", "mpiexec.openmpi", "-n", "2", PROGRAM, code=2, says=["1us"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
