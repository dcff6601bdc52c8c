# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""What `latecomer export --perfetto` writes, read as Perfetto's documentation says that such files are read.

usage: perfetto_test.py LATECOMER GOLDEN, where GOLDEN is tests/golden
"""

import collections
import json
import pathlib
import re
import shutil
import struct
import sys
import unittest

import export_commands
from export_commands import run

LATECOMER, GOLDEN = sys.argv[1], pathlib.Path(sys.argv[2])


def fields_of(message):
    """By number, the values of a message in protobuf's encoding: numbers, or bytes."""
    fields = collections.defaultdict(list)
    at = 0

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 0x7f) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(message):
        key = number()
        kind = key & 7
        if kind == 0:
            value = number()
        elif kind == 1:
            value = struct.unpack_from("<Q", message, at)[0]
            at += 8
        else:
            assert kind == 2, kind
            size = number()
            value = message[at:at + size]
            assert len(value) == size
            at += size
        fields[key >> 3].append(value)
    return fields


def signed(value):
    return value - (1 << 64) if value >> 63 else value


class Slice:
    def __init__(self, track, begin, name, around):
        self.track, self.begin, self.name, self.around = track, begin, name, around
        self.end = None  # it was not ended
        self.args = {}
        self.source = None
        self.correlation = None
        self.is_instant = False


class Trace:
    """A file's slices, and which of them each flow has in the order of their begins."""

    def __init__(self, path):
        self.tracks = {}  # by uuid: (process, thread, name)
        self.slices = []
        self.flows = collections.defaultdict(list)
        self.interned = collections.defaultdict(dict)
        self.orders = None
        events = []
        for packet in fields_of(path.read_bytes())[1]:
            packet = fields_of(packet)
            self.is_of_the_sequence(packet, first=self.orders is None)
            for data in packet[12]:
                self.intern(fields_of(data))
            for descriptor in packet[60]:
                self.describe(fields_of(descriptor))
            for event in packet[11]:
                assert packet[13] == [2]
                events.append((packet[8][0], self.resolved(fields_of(event))))
        events.sort(key=lambda event: event[0])  # keeps the order of what has the same time
        self.open = collections.defaultdict(list)
        for time, event in events:
            self.apply(time, event)

    def is_of_the_sequence(self, packet, first):
        assert packet[10] == [1]
        if first:
            assert packet[13] == [3]
            self.orders = []

    def intern(self, data):
        for kind in (2, 3, 4, 29):  # names, keys, source locations, texts
            for entry in data[kind]:
                entry = fields_of(entry)
                (number,) = entry[1]
                assert number > 0 and number not in self.interned[kind]
                text = entry[2][0].decode()  # has to be UTF-8
                self.interned[kind][number] = (text, entry[4][0] if entry[4] else None) if kind == 4 else text

    def describe(self, track):
        (uuid,) = track[1]
        assert uuid not in self.tracks
        if uuid == 0:
            self.tracks[0] = (None, None, None)
        elif track[3]:
            process = fields_of(track[3][0])
            assert process[1] == [uuid]
            self.tracks[uuid] = (process[6][0].decode(), None, None)
        elif track[4]:
            thread = fields_of(track[4][0])
            self.tracks[uuid] = (self.tracks[thread[1][0]][0], thread[5][0].decode(), None)
        else:
            around = self.tracks[track[5][0]] if track[5] else (None, None, None)
            self.tracks[uuid] = around[:2] + (track[2][0].decode(),)

    def resolved(self, event):
        """With texts instead of their numbers, which have to be known before."""
        event["name"] = self.interned[2][event[10][0]] if event[10] else None
        event["source"] = self.interned[4][event[34][0]] if event[34] else None
        event["args"] = {}
        for annotation in map(fields_of, event[4]):
            value = self.interned[29][annotation[17][0]] if annotation[17] else signed(annotation[4][0])
            event["args"][self.interned[3][annotation[1][0]]] = value
        return event

    def apply(self, time, event):
        (kind,), (uuid,) = event[9], event[11]
        stack = self.open[uuid]
        if kind == 2:
            stack.pop().end = time
            return
        new = Slice(self.tracks[uuid], time, event["name"], stack[-1] if stack else None)
        new.args, new.source = event["args"], event["source"]
        new.correlation = event[52][0] if event[52] else None
        new.is_instant = kind == 3
        if new.is_instant:
            new.end = time
        else:
            stack.append(new)
        self.slices.append(new)
        for flow in event[47]:
            self.flows[flow].append(new)

    def of(self, name, process=None):
        """The slices of the tracks of this name; None: of threads."""
        return [each for each in self.slices if each.track[2] == name and process in (None, each.track[0])]

    def calls(self):
        """By process, (begin, end, name) in the order of their begins."""
        calls = collections.defaultdict(list)
        for each in self.of(None):
            if not each.is_instant:
                calls[each.track[0]].append((each.begin, each.end, each.name))
        return calls


