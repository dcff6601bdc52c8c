#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause
"""What the recorder keeps open, what it calls its files, and what is left when a disk is full or everything is killed.

usage: kept_files_test.py LATECOMER PROGRAMS [TEST...], where PROGRAMS has mpich/kept_files, mpich/counts, ...
LATECOMER_MOMENTS=50 kills everything at so many moments for each of five sizes of disk, in place of one for each of three.
"""

import contextlib
import ctypes
import os
import pathlib
import random
import re
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

LATECOMER, PROGRAMS = (os.path.abspath(path) for path in sys.argv[1:3])
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")
COMMANDS = {
    "none": [f"{PROGRAMS}/mpich/kept_files"],
    "mpich": ["mpiexec.mpich", "-n", "1", f"{PROGRAMS}/mpich/kept_files_mpi"],
    "openmpi": ["mpiexec.openmpi", "-n", "1", f"{PROGRAMS}/openmpi/kept_files_mpi"],
}
needs_root = unittest.skipIf(os.getuid() != 0, "only root may do this")


def run(*command, **options):
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=120, **options)


def has_mounts_of_its_own():
    """From here on what this process mounts is gone with it."""
    new_namespace, private = 0x20000, (1 << 14) | (1 << 18)
    libc = ctypes.CDLL(None)
    return os.getuid() == 0 and libc.unshare(new_namespace) == 0 and libc.mount(b"none", b"/", None, private, None) == 0


