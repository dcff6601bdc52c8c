# SPDX-FileCopyrightText: 2026 The latecomer developers
# SPDX-License-Identifier: BSD-3-Clause

"""How programs are started: by launchers, env and scripts that set LD_PRELOAD, built with sanitizers, with MPI looked up by name.

usage: starting_test.py LATECOMER
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

LATECOMER = os.path.abspath(sys.argv[1])
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1")
MPIS = ("mpich", "openmpi")

BARRIER = """
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  puts("done");
  MPI_Finalize();
  return 0;
}
"""

# RTLD_NEXT, which depends on who calls dlsym, has to be what it is alone.
LOOKED_UP = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  Dl_info library;
  dladdr((void*)PMPI_Init, &library);
  void* handle = dlopen(library.dli_fname, RTLD_LAZY | (argc > 1 ? RTLD_DEEPBIND : 0));
  int (*init)(int*, char***) = (int (*)(int*, char***))dlsym(handle, "MPI_Init");
  int (*barrier)(MPI_Comm) = (int (*)(MPI_Comm))dlsym(handle, "MPI_Barrier");
  int (*finalize)(void) = (int (*)(void))dlsym(handle, "MPI_Finalize");
  printf("%d %d %d\\n", dlsym(RTLD_NEXT, "main") == NULL, dlsym(RTLD_NEXT, "puts") == dlsym(RTLD_DEFAULT, "puts"),
         dlsym(handle, "MPI_Nothing") == NULL && dlerror() != NULL);
  init(&argc, &argv);
  barrier(MPI_COMM_WORLD);
  finalize();
  return 0;
}
"""

PLUGIN = """
#include <mpi.h>
int work(void) { return MPI_Barrier(MPI_COMM_WORLD); }
"""

DEEP = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  void* plugin = dlopen(argv[1], RTLD_NOW | (argc > 2 ? RTLD_DEEPBIND : 0));
  ((int (*)(void))dlsym(plugin, "work"))();
  MPI_Finalize();
  return 0;
}
"""

# Without errors and leaks.
THREADS = """
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long sum;
static void* work(void* unused) {
  for (int i = 0; i < 20000; ++i) {
    char* memory = malloc(100);
    pthread_mutex_lock(&mutex);
    memory[0] = 1;
    sum += memory[0];
    pthread_mutex_unlock(&mutex);
    free(memory);
  }
  return unused;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  printf("%ld\\n", sum);
  return 0;
}
"""

# Threads that begin and end while others do, joined and detached, with MPI if WITH_MPI is defined.
MANY_THREADS = """
#ifdef WITH_MPI
#include <mpi.h>
#endif
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static long ended;
static void* work(void* unused) {
  char* memory = malloc(1000);
  sem_wait(&semaphore);
  pthread_mutex_lock(&mutex);
  ++ended;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  sem_post(&semaphore);
  free(memory);
  return unused;
}
int main(int argc, char** argv) {
#ifdef WITH_MPI
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
#endif
  sem_init(&semaphore, 0, 1);
  pthread_attr_t detached;
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&detached, 65536);
  for (int i = 0; i < 100; ++i) {
    pthread_t threads[3], other;
    for (int j = 0; j < 3; ++j) pthread_create(&threads[j], NULL, work, NULL);
    pthread_create(&other, NULL, work, NULL);
    pthread_detach(other);
    for (int j = 0; j < 3; ++j) pthread_join(threads[j], NULL);
    pthread_create(&other, &detached, work, NULL);
  }
  pthread_mutex_lock(&mutex);
  while (ended < 500) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  printf("%ld\\n", ended);
#ifdef WITH_MPI
  MPI_Finalize();
