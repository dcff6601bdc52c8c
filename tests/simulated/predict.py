#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""What `latecomer whatif --network` predicts, against the simulator SMPI (Debian's libsimgrid-dev and python3-otf2).

exchange.c is simulated on a slow and on a fast network. Of what it did on each, an archive is made, and the run on the other network is
predicted: the lengths have to agree within 2 %. Usage: predict.py LATECOMER
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import otf2
from otf2.enums import CollectiveOp, GroupType, LocationGroupType, LocationType, Paradigm, RegionRole

SOURCE = Path(__file__).parent / "exchange.c"
RANKS = 4
LATENCY = 1e-5  # seconds, of each link; a message goes over two
NETWORKS = {"slow": 100e6, "fast": 1000e6}  # bytes for each second
MOST = 0.02
PLATFORM = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="cluster" prefix="node" suffix="" radical="0-{last}" speed="1Gf" bw="{bandwidth}Bps" lat="{latency}s"/>
</platform>
"""
# What is sent takes the latency and its bytes by the bandwidth, and messages of this size wait for their receivers.
MODEL = ["network/model:CM02", "network/TCP-gamma:0", "network/crosstraffic:0", "smpi/simulate-computation:no", "smpi/send-is-detached-thresh:1000",
         "smpi/async-small-thresh:1000"]


def run(*command):
    result = subprocess.run([str(each) for each in command], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: {result.stdout}{result.stderr}")
    return result.stdout


def simulate(program, directory, bandwidth):
    """What each rank did, a list of (what, peer, bytes, begin, end) each."""
    platform = directory / "platform.xml"
    platform.write_text(PLATFORM.format(last=RANKS - 1, bandwidth=int(bandwidth), latency=LATENCY))
    hosts = directory / "hosts"
    hosts.write_text("".join(f"node{rank}\n" for rank in range(RANKS)))
    events = directory / "events"
    run("smpirun", "-np", RANKS, "-platform", platform, "-hostfile", hosts, *(f"--cfg={each}" for each in MODEL), program, events)
    all_events = []
    for rank in range(RANKS):
        lines = [line.split() for line in Path(f"{events}.{rank}").read_text().splitlines()]
        all_events.append([(what, int(peer), int(size), float(begin), float(end)) for what, peer, size, begin, end in lines])
    return all_events


def write_archive(path, ranks):
    """An archive of what ranks did."""
    ticks = 10**12
    first = min(events[0][3] for events in ranks)
    last = max(events[-1][4] for events in ranks)

    def time(seconds):
        return round((seconds - first) * ticks)

    with otf2.writer.open(str(path), timer_resolution=ticks) as trace:
        define = trace.definitions
        node = define.system_tree_node("cluster", class_name="machine")
        locations = []
        for rank in range(len(ranks)):
            group = define.location_group(f"MPI Rank {rank}", location_group_type=LocationGroupType.PROCESS,
                                          system_tree_parent=define.system_tree_node(f"node{rank}", class_name="node", parent=node))
            locations.append(define.location("Master thread", type=LocationType.CPU_THREAD, group=group))
        define.group("", group_type=GroupType.COMM_LOCATIONS, paradigm=Paradigm.MPI, members=tuple(locations))
        members = define.group("", group_type=GroupType.COMM_GROUP, paradigm=Paradigm.MPI, members=tuple(locations))
        world = define.comm("MPI_COMM_WORLD", group=members)
        regions = {"main": define.region("main", paradigm=Paradigm.USER), "work": define.region("work", paradigm=Paradigm.USER)}
        for name, role in (("send", RegionRole.POINT2POINT), ("recv", RegionRole.POINT2POINT), ("sum", RegionRole.COLL_ALL2ALL)):
            function = {"send": "MPI_Send", "recv": "MPI_Recv", "sum": "MPI_Allreduce"}[name]
            regions[name] = define.region(function, paradigm=Paradigm.MPI, region_role=role)
        for location, events in zip(locations, ranks):
            write = trace.event_writer_from_location(location)
            write.enter(0, regions["main"])
            for what, peer, size, begin, end in events:
                write.enter(time(begin), regions[what])
                if what == "send":
                    write.mpi_send(time(begin), peer, world, 0, size)
                elif what == "recv":
                    write.mpi_recv(time(end), peer, world, 0, size)
                elif what == "sum":
                    write.mpi_collective_begin(time(begin))
                    write.mpi_collective_end(time(end), CollectiveOp.ALLREDUCE, world, 2**32 - 1, size, size)
                write.leave(time(end), regions[what])
            write.leave(time(last), regions["main"])
    return last - first


def main():
    latecomer = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        program = scratch / "exchange"
        run("smpicc", "-O2", "-o", program, SOURCE)
        lengths = {}
        for name, bandwidth in NETWORKS.items():
            directory = scratch / name
            directory.mkdir()
            lengths[name] = write_archive(directory / "archive", simulate(program, directory, bandwidth))
        is_wrong = False
        for of, other in (("slow", "fast"), ("fast", "slow")):
            network = f"latency={2 * LATENCY},bandwidth={NETWORKS[other]}"
            predicted = json.loads(run(latecomer, "whatif", scratch / of / "archive", "--network", network, "--json"))["run_length"]["predicted"]
            error = predicted / lengths[other] - 1
            is_wrong = is_wrong or abs(error) > MOST
            print(f"{of} network {lengths[of]:.4f} s; on the {other} one predicted {predicted:.4f} s, simulated {lengths[other]:.4f} s: {100 * error:+.2f} %")
    sys.exit("more than 2 % off" if is_wrong else 0)


if __name__ == "__main__":
    main()
