#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""Records a program, checks the archive with otf2-print, analyzes it, and compares the waits with what the program makes.

    run_recorded.py --latecomer LATECOMER --mpi mpich|openmpi --ranks N --expect FILE.expect PROGRAM

FILE.expect has a line `metric  function  rank  seconds` for each wait: the time that this rank loses in this MPI function,
over the whole run. Where the metric is one of delay costs, the function (or the program's name) and rank are those that
cause the waiting. SECONDS|SECONDS is either, where MPI libraries differ. A line `events KIND RANK NUMBER` says how many events of a kind the archive has of all threads of a rank, a line
`calls FUNCTION RANK NUMBER` how often it entered a function (`some`: at least once), a line `share METRIC FUNCTION RANKS OF above|below PERCENT` how much of all of the metric OF is METRIC there (`*`: everywhere).
A line `topology SIZES NUMBER` says how many Cartesian topologies of these dimensions (`3x2`) the archive has.
A line `anomaly NAME NUMBER` says how many anomalies of that name the analysis counts; of all others there must be none.
A line `chance METRIC` says that how much there is of a wait state is a matter of chance.
A line `output same` says that the program prints the same, line by line in some order, when it is not recorded.
A line `record OPTIONS` has options of `latecomer record`.
A line `run MPI RANKS` is for tests.cmake: the program runs with this MPI only, on so many ranks.
Lines after `ranks N` hold for runs with N ranks only; lines of ranks that a run lacks are skipped.
Each wait and cost must be within 10 % or 5 ms of its line, and all other waits together, metric by metric, below 5 % of the
sum of the expected ones.
"""

import argparse
import collections
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from measured import until_undisturbed

# The wait states of processes and their threads, each with those that its value includes.
WAIT_STATES = {
    "mpi_finalize_wait": [], "mpi_barrier_wait": [],
    "mpi_latesender": ["mpi_latesender_wo", "mpi_latesender_probe", "mpi_latesender_partitioned"],
    "mpi_latesender_probe": [], "mpi_latesender_partitioned": [], "mpi_lswo_different": [], "mpi_lswo_same": [],
    "mpi_latereceiver": [],
    "mpi_earlyreduce": ["mpi_earlyreduce_first", "mpi_wait_n21"], "mpi_earlyreduce_first": [], "mpi_wait_n21": [], "mpi_earlyscan": [], "mpi_latebroadcast": [], "mpi_wait_nxn": [],
    "mpi_rma_wait_at_create": [], "mpi_rma_wait_at_fence": [], "mpi_rma_wait_at_free": [],
    "mpi_rma_sync_late_post": [], "mpi_rma_comm_late_post": [], "mpi_rma_early_wait": [],
    "mpi_rma_sync_lock_competition": [], "mpi_rma_comm_lock_competition": [],
    "mpi_rma_sync_wait_for_progress": [], "mpi_rma_comm_wait_for_progress": [],
    "pthread_join_wait": [], "pthread_lock_contention_mutex_lock": [], "pthread_lock_contention_conditional": [],
    "mpi_mgmt_file_wait": [], "mpi_io_wait": [],
    "pthread_signal_wait": [], "pthread_barrier_wait": [], "pthread_semaphore_wait": [],
}

# Of those that tests can have, the part that was spent in polling runs.
POLLING = {f"{metric}_polling": [] for metric in (
    "mpi_barrier_wait", "mpi_latesender", "mpi_latesender_probe", "mpi_latesender_partitioned", "mpi_lswo_different",
    "mpi_lswo_same", "mpi_latereceiver", "mpi_earlyreduce_first", "mpi_wait_n21", "mpi_earlyscan", "mpi_latebroadcast",
    "mpi_wait_nxn", "mpi_rma_early_wait")}
for part in POLLING:
    WAIT_STATES[part.removesuffix("_polling")].append(part)
WAIT_STATES |= POLLING

# What lines of FILE.expect begin with that are not about a metric.
KINDS = ("events", "calls", "share", "anomaly", "chance", "topology", "output", "record")

NOT_JUDGED = 77  # as ctest is told


def is_cost(metric):
    return metric.startswith("delay_")


class Failure(Exception):
    pass


class NotJudged(Exception):
    pass


def run(command, timeout=100, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=timeout, **options)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def kill_all_of(program):
    """Ranks can outlive their launcher, and would take a core from all tests after this one."""
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (process / "exe").resolve() == pathlib.Path(program).resolve():
                os.kill(int(process.name), signal.SIGKILL)


def require_end(program, environment):
    """Of a program that did not end when it was recorded: it does not with some releases of an MPI (spawned processes of Open
    MPI 5)."""
    try:
        run(program, timeout=30, env=environment)
    except subprocess.TimeoutExpired:
        kill_all_of(program[-1])
        raise NotJudged("the program does not end without the recorder either") from None


def record(options, archive):
    launcher = [f"mpiexec.{options.mpi}"] + (["--oversubscribe"] if options.mpi == "openmpi" else [])
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    # Without stacks, what the program computes is all in one place, its name.
    program = launcher + ["-n", str(options.ranks), options.program]
    wanted = [option for words in expected_lines(options.expect, options.ranks, "record") for option in words]
    try:
        recorded = run([options.latecomer, "record", "--stacks=off", "-o", archive] + wanted + ["--"] + program, env=environment)
    except subprocess.TimeoutExpired:
        kill_all_of(options.program)
        require_end(program, environment)
        raise
    for _ in expected_lines(options.expect, options.ranks, "output"):
        if sorted(run(program, env=environment).stdout.splitlines()) != sorted(recorded.stdout.splitlines()):
            raise Failure(f"the program prints something else when it is recorded:\n{recorded.stdout}")


# --- The archive -----------------------------------------------------------------------------------------------------


def events_by_location(archive):
    """(kind, time, details) of every event as otf2-print shows it, by location."""
    printed = run(["otf2-print", os.path.join(archive, "traces.otf2")])
    complaints = [line for line in printed.stderr.splitlines() if re.search("error|warning", line, re.IGNORECASE)]
    unseen = "UNDEFINED"  # what the communicator of an operation is that was never seen being made
    complaints = [line for line in complaints if unseen not in line]
    if complaints:
        raise Failure("otf2-print: " + "\n".join(complaints))
    events = collections.defaultdict(list)
    for line in printed.stdout.splitlines():
        match = re.match(r"([A-Z_0-9]+)\s+(\d+)\s+(\d+)\s*(.*)", line)
        if match:
            events[int(match[2])].append((match[1], int(match[3]), match[4]))
    return events


STARTS = ("MPI_ISEND", "MPI_IRECV_REQUEST", "NON_BLOCKING_COLLECTIVE_REQUEST", "IO_OPERATION_BEGIN")
NEITHER_START_NOR_END = ("MPI_REQUEST_TEST", "IO_OPERATION_ISSUED", "IO_OPERATION_TEST")


def request_of(kind, details):
    """Of files what tells one operation from another."""
    return re.search(r"Matching Id: (\d+)" if kind.startswith("IO_OPERATION") else r"(?<!Offset )Request: (\d+)", details)


def check_requests(events):
    """What completes has started on the same rank, maybe in another of its threads, and completes once."""
    started = {(location & 0xffffffff, request_of(kind, details)[1])
               for location, of_location in events.items() for kind, _, details in of_location if kind in STARTS}
    for location, of_location in events.items():
        for kind, _, details in of_location:
            request = request_of(kind, details)
            if not request or kind in STARTS + NEITHER_START_NOR_END:
                continue
            key = location & 0xffffffff, request[1]
            if key not in started:
                raise Failure(f"location {location}: {kind} of request {request[1]}, which did not start")
            started.remove(key)


def check_balance(location, events):
    """Regions are left in the order in which they were entered; what begins also ends."""
    regions = []
    collectives = 0
    for kind, _, details in events:
        region = re.search(r'Region: "([^"]*)"', details)
        if kind == "ENTER":
            regions.append(region[1])
        elif kind == "LEAVE":
            if not regions or regions.pop() != region[1]:
                raise Failure(f"location {location} leaves {region[1]}, which is not where it is")
        elif kind in ("MPI_COLLECTIVE_BEGIN", "RMA_COLLECTIVE_BEGIN"):
            collectives += 1
        elif kind in ("MPI_COLLECTIVE_END", "RMA_COLLECTIVE_END"):
            collectives -= 1
    if regions or collectives:
        raise Failure(f"location {location} ends in {regions}, with {collectives} collective operations open")


# What a call does as it is entered, and what it has brought about when it is left.
FIRST_IN_CALL = ("MPI_SEND", "MPI_ISEND", "MPI_COLLECTIVE_BEGIN", "NON_BLOCKING_COLLECTIVE_REQUEST",
                 "RMA_COLLECTIVE_BEGIN", "RMA_REQUEST_LOCK", "RMA_PUT", "RMA_GET", "RMA_ATOMIC", "IO_OPERATION_BEGIN")
LAST_IN_CALL = ("MPI_RECV", "MPI_IRECV", "MPI_IRECV_REQUEST", "MPI_ISEND_COMPLETE", "MPI_COLLECTIVE_END",
                "NON_BLOCKING_COLLECTIVE_COMPLETE", "MPI_REQUEST_TEST", "RMA_COLLECTIVE_END", "RMA_GROUP_SYNC",
                "RMA_RELEASE_LOCK", "IO_CREATE_HANDLE", "IO_DESTROY_HANDLE", "IO_SEEK", "IO_DELETE_FILE", "IO_OPERATION_ISSUED",
                "IO_OPERATION_COMPLETE")


def check_moments(location, events):
    """Times do not decrease, and an event at one end of a call has the time of that end."""
    for (kind, time, _), (next_kind, next_time, _) in zip(events, events[1:]):
        same = (kind == "ENTER" and next_kind in FIRST_IN_CALL) or (kind in LAST_IN_CALL and next_kind == "LEAVE")
        if next_time < time or (same and next_time != time):
            raise Failure(f"location {location}: {kind} at {time}, but {next_kind} at {next_time}")


def check_regions(archive, events):
    """The regions are what other analyzers know them by: the program's as the recorder's own, MPI's as MPI's."""
    printed = run(["otf2-print", "-G", os.path.join(archive, "traces.otf2")]).stdout
    regions = re.findall(r'REGION .*Name: "([^"]*)" .*Role: (\w+), Paradigm: "?(\w+)"?.* File: "?([^",]*)', printed)
    of_name = {name: (role, paradigm, file) for name, role, paradigm, file in regions}
    for kind, _, details in (event for of_location in events.values() for event in of_location):
        if kind == "PROGRAM_BEGIN":
            program = os.path.basename(re.search(r'Name: "([^"]*)"', details)[1])
            if of_name.get(program, ())[:2] != ("ARTIFICIAL", "MEASUREMENT_SYSTEM"):
                raise Failure(f"the program's region {program} is {of_name.get(program)}")
    for name, (_, paradigm, file) in of_name.items():
        if name.startswith("MPI_") and (paradigm, file) != ("MPI", "MPI"):
            raise Failure(f"{name} is of paradigm {paradigm} and file {file}")


def check_archive(options, archive):
    events = events_by_location(archive)
    check_regions(archive, events)
    ranks = {location & 0xffffffff for location in events}  # the higher half is the thread
    if ranks != set(range(options.ranks)):
        raise Failure(f"the archive has events of the ranks {sorted(ranks)}, not of {options.ranks}")
    check_requests(events)
    for location, of_location in events.items():
        check_balance(location, of_location)
        check_moments(location, of_location)


def check_counts(options, archive):
    """As many events of a kind as FILE.expect says, by what `latecomer print` lists, which says that clocks are shared."""
    counts = collections.Counter()
    lines = run([options.latecomer, "print", archive]).stdout.splitlines()
    if "one-clock-per-node" not in lines:
        raise Failure("the archive does not say that the processes of a node share its clock")
    for line in lines:
        words = line.split()
        if words[0] == "rank":
            rank = int(words[1])
        elif line.startswith("  "):
            counts[words[1], rank] += 1
            if words[1] == "enter":
                counts[words[2], rank] += 1
    for what in ("events", "calls"):
        for name, rank, number in expected_lines(options.expect, options.ranks, what):
            found = counts[name, int(rank)]
            if found != int(number) if number != "some" else found == 0:
                raise Failure(f"rank {rank} has {found} {what} {name}, not {number}")


def check_topologies(options, archive):
    printed = run(["otf2-print", "-G", os.path.join(archive, "traces.otf2")]).stdout
    size_of = dict(re.findall(r'^CART_DIMENSION +(\d+) .* Size: (\d+)', printed, re.MULTILINE))
    topologies = re.findall(r'^CART_TOPOLOGY .* Dimensions?: \((.*)\)', printed, re.MULTILINE)
    found = collections.Counter("x".join(size_of[ref] for ref in re.findall(r"<(\d+)>", each)) for each in topologies)
    expected = {sizes: int(number) for sizes, number in expected_lines(options.expect, options.ranks, "topology")}
    if found != expected:
        raise Failure(f"topologies: {dict(found)} instead of {expected}")


# --- The waits -------------------------------------------------------------------------------------------------------


def expected_lines(path, ranks, what):
    """The words, apart from a leading word of KINDS, of the lines about `what` (one of these, or "metric") that hold for so
    many ranks."""
    holds = True
    for line in path.read_text().splitlines():
        words = line.split("#")[0].split()
        if not words or words[0] == "run":
            continue
        kind = words[0] if words[0] in KINDS else "metric"
        if words[0] == "ranks":
            holds = int(words[1]) == ranks
        elif holds and kind == what and (kind in ("share", "anomaly", "chance", "topology", "output", "record") or int(words[2]) < ranks):
            yield words if kind == "metric" else words[1:]


def expected_waits(path, ranks):
    """How many seconds it may be by (metric, function, rank)."""
    waits = {}
    for metric, function, rank, seconds in expected_lines(path, ranks, "metric"):
        if metric not in WAIT_STATES and not is_cost(metric):
            raise Failure(f"{path}: {metric} is neither a wait state nor delay costs")
        waits[metric, function, int(rank)] = [float(each) for each in seconds.split("|")]
    return waits


def function_of(report, row):
    """The function of a value's call path; that in which a thread was not running, since the programs make delays by sleeping."""
    path = report["call_paths"][row["call_path"]]
    region = report["regions"][path["region"]]
    return function_of(report, {"call_path": path["parent"]}) if region["role"] == "not running" else region["name"]


def reported_waits(report):
    """Seconds by (metric, function, rank), from `latecomer show --json`."""
    ranks = [report["ranks"][location["rank"]]["rank"] for location in report["locations"]]
    waits = collections.defaultdict(float)
    for row in report["values"]:
        metric = report["metrics"][row["metric"]]["id"]
        function = function_of(report, row)
        for rank, value in zip(ranks, row["values"]):
            waits[metric, function, rank] += value
    own = collections.defaultdict(float)
    for (metric, function, rank), value in waits.items():
        if metric in WAIT_STATES or is_cost(metric):
            parts = WAIT_STATES.get(metric, [])
            own[metric, function, rank] = value - sum(waits.get((part, function, rank), 0) for part in parts)
    return own


def compare(expected, reported, by_chance):
    problems = []
    all_expected = 0
    for (metric, function, rank), choices in sorted(expected.items()):
        found = reported.pop((metric, function, rank), 0.0)
        seconds = min(choices, key=lambda each: abs(found - each))
        all_expected += 0 if is_cost(metric) else seconds
        if abs(found - seconds) > max(0.1 * seconds, 0.005):
            problems.append(f"{metric} in {function} on rank {rank}: {found:.4f} s instead of {seconds} s")
    others = collections.defaultdict(float)
    for (metric, _, _), seconds in reported.items():
        others[metric] += 0 if is_cost(metric) else seconds
    for metric, seconds in sorted(others.items()):
        if seconds > 0.05 * all_expected and metric not in by_chance:
            where = max((key for key in reported if key[0] == metric), key=reported.get)
            problems.append(f"{metric}: {seconds:.4f} s that the program does not make, most in {where[1]} on rank {where[2]}")
    return problems


def total(report, metric, function="*", ranks="*"):
    """Seconds of a metric, there."""
    seconds = 0.0
    for row in report["values"]:
        if report["metrics"][row["metric"]]["id"] != metric or function not in ("*", function_of(report, row)):
            continue
        for location, value in zip(report["locations"], row["values"]):
            rank = report["ranks"][location["rank"]]["rank"]
            seconds += value if ranks == "*" or str(rank) in ranks.split(",") else 0
    return seconds


def check_shares(options, report):
    problems = []
    for metric, function, ranks, of, side, percent in expected_lines(options.expect, options.ranks, "share"):
        share = 100 * total(report, metric, function, ranks) / total(report, of)
        if (share > float(percent)) != (side == "above"):
            problems.append(f"{metric} at {function} on ranks {ranks}: {share:.1f} % of {of}, not {side} {percent} %")
    return problems


def check_conserved(report):
    """All waiting is charged to somebody and divided without rest, and the critical path has no gap."""
    parts = {part for several in WAIT_STATES.values() for part in several} | {"mpi_lswo_different", "mpi_lswo_same"}
    waiting = sum(total(report, metric) for metric in [*WAIT_STATES, "mpi_mgmt_comm_wait"] if metric not in parts)
    for metric in ("delay", "waitstates_propagating_vs_terminal", "waitstates_direct_vs_indirect"):
        whole = total(report, metric)
        if abs(whole - waiting) > 1e-6 * (1 + waiting):
            raise Failure(f"{metric}: {whole} s of {waiting} s of waiting")
    path = report["critical_path"]
    for before, after in zip(path, path[1:]):
        if before["end"] != after["begin"]:
            raise Failure(f"the critical path has a gap from {before['end']} to {after['begin']}")


def check_clocks(report):
    """All ranks were on one node, whose clock cannot contradict itself, so nothing may have been corrected, and nothing
    that was matched may contradict it."""
    if "latecomer.anomaly.contradiction" in report["attributes"]:
        details = [text for name, text in sorted(report["attributes"].items()) if name.startswith("latecomer.anomaly_detail")]
        raise Failure("\n".join(["the clock of the node is contradicted:"] + details))
    if total(report, "clock_violations") > 0:
        found = [pair["found"] for pair in report["clocks"]["pairs"]]
        raise Failure(f"clock conditions are violated: {found}")


def check_anomalies(options, report):
    key = "latecomer.anomaly."
    found = {name.removeprefix(key): int(count) for name, count in report["attributes"].items() if name.startswith(key)}
    expected = {name: int(number) for name, number in expected_lines(options.expect, options.ranks, "anomaly")}
    if report["attributes"].get("latecomer.partial") == "1":
        raise Failure("the archive is called partial")
    if found != expected:
        raise Failure(f"anomalies: {found} instead of {expected}")


def attempt(options, archive):
    record(options, archive)
    check_archive(options, archive)
    check_topologies(options, archive)
    check_counts(options, archive)
    run([options.latecomer, "analyze", archive])
    report = json.loads(run([options.latecomer, "show", "--json", archive]).stdout)
    check_conserved(report)
    check_anomalies(options, report)
    check_clocks(report)
    by_chance = {metric for metric, in expected_lines(options.expect, options.ranks, "chance")}
    waits = compare(expected_waits(options.expect, options.ranks), reported_waits(report), by_chance)
    return waits + check_shares(options, report)


def interrupted_share():
    """Of a fifth of a second: in which programs did not run though they wanted to, by more than the polling gap at a time. On
    machines that are shared, others' work counts as the program's own time."""
    gap, length = 5_000, 200_000_000  # nanoseconds
    begin = last = time.monotonic_ns()
    interrupted = 0
    while last - begin < length:
        now = time.monotonic_ns()
        interrupted += now - last if now - last > gap else 0
        last = now
    return interrupted / length


def judges_polling(options):
    return any("polling" in metric for metric, *_ in expected_waits(options.expect, options.ranks))


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--latecomer", required=True)
    arguments.add_argument("--mpi", choices=["mpich", "openmpi"], required=True)
    arguments.add_argument("--ranks", type=int, required=True)
    arguments.add_argument("--expect", type=pathlib.Path, required=True)
    arguments.add_argument("program")
    options = arguments.parse_args()

    def problems_of_attempt():
        with tempfile.TemporaryDirectory() as scratch:
            problems = attempt(options, os.path.join(scratch, "archive"))
        if problems:
            print("attempt:\n  " + "\n  ".join(problems))
        return problems

    try:
        problems = until_undisturbed(f"{options.expect.stem} {options.mpi}", problems_of_attempt)
    except NotJudged as reason:
        print(f"not judged: {reason}")
        return NOT_JUDGED
    except (Failure, subprocess.TimeoutExpired) as failure:
        print(failure)
        return 1
    if not problems:
        print(f"as expected ({len(expected_waits(options.expect, options.ranks))} waits)")
        return 0
    # The recorder allows polling a fiftieth of interruptions.
    share = interrupted_share() if judges_polling(options) else 0
    if share > 0.01:
        print(f"not judged: this machine interrupts programs {100 * share:.1f} % of the time, so nobody polls without a gap")
        return NOT_JUDGED
    return 1


if __name__ == "__main__":
    sys.exit(main())