def printed_calls(archive):
    """The same of what `latecomer print` prints of a trace whose ranks have a thread each. A leave ends what was entered in
    its region, too; one of a region that was not entered is none."""
    calls = collections.defaultdict(list)
    open_calls = []
    for line in run(LATECOMER, "print", archive).stdout.splitlines():
        kind = re.fullmatch(r'rank (\d+)|  ([\d.]+) (enter|leave) (?:"([^"]*)"|(\S+))(?: .*)?', line)
        if not kind:
            continue
        number, time, event, quoted, word = kind.groups()
        name = quoted or word
        if number:
            rank, open_calls = f"MPI Rank {number}", []
        elif event == "enter":
            open_calls.append(len(calls[rank]))
            calls[rank].append((nanoseconds(time), None, name))
        elif name in [calls[rank][position][2] for position in open_calls]:
            left = None
            while left != name:
                begin, _, left = calls[rank][open_calls[-1]]
                calls[rank][open_calls.pop()] = (begin, nanoseconds(time), left)
    return calls


def nanoseconds(text):
    seconds, _, decimals = text.partition(".")
    return int(seconds) * 10**9 + int((decimals + "000000000")[:9])


class Directory(export_commands.Directory):
    LATECOMER = LATECOMER

    def exported(self, archive):
        result = self.done("export", "--perfetto", archive)
        self.assertEqual(result.stderr, "")
        return Trace(archive / "trace.pftrace")


class Ring(Directory):
    """Three ranks, who compute for 20, 30 and 40 us and send in a ring, twice. Times are in nanoseconds; what is
    not explained is to be seen in what `latecomer print` prints of the trace:

        rank 0   MPI_Recv 70480..91679 and 112139..133758, from rank 2, who enters MPI_Send at 90060 and 132139
                 MPI_Finalize at 133778; rank 1 enters it at 114198, and rank 2 last, at 134198
    """

    def setUp(self):
        super().setUp()
        self.archive = self.generated("ring", "--ranks", 3, "--iterations", 2, "--imbalance", "linear:1")
        self.done("analyze", self.archive)
        self.trace = self.exported(self.archive)

    def test_calls_are_those_of_the_trace(self):
        self.assertEqual(self.trace.calls(), printed_calls(self.archive))
        self.assertEqual(sorted(self.trace.calls()), ["MPI Rank 0", "MPI Rank 1", "MPI Rank 2"])

    def test_wait_states(self):
        waits = {(each.track[0], each.begin, each.end, each.name, each.args["call_path"], each.args["cause"])
                 for each in self.trace.of("wait states")}
        self.assertEqual(waits, {
            ("MPI Rank 0", 70480, 90060, "Late Sender", "main/MPI_Recv", "rank 2"),
            ("MPI Rank 0", 112139, 132139, "Late Sender", "main/MPI_Recv", "rank 2"),
            ("MPI Rank 0", 133778, 134198, "Wait at Finalize", "main/MPI_Finalize", "rank 2"),
            ("MPI Rank 1", 114198, 134198, "Wait at Finalize", "main/MPI_Finalize", "rank 2")})

    def test_arrows_from_causes_to_wait_states(self):
        """Rank 2 computes for 20 us longer than rank 0 in each iteration, and for 10 longer than rank 1 in both."""
        ends = {}
        for flow in self.trace.flows.values():
            delay, wait = flow
            if delay.track[2] != "delays":
                continue
            self.assertEqual((delay.track[0], wait.track[2]), ("MPI Rank 2", "wait states"))
            self.assertLessEqual(delay.begin, wait.begin)
            self.assertEqual(delay.end, wait.end)
            ends[wait.track[0], wait.begin] = (delay.name, delay.args.get("excess_ns"))
        self.assertEqual(ends, {
            ("MPI Rank 0", 70480): ("compute", 20000), ("MPI Rank 0", 112139): ("compute", 20000),
            ("MPI Rank 0", 133778): ("MPI_Send", 400),  # which rank 0 did before that message, and rank 2 after it
            ("MPI Rank 1", 114198): ("compute", 20000)})

    def test_arrows_of_messages(self):
        messages = []
        for flow in self.trace.flows.values():
            begin, end = flow
            if begin.track[2] is not None:
                continue
            self.assertEqual((begin.name, begin.around.name), ("send", "MPI_Send"))
            self.assertEqual((end.name, end.around.name), ("receive", "MPI_Recv"))
            self.assertEqual(begin.args["peer"][-1], end.track[0][-1])
            self.assertEqual(end.args["peer"][-1], begin.track[0][-1])
            self.assertEqual(end.args["bytes"], 8192)
            self.assertEqual(begin.begin, begin.around.begin)  # as the generator has it
            self.assertEqual(end.begin, end.around.end)
            messages.append((begin.track[0][-1], end.track[0][-1]))
        self.assertEqual(sorted(messages), [("0", "1"), ("0", "1"), ("1", "2"), ("1", "2"), ("2", "0"), ("2", "0")])

    def test_critical_path(self):
        """All of it is on rank 2, who never waits; a slice for that, and in it one for each call or time between."""
        visit, *stretches = self.trace.of("critical path")
        self.assertEqual((visit.begin, visit.end, visit.name), (0, 154218, "rank 2"))
        at = 0
        for each in stretches:
            self.assertEqual((each.begin, each.around, each.args["location"]), (at, visit, "rank 2"))
            at = each.end
        self.assertEqual(at, 154218)
        self.assertEqual([(each.begin, each.end) for each in stretches if each.name == "MPI_Send"],
                         [(90060, 90460), (132139, 132539)])

    def test_collective_operations(self):
        """MPI_Init and MPI_Finalize are the first and second ones of all."""
        of_name = {name: {(each.correlation, each.args["operation"], each.args["communicator"])
                          for each in self.trace.of(None) if each.name == name} for name in ("MPI_Init", "MPI_Finalize")}
        (first,), (second,) = of_name["MPI_Init"], of_name["MPI_Finalize"]
        self.assertNotEqual(first[0], second[0])
        self.assertEqual((first[1:], second[1:]), ((0, "MPI_COMM_WORLD"), (1, "MPI_COMM_WORLD")))
        self.assertEqual(len([each for each in self.trace.slices if each.correlation is not None]), 6)


