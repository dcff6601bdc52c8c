// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// bin/latecomer of the archive that can be unpacked anywhere. It starts the program, libexec/latecomer, on
// the system's libraries of C, C++ and OpenSSL, so that an MPI library, which may need later ones than the
// program does, can be loaded. In the place of one that is older than the one that the program was built
// with, or missing, comes that of the archive, by the dynamic loader's option for where libraries are: in the
// environment, the programs that are recorded would get it, too.

#include <dlfcn.h>
#include <errno.h>
#include <gnu/libc-version.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __x86_64__
#define LOADER "/ld-linux-x86-64.so.2"
#define DIRECTORY_OF_LOADER "/lib64"
#else
#define LOADER "/ld-linux-aarch64.so.1"
#define DIRECTORY_OF_LOADER "/lib"
#endif

static int has_c_library(void) {
  int major = 0;
  int minor = 0;
  sscanf(gnu_get_libc_version(), "%d.%d", &major, &minor);
  return major > 2 || (major == 2 && minor >= BUILT_WITH_GLIBC_MINOR);
}

// Whether the system has a library with what the program needs of it.
static int has_library(const char* file, const char* symbol, const char* version) {
  void* const library = dlopen(file, RTLD_LAZY);
  return library != NULL && dlvsym(library, symbol, version) != NULL;
}

static int has_cxx_library(void) {  // that of gcc 12
  return has_library("libstdc++.so.6", "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE",
                     "GLIBCXX_3.4.30");
}

static int has_crypto_library(void) {
  return has_library("libcrypto.so.3", "EVP_MD_fetch", "OPENSSL_3.0.0");
}

// The directory that this program's directory, bin, lies in; null if it is not known.
static const char* find_prefix(void) {
  static char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0) return NULL;
  path[length] = '\0';
  for (int i = 0; i < 2; ++i) {
    char* const slash = strrchr(path, '/');
    if (slash == NULL) return NULL;
    *slash = '\0';
  }
  return path;
}

static char* joined(const char* first, const char* second, const char* third) {
  char* text = NULL;
  if (asprintf(&text, "%s%s%s", first, second, third) < 0) abort();
  return text;
}

// Adds a directory of the archive to where libraries are looked for before those of the system.
static char* with_directory(char* path, const char* prefix, const char* name) {
  return joined(*path == '\0' ? "" : joined(path, ":", ""), prefix, joined("/lib/latecomer/", name, ""));
}

static void start_by_loader(char* loader, char* path, char* program, int count, char** words) {
  char* first[] = {loader, "--library-path", path, "--argv0", words[0], program};
  const size_t number = sizeof first / sizeof *first;
  char** const all = calloc(number + (size_t)count, sizeof *all);  // the last one stays null
  if (all == NULL) abort();
  memcpy(all, first, sizeof first);
  memcpy(all + number, words + 1, ((size_t)count - 1) * sizeof *all);
  execv(loader, all);
}

int main(int count, char** words) {
  const char* const prefix = find_prefix();
  if (prefix == NULL || count < 1) {
    fprintf(stderr, "latecomer: /proc/self/exe cannot be read, by which it finds its files\n");
    return 1;
  }
  char* const program = joined(prefix, "/libexec/latecomer", "");
  char* path = "";
  const int is_old = !has_c_library();
  if (is_old) path = with_directory(path, prefix, "c-library");
  if (!has_cxx_library()) path = with_directory(path, prefix, "cxx-library");
  if (!has_crypto_library()) path = with_directory(path, prefix, "crypto-library");
  if (*path == '\0') {
    execv(program, words);
  } else {
    // The loader's option takes the place of LD_LIBRARY_PATH, in which an MPI library may lie.
    const char* const wanted = getenv("LD_LIBRARY_PATH");
    if (wanted != NULL && *wanted != '\0') path = joined(path, ":", wanted);
    char* const loader =
        is_old ? joined(prefix, "/lib/latecomer/c-library", LOADER) : DIRECTORY_OF_LOADER LOADER;
    start_by_loader(loader, path, program, count, words);
  }
  fprintf(stderr, "latecomer: %s cannot be started: %s\n", program, strerror(errno));
  return 1;
}
