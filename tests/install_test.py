# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""The program works from where it is installed and from where that is moved to; what is in its Debian package.

usage: install_test.py CMAKE BUILD
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

CMAKE, BUILD = sys.argv[1:3]
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")


def run(*command):
    done = subprocess.run([str(word) for word in command], env=ENVIRONMENT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, (command, done.stdout + done.stderr)
    return done.stdout


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.directory = pathlib.Path(scratch.name)
        cpack = pathlib.Path(shutil.which(CMAKE)).with_name("cpack")
        run(cpack, "--config", pathlib.Path(BUILD) / "CPackConfig.cmake", "-B", cls.directory)

    def package(self, pattern):
        found = list(self.directory.glob(pattern))
        self.assertEqual(len(found), 1, found)
        return found[0]

    def test_debian_package(self):
        package = self.package("latecomer_*.deb")
        fields = run("dpkg-deb", "--field", package)
        self.assertRegex(fields, r"(?m)^Depends: .*libopen-trace-format2")
        self.assertNotRegex(fields, r"(?m)^Depends: .*(libmpich|libopenmpi)")  # whichever the machine has
        files = re.findall(r"\./(usr/\S+[^/\s])$", run("dpkg-deb", "--contents", package), re.MULTILINE)
        modules = [f"usr/lib/latecomer/{what}-{mpi}.so" for what in ("comm", "recorder") for mpi in ("mpich", "openmpi")]
        modules.append("usr/lib/latecomer/recorder.so")
        for file in ["usr/bin/latecomer", "usr/share/man/man1/latecomer.1", "usr/include/latecomer.h", "usr/include/latecomer.f90",
                     *modules]:
            self.assertIn(file, files)


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.directory = pathlib.Path(scratch.name)
        run(CMAKE, "--install", BUILD, "--prefix", cls.directory / "prefix")
        cls.prefix = (cls.directory / "prefix").rename(cls.directory / "moved")
        cls.latecomer = cls.prefix / "bin" / "latecomer"

    def test_help(self):
        self.assertRegex(run(self.latecomer, "--version"), r"^latecomer \d+\.\d+\n$")
        self.assertIn("A first session:", run(self.latecomer, "help"))

    def test_analyzes_and_records(self):
        archive = self.directory / "generated"
        run(self.latecomer, "generate", "ring", "-o", archive, "--ranks", 4, "--events", 1000)
        self.assertIn("Report: ", run(self.latecomer, "analyze", archive))
        expected = (archive / "report.cubex").read_bytes()
        for mpi in ("mpich", "openmpi"):
            with self.subTest(mpi=mpi):
                run(f"mpiexec.{mpi}", "-n", 2, self.latecomer, "analyze", archive)  # by the installed comm-<mpi>.so
                self.assertEqual((archive / "report.cubex").read_bytes(), expected)
                recorded = self.directory / mpi
                program = pathlib.Path(BUILD) / "programs" / mpi / "all_to_all"
                run(self.latecomer, "record", "-o", recorded, "--", f"mpiexec.{mpi}", "-n", 2, program)
                self.assertIn("Report: ", run(self.latecomer, "analyze", recorded))

    def test_documents(self):
        """Those that the documents point to are there, too."""
        documents = self.prefix / "share" / "doc" / "latecomer"
        self.assertIn("BSD 3-Clause", (documents / "LICENSE").read_text())
        pages = list(documents.rglob("*.md"))
        self.assertIn(documents / "docs" / "json.md", pages)
        for page in pages:
            for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
                with self.subTest(page=page.name, target=target):
                    self.assertTrue((page.parent / target).exists())

    def test_python_module(self):
        """All of it, with what pip wants, and nothing else."""
        installed, here = (sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.suffix in (".py", ".toml"))
                           for root in (self.prefix / "share" / "latecomer" / "python", pathlib.Path(__file__).resolve().parents[1] / "python"))
        self.assertEqual(installed, here)
        self.assertIn("latecomer/report.py", installed)

    def options_by_command(self):
        """What --help lists, by command."""
        commands = re.search(r"Subcommands:\n((?:  .*\n)+)", run(self.latecomer, "--help"))[1]
        names = re.findall(r"^  (\w+)", commands, re.MULTILINE)
        self.assertIn("analyze", names)
        options = {name: re.findall(r"^  (?:-\w,)?(--[\w-]+)", run(self.latecomer, name, "--help"), re.MULTILINE) for name in names}
        self.assertIn("--min-latency", options["analyze"])
        return options

    def test_manual_page(self):
        """Each command has a section with all its options, and troff understands it."""
        page = self.prefix / "share" / "man" / "man1" / "latecomer.1"
        sections = dict(re.findall(r'^\.SS "latecomer (\w+)"\n(.*?)(?=^\.S)', page.read_text(), re.MULTILINE | re.DOTALL))
        options = self.options_by_command()
        self.assertEqual(list(sections), list(options))
        for command, names in options.items():
            described = re.findall(r"^\\fB(?:-\w,)?(--[\w-]+)\\fR.*\n[^.]", sections[command].replace("\\-", "-"), re.MULTILINE)
            self.assertEqual(sorted(described), sorted(names))
        printed = subprocess.run(["groff", "-man", "-Tutf8", "-ww", page], capture_output=True, text=True)
        self.assertEqual((printed.returncode, printed.stderr), (0, ""))

    def completed(self, *words):
        """What bash offers for the last of these words."""
        script = self.prefix / "share" / "bash-completion" / "completions" / "latecomer"
        complete = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _latecomer; echo "${COMPREPLY[@]}"'
        return run("bash", "-uc", complete, "bash", script, "latecomer", *words).split()

    def test_completion(self):
        options = self.options_by_command()
        self.assertEqual(self.completed(""), [*options, "help", "-h", "--help", "--version"])
        self.assertEqual(self.completed("ana"), ["analyze"])
        self.assertEqual(self.completed("help", "sh"), ["show"])
        for command, names in options.items():
            self.assertEqual(sorted(self.completed(command, "--")), sorted(names))
            if command != "report":  # whose second word is a command, too
                self.assertEqual(sorted(self.completed(command, "run1", "--")), sorted(names))
        self.assertEqual(self.completed("analyze", "--clocks", "l"), ["logical"])
        for words in (["="], ["=", ""]):  # bash makes three words of --clocks=off
            self.assertEqual(self.completed("analyze", "--clocks", *words), ["auto", "interpolate", "logical", "off"])
        self.assertEqual(self.completed("record", "--mpi", ""), ["mpich", "openmpi", "abi", "none"])
        self.assertIn("bash", self.completed("record", "--", "bas"))
        for files in (["show", ""], ["analyze", "-o", ""], ["record", "--", "mpiexec", "-"]):  # readline completes them
            self.assertEqual(self.completed(*files), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