#endif
  return argc > 100 && argv[0] == NULL;
}
"""

# A library whose constructor waits for threads that are the first to call these functions. While it is loaded by dlopen, the loader's
# lock is held.
CONSTRUCTOR = """
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t semaphore;
static int turns;
static void* work(void* number) {
  const struct timespec soon = {0, 20000};
  const struct timespec late = {4000000000, 0};
  if (number != NULL) sem_wait(&semaphore);
  sem_timedwait(&semaphore, &late);
  sem_clockwait(&semaphore, CLOCK_MONOTONIC, &late);
  pthread_barrier_wait(&barrier);
  for (int i = 0; i < 100; ++i) {
    pthread_mutex_lock(&mutex);
    ++turns;
    if (i % 10 == 0) nanosleep(&soon, NULL);
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&mutex);
    if (pthread_mutex_timedlock(&mutex, &late) == 0) pthread_mutex_unlock(&mutex);
    if (pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &late) == 0) pthread_mutex_unlock(&mutex);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
  }
  return number;
}
__attribute__((constructor)) static void begin(void) {
  pthread_t threads[2];
  pthread_barrier_init(&barrier, NULL, 2);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, i == 0 ? NULL : &threads[1]);
  for (int i = 0; i < 5; ++i) sem_post(&semaphore);
  pthread_mutex_lock(&mutex);
  while (turns < 150) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  printf("%d turns\\n", turns);
}
int in_constructor(void) { return turns; }
"""

OPENS = """
#include <dlfcn.h>
#include <stdio.h>
#ifdef WITH_MPI
#include <mpi.h>
#endif
int in_constructor(void);
int main(int argc, char** argv) {
#ifdef WITH_MPI
  MPI_Init(&argc, &argv);
#endif
#ifdef LINKED
  printf("%d\\n", in_constructor());
#else
  void* const handle = dlopen(LIBRARY, RTLD_NOW);
  printf("%d\\n", handle != NULL && dlclose(handle) == 0);
#endif
#ifdef WITH_MPI
  MPI_Finalize();
#endif
  return argc > 100 && argv[0] == NULL;
}
"""

# Its memory is guarded by a mutex, which threads wait for; what the recorder's code asks for while threads run is counted.
OWN_MALLOC = """
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef WITH_MPI
#include <mpi.h>
#endif
extern void* __libc_malloc(size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_calloc(size_t, size_t);
extern void __libc_free(void*);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static const char *begin, *end;
static long of_recorder, wrong;
static int counts;
static void lock(const char* caller) {
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < 200; ++i) __asm__ volatile("");
  of_recorder += counts && begin <= caller && caller < end;
}
#define GUARDED(type, call) \\
  lock(__builtin_return_address(0)); \\
  type result = call; \\
  pthread_mutex_unlock(&mutex); \\
  return result
