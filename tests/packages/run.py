#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""Eight programs of Debian 12, as users have them: stripped, optimized, with libraries of others. As root it installs what is missing.

    run.py LATECOMER [--scratch DIR] [PROGRAM...]

records and analyzes each, prints how much longer it takes when recorded (medians of three), how much of the waiting the five largest
wait states have, and which names of functions are addresses although their file has symbols; the summaries are in DIR/PROGRAM.summary.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = {  # packages, ranks, command, standard input
    "lammps": (["lammps"], 2, ["lmp", "-in", HERE / "lammps.in"], None),
    "cp2k": (["cp2k", "cp2k-data"], 2, ["cp2k.psmp", "-i", HERE / "cp2k.inp"], None),
    "nwchem": (["nwchem-openmpi", "nwchem-data"], 2, ["nwchem.openmpi", HERE / "nwchem.nw"], None),
    "mumps": (["mumps-test"], 2, ["/usr/lib/mumps/dsimpletest"], "/usr/lib/mumps/input_simpletest_real"),
    "hpcc": (["hpcc"], 2, ["hpcc"], None),
    "phyml": (["phyml"], 2, ["/usr/lib/phyml/bin/phyml-mpi", "-i", "phyml.phy", "-b", "200", "--no_memory_check", "--r_seed", "5"], None),
    "espresso": (["quantum-espresso"], 2, ["pw.x", "-in", HERE / "espresso.in"], None),
    "netpipe": (["netpipe-openmpi"], 2, ["NPopenmpi", "-u", "3000", "-n", "2000"], None),
}
ENVIRONMENT = {"OMP_NUM_THREADS": "1", "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def install(packages):
    query = ["dpkg-query", "-W", "-f", "${db:Status-Status} ", *packages]
    if subprocess.run(query, capture_output=True, text=True, check=False).stdout.split() == ["installed"] * len(packages):
        return
    subprocess.run(["apt-get", "install", "-y", "--no-install-recommends", *packages], check=True, stdout=subprocess.DEVNULL)


def run(command, directory, stdin):
    """The seconds that it took."""
    with open(stdin or os.devnull, encoding="utf-8") as given:
        begin = time.monotonic()
        outcome = subprocess.run([str(word) for word in command], cwd=directory, stdin=given, capture_output=True, text=True,
                                 env=os.environ | ENVIRONMENT, check=False)
        seconds = time.monotonic() - begin
    if outcome.returncode != 0:
        sys.exit(f"{command} ended with {outcome.returncode}:\n{outcome.stdout[-2000:]}{outcome.stderr[-2000:]}")
    return seconds


def has_symbols(file):
    listed = subprocess.run(["nm", "--defined-only", file], capture_output=True, text=True, check=False)
    return bool(listed.stdout.strip())


def addresses_with_symbols(report, summary):
    """Functions in the summary that are addresses, in files with symbols."""
    files = {region["file"].rpartition("/")[2]: region["file"] for region in report["regions"] if region["file"].startswith("/")}
    shown = set(re.findall(r"([\w.+-]+)\+0x[0-9a-f]+(?=[/ ]|$)", summary))
    return sorted(name for name in shown if name in files and has_symbols(files[name]))


def measure(name, latecomer, scratch):
    packages, ranks, command, stdin = PROGRAMS[name]
    install(packages)
    directory = scratch / name
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    shutil.copy(HERE / "phyml.phy", directory)  # results are put beside it
    if name == "hpcc":
        run(["sh", "-c", "zcat -f /usr/share/doc/hpcc/examples/_hpccinf.txt* > hpccinf.txt"], directory, None)
    if name == "espresso":  # the potential of hydrogen
        run(["ld1.x"], directory, HERE / "espresso_atom.in")
    started = ["mpiexec.openmpi", "--oversubscribe", "-n", ranks, *command]
    plain, recorded = [], []
    for _ in range(3):
        plain.append(run(started, directory, stdin))
        shutil.rmtree(directory / "archive", ignore_errors=True)
        recorded.append(run([latecomer, "record", "-o", "archive", *started], directory, stdin))
    summary = subprocess.run([latecomer, "analyze", "archive"], cwd=directory, capture_output=True, text=True, check=True).stdout
    (scratch / f"{name}.summary").write_text(summary)
    report = json.loads(subprocess.run([latecomer, "show", "archive/report.cubex", "--json"], cwd=directory, capture_output=True,
                                       text=True, check=True).stdout)
    block = re.search(r"Largest wait states.*?\n\n", summary, re.S)
    shares = [float(share) for share in re.findall(r"^  \d\. .*? ([\d.]+) %  ", block[0] if block else "", re.M)]
    rest = re.search(r"([\d.]+) %  in [\d,]+ smaller", block[0] if block else "")
    said = sum(shares)
    whole = said + (float(rest[1]) if rest else 0)
    ratio = statistics.median(recorded) / statistics.median(plain)
    print(f"{name:8} {statistics.median(plain):6.2f} s, recorded {ratio:5.2f} times; "
          f"{100 * said / whole if whole else 100:3.0f} % of the waiting in {len(shares)} entries; "
          f"addresses in files with symbols: {addresses_with_symbols(report, summary) or 'none'}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("latecomer", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("programs", nargs="*", help="all, else these of: " + ", ".join(PROGRAMS))
    parser.add_argument("--scratch", type=pathlib.Path, help="keeps the archives and summaries")
    options = parser.parse_intermixed_args()
    with tempfile.TemporaryDirectory() as scratch:
        for name in options.programs or PROGRAMS:
            measure(name, options.latecomer, (options.scratch or pathlib.Path(scratch)).resolve())


if __name__ == "__main__":
    main()
