# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""What is found in the archive of a recorded program, for the tests that record one."""

import json
import os
import re
import subprocess


def run(*command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=100, **options)


class Report:
    """What `latecomer show --json` says of an archive, and what otf2-print says of it."""

    def __init__(self, latecomer, archive):
        printed = run("otf2-print", "-Werror", os.path.join(archive, "traces.otf2"))
        if printed.returncode != 0 or re.search("error|warning", printed.stderr, re.IGNORECASE):
            raise AssertionError("otf2-print: " + printed.stderr)
        analyzed = run(latecomer, "analyze", archive)
        if analyzed.returncode != 0:
            raise AssertionError(analyzed.stderr)
        self.summary = analyzed.stdout
        self.report = json.loads(run(latecomer, "show", "--json", archive).stdout)

    def seconds(self, metric, function=None):
        """Of all threads."""
        total = 0.0
        for row in self.report["values"]:
            name = self.report["regions"][self.report["call_paths"][row["call_path"]]["region"]]["name"]
            if self.report["metrics"][row["metric"]]["id"] == metric and function in (None, name):
                total += sum(row["values"])
        return total

    def metric(self, wanted):
        """The number of a metric."""
        return [metric["id"] for metric in self.report["metrics"]].index(wanted)

    def visits(self, function):
        return self.seconds("visits", function)

    def path_of(self, call_path):
        """Its regions, from the outside inwards."""
        path = self.report["call_paths"][call_path]
        name = self.report["regions"][path["region"]]["name"]
        return [name] if path["parent"] is None else self.path_of(path["parent"]) + [name]

    def seconds_below(self, metric, function, first, end):
        """Of those of the locations, wherever the function is active."""
        return sum(sum(row["values"][first:end]) for row in self.report["values"]
                   if self.report["metrics"][row["metric"]]["id"] == metric and function in self.path_of(row["call_path"]))

    def inclusive_seconds(self, metric, function):
        return self.seconds_below(metric, function, 0, None)

    def paths_with(self, metric, function):
        """The values of all locations, by the path to the function."""
        paths = {}
        for row in self.report["values"]:
            path = self.path_of(row["call_path"])
            if self.report["metrics"][row["metric"]]["id"] == metric and path[-1] == function:
                paths["/".join(path)] = row["values"]
        return paths

    def names_of_processes(self):
        return [rank["name"] for rank in self.report["ranks"]]

    def anomalies(self):
        return {name: number for name, number in self.report["attributes"].items() if name.startswith("latecomer.anomaly.")}