class Halo(Directory):
    def test_sums_and_arrows(self):
        archive = self.generated("halo2d", "--ranks", 9, "--events", 20000, "--imbalance", "random:0.5")
        self.done("analyze", archive)
        trace = self.exported(archive)
        self.assertEqual(trace.calls(), printed_calls(archive))
        self.assert_sums(trace, archive)
        self.assert_arrows(trace)

    def test_recorded_trace(self):
        archive = self.directory / "archive"
        shutil.copytree(GOLDEN / "halo_4", archive)
        self.done("analyze", archive)
        trace = self.exported(archive)
        self.assert_sums(trace, archive)
        self.assert_arrows(trace)
        self.assertIn("Late Sender: Messages in Wrong Order: From different sources", {each.name for each in trace.of("wait states")})

    def test_sources(self):
        """f_barrier stands where the program says; of MPI's functions no lines are known."""
        archive = self.directory / "archive"
        shutil.copytree(GOLDEN / "waits_basic", archive)
        self.done("analyze", archive)
        trace = self.exported(archive)
        lines = (archive / "program.c").read_text().splitlines()
        (source,) = {each.source for each in trace.of(None) if each.name == "f_barrier"}
        self.assertTrue(source[0].endswith("waits_basic.c"), source)
        self.assertIn("f_barrier(", lines[source[1] - 1])
        self.assertEqual({each.source for each in trace.of(None) if each.name == "MPI_Barrier"}, {None})

    def assert_sums(self, trace, archive):
        """Each metric of wait states is the sum of its wait states and of those of its parts."""
        amounts = collections.Counter()
        for each in trace.of("wait states"):
            self.assertLessEqual(abs(each.end - each.begin - each.args["amount_ns"]), 1)
            amounts[each.args["metric"]] += each.args["amount_ns"]
        metrics = json.loads(self.done("show", "--json", archive).stdout)["metrics"]
        own = [amounts[metric["id"]] for metric in metrics]
        sums = list(own)
        for position in reversed(range(len(metrics))):  # parents come before their children
            if metrics[position]["parent"] is not None:
                sums[metrics[position]["parent"]] += sums[position]
        rounding = 1e-9 * len(trace.of("wait states"))  # each down to a nanosecond, where a tick is none
        found = [position for position in range(len(metrics)) if own[position] > 0]
        self.assertEqual(len(found), len(amounts))
        self.assertGreater(len(found), 1)
        for position in found:
            self.assertAlmostEqual(metrics[position]["total"], 1e-9 * sums[position], delta=rounding)

    def assert_arrows(self, trace):
        self.assertFalse(any(trace.open.values()))  # everything was ended
        waits = {id(each): each for each in trace.of("wait states")}
        messages = 0
        for flow in trace.flows.values():
            begin, end = flow
            self.assertLessEqual(begin.begin, end.begin)
            if id(end) in waits:
                rank = waits.pop(id(end)).args["cause"].split()[1]
                self.assertEqual((begin.track[0], begin.track[2]), (f"MPI Rank {rank}", "delays"))
                self.assertEqual(begin.end, end.end)
            else:
                self.assertEqual((begin.name, end.name), ("send", "receive"))
                messages += 1
        self.assertEqual(waits, {})  # each has a cause
        self.assertEqual(2 * messages, len([each for each in trace.slices if each.is_instant]))
        self.assertGreater(messages, 100)


