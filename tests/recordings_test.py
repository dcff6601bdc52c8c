# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""From the start of `latecomer record` to the archives: commands that start several programs, and those that are killed.

usage: recordings_test.py LATECOMER PROGRAMS, where PROGRAMS has lasts and hangs in openmpi and mpich
"""

import glob
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

LATECOMER, PROGRAMS = (os.path.abspath(path) for path in sys.argv[1:3])
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")
MPIS = ("openmpi", "mpich")


def run(*command, **options):
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=120, **options)


def ranks_of(mpi, what, ranks=2):
    return [f"mpiexec.{mpi}", "-n", str(ranks), f"{PROGRAMS}/{mpi}/lasts", what]


class Recordings(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(self.directory.cleanup)
        self.archives = 0

    def new_archive(self):
        self.archives += 1
        return os.path.join(self.directory.name, f"archive{self.archives}")

    def events(self, archive, kind):
        return len(re.findall(rf"^{kind} ", run("otf2-print", archive + "/traces.otf2").stdout, re.MULTILINE))

    def hanging(self, mpi, archive):
        """`latecomer record` of two ranks that are in a receive, and the numbers of their processes."""
        recorder = subprocess.Popen([LATECOMER, "record", "-o", archive, "--", *ranks_of(mpi, "hang")], env=ENVIRONMENT,
                                    stderr=subprocess.PIPE, text=True, start_new_session=True)
        self.addCleanup(recorder.stderr.close)
        self.addCleanup(recorder.wait)
        self.addCleanup(recorder.kill)
        def waits(directory):
            with open(directory + "/definitions", "rb") as definitions:
                return b"MPI_Recv" in definitions.read()
        for _ in range(600):
            ranks = glob.glob(archive + "/.recording/*.*/definitions")
            if len(ranks) == 2 and all(waits(os.path.dirname(rank)) for rank in ranks):
                time.sleep(0.2)
                return recorder, [int(os.path.dirname(rank).rsplit(".", 1)[1]) for rank in ranks]
            time.sleep(0.1)
        self.fail("the ranks do not come to their receives")

    def test_two_programs_of_a_script(self):
        for mpi in MPIS:
            with self.subTest(mpi=mpi):
                archive = self.new_archive()
                script = " ".join(ranks_of(mpi, "0")) + "; " + " ".join(ranks_of(mpi, "0", 1))
                recorded = run(LATECOMER, "record", "--mpi", mpi, "-o", archive, "--", "sh", "-c", script)
                self.assertEqual(recorded.returncode, 0, recorded.stderr)
                self.assertIn("MPI was started 2 times: each MPI_COMM_WORLD has an archive of its own", recorded.stderr)
                self.assertRegex(recorded.stderr, rf"events of 2 processes are in {archive};")
                self.assertRegex(recorded.stderr, rf"events of 1 process are in {archive}/run-2;")
                self.assertFalse(os.path.exists(archive + "/.recording"))
                self.assertEqual(run(LATECOMER, "analyze", archive + "/run-2").returncode, 0)

    def test_spawned_world(self):
        """Open MPI only: MPICH as Debian has it cannot spawn."""
        archive = self.new_archive()
        try:
            subprocess.run(ranks_of("openmpi", "spawn", 1), env=ENVIRONMENT, capture_output=True, timeout=60)
        except subprocess.TimeoutExpired:
            subprocess.run(["pkill", "-KILL", "-f", f"{PROGRAMS}/openmpi/lasts"])
            self.skipTest("this Open MPI does not end the program without the recorder either")
        recorded = run(LATECOMER, "record", "-o", archive, "--", *ranks_of("openmpi", "spawn", 1))
        self.assertEqual(recorded.returncode, 0, recorded.stderr)
        self.assertIn("MPI was started 2 times", recorded.stderr)
        self.assertRegex(recorded.stderr, rf"events of 1 process are in {archive};")
        self.assertRegex(recorded.stderr, rf"events of 2 processes are in {archive}/world-2;")
        self.assertFalse(os.path.exists(archive + "/.recording"))
        # What goes from world to world is no mistake of the trace: the send and the barrier; the receive, and the barrier of two.
        for world, operations in [(archive, [r"1 at lasts/main/MPI_Send( \(lasts\S+\))? on rank 0", r"1 at lasts/main/MPI_Barrier( \(lasts\S+\))? on rank 0"]),
                                  (archive + "/world-2", [r"2 at lasts/main/MPI_Barrier( \(lasts\S+\))? on ranks 0, 1", r"1 at lasts/main/MPI_Recv( \(lasts\S+\))? on rank 0"])]:
            analyzed = run(LATECOMER, "analyze", "-o", world + ".cubex", world)
            self.assertEqual(analyzed.returncode, 0, analyzed.stderr)
            self.assertIn("Anomalies: none", analyzed.stdout)
            self.assertIn(f"{len(operations) + (world != archive)}  messages and collective operations with processes of another",
                          analyzed.stdout)
            for operation in operations:
                self.assertRegex(analyzed.stdout, operation)

    def test_killed_together_with_the_launcher(self):
        for mpi in MPIS:
            with self.subTest(mpi=mpi):
                archive = self.new_archive()
                recorder, ranks = self.hanging(mpi, archive)
                refused = run(LATECOMER, "record", "-o", archive, "--", *ranks_of(mpi, "0"))
                self.assertEqual(refused.returncode, 1)
                self.assertIn("holds a recording that has no archive yet", refused.stderr)
                os.kill(recorder.pid, signal.SIGKILL)
                for rank in ranks:
                    os.kill(rank, signal.SIGKILL)
                os.killpg(recorder.pid, signal.SIGKILL)
                analyzed = run(LATECOMER, "analyze", archive)
                self.assertEqual(analyzed.returncode, 0, analyzed.stderr)
                self.assertIn("the recording was not finished; its archive is made now", analyzed.stderr)
                self.assertIn("partial", analyzed.stdout.lower())
                self.assertFalse(os.path.exists(archive + "/.recording"))
                self.assertEqual(self.events(archive, "MPI_COLLECTIVE_END"), 2 * 2)

    def test_processes_that_outlive_their_launcher(self):
        for mpi in MPIS:
            with self.subTest(mpi=mpi):
                archive = self.new_archive()
                script = f"{PROGRAMS}/{mpi}/lasts 3 & while [ ! -e {archive}/.recording/*/thread-0 ]; do sleep 0.1; done"
                recorded = run(LATECOMER, "record", "--mpi", mpi, "-o", archive, "--", "sh", "-c", script)
                self.assertEqual(recorded.returncode, 0, recorded.stderr)
                self.assertRegex(recorded.stderr, r"1 process of the program \(pid \d+\) still running; waiting for up to 10 s")
                self.assertRegex(recorded.stderr, rf"events of 1 process are in {archive};")
                self.assertEqual(self.events(archive, "PROGRAM_END"), 1)

    def test_a_killed_program_ends_when_it_ended(self):
        for mpi in MPIS:
            with self.subTest(mpi=mpi):
                archive = self.new_archive()
                recorder, ranks = self.hanging(mpi, archive)
                time.sleep(2)
                for rank in ranks:
                    os.kill(rank, signal.SIGTERM)
                recorder.wait(60)
                printed = run("otf2-print", "-G", archive + "/traces.otf2").stdout
                clock = re.search(r"CLOCK_PROPERTIES .*?Length: (\d+)", printed)
                self.assertTrue(clock, printed[:2000])
                times = [int(time) for time in re.findall(r"^[A-Z_]+ +\d+ +(\d+) ", run("otf2-print", archive + "/traces.otf2").stdout,
                                                          re.MULTILINE)]
                after = int(clock[1]) - (max(times) - min(times))
                self.assertTrue(2e9 < after < 30e9, after)

    def test_where_a_killed_program_was(self):
        since = r"since \d+\.\d{6} s( to \d+\.\d{6} s)?"
        expected = [r"rank 0 in hangs/main/MPI_Recv( \(hangs\S+\))? from rank 1, tag 7, " + since,
                    r"rank 1 computing in hangs(/main \(\S+ → …\))? " + since,
                    r"rank 2 in hangs/main/MPI_Wait( \(hangs\S+\))? from rank 1, tag 9, " + since,
                    r"rank 3 in hangs/main/MPI_Ssend( \(hangs\S+\))? to rank 2, tag 5, " + since,
                    r"ranks 4, 5 in hangs/main/MPI_Waitall( \(hangs\S+\))? " + since
                    + "; waits for 2 receives from rank 1, tag 3, 2 sends to rank 1, tag 3",
                    r"rank 6 in hangs/main/MPI_Barrier( \(hangs\S+\))? of the communicator of ranks 5, 6, " + since]
        for mpi in MPIS:
            with self.subTest(mpi=mpi):
                archive = self.new_archive()
                command = [LATECOMER, "record", "-o", archive, "--", f"mpiexec.{mpi}", "-n", "7", f"{PROGRAMS}/{mpi}/hangs"]
                with subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as recorder:
                    self.assertEqual(recorder.stdout.readline(), "hangs\n")
                    recorder.send_signal(signal.SIGTERM)
                    recorder.communicate(timeout=60)
                analyzed = run(LATECOMER, "analyze", archive)
                self.assertEqual(analyzed.returncode, 0, analyzed.stderr)
                lines = json.loads(run(LATECOMER, "show", "--json", archive + "/report.cubex").stdout)["attributes"]
                lines = [lines[key] for key in sorted(lines) if key.startswith("latecomer.open_call.")]
                for line in expected:
                    self.assertEqual(sum(bool(re.fullmatch(line, found)) for found in lines), 1, (line, lines))
                self.assertEqual(len(lines), len(expected), lines)
                begins = [float(re.search(r"since (\S+) s", line)[1]) for line in lines]
                self.assertEqual(begins, sorted(begins))
                summary = " ".join(analyzed.stdout.split())
                self.assertIn("Where it was when it ended: " + " ".join(lines), summary)

    def end_of(self, mpi, ranks, how):
        """The attributes of a program that hangs and is ended; it gets more time where it did not come to that."""
        for seconds in (3, 15, 45):
            archive = self.new_archive()
            recorded = run(LATECOMER, "record", "--timeout", f"{seconds}s", "-o", archive, "--", f"mpiexec.{mpi}", "-n", str(ranks),
                           f"{PROGRAMS}/{mpi}/deadlocks", how)
            self.assertEqual(recorded.returncode, 124, recorded.stderr)
            self.assertIn(f"latecomer: the program still ran after {seconds}s, so it was ended\n", recorded.stderr)
            if not os.path.exists(archive):
                continue
            self.assertIn("which is partial", recorded.stderr)
            analyzed = run(LATECOMER, "analyze", archive)
            self.assertEqual(analyzed.returncode, 0, analyzed.stderr)
            attributes = json.loads(run(LATECOMER, "show", "--json", archive + "/report.cubex").stdout)["attributes"]
            lines = [attributes[key] for key in sorted(attributes) if re.match(r"latecomer\.(deadlock|wait_for_ended)\.", key)]
            if lines:
                self.assertRegex(analyzed.stdout, r"(?m)^(Deadlock|Endless ) rank 0 waits")
                return lines
        self.fail(f"{mpi}, {how}: nobody waits endlessly")

    def test_deadlocks(self):
        def line_of(text):
            source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs", "deadlocks.c")
            with open(source, encoding="utf-8") as lines:
                return next(number for number, line in enumerate(lines, 1) if text in line)
        receive = f"MPI_Recv (deadlocks.c:{line_of('MPI_Recv(')})"
        send = f"MPI_Send (deadlocks.c:{line_of('MPI_Send(')})"
        waitall = f"MPI_Waitall (deadlocks.c:{line_of('MPI_Waitall(')})"
        one = f"MPI_Barrier (deadlocks.c:{line_of('? one : two')})"
        barrier = f"MPI_Barrier (deadlocks.c:{line_of('MPI_Barrier(MPI_COMM_WORLD)')})"
        lock = f"MPI_Win_lock (deadlocks.c:{line_of('MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next')})"

        def locks(ranks):
            nexts = [(n, (n + 1) % ranks) for n in range(ranks)]
            return [f"rank {n} waits in {lock} for rank {to}, the window lock of rank {to}" for n, to in nexts]
        for mpi, ranks, how, expected in [
                ("openmpi", 5, "ring", [f"rank {n} waits in {receive} for rank {(n + 1) % 5}, tag 7" for n in range(5)]),
                ("openmpi", 3, "any", [f"rank 0 waits in {receive} for any rank, any tag; one of these is rank 1",
                                       f"rank 1 waits in {receive} for any rank, any tag; one of these is rank 0",
                                       "rank 2 waits for these ranks, directly or through others"]),
                ("openmpi", 2, "orders", [f"rank {n} waits in {one} for rank {1 - n}, the communicator of ranks 0, 1" for n in range(2)]),
                ("mpich", 2, "sends", [f"rank {n} waits in {send} for rank {1 - n}, tag 7" for n in range(2)]),
                ("mpich", 2, "waitall", [f"rank {n} waits in {waitall} for rank {1 - n}, tag 4" for n in range(2)]),
                ("mpich", 2, "mixed", [f"rank 0 waits in {receive} for rank 1, tag 6", f"rank 1 waits in {barrier} for rank 0"]),
                ("mpich", 2, "locks", locks(2)),
                ("openmpi", 3, "locks", locks(3)),
                ("openmpi", 5, "locks", locks(5)),
                ("mpich", 2, "ended", [f"rank 0 waits in {receive} for rank 1, tag 7, which has called MPI_Finalize"])]:
            with self.subTest(mpi=mpi, how=how):
                self.assertEqual(self.end_of(mpi, ranks, how), expected)

    def test_a_program_that_ignores_its_end(self):
        """Not even a shell that leaves a process behind hides it: that is killed."""
        archive = self.new_archive()
        recorded = run(LATECOMER, "record", "--mpi", "mpich", "--timeout", "3s", "-o", archive, "--", "sh", "-c",
                       f"{PROGRAMS}/mpich/lasts 100 & wait")
        self.assertEqual(recorded.returncode, 124, recorded.stderr)
        self.assertRegex(recorded.stderr, rf"events of 1 process are in {archive}, which is partial")

    def test_threads_that_are_not_recorded(self):
        """Each rank has two threads more that call MPI, and one that does not, and that is no POSIX thread; each of the three
        is busy for 0.3 s."""
        for mpi in MPIS:
            with self.subTest(mpi=mpi):
                archive = self.new_archive()
                recorded = run(LATECOMER, "record", "-o", archive, "--", *ranks_of(mpi, "threads"))
                self.assertEqual(recorded.returncode, 0, recorded.stderr)
                analyzed = run(LATECOMER, "analyze", archive)
                milliseconds = float(re.search(r"^Not recorded: (\S+) ms of processor time$", analyzed.stdout, re.MULTILINE)[1])
                self.assertTrue(600 <= milliseconds < 750, analyzed.stdout)
                most = float(re.search(r"most\s+on\s+rank\s+[01]:\s+(\S+)\s+ms", analyzed.stdout)[1])
                self.assertTrue(300 <= most < 400, analyzed.stdout)

    def test_program_without_mpi(self):
        """The third thread goes on with the file of one of the two before."""
        threads = PROGRAMS + "/mpich/threads"
        for end, exit_code in (("return", 0), ("exit", 3), ("die", 137)):
            with self.subTest(end=end):
                archive = self.new_archive()
                recorded = run(LATECOMER, "record", "-o", archive, "--", threads, end)
                self.assertEqual(recorded.returncode, exit_code, recorded.stderr)
                self.assertIn("threads is linked to neither MPICH nor Open MPI: it is recorded without MPI", recorded.stderr)
                self.assertEqual("partial" in recorded.stderr, end == "die", recorded.stderr)
                # Of the one that dies, nobody has seen the end.
                ends = 0 if end == "die" else 1
                self.assertEqual([self.events(archive, kind) for kind in ("PROGRAM_BEGIN", "ENTER", "LEAVE", "PROGRAM_END")],
                                 [1, 3 + 6, 2 + 5 + 2 * ends, ends])
                analyzed = run(LATECOMER, "analyze", archive)
                self.assertEqual(analyzed.returncode, 0, analyzed.stderr)
                self.assertRegex(analyzed.stdout, r"1 rank, 3 threads, [23]\d\d ms")
                if end != "die":
                    self.assertIn("Anomalies: none", analyzed.stdout)

    def test_samples_without_mpi(self):
        archive = self.new_archive()
        recorded = run(LATECOMER, "record", "-o", archive, "--", PROGRAMS + "/mpich/computes")
        self.assertEqual(recorded.returncode, 0, recorded.stderr)
        analyzed = run(LATECOMER, "analyze", archive)
        self.assertRegex(analyzed.stdout, r"\(the critical path[^\n]*\n +1\. .* computes/main \(.*\n +100 % of it sampled in (.* → )?\S*compute\b")

    def test_shell_without_mpi(self):
        """What becomes another program leaves nothing; what it starts is recorded as well."""
        archive = self.new_archive()
        command = ["sh", "-c", f"{PROGRAMS}/mpich/threads; exec {PROGRAMS}/mpich/threads"]
        refused = run(LATECOMER, "record", "-o", archive, "--", *command)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("else --mpi none", refused.stderr)
        recorded = run(LATECOMER, "record", "--mpi", "none", "-o", archive, "--", *command)
        self.assertEqual(recorded.returncode, 0, recorded.stderr)
        events = int(re.search(r"(\d+) events of 2 processes", recorded.stderr)[1])
        self.assertGreaterEqual(events, 64)  # and how long threads had no core
        self.assertNotIn("partial", recorded.stderr)

    def test_scratch_directory(self):
        """Nothing is left there, however the program ends."""
        scratch = os.path.join(self.directory.name, "scratch")
        os.mkdir(scratch)
        for mpi in MPIS:
            for program in (["lasts", "0"], ["dies", "kill"]):
                with self.subTest(mpi=mpi, program=program):
                    archive = self.new_archive()
                    recorded = run(LATECOMER, "record", "--scratch", scratch, "-o", archive, "--", f"mpiexec.{mpi}", "-n", "2",
                                   f"{PROGRAMS}/{mpi}/{program[0]}", program[1])
                    self.assertRegex(recorded.stderr, rf"events of 2 processes are in {archive}[;,]")
                    self.assertEqual("partial" in recorded.stderr, program[0] == "dies", recorded.stderr)
                    self.assertEqual(os.listdir(scratch), [])
                    self.assertEqual(sorted(os.listdir(archive)), ["traces", "traces.def", "traces.otf2"])

    def test_scratch_directory_while_the_program_runs(self):
        scratch, archive = os.path.join(self.directory.name, "scratch"), self.new_archive()
        os.mkdir(scratch)
        look = f"{PROGRAMS}/mpich/threads; ls -d {scratch}/latecomer-*/*.*; readlink {archive}/.recording"
        recorded = run(LATECOMER, "record", "--mpi", "none", "--scratch", scratch, "-o", archive, "--", "sh", "-c", look)
        self.assertRegex(recorded.stdout, rf"^{scratch}/latecomer-\w+/\S+\.\d+\n{scratch}/latecomer-\w+\n$")

    def test_scratch_directory_of_another_node(self):
        archive = self.new_archive()
        os.mkdir(archive)
        os.symlink("/nowhere/latecomer-1", archive + "/.recording")
        analyzed = run(LATECOMER, "analyze", archive)
        self.assertEqual(analyzed.returncode, 1)
        self.assertIn("its recording lies in /nowhere/latecomer-1 on the node where it was made", analyzed.stderr)

    def test_largest_size(self):
        for mpi in MPIS:
            with self.subTest(mpi=mpi):
                archive = self.new_archive()
                command = [f"mpiexec.{mpi}", "-n", "2", f"{PROGRAMS}/{mpi}/timed", "ping-pong", "100000"]
                recorded = run(LATECOMER, "record", "--max-size", "1MB", "-o", archive, "--", *command)
                self.assertEqual(recorded.returncode, 0, recorded.stderr)
                self.assertEqual(len(re.findall(r"it is as large as --max-size allows; the program goes on", recorded.stderr)), 2)
                events = int(re.search(r"(\d+) events of 2 processes are in", recorded.stderr)[1])
                self.assertTrue(15_000 < events <= 2 * 2**20 / 16, events)
                sizes = [os.path.getsize(file) for file in glob.glob(archive + "/**", recursive=True) if os.path.isfile(file)]
                self.assertLess(sum(sizes), 2e6)
                analyzed = run(LATECOMER, "analyze", archive)
                self.assertEqual(analyzed.returncode, 0)
                self.assertIn("MEASUREMENT OFF", analyzed.stdout)  # where the ranks were when recording ended
                self.assertNotIn("Deadlock", analyzed.stdout)

    def test_two_recordings_to_one_directory(self):
        archive = self.new_archive()
        commands = [[LATECOMER, "record", "-o", archive, "--", *ranks_of("openmpi", "1")] for _ in range(2)]
        started = [subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True) for command in commands]
        said = [process.communicate(timeout=100)[1] for process in started]
        self.assertEqual(sorted(process.returncode for process in started), [0, 1], said)

    def test_directory_without_rights(self):
        archive = self.new_archive()
        os.mkdir(archive)
        os.chmod(self.directory.name, 0o755)
        os.chmod(archive, 0o555)
        nobody = {"user": 65534, "group": 65534} if os.getuid() == 0 else {}
        recorded = run(LATECOMER, "record", "-o", archive, "--", *ranks_of("openmpi", "0"), cwd="/", **nobody)
        self.assertEqual(recorded.returncode, 1)
        self.assertEqual(recorded.stderr, f"latecomer: {archive}/.recording: cannot be made: Permission denied\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
