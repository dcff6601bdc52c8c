# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""Runs commands for drivers that record programs and measure them."""

import os
import subprocess

# Idle threads and processes leave the cores to others.
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1",
                   OMPI_MCA_mpi_yield_when_idle="1", OMP_WAIT_POLICY="passive")


class Failed(Exception):
    """A command did."""


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