class Clocks(Directory):
    def test_times_are_as_corrected(self):
        """The clocks of this trace contradict each other. `latecomer correct` writes times as the analysis has them."""
        archive = self.directory / "archive"
        shutil.copytree(GOLDEN / "eztrace_4", archive)
        self.done("analyze", archive)
        trace = self.exported(archive)
        self.done("correct", archive, "-o", self.directory / "corrected")
        corrected = self.times_since_the_first(printed_calls(self.directory / "corrected"))
        self.assertNotEqual(corrected, self.times_since_the_first(printed_calls(archive)))
        self.assertEqual(self.times_since_the_first(trace.calls()), corrected)
        for begin, end in trace.flows.values():
            self.assertLessEqual(begin.begin, end.begin)

    def times_since_the_first(self, calls):
        first = min(begin for of_rank in calls.values() for begin, _, _ in of_rank)
        return sorted([(begin - first, end - first) for begin, end, _ in of_rank] for of_rank in calls.values())


class Inputs(Directory):
    def setUp(self):
        super().setUp()
        self.archive = self.generated("ring", "--ranks", 3, "--iterations", 2)
        self.file = self.directory / "file"

    def test_trace_that_was_not_analyzed(self):
        result = self.done("export", "--perfetto", self.archive, "-o", self.file)
        self.assertIn(f"latecomer analyze {self.archive}", result.stderr)
        trace = Trace(self.file)
        self.assertEqual(trace.calls(), printed_calls(self.archive))
        self.assertEqual({track[2] for track in trace.tracks.values()}, {None})
        self.assertEqual(trace.flows, {})

    def test_ways_to_name_a_run(self):
        self.done("analyze", self.archive)
        self.done("export", "--perfetto", self.archive)
        expected = (self.archive / "trace.pftrace").read_bytes()
        elsewhere = self.directory / "elsewhere.cubex"
        shutil.copy(self.archive / "report.cubex", elsewhere)
        for name in (self.archive / "traces.otf2", self.archive / "report.cubex", elsewhere):
            self.file.unlink(missing_ok=True)
            self.done("export", "--perfetto", name, "-o", self.file)
            self.assertEqual(self.file.read_bytes(), expected)
        self.archive.rename(self.directory / "moved")
        self.fails("export", "--perfetto", elsewhere, says=[str(elsewhere), str(self.archive), "neither beside it"])

    def test_report_of_another_trace(self):
        other = self.directory / "other"
        self.done("generate", "ring", "--ranks", 4, "--iterations", 2, "-o", other)
        self.done("analyze", other)
        shutil.copy(other / "report.cubex", self.archive)
        self.fails("export", "--perfetto", self.archive, "-o", self.file,
                   says=["report.cubex", "another one", "latecomer analyze"])
        self.assertFalse(self.file.exists())

    def test_what_cannot_be_done(self):
        self.fails("export", self.archive, code=2, says=["--perfetto"])
        self.fails("export", "--perfetto", self.directory / "none", says=["none"])
        self.fails("export", "--perfetto", LATECOMER, says=["a program", "latecomer record"])
        self.fails("export", "--perfetto", self.archive, "-o", self.directory, says=["is a directory"])
        self.fails("export", "--perfetto", self.archive, "-o", self.directory / "none" / "file", says=["cannot be created"])
        self.assertEqual(sorted(path.name for path in self.directory.iterdir()), ["archive"])  # and nothing unfinished

    def test_truncated_trace(self):
        events = sorted((self.archive / "traces").glob("*.evt"))[1]
        events.write_bytes(events.read_bytes()[:len(events.read_bytes()) // 2])
        self.done("analyze", self.archive)
        result = self.done("export", "--perfetto", self.archive, "-o", self.file)
        self.assertIn(events.name, result.stderr)
        trace = Trace(self.file)
        calls, printed = trace.calls(), printed_calls(self.archive)
        self.assertEqual(calls, printed)
        self.assertIn(None, [end for _, end, _ in calls["MPI Rank 1"]])  # main was not left


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
