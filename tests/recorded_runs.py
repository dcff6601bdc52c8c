# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""Runs commands for drivers that record programs and measure them."""

import functools
import os
import re
import subprocess
import tempfile

# Idle threads and processes leave the cores to others.
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1",
                   OMPI_MCA_mpi_yield_when_idle="1", OMP_WAIT_POLICY="passive")


class Failed(Exception):
    """A command did."""


def are_switches_known():
    """Whether the kernel lets threads know of themselves, without rights, when they had no core."""
    try:
        with open("/proc/sys/kernel/perf_event_paranoid", encoding="utf-8") as file:
            return int(file.read()) <= 2
    except OSError:
        return False


@functools.cache
def can_record_kernel():
    """Whether this user can record the kernel's scheduler by perf."""
    try:
        command = ["perf", "record", "-a", "-k", "CLOCK_MONOTONIC", "-e", "sched:sched_switch", "-o", "-", "true"]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


@functools.cache
def are_idle_cores_seen():
    """Whether switches from idle to a thread are traced on all cores: some virtual machines do not do that."""
    if not can_record_kernel():
        return False
    with tempfile.NamedTemporaryFile() as file:
        record = ["perf", "record", "-a", "-e", "sched:sched_switch", "-o", file.name, "sleep", "0.5"]
        subprocess.run(record, capture_output=True, check=True)
        script = subprocess.run(["perf", "script", "-i", file.name, "-F", "cpu,event,trace"], capture_output=True, text=True, check=True)
    cores = {int(core) for core in re.findall(r"\[(\d+)\].*prev_comm=swapper", script.stdout)}
    return cores >= os.sched_getaffinity(0)


def run(*command, seconds=30):
    """What a command prints; fails if it does, or takes longer than so many seconds."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, env=ENVIRONMENT, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise Failed(f"{' '.join(words)}: not done in {seconds} s") from None
    if done.returncode != 0:
        raise Failed(f"{' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout
