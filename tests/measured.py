# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""Values that are measured on a machine on which other work can delay a program at any time, so they are measured again where they
are not what they should be. How often that was so is counted: `./dev` says it, and fails where it was so often that the limits or
the recorder are at fault.

    measured.py FILE    what the file of a test run says, exit code 1 if too many values were measured again
"""

import os
import sys

ATTEMPTS = 5
MOST_AGAIN = 0.1


def until_undisturbed(name, problems_of, attempts=ATTEMPTS):
    """Calls `problems_of`, which measures and returns what is wrong, until nothing is, or so many times. Returns what was wrong
    the last time. Appends a line to the file that LATECOMER_MEASURED names: how many times, and the name of what was measured."""
    for number in range(1, attempts + 1):
        problems = problems_of()
        if not problems:
            break
    if log := os.environ.get("LATECOMER_MEASURED"):
        with open(log, "a") as lines:
            lines.write(f"{number} {name}\n")
    return problems


def main(log):
    try:
        with open(log) as lines:
            measured = [line.rstrip("\n").split(" ", 1) for line in lines]
    except FileNotFoundError:
        measured = []
    again = [f"{name} ({number} times)" for number, name in measured if number != "1"]
    print(f"measured again: {len(again)} of {len(measured)} values" + "".join(f"\n  {each}" for each in again))
    return 1 if len(again) > max(2, MOST_AGAIN * len(measured)) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