class Test(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = directory.name
        os.chmod(self.directory, 0o755)
        self.runs = 0

    def new_directory(self, name):
        self.runs += 1
        path = f"{self.directory}/{name}{self.runs}"
        os.mkdir(path)
        return path

    def marks(self, archive):
        printed = run(LATECOMER, "print", archive)
        self.assertEqual(printed.returncode, 0, printed.stderr)
        return len(re.findall(r" enter step\b", printed.stdout))


class Descriptors(Test):
    def run_in_new(self, directory, *command):
        shutil.rmtree(directory, ignore_errors=True)
        os.mkdir(directory)
        return run(*command)

    def check(self, *steps, mpis=COMMANDS, shell="", marks, wanted=""):
        """Recorded it ends and prints as it does alone, and so many regions are recorded."""
        for mpi in mpis:
            with self.subTest(mpi=mpi, steps=steps, shell=shell):
                archive = f"{self.new_directory('recorded')}/archive"
                results = f"{self.directory}/results"
                program = [COMMANDS[mpi][-1], results, *steps]
                in_shell = ["sh", "-c", shell.replace("PROGRAM", shlex.join(program))]
                command = COMMANDS[mpi][:-1] + (in_shell if shell else program)
                alone = self.run_in_new(results, *command)
                self.assertEqual(alone.returncode, 0, alone.stderr)
                recorded = self.run_in_new(results, LATECOMER, "record", "--mpi", mpi, "--sample", "off", "-o", archive, "--", *command)
                said = re.sub(r"^latecomer: .*\n", "", recorded.stderr, flags=re.MULTILINE)
                self.assertEqual(recorded.returncode, 0, recorded.stderr)
                # Directories of Open MPI 5 have the number of its launcher.
                printed, expected = (re.sub(r"/prterun\.[^/]*/", "/prterun/", each.stdout).splitlines() for each in (recorded, alone))
                self.assertEqual(printed, expected, recorded.stderr)
                self.assertEqual(said, alone.stderr)
                self.assertIn(wanted, recorded.stderr)
                self.assertNotIn("partial", recorded.stderr)
                self.assertFalse(os.path.exists(archive + "/.recording"), recorded.stderr)
                self.assertFalse(os.path.exists(archive + "/.writing"))
                self.assertEqual(self.marks(archive), marks)

    def test_what_the_program_did_not_open_is_closed(self):
        self.check("record=9", "close", "open", "record=9000", "threads=3", "children", "record=9", marks=12_018)
        self.check("close_range", "open", "record=9000", "close", "threads=3", "record=9000", mpis=["none"], marks=21_000)

    def test_files_in_place_of_the_recorders(self):
        self.check("record=9", "open", "over", "record=9000", "threads=3", "record=9", "children", mpis=["none", "openmpi"], marks=12_018)

    def test_numbers_of_the_programs_files(self):
        self.check("open", "record=20000", "threads=20", "children", mpis=["none"], marks=40_000)

    def test_standard_descriptors_that_are_closed(self):
        for closed in (">&-", "<&- >&- 2>&-"):
            self.check("output", "record=9000", "output", "open", "threads=3", mpis=["none"], shell=f"exec PROGRAM {closed}", marks=12_000)
        self.check("record=9000", "open", "record=9000", mpis=["openmpi"], shell="exec PROGRAM <&- >&-", marks=18_000)

    def test_few_descriptors(self):
        for limit in (8, 40):
            self.check("record=9000", "threads=3", mpis=["none"], shell=f"ulimit -n {limit}; exec PROGRAM", marks=12_000)
        self.check("record=9", "open", "limit=64", "record=9000", "threads=3", mpis=["none", "mpich"], marks=12_009)

    def test_no_descriptors_are_left(self):
        """Files that have descriptors keep them; threads that would need one are not recorded."""
        self.check("record=9", "limit=3", "threads=3", "record=9000", mpis=["none"], marks=9_009,
                   wanted="Too many open files; the program goes on, but threads that begin from here on may not be recorded")

    def test_other_rights_for_new_files(self):
        self.check("umask", "record=9", "threads=3", "chdir", "record=9000", mpis=["none", "mpich"], marks=12_009)

    @needs_root
    def test_other_root_and_user(self):
        self.check("record=9", "chroot", "threads=3", "record=9000", mpis=["none", "openmpi"], marks=12_009)
        self.check("record=9", "setuid", "threads=3", "record=9000", mpis=["mpich"], marks=12_009)
        self.check("record=9", "chroot", "setuid", "threads=3", "record=9000", mpis=["none"], marks=12_009)


class Names(Test):
    def test_same_numbers_in_several_namespaces(self):
        if run("unshare", "-p", "-f", "true").returncode != 0:
            self.skipTest("there are no namespaces of processes")
        archive = f"{self.directory}/archive"
        program = [COMMANDS["none"][0], self.directory, "record=2000"]
        both = f"unshare -p -f {shlex.join(program)} & unshare -p -f {shlex.join(program)}; wait"
        recorded = run(LATECOMER, "record", "--mpi", "none", "-o", archive, "--", "sh", "-c", both)
        self.assertEqual(recorded.returncode, 0, recorded.stderr)
        self.assertNotIn("not recorded", recorded.stderr)
        self.assertEqual(self.marks(archive), 4000)
        printed = run(LATECOMER, "print", archive).stdout
        of_processes = re.split(r"^(?=rank |process )", printed, flags=re.MULTILINE | re.IGNORECASE)
        self.assertEqual([part.count(" enter step") for part in of_processes if " enter step" in part], [2000, 2000])

    def test_recording_of_another_release(self):
        """It is refused by name, by whoever would read it, and stays."""
        for name in ("definitions", "thread-0", "stacks-0"):
            for what, offset, value in (("format 77", 8, 77), ("without a number of its format", 0, 77)):
                with self.subTest(name=name, what=what):
                    archive = f"{self.new_directory('recorded')}/archive"
                    killed = f"{COMMANDS['none'][0]} {self.directory} record=2000; kill -9 $PPID"
                    run(LATECOMER, "record", "--mpi", "none", "-o", archive, "--", "sh", "-c", killed)
                    process = os.path.join(archive, ".recording", os.listdir(archive + "/.recording")[0])
                    with open(f"{process}/{name}", "r+b") as file:
                        file.seek(offset)
                        file.write(struct.pack("I", value))
                    for command in (["analyze", archive], ["record", "-o", archive, "--", "true"]):
                        refused = run(LATECOMER, *command)
                        self.assertEqual(refused.returncode, 1)
                        self.assertRegex(refused.stderr, rf"^latecomer: \S+/{name}: made by another release of latecomer \({what}[^\n]+\n$")
                    self.assertTrue(os.path.exists(f"{process}/{name}"))

    def offsets(self, *started):
        """Of rank 1's clock from rank 0's, in seconds; `started` is what starts rank 1's program."""
        archive = f"{self.new_directory('recorded')}/archive"
        program = [COMMANDS["openmpi"][-1], self.directory, "record=9"]
        script = f'[ "$OMPI_COMM_WORLD_RANK" = 0 ] || exec {shlex.join(started)} "$@"; exec "$@"'
        recorded = run(LATECOMER, "record", "-o", archive, "--", "mpiexec.openmpi", "-n", "2", "sh", "-c", script,
                       "sh", *program)
        self.assertEqual(recorded.returncode, 0, recorded.stderr)
        printed = run(LATECOMER, "print", archive).stdout.partition("\nrank 1\n")[2]
        offsets = [float(offset) for offset in re.findall(r"^clock \S+ (\S+)$", printed, re.MULTILINE)]
        self.assertTrue(offsets, printed)
        return offsets

    @needs_root
    def test_clocks_of_containers(self):
        """Those of one machine are one, whatever the hosts are called, unless the system makes them differ."""
        self.assertEqual(set(self.offsets("unshare", "-u", "sh", "-c", 'hostname other; exec "$@"', "sh")), {0})
        for offset in self.offsets("unshare", "-T", "-f", "--monotonic", "86400", "--"):
            self.assertTrue(-86_401 < offset < -86_399, offset)

    def test_interrupted_before_names(self):
        """A program has written its events, and all is killed: before functions are found, or while the archive gets its place."""
        archive, other = f"{self.directory}/archive", f"{self.directory}/other"
        program = shlex.join([*COMMANDS["mpich"], self.directory, "record=9"])
        run(LATECOMER, "record", "--mpi", "mpich", "-o", archive, "--", "sh", "-c", f"{program}; kill -9 $PPID")
        shutil.copytree(archive, other)
        refused = run(LATECOMER, "print", archive)
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertIn(f"holds a recording that has no archive yet; this makes it: latecomer analyze {archive}", refused.stderr)
        self.assertEqual(run(LATECOMER, "analyze", archive).returncode, 0)
        named = run(LATECOMER, "print", archive).stdout
        self.assertRegex(named, r"\bmain\b")
        os.mkdir(f"{other}/.writing")
        shutil.copy(f"{archive}/traces.def", other)
        shutil.copy(f"{archive}/traces.otf2", f"{other}/.writing")
        self.assertEqual(run(LATECOMER, "analyze", other).returncode, 0)
        self.assertEqual(run(LATECOMER, "print", other).stdout.splitlines()[1:], named.splitlines()[1:])
        self.assertEqual(sorted(os.listdir(other)), sorted(os.listdir(archive)))


class Room(Test):
    """Two ranks exchange messages, and know how many; the disk is too small for what is recorded of that, for the archive, or
    for neither; and everything may be killed at any moment."""

    EXCHANGES = 7_000
    BYTES = 128  # of an exchange, in a rank's recording
    RECORDING = 2 * EXCHANGES * BYTES
    ENOUGH = 16 * RECORDING
    SIZES = [RECORDING // 10, RECORDING // 2, RECORDING + (1 << 19), RECORDING + (5 << 18), ENOUGH]

    def setUp(self):
        super().setUp()
        self.disk = f"{self.directory}/disk"
        os.mkdir(self.disk)

    def mount(self, size, *options):
        pages = max(1, size // os.sysconf("SC_PAGESIZE"))
        options = ",".join([f"size={pages * os.sysconf('SC_PAGESIZE')}", *options])
        mounted = run("mount", "-t", "tmpfs", "-o", options, "tmpfs", self.disk)
        self.assertEqual(mounted.returncode, 0, mounted.stderr)

    @contextlib.contextmanager
    def disk_of(self, size):
        self.mount(size)
        try:
            yield
        finally:
            run("umount", "-l", self.disk)

    def exchanges(self, scratch):
        numbers = []
        for rank in range(2):
            try:
                with open(f"{scratch}/rank-{rank}", "rb") as file:
                    numbers.append(struct.unpack("qq", file.read(16))[1])
            except (FileNotFoundError, struct.error):
                numbers.append(0)
        return numbers

    def command(self, mpi, scratch, *arguments):
        return [LATECOMER, "record", "--sample", "off", "-o", f"{self.disk}/archive", "--", f"mpiexec.{mpi}", "-n", "2",
                f"{PROGRAMS}/{mpi}/counts", scratch, *map(str, arguments)]

    def recorded_bytes(self):
        """Of the thread of each process, as far as it has a recording; behind them the file has zeros."""
        recording = f"{self.disk}/archive/.recording"
        files = [f"{recording}/{process}/thread-0" for process in os.listdir(recording)] if os.path.exists(recording) else []
        return [len(pathlib.Path(file).read_bytes().rstrip(b"\0")) for file in files if os.path.exists(file)]

    def check_nothing_is_lost(self, scratch, said):
        """There is room now: the archive holds all that was recorded."""
        exchanges, stopped, sizes = self.exchanges(scratch), "not recorded from here on" in said, self.recorded_bytes()
        analyzed = run(LATECOMER, "analyze", f"{self.disk}/archive")
        if max(exchanges) == 0 and analyzed.returncode == 1:
            return  # killed before anything was recorded
        self.assertEqual(analyzed.returncode, 0, analyzed.stderr + said)
        self.assertEqual(sorted(set(os.listdir(f"{self.disk}/archive"))), ["report.cubex", "traces", "traces.def", "traces.otf2"])
        printed = run(LATECOMER, "print", f"{self.disk}/archive").stdout
        of_ranks = re.split(r"^rank \d+.*$", printed, flags=re.MULTILINE)[-2:]
        found = [sorted((part.count(" send "), part.count(" recv "))) for part in of_ranks]
        for rank in range(2):
            self.assertLessEqual(found[rank][1], exchanges[rank] + 1)
            if not stopped:
                self.assertGreaterEqual(found[rank][0], exchanges[rank], said)
        least = sum(sizes) / self.BYTES * 0.98 - 10 * len(sizes)
        self.assertGreaterEqual(sum(min(pair) for pair in found), least, said)

    def check_disk(self, mpi, size, *arguments, exit_codes):
        with self.subTest(mpi=mpi, size=size), self.disk_of(size), tempfile.TemporaryDirectory() as scratch:
            recorded = run(*self.command(mpi, scratch, *arguments))
            self.assertIn(recorded.returncode, exit_codes, recorded.stderr)
            has_archive = os.path.exists(f"{self.disk}/archive/traces.otf2")
            is_kept = any(os.path.exists(f"{self.disk}/archive/{kept}") for kept in (".recording", ".definitions"))
            self.assertNotEqual(has_archive, is_kept, recorded.stderr)
            if not has_archive:
                wanted = r"it takes up to \d+ MB, of which there are \d+ MB.*latecomer analyze \S+/archive makes the archive"
                self.assertRegex(recorded.stderr, wanted)
            self.mount(self.ENOUGH, "remount")
            self.check_nothing_is_lost(scratch, recorded.stderr)
            return has_archive

    @needs_root
    def test_full_disk(self):
        had_archive = [self.check_disk("openmpi", size, -1, self.EXCHANGES, exit_codes=(0, 1)) for size in self.SIZES]
        self.assertEqual((had_archive[2], had_archive[-1]), (False, True))
        self.check_disk("openmpi", self.SIZES[2], 1, self.EXCHANGES, exit_codes=(137,))

    def test_limit_of_file_size(self):
        archive, kilobytes, mark = f"{self.directory}/archive", 100, 32
        command = [LATECOMER, "record", "-o", archive, "--", COMMANDS["none"][0], self.directory, "record=20000"]
        recorded = run("bash", "-c", f"ulimit -f {kilobytes}; exec " + shlex.join(command))
        self.assertIn("File too large; the program goes on", recorded.stderr)
        self.assertEqual(run(LATECOMER, "analyze", archive).returncode, 0)
        self.assertGreater(self.marks(archive), 0.9 * kilobytes * 1024 / mark)

    def kill_all_after(self, seconds, mpi, scratch):
        """What `latecomer record` has said by then."""
        in_namespace = ["unshare", "-p", "-f", "--mount-proc", "--kill-child"]
        with tempfile.TemporaryFile("w+") as said:
            started = subprocess.Popen(in_namespace + self.command(mpi, scratch, -1, self.EXCHANGES), env=ENVIRONMENT,
                                       stdout=subprocess.DEVNULL, stderr=said)
            try:
                started.wait(seconds)
            except subprocess.TimeoutExpired:
                started.send_signal(signal.SIGKILL)
                started.wait()
            time.sleep(0.05)  # the others end a moment later
            said.seek(0)
            return said.read()

    @needs_root
    def test_kills(self):
        seed = int(os.environ.get("LATECOMER_SEED", random.randrange(1 << 32)))
        moments = random.Random(seed)
        longest = {}
        for mpi in ("openmpi", "mpich"):
            with self.disk_of(self.ENOUGH), tempfile.TemporaryDirectory() as scratch:
                started = time.monotonic()
                self.kill_all_after(60, mpi, scratch)
                longest[mpi] = time.monotonic() - started
        many = int(os.environ.get("LATECOMER_MOMENTS", "0"))
        for moment in range(many or 1):
            for number, size in enumerate(self.SIZES if many else self.SIZES[::2]):
                mpi = ("openmpi", "mpich")[(moment + number) % 2]
                seconds = longest[mpi] * moments.uniform(0.1, 1.1)
                with self.subTest(seed=seed, mpi=mpi, size=size, seconds=seconds), self.disk_of(size), \
                        tempfile.TemporaryDirectory() as scratch:
                    said = self.kill_all_after(seconds, mpi, scratch)
                    self.mount(self.ENOUGH, "remount")
                    self.check_nothing_is_lost(scratch, said)


if __name__ == "__main__":
    has_mounts_of_its_own()
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
