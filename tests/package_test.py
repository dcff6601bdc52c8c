# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""The archive that can be unpacked anywhere asks nothing of a system but a C library of 2018 or later, and works where it lies.

usage: package_test.py ARCHIVE
"""

import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

RECORDER = pathlib.Path(__file__).resolve().parents[1] / "src" / "record" / "mpi"
sys.dont_write_bytecode = True
sys.path.insert(0, str(RECORDER))

from api_table import read_table  # noqa: E402

ARCHIVE = pathlib.Path(sys.argv[1]).resolve()
MACHINE = ARCHIVE.name.removesuffix(".tar.gz").split("-")[-1]
MACHINE_NAMES = {"x86_64": "Advanced Micro Devices X86-64", "aarch64": "AArch64"}  # readelf's
of_this_machine = unittest.skipIf(MACHINE != platform.machine(), "programs of another machine; `./dev elsewhere` tries them")
MOST_BYTES = 40_000_000
OLDEST = (2, 28)  # of the C library
OF_C_LIBRARY = re.compile(r"(ld-linux-[\w-]+|libc|libm|libdl|libpthread|librt)\.so\.\d+")
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], env=ENVIRONMENT, capture_output=True, text=True, timeout=120, **options)
    assert done.returncode == 0, (command, done.stdout + done.stderr)
    return done.stdout


def is_elf(path):
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def needed_libraries(path):
    return re.findall(r"\(NEEDED\).*\[(.+)\]", run("readelf", "-dW", path))


def newest_c_library(path):
    """The newest version of the C library's symbols that the file refers to."""
    text = run("readelf", "-VW", path)
    needs = text[text.find("Version needs section"):] if "Version needs section" in text else ""
    return max((tuple(map(int, version.split("."))) for version in re.findall(r"Name: GLIBC_([\d.]+)", needs)), default=(0,))


class Archive(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.scratch = pathlib.Path(scratch.name)
        run("tar", "-xzf", ARCHIVE, "-C", cls.scratch)
        [unpacked] = cls.scratch.iterdir()
        cls.root = unpacked.rename(cls.scratch / "moved")
        cls.latecomer = cls.root / "bin" / "latecomer"
        cls.files = [path for path in cls.root.rglob("*") if path.is_file() and is_elf(path)]
        cls.libraries = [path for path in cls.files if path.parent.name == "libraries"]
        cls.c_library = [path for path in cls.files if path.parent.name in ("c-library", "cxx-library", "crypto-library")]

    def test_size(self):
        self.assertLessEqual(ARCHIVE.stat().st_size, MOST_BYTES)

    def test_machine(self):
        for path in self.files:
            with self.subTest(file=path.name):
                self.assertRegex(run("readelf", "-hW", path), rf"Machine: +{MACHINE_NAMES[MACHINE]}\n")

    def test_what_runs_on_the_system(self):
        """Modules, and what starts the program."""
        modules = [path for path in self.files if path.parent == self.root / "lib" / "latecomer"]
        per_mpi = {f"{kind}-{mpi}.so" for kind in ("recorder", "comm") for mpi in ("mpich", "openmpi", "abi")}
        self.assertLessEqual({"recorder.so", "filter.so", "posix-io.so", *per_mpi}, {path.name for path in modules})
        for path in [*modules, self.latecomer]:
            with self.subTest(file=path.name):
                self.assertLessEqual(newest_c_library(path), OLDEST)
                for library in needed_libraries(path):
                    self.assertRegex(library, OF_C_LIBRARY)

    def test_what_modules_take_of_mpi(self):
        """What every MPI library has, since the loader may refuse a module for a symbol that is missing. Conversions of handles are not
        in the table."""
        functions = {f.name for f in read_table((RECORDER / "mpi_api.txt").read_text()) if f.in_every_mpi}
        taken = set()
        for path in self.root.glob("lib/latecomer/*-*.so"):
            symbols = re.findall(r" GLOBAL +DEFAULT +UND P?(MPI_\w+)", run("readelf", "--dyn-syms", "-W", path))
            taken |= set(symbols)
            with self.subTest(file=path.name):
                self.assertEqual([name for name in symbols if name not in functions and not re.fullmatch(r"MPI_[A-Z]\w*_f2c", name)], [])
        self.assertIn("MPI_Isend", taken)

    def test_program(self):
        """It and its libraries need each other and the C library that is there, too."""
        brought = {path.name for path in [*self.libraries, *self.c_library]}
        text = run("readelf", "-VW", self.root / "lib" / "latecomer" / "c-library" / "libc.so.6")
        newest = max(tuple(map(int, version.split("."))) for version in re.findall(r"Name: GLIBC_(\d[\d.]+)", text))
        for path in [self.root / "libexec" / "latecomer", *self.libraries]:
            with self.subTest(file=path.name):
                self.assertLessEqual(set(needed_libraries(path)), brought)
                self.assertLessEqual(newest_c_library(path), newest)

    def starts(self):
        """The ways in which the program is started: as this system wants it, and on libraries of the archive only."""
        own = self.root / "lib" / "latecomer"
        [loader] = own.glob("c-library/ld-linux*")
        path = ":".join(str(own / name) for name in ("c-library", "cxx-library", "crypto-library"))
        return {"start": [self.latecomer],
                "own": [loader, "--library-path", path, self.root / "libexec" / "latecomer"]}

    @of_this_machine
    def test_works(self):
        source = self.scratch / "wave.c"
        source.write_bytes((pathlib.Path(__file__).parents[1] / "examples" / "wave" / "wave.c").read_bytes())
        archive = self.scratch / "ring"
        run(self.latecomer, "generate", "ring", "-o", archive, "--ranks", 4, "--events", 1000)
        run(self.latecomer, "analyze", archive)
        expected = (archive / "report.cubex").read_bytes()
        for name, start in self.starts().items():
            run(*start, "export", "--ctf", self.scratch / f"ctf-{name}", archive)
        for mpi in filter(lambda mpi: shutil.which(f"mpicc.{mpi}"), ("mpich", "openmpi")):
            program = self.scratch / mpi
            run(f"mpicc.{mpi}", "-g", "-O2", source, "-o", program, "-lm")
            for name, start in self.starts().items():
                with self.subTest(mpi=mpi, start=name):
                    run(f"mpiexec.{mpi}", "-n", 2, *start, "analyze", archive)
                    self.assertEqual((archive / "report.cubex").read_bytes(), expected)
                    recorded = self.scratch / f"{mpi}-{name}"
                    said = run(*start, "record", "--analyze", "-o", recorded, "--", f"mpiexec.{mpi}", "-n", 2, program)
                    self.assertIn("Run      2 ranks", said)
                    self.assertRegex(said, r"wave\.c:\d+")

    @of_this_machine
    def test_space(self):
        """Nothing whose path has one can be preloaded."""
        copy = self.scratch / "a copy"
        shutil.copytree(self.root, copy)
        refused = subprocess.run([copy / "bin" / "latecomer", "record", "--", "true"], capture_output=True, text=True, cwd=self.scratch)
        self.assertEqual((refused.returncode, refused.stderr), (1,
            f"latecomer: {copy}/lib/latecomer/recorder.so: cannot be loaded into the program, as its path has a space or a colon; "
            "move it to another directory\n"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
