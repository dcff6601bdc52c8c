# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""Whatever a command prints or writes: where that is not taken, the command ends with exit code 1 and says so in one line.

usage: full_output_test.py LATECOMER
"""

import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

LATECOMER = os.path.abspath(sys.argv.pop(1))
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")


def commands_in(*command):
    """What --help lists as commands."""
    text = subprocess.run([LATECOMER, *command, "--help"], capture_output=True, text=True, check=True).stdout
    listed = re.search(r"^SUBCOMMANDS:\n(.*?)\n\n", text + "\n\n", re.MULTILINE | re.DOTALL | re.IGNORECASE).group(1)
    return {match.group(1) for match in re.finditer(r"^  (\w+)", listed, re.MULTILINE)}


class FullOutput(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.directory)
        cls.run_in(cls.directory, "generate", "ring", "-o", "df", "--ranks", "4", "--events", "2000")
        cls.run_in(cls.directory, "analyze", "df")
        cls.run_in(cls.directory, "generate", "ring", "-o", "larger", "--ranks", "8", "--events", "2000")
        cls.run_in(cls.directory, "analyze", "larger")

    @staticmethod
    def run_in(directory, *words):
        subprocess.run([LATECOMER, *words], cwd=directory, check=True, stdout=subprocess.DEVNULL)

    def fails(self, words, says, launcher=(), **how):
        result = subprocess.run([*launcher, LATECOMER, *words], cwd=self.directory, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT,
                                timeout=60, **how)
        self.assertEqual(result.returncode, 1, (words, result.stderr))
        lines = [line for line in result.stderr.splitlines() if line.startswith("latecomer: ") and " left out, " not in line]
        self.assertEqual(len(lines), 1, (words, result.stderr))
        self.assertIn(says, lines[0])

    def each_command(self):
        """Every command, and those below `report`; each makes its output anew."""
        for made in ("new", "corrected", "run", "ctf"):
            shutil.rmtree(self.directory / made, ignore_errors=True)
        return [
            *(["show", "df", *options] for options in ([], ["--json"], ["--csv"], ["--csv", "--call-paths"], ["-m", "time"],
                                                       ["--instances"], ["--critical-path"], ["--clocks"], ["--phases"], ["--over-time"])),
            ["analyze", "df"],
            ["analyze", "df", "--json"],
            ["print", "df"],
            ["compare", "df", "df"],
            ["compare", "df", "df", "--json"],
            ["scaling", "df", "larger"],
            ["scaling", "df", "larger", "--json"],
            ["advise", "df"],
            ["export", "--perfetto", "df"],
            ["export", "--ctf", "ctf", "df"],
            ["export", "--sqlite", "df.db", "df"],
            *(["query", "df", "SELECT * FROM metrics", *options] for options in ([], ["--csv"], ["--json"])),
            ["generate", "ring", "-o", "new", "--events", "100"],
            ["whatif", "df", "--remove", "main"],
            ["whatif", "df", "--remove", "main", "--json"],
            ["rebalance", "df", "--path", "compute"],
            ["rebalance", "df", "--path", "compute", "--json"],
            ["correct", "df", "-o", "corrected"],
            ["serve", "df"],
            ["view", "df", "--no-open"],
            ["view", "df", "--html", "df.html"],
            ["report", "dump", "df", "-m", "time"],
            ["report", "stat", "df"],
            ["report", "calltree", "df"],
            ["report", "info", "df"],
            *(["report", command, "df", "df"] for command in ("diff", "mean", "merge")),
            ["report", "cut", "df", "-r", "main"],
            ["report", "clean", "df"],
            ["report", "remap", "df", "-c"],
        ]

    def test_every_command_is_tried(self):
        tried = self.each_command()
        self.assertEqual({words[0] for words in tried} | {"record"}, commands_in())
        self.assertEqual({words[1] for words in tried if words[0] == "report"}, commands_in("report"))

    def test_full_standard_output(self):
        no_space = "latecomer: standard output: cannot be written: No space left on device"
        asked = [["--help"], ["--version"], ["help", "report", "diff"], [], *([name, "--help"] for name in sorted(commands_in()))]
        for words in [*asked, *self.each_command()]:
            with self.subTest(words=words), open("/dev/full", "w") as full:
                self.fails(words, no_space, stdout=full)

    def test_closed_standard_output(self):
        """Nothing is printed into a file that is opened instead."""
        before = (self.directory / "df" / "report.cubex").read_bytes()
        for words in (["show", "df"], ["analyze", "df"], ["--version"]):
            with self.subTest(words=words):
                self.fails(words, "standard output: cannot be written: Bad file descriptor", preexec_fn=lambda: os.close(1))
        self.assertEqual((self.directory / "df" / "report.cubex").read_bytes(), before)

    def test_full_standard_error(self):
        """Nobody can be told, and the exit code is still that of the error."""
        for words, code in ((["show", "none"], 1), (["show", "--none"], 2), (["analyze", "df", "--timing"], 0)):
            with self.subTest(words=words), open("/dev/full", "w") as full:
                result = subprocess.run([LATECOMER, *words], cwd=self.directory, stdout=subprocess.DEVNULL, stderr=full, timeout=60)
                self.assertEqual(result.returncode, code)

    def test_several_ranks(self):
        for words in (["analyze", "df"], ["report", "dump", "df", "-m", "time"]):
            with self.subTest(words=words):
                script = 'exec "$0" "$@" > /dev/full'
                self.fails(words, "standard output: cannot be written", launcher=["mpiexec.openmpi", "-n", "2", "sh", "-c", script])

    def test_files_that_do_not_fit(self):
        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        for words in (
            ["analyze", "df", "-o", "small.cubex"],
            ["export", "--perfetto", "df", "-o", "small.pftrace"],
            ["export", "df", "--ctf", "small-ctf"],
            ["view", "df", "--html", "small.html"],
            ["generate", "ring", "-o", "small", "--ranks", "4", "--events", "20000"],
            ["correct", "df", "-o", "small-corrected"],
            *(["report", command, "df", "df", "-o", "small.cubex"] for command in ("diff", "mean", "merge")),
            ["report", "remap", "df", "-c", "-o", "small.cubex"],
        ):
            with self.subTest(words=words):
                self.fails(words, "oo large", preexec_fn=small_files, stdout=subprocess.DEVNULL)
                self.assertFalse((self.directory / words[-1]).is_file(), "what is incomplete has no name")


if __name__ == "__main__":
    unittest.main()