void* malloc(size_t bytes) { GUARDED(void*, __libc_malloc(bytes)); }
void* realloc(void* data, size_t bytes) { GUARDED(void*, __libc_realloc(data, bytes)); }
void* calloc(size_t number, size_t bytes) { GUARDED(void*, __libc_calloc(number, bytes)); }
void free(void* data) {
  lock(__builtin_return_address(0));
  __libc_free(data);
  pthread_mutex_unlock(&mutex);
}
static int find(struct dl_phdr_info* info, size_t size, void* unused) {
  if (strstr(info->dlpi_name, "/latecomer/recorder") == NULL) return 0;
  begin = (const char*)info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; ++i)
    if (info->dlpi_phdr[i].p_type == PT_LOAD) end = begin + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
  return size == 0 || unused != NULL;
}
static __attribute__((noinline)) void allocate(int depth) {
  if (depth > 0) return allocate(depth - 1);
  errno = 77;
  void* volatile data = malloc(100);
  free(data);
  wrong += errno != 77;
}
static void* work(void* unused) {
  for (int i = 0; i < 20000; ++i) allocate(i % 30);
#ifdef WITH_MPI
  for (int i = 0; i < 100; ++i) MPI_Barrier(MPI_COMM_SELF);
#endif
  return unused;
}
int main(int argc, char** argv) {
#ifdef WITH_MPI
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
#endif
  dl_iterate_phdr(find, NULL);
  counts = 1;
  for (int round = 0; round < 3; ++round) {
    pthread_t threads[3];
    for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  }
  counts = 0;
  printf("%ld by the recorder, %ld wrong\\n", of_recorder, wrong);
#ifdef WITH_MPI
  MPI_Finalize();
#endif
  return argc > 100 && argv[0] == NULL;
}
"""

MARKS = """
#include <latecomer.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static void* nothing(void* unused) { return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_join(thread, NULL);
  char* huge = malloc(1 << 20);
  memset(huge, 'x', (1 << 20) - 1);
  huge[(1 << 20) - 1] = 0;
  const char* names[] = {NULL, "", "two\\nlines", "\\xff\\xfe", "%s%n", huge};
  for (int i = 0; i < 6; ++i) {
    latecomer_begin_region(names[i]);
    latecomer_begin_phase(names[i], -1);
    latecomer_end_phase(names[i], -1);
    latecomer_end_region(names[i]);
    latecomer_end_region(names[i]);
    latecomer_end_phase(names[i], 7);
  }
  free(huge);
  return 0;
}
"""


def run(*command, **options):
    options.setdefault("env", ENVIRONMENT)
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace", timeout=100, **options)


class Starting(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        cls.addClassCleanup(directory.cleanup)
        cls.directory = pathlib.Path(directory.name)

    def build(self, name, code, *command):
        program = self.directory / name
        if not program.exists():
            source = self.directory / f"{name}.c"
            source.write_text(code)
            built = run(*command, "-g", "-O1", source, "-o", program, "-pthread")
            self.assertEqual(built.returncode, 0, built.stderr)
        return program

    def script(self, name, text):
        path = self.directory / name
        path.write_text(text)
        path.chmod(0o755)
        return path

    def record(self, *command, options=(), **more):
        self.archive = tempfile.mkdtemp(dir=self.directory)
        return run(LATECOMER, "record", "-o", self.archive, *options, "--", *command, **more)

    def barriers(self):
        return len(re.findall(r"^ENTER .*MPI_Barrier", run("otf2-print", self.archive + "/traces.otf2").stdout, re.MULTILINE))

    def check_recorded(self, *command, barriers=2, **more):
        recorded = self.record(*command, **more)
        self.assertEqual(recorded.returncode, 0, recorded.stderr)
        self.assertRegex(recorded.stderr, r"events of 2 processes are in")
        self.assertEqual(self.barriers(), barriers, recorded.stderr)
        return recorded

    def check_refused(self, recorded, says, code=1):
        self.assertEqual(recorded.returncode, code, recorded.stderr)
        self.assertEqual(recorded.stderr.count("\n"), 1, recorded.stderr)
        self.assertRegex(recorded.stderr, says)

    def test_launchers_and_env_that_preload(self):
        for mpi in MPIS:
            program = self.build(f"barrier-{mpi}", BARRIER, f"mpicc.{mpi}")
            mpiexec = [f"mpiexec.{mpi}", "-n", "2"]
            forms = [[*mpiexec, "env", "LD_PRELOAD=libm.so.6", program], [*mpiexec, "env", "-u", "LD_PRELOAD", program],
                     ["env", "LD_PRELOAD=libm.so.6", *mpiexec, program],
                     [*mpiexec, "-wdir", self.directory, f"./{program.name}"]]
            if mpi == "openmpi":
                forms += [[*mpiexec, "-x", "LD_PRELOAD=libm.so.6", program], [*mpiexec, "-x", "LD_PRELOAD", program],
                          [*mpiexec, "--mca", "mca_base_env_list", "A=1;LD_PRELOAD=libm.so.6", program]]
            else:
                forms += [[*mpiexec, "-genv", "LD_PRELOAD", "libm.so.6", program], [*mpiexec, "-env", "LD_PRELOAD=libm.so.6", program]]
            for form in forms:
                with self.subTest(form=form):
                    self.check_recorded(*form)

    def test_files_that_name_programs(self):
        for mpi, option, setting in (("openmpi", "--app", "-x LD_PRELOAD=libm.so.6"), ("mpich", "-configfile", "-env LD_PRELOAD libm.so.6")):
            with self.subTest(mpi=mpi):
                program = self.build(f"barrier-{mpi}", BARRIER, f"mpicc.{mpi}")
                file = self.directory / f"programs-{mpi}"
                file.write_text("-n 1 true\n-n 1 true\n")
                if subprocess.run([f"mpiexec.{mpi}", option, file], env=ENVIRONMENT, capture_output=True, timeout=60).returncode != 0:
                    self.skipTest("this launcher does not take such a file without the recorder either")
                file.write_text(f"# two\n-n 1 {setting} {program}\n\n-n 1 {program} last\n")
                self.check_recorded(f"mpiexec.{mpi}", option, file)

    def test_scripts_that_change_ld_preload(self):
        for mpi in MPIS:
            program = self.build(f"barrier-{mpi}", BARRIER, f"mpicc.{mpi}")
            for name, line, says in (("set", "export LD_PRELOAD=libm.so.6", r"set LD_PRELOAD=libm\.so\.6; add to it"),
                                     ("unset", "unset LD_PRELOAD", "took LD_PRELOAD away"),
                                     ("variables", "unset LATECOMER_ARCHIVE_DIR", "took the variables that begin with LATECOMER_ away")):
                with self.subTest(mpi=mpi, line=line):
                    script = self.script(f"{name}-{mpi}", f"#!/bin/sh\n{line}\nexec {program}\n")
                    recorded = self.record(f"mpiexec.{mpi}", "-n", "2", script)
                    self.assertEqual(recorded.returncode, 1, recorded.stderr)
                    self.assertEqual(recorded.stdout.count("done"), 2)
                    self.assertEqual(len(re.findall(rf"latecomer: process \d+ \(barrier-{mpi}\) uses MPI, but is not recorded: what started it "
                                                    rf"{says}", recorded.stderr)), 1, recorded.stderr)
                    self.assertIn("no process of the program was recorded", recorded.stderr)
            script = self.script(f"add-{mpi}", f"#!/bin/sh\nexport LD_PRELOAD=libm.so.6:$LD_PRELOAD\nexec {program}\n")
            self.check_recorded(f"mpiexec.{mpi}", "-n", "2", script)

    def test_a_tool_that_is_preloaded_before(self):
        for mpi in MPIS:
            with self.subTest(mpi=mpi):
                program = self.build(f"barrier-{mpi}", BARRIER, f"mpicc.{mpi}")
                tool = self.directory / f"libtool-{mpi}.so"
                source = self.directory / "tool.c"
                source.write_text("#include <mpi.h>\nint MPI_Barrier(MPI_Comm comm) { return PMPI_Barrier(comm); }\n")
                subprocess.run([f"mpicc.{mpi}", "-shared", "-fPIC", source, "-o", tool], check=True)
                recorded = self.check_recorded("env", f"LD_PRELOAD={tool}", f"mpiexec.{mpi}", "-n", "2", program)
                self.assertNotIn("not recorded", recorded.stderr)

    def test_a_script_that_loses_a_program_without_mpi(self):
        program = self.build("threads", THREADS, "gcc")
        script = self.script("lost", f"#!/bin/sh\nunset LD_PRELOAD\n{program}\nsleep 0.2\n")
        recorded = self.record(script, options=("--mpi", "none"))
        self.assertRegex(recorded.stderr, r"latecomer: process \d+ \(\w+\) is not recorded: what started it took LD_PRELOAD away")

    def test_record_started_by_a_launcher(self):
        for mpi in MPIS:
            with self.subTest(mpi=mpi):
                program = self.build(f"barrier-{mpi}", BARRIER, f"mpicc.{mpi}")
                archive = self.directory / f"wrong-{mpi}"
                recorded = run(f"mpiexec.{mpi}", "-n", "2", LATECOMER, "record", "-o", archive, "--", program)
                self.assertEqual(recorded.returncode, 2, recorded.stderr)
                self.assertEqual(recorded.stderr.count(f"latecomer: put record before mpiexec: latecomer record -- mpiexec -n 2 {program}\n"), 1,
                                 recorded.stderr)
                self.assertFalse(archive.exists())

    def test_functions_that_are_looked_up(self):
        for mpi in MPIS:
            program = self.build(f"looked_up-{mpi}", LOOKED_UP, f"mpicc.{mpi}", "-w")
            for arguments in ([], ["deep"]):
                with self.subTest(mpi=mpi, arguments=arguments):
                    recorded = self.check_recorded(f"mpiexec.{mpi}", "-n", "2", program, *arguments)
                    self.assertEqual(recorded.stdout, "1 1 1\n" * 2)
                    self.assertNotIn("RTLD_DEEPBIND", recorded.stderr)

    def test_plugins_that_are_bound_deeply(self):
        for mpi in MPIS:
            with self.subTest(mpi=mpi):
                program = self.build(f"deep-{mpi}", DEEP, f"mpicc.{mpi}")
                plugin = self.build(f"plugin-{mpi}.so", PLUGIN, f"mpicc.{mpi}", "-shared", "-fPIC")
                recorded = self.check_recorded(f"mpiexec.{mpi}", "-n", "2", program, plugin)
                self.assertNotIn("RTLD_DEEPBIND", recorded.stderr)
                recorded = self.check_recorded(f"mpiexec.{mpi}", "-n", "2", program, plugin, "deep", barriers=0)
                self.assertRegex(recorded.stderr, rf"latecomer: \S+/plugin-{mpi}\.so calls functions of MPI in its library directly, "
                                                   r"as what is loaded with RTLD_DEEPBIND does \(MPI_Barrier; 1 in all\)")

    def test_sanitizers(self):
        for compiler, flags in (("gcc", ["-fsanitize=address"]), ("gcc", ["-fsanitize=address", "-static-libasan"]),
                                ("gcc", ["-fsanitize=leak"]), ("gcc", ["-fsanitize=undefined"]), ("clang", ["-fsanitize=address"]),
                                ("clang", ["-fsanitize=leak"])):
            with self.subTest(compiler=compiler, flags=flags):
                program = self.build("-".join(["threads", compiler, *flags]).replace("=", "_"), THREADS, compiler, *flags)
                alone = run(program)
                recorded = self.record(program)
                self.assertEqual((alone.returncode, alone.stdout), (recorded.returncode, recorded.stdout), recorded.stderr)
                self.assertNotIn("Sanitizer", recorded.stderr)
        for mpi in MPIS:
            with self.subTest(mpi=mpi):  # Open MPI itself leaks memory
                program = self.build(f"barrier-asan-{mpi}", BARRIER, f"mpicc.{mpi}", "-fsanitize=address")
                self.check_recorded(f"mpiexec.{mpi}", "-n", "2", program, env=dict(ENVIRONMENT, ASAN_OPTIONS="detect_leaks=0"))
        program = self.build("threads-memory", THREADS, "clang", "-fsanitize=memory")
        self.check_refused(self.record(program), "-fsanitize=memory")

    def check_as_alone(self, *command, env=ENVIRONMENT):
        """It ends and prints the same as alone, of which nothing is lost."""
        alone = run(*command, env=env)
        recorded = self.record(*command, options=("--sample", "1000"), env=env)
        self.assertEqual((alone.returncode, alone.stdout), (recorded.returncode, recorded.stdout), recorded.stderr)
        self.assertNotRegex(recorded.stderr, "partial|not recorded from here on|Sanitizer")
        return recorded

    def test_the_thread_sanitizer(self):
        for compiler, flags in (("gcc", []), ("gcc", ["-static-libtsan"]), ("clang", [])):
            with self.subTest(compiler=compiler, flags=flags):
                program = self.build("-".join(["many-tsan", compiler, *flags]), MANY_THREADS, compiler, "-fsanitize=thread", *flags)
                self.assertEqual(run(program).returncode, 0)
                self.check_as_alone(program)
                printed = run("otf2-print", self.archive + "/traces.otf2").stdout
                self.assertEqual(len(re.findall(r"^THREAD_BEGIN", printed, re.M)), 500)
        # With MPICH such a program does not run alone. Open MPI has races of its own.
        program = self.build("many-tsan-openmpi", MANY_THREADS, "mpicc.openmpi", "-fsanitize=thread", "-DWITH_MPI")
        self.check_as_alone("mpiexec.openmpi", "-n", "2", program, env=dict(ENVIRONMENT, TSAN_OPTIONS="report_bugs=0"))

    def test_threads_under_the_address_sanitizer(self):
        for compiler in ("gcc", "clang"):
            with self.subTest(compiler=compiler):
                self.check_as_alone(self.build(f"many-asan-{compiler}", MANY_THREADS, compiler, "-fsanitize=address"))

    def for_each_mpi(self):
        """What comes before a program, and how it is compiled: without MPI and with each."""
        yield "none", [], ["gcc"]
        for mpi in MPIS:
            yield mpi, [f"mpiexec.{mpi}", "-n", "1"], [f"mpicc.{mpi}", "-DWITH_MPI"]

    def test_threads_that_a_constructor_waits_for(self):
        library = self.build("libconstructor.so", CONSTRUCTOR, "gcc", "-shared", "-fPIC")
        for mpi, before, compiler in self.for_each_mpi():
            linked = self.build(f"linked-{mpi}", OPENS, *compiler, "-DLINKED", f"-L{self.directory}", f"-Wl,-rpath,{self.directory}", "-Wl,--no-as-needed",
                                "-x", "none", library, "-x", "c")
            opens = self.build(f"opens-{mpi}", OPENS, *compiler, f'-DLIBRARY="{library}"')
            for program in (linked, opens):
                with self.subTest(mpi=mpi, program=program):
                    self.check_as_alone(*before, program)

    def test_programs_with_their_own_malloc(self):
        for mpi, before, compiler in self.for_each_mpi():
            with self.subTest(mpi=mpi):
                program = self.build(f"malloc-{mpi}", OWN_MALLOC, *compiler, "-fno-builtin", "-rdynamic")
                self.assertEqual(self.check_as_alone(*before, program).stdout, "0 by the recorder, 0 wrong\n")

    def test_a_sanitizer_that_is_preloaded_stays_first(self):
        runtime = run("gcc", "-print-file-name=libasan.so").stdout.strip()
        program = self.build("threads", THREADS, "gcc")
        recorded = self.record("env", f"LD_PRELOAD={os.path.realpath(runtime)}", program)
        self.assertEqual((recorded.returncode, recorded.stdout), (0, "40000\n"), recorded.stderr)

    def test_modules_that_are_missing(self):
        installation = self.directory / "installation"
        modules = installation / "lib/latecomer"
        modules.mkdir(parents=True)
        (installation / "bin").mkdir()
        latecomer = shutil.copy2(LATECOMER, installation / "bin/latecomer")
        whole = pathlib.Path(LATECOMER).parents[1] / "lib/latecomer"
        program = self.build("barrier-mpich", BARRIER, "mpicc.mpich")
        rules = self.directory / "rules"
        rules.write_text("SCOREP_REGION_NAMES_BEGIN\nEXCLUDE x\nSCOREP_REGION_NAMES_END\n")
        for options, says in (((), r"recorder-mpich\.so: missing; .* build latecomer"), (("--mpi", "none"), r"recorder\.so: missing; .*install"),
                              (("--posix-io",), r"posix-io\.so: missing; .* leave --posix-io out"),
                              (("--filter", rules), r"filter\.so: missing; .* leave --filter out")):
            with self.subTest(options=options):
                archive = self.directory / "archive-without-modules"
                self.check_refused(run(latecomer, "record", "-o", archive, *options, "--", program), says)
                self.assertFalse(archive.exists())
                if not options or options[0] == "--mpi":
                    name = "recorder-mpich.so" if not options else "recorder.so"
                    (modules / name).symlink_to(whole / name)

    @unittest.skipUnless(os.getuid() == 0, "only root can change to other users")
    def test_programs_that_nothing_can_be_loaded_into(self):
        with tempfile.TemporaryDirectory() as directory:
            os.chmod(directory, 0o777)
            setuid = shutil.copy("/bin/true", directory + "/setuid")
            os.chmod(setuid, 0o4755)
            secret = shutil.copy("/bin/true", directory + "/secret")
            os.chmod(secret, 0o711)
            nobody = {"user": 65534, "group": 65534, "cwd": directory}
            archive = directory + "/archive"
            self.check_refused(run(LATECOMER, "record", "-o", archive, "--", setuid, **nobody), "rights that its caller does not have")
            self.check_refused(run(LATECOMER, "record", "-o", archive, "--", secret, **nobody), "secret cannot be read; .*--mpi none")
            self.check_refused(run(LATECOMER, "record", "-o", archive, "--", "nice", setuid, **nobody), "rights that its caller does not have")

    def test_programs_of_32_bits(self):
        program = self.directory / "of32bits"
        code = self.directory / "of32bits.c"
        code.write_text("void _start(void) { for (;;) ; }\n")
        built = run("gcc", "-m32", "-nostdlib", "-ffreestanding", "-static", "-no-pie", "-fno-pic", code, "-o", program)
        self.assertEqual(built.returncode, 0, built.stderr)
        self.check_refused(self.record(program), "another word size")

    def test_marks_with_odd_names(self):
        include = pathlib.Path(__file__).resolve().parent.parent / "include"
        program = self.build("marks", MARKS, "gcc", f"-I{include}")
        self.assertEqual(run(program).returncode, 0)
        recorded = self.record(program, options=("--mpi", "none"))
        self.assertEqual(recorded.returncode, 0, recorded.stderr)
        self.assertEqual(run(LATECOMER, "analyze", self.archive).returncode, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
