# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""What `latecomer export --ctf` writes, as babeltrace2 prints it: all records of the archive, as libotf2 hands them to Python
(otf2_records.py), and what the analysis found.

usage: ctf_test.py LATECOMER GOLDEN PROGRAMS, where GOLDEN is tests/golden and PROGRAMS has programs in openmpi and mpich; by a Python
that has the module of OTF2
"""

import ast
import collections
import json
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

import export_commands
from export_commands import run

LATECOMER = pathlib.Path(sys.argv[1]).resolve()
GOLDEN = pathlib.Path(sys.argv[2]).resolve()
PROGRAMS = pathlib.Path(sys.argv[3]).resolve()
RECORDS = pathlib.Path(__file__).resolve().with_name("otf2_records.py")
NOBODY = 2**64 - 1

Event = collections.namedtuple("Event", "time name fields")


def output_of(*command):
    result = run(*command)
    assert result.returncode == 0, (command, result.stdout[-2000:], result.stderr)
    return result.stdout


def value_of(text):
    if text.startswith("["):
        return [int(each) for each in re.findall(r"\[\d+\] = (-?\d+)", text)]
    return ast.literal_eval(text)


def printed(directory):
    """The events in a directory of CTF, in the order in which babeltrace2 prints them."""
    for line in output_of("babeltrace2", "--clock-cycles", "--no-delta", directory).splitlines():
        time, name, fields = re.fullmatch(r"\[(\d+)\] (\w+): \{ (.*) \}", line).groups()
        pairs = re.findall(r'(\w+) = ("(?:[^"\\]|\\.)*"|\[.*?\](?: \])?|[^,]+)(?:, |$)', fields)
        yield Event(int(time), name, {field: value_of(value) for field, value in pairs if not field.endswith("_len")})


def streams(directory):
    """The events of each stream, each read alone, so that they are in its order."""
    found = {}
    for path in sorted(directory.iterdir()):
        if path.name == "metadata":
            continue
        with tempfile.TemporaryDirectory() as alone:
            for name in ("metadata", path.name):
                (pathlib.Path(alone) / name).symlink_to((directory / name).resolve())
            found[path.name] = list(printed(alone))
    return found


def archived(archive):
    """The records of each stream as the archive has them: their kinds, times and fields."""
    found = collections.defaultdict(list)
    [anchor] = archive.glob("*.otf2")
    for line in output_of(sys.executable, "-B", RECORDS, anchor).splitlines():
        stream, *record = json.loads(line)
        found[stream].append(record)
    return found


def count_printed(archive):
    """How many events `latecomer print` prints."""
    return sum(line.startswith("  ") for line in output_of(LATECOMER, "print", archive).splitlines())


class Directory(export_commands.Directory):
    LATECOMER = LATECOMER

    def golden(self, name):
        archive = self.directory / "archive"
        shutil.copytree(GOLDEN / name, archive)
        return archive

    def exported(self, archive):
        directory = self.directory / "ctf"
        self.result = self.done("export", "--ctf", directory, archive)
        return directory

    def assert_round_trip(self, archive):
        """Returns the streams."""
        directory = self.exported(archive)
        expected = archived(archive)
        found = streams(directory)
        self.assertEqual(set(found), set(expected))
        self.assert_definitions(found.pop("global_def"), expected.pop("global_def"))
        moved = 0
        for name, events in found.items():
            events = [event for event in events if not event.name.startswith("Analysis_")]
            self.assertEqual(len(events), len(expected[name]))
            latest = 0
            for event, (kind, time, fields) in zip(events, expected[name]):
                moved += time < latest
                time = latest = max(time, latest)
                values = list(event.fields.values())
                if not kind.startswith("EventAttribute_"):
                    self.assertEqual(event.fields["locationID"], int(name))
                    values = values[1:]
                self.assertEqual((event.name, event.time, values), (kind, time, fields))
        said = re.findall(r"(\d+) records are at other times", self.result.stderr)
        self.assertEqual(sum(map(int, said)), moved)
        counts = collections.Counter(event.name.split("_")[0] for event in printed(directory))
        self.assertEqual(counts["Event"], count_printed(archive))
        self.assertIn(f"{counts['Event']} event", self.result.stdout.replace(",", ""))
        self.assert_order(directory)
        return found

    def assert_definitions(self, events, expected):
        self.assertEqual([(event.name, list(event.fields.values())) for event in events],
                         [(kind, fields) for kind, fields in expected])
        self.assertEqual(len({event.time for event in events}), 1)

    def assert_order(self, directory):
        """Trace Compass stops reading definitions where the first event comes."""
        names = [event.name.split("_")[0] for event in printed(directory)]
        first = next(i for i, name in enumerate(names) if not name.startswith("GlobalDef"))
        self.assertFalse({name for name in names[first:] if name.startswith("GlobalDef")})
        self.assertIn('tracer_name = "otf2";', (directory / "metadata").read_text())


class RoundTrip(Directory):
    def test_recorded_by_others(self):
        for name in ("halo_4", "waits_basic", "eztrace_4"):
            with self.subTest(archive=name):
                self.setUp()
                self.assert_round_trip(self.golden(name))

    def test_recorded(self):
        for mpi, name, ranks, options in (
            ("openmpi", "probe_pairs", 2, ()), ("openmpi", "late_fence", 4, ()), ("openmpi", "late_post", 4, ()),
            ("openmpi", "files", 4, ()), ("openmpi", "nonblocking_collective", 4, ()), ("openmpi", "communicators", 4, ()),
            ("openmpi", "lock_contention", 2, ()), ("openmpi", "posix_files", 2, ("--posix-io",)), ("mpich", "partitioned", 2, ()),
            ("mpich", "persistent", 2, ())):
            with self.subTest(mpi=mpi, program=name):
                self.setUp()
                archive = self.directory / "archive"
                self.done("record", *options, "-o", archive, "--", f"mpiexec.{mpi}", "-n", ranks, PROGRAMS / mpi / name)
                self.done("analyze", archive)
                self.assert_round_trip(archive)

    def test_generated(self):
        """Where the first event is at 0, all are a tick later, so that definitions can be before it."""
        archive = self.generated("ring", "--ranks", 3, "--iterations", 2)
        expected = archived(archive)
        found = streams(self.exported(archive))
        first = min(time for name, records in expected.items() if name != "global_def" for _, time, _ in records)
        shift = 1 if first == 0 else 0
        for name, events in found.items():
            if name != "global_def":
                self.assertEqual([(event.name, event.time) for event in events],
                                 [(kind, time + shift) for kind, time, _ in expected[name]])
        self.assertEqual(run("babeltrace2", self.directory / "ctf").stderr, "")


class Ring(Directory):
    """The run of perfetto_test.py, which says what it does."""

    def setUp(self):
        super().setUp()
        self.archive = self.generated("ring", "--ranks", 3, "--iterations", 2, "--imbalance", "linear:1")
        self.done("analyze", self.archive)
        self.streams = streams(self.exported(self.archive))
        self.begin = min(event.time for name, events in self.streams.items() if name != "global_def" for event in events)

    def of(self, name):
        return [event for events in self.streams.values() for event in events if event.name == name]

    def test_wait_states(self):
        waits = {(event.fields["locationID"], event.time - self.begin, event.fields["endTime"] - self.begin, event.fields["waitState"],
                  event.fields["callPath"], event.fields["causeLocationID"]) for event in self.of("Analysis_WaitState")}
        self.assertEqual(waits, {
            (0, 70480, 90060, "Late Sender", "main/MPI_Recv", 2), (0, 112139, 132139, "Late Sender", "main/MPI_Recv", 2),
            (0, 133778, 134198, "Wait at Finalize", "main/MPI_Finalize", 2),
            (1, 114198, 134198, "Wait at Finalize", "main/MPI_Finalize", 2)})

    def test_that_a_wait_state_is_in_its_call(self):
        for events in self.streams.values():
            calls = []
            for event in events:
                if event.name in ("Event_Enter", "Event_Leave"):
                    calls = calls + [event] if event.name == "Event_Enter" else calls[:-1]
                if event.name == "Analysis_WaitState":
                    self.assertEqual(len(calls), 2)  # main, and what it calls
                    self.assertLessEqual(calls[-1].time, event.time)

    def test_critical_path(self):
        stretches = sorted(self.of("Analysis_CriticalPath"), key=lambda event: event.time)
        self.assertEqual({event.fields["locationID"] for event in stretches}, {2})
        for event, after in zip(stretches, stretches[1:]):
            self.assertEqual(event.fields["endTime"], after.time)
        self.assertEqual(stretches[-1].fields["endTime"] - stretches[0].time, 154218)
        self.assertEqual({event.fields["fromLocationID"] for event in stretches}, {NOBODY})

    def test_sums(self):
        """Each metric of wait states is the sum of its wait states and of those of its parts."""
        amounts = collections.Counter()
        for event in self.of("Analysis_WaitState"):
            amounts[event.fields["metric"]] += event.fields["endTime"] - event.time
        metrics = json.loads(self.done("show", "--json", self.archive).stdout)["metrics"]
        totals = {metric["id"]: metric["total"] for metric in metrics}
        self.assertEqual(len(amounts), 2)
        for metric, amount in amounts.items():
            self.assertAlmostEqual(totals[metric], 1e-9 * amount)


class Inputs(Directory):
    def setUp(self):
        super().setUp()
        self.archive = self.generated("ring", "--ranks", 3, "--iterations", 2)
        self.ctf = self.directory / "ctf"

    def test_trace_that_was_not_analyzed(self):
        result = self.done("export", "--ctf", self.ctf, self.archive)
        self.assertIn(f"latecomer analyze {self.archive}", result.stderr)
        self.assertFalse([event for event in printed(self.ctf) if event.name.startswith("Analysis_")])

    def test_ways_to_name_a_run(self):
        self.done("analyze", self.archive)
        self.done("export", "--ctf", self.ctf, self.archive)
        expected = list(printed(self.ctf))
        elsewhere = self.directory / "elsewhere.cubex"
        shutil.copy(self.archive / "report.cubex", elsewhere)
        for name in (self.archive / "traces.otf2", self.archive / "report.cubex", elsewhere):
            shutil.rmtree(self.ctf)
            self.ctf.mkdir()  # an empty one may be there
            self.done("export", "--ctf", self.ctf, name)
            self.assertEqual(list(printed(self.ctf)), expected)

    def test_what_cannot_be_done(self):
        self.fails("export", "--ctf", self.ctf, self.directory / "none", says=["none"])
        self.fails("export", "--ctf", self.ctf, LATECOMER, says=["a program", "latecomer record"])
        self.fails("export", "--ctf", self.ctf, "--perfetto", self.archive, code=2, says=["--perfetto"])
        self.fails("export", "--ctf", self.ctf, "-o", self.ctf, self.archive, code=2, says=["--ctf"])
        self.fails("export", "--ctf", self.archive, self.archive, says=[f"{self.archive}: is not empty", "another directory"])
        self.fails("export", "--ctf", "/proc/ctf", self.archive, says=["/proc/ctf: cannot be made"])
        self.fails("export", "--ctf", self.archive / "traces.otf2", self.archive, says=["traces.otf2"])
        self.assertEqual(sorted(path.name for path in self.directory.iterdir()), ["archive"])  # and nothing unfinished

    def test_full_disk(self):
        """Of any size: nothing is left, and the process does not die of it. `unshare` needs rights."""
        archive = self.directory / "larger"
        self.done("generate", "ring", "--ranks", 3, "--events", 60000, "-o", archive)
        if run("unshare", "-m", "true").returncode != 0:
            self.skipTest("no rights to mount a small disk")
        disk = self.directory / "disk"
        disk.mkdir()
        for kilobytes in (300, 560, 640, 1000, 2000):
            script = f'mount -t tmpfs -o size={kilobytes}k none {disk} && "$0" "$@"; echo $? $(ls {disk})'
            result = run("unshare", "-m", "sh", "-c", script, LATECOMER, "export", "--ctf", disk / "ctf", archive)
            self.assertEqual(result.stdout, "1\n", result.stderr)
            self.assertIn(f"{disk}/ctf/unfinished: cannot be written: No space left on device", result.stderr)

    def test_truncated_trace(self):
        events = sorted((self.archive / "traces").glob("*.evt"))[1]
        events.write_bytes(events.read_bytes()[:len(events.read_bytes()) // 2])
        result = self.done("export", "--ctf", self.ctf, self.archive)
        self.assertIn(events.name, result.stderr)
        counts = collections.Counter(event.name.split("_")[0] for event in printed(self.ctf))
        self.assertEqual(counts["Event"], count_printed(self.archive))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
