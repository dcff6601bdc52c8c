// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// posix-io.so: functions that access files, in front of the C library's. It is loaded with `record
// --posix-io` only, behind the recorder, to which it reports what is done with files that the program has
// opened so; standard streams, pipes, sockets and descriptors that were made in other ways are not recorded.

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include "record/libc/posix_io.h"

using latecomer::record::PosixCall;
using latecomer::record::PosixFile;
using latecomer::record::PosixIo;
using latecomer::trace::IoMode;
using latecomer::trace::kNoOffset;

// Of the recorder; null in a program that is not recorded.
#pragma weak latecomer_posix_io

namespace {

// The C library's. Null until this library's constructor has run; what calls before that goes to the kernel.
struct Real {
  int (*openat)(int, const char*, int, ...);
  int (*close)(int);
  ssize_t (*read)(int, void*, size_t);
  ssize_t (*read_chk)(int, void*, size_t, size_t);
  ssize_t (*write)(int, const void*, size_t);
  ssize_t (*pread)(int, void*, size_t, off_t);
  ssize_t (*pread_chk)(int, void*, size_t, off_t, size_t);
  ssize_t (*pwrite)(int, const void*, size_t, off_t);
  ssize_t (*readv)(int, const iovec*, int);
  ssize_t (*writev)(int, const iovec*, int);
  off_t (*lseek)(int, off_t, int);
  int (*fsync)(int);
  int (*fdatasync)(int);
  int (*dup2)(int, int);
  int (*dup3)(int, int, int);
  int (*fclose)(FILE*);
} real;
const PosixIo* recorder = nullptr;

template <class Function>
void find(Function& function, const char* name) {
  function = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

[[gnu::constructor]] void begin() {
  find(real.openat, "openat");
  find(real.close, "close");
  find(real.read, "read");
  find(real.read_chk, "__read_chk");
  find(real.write, "write");
  find(real.pread, "pread");
  find(real.pread_chk, "__pread_chk");
  find(real.pwrite, "pwrite");
  find(real.readv, "readv");
  find(real.writev, "writev");
  find(real.lseek, "lseek");
  find(real.fsync, "fsync");
  find(real.fdatasync, "fdatasync");
  find(real.dup2, "dup2");
  find(real.dup3, "dup3");
  find(real.fclose, "fclose");
  recorder = &latecomer_posix_io;
  if (recorder != nullptr) recorder->begin();
}

/// Calls the C library's function, or before that is known the kernel's.
#define LATECOMER_CALL(function, number, ...) \
  (real.function != nullptr ? real.function(__VA_ARGS__) : syscall(number, __VA_ARGS__))

// The functions that open a file are all one to the kernel.
int open_file(PosixCall call, int directory, const char* name, int flags, mode_t mode, const void* caller) {
  const bool recorded = recorder != nullptr && recorder->open(call, caller);
  const int descriptor = static_cast<int>(LATECOMER_CALL(openat, SYS_openat, directory, name, flags, mode));
  if (recorded)
    recorder->opened(call, descriptor, name, flags);
  else if (recorder != nullptr)
    recorder->forget(descriptor);
  return descriptor;
}

template <class Access>
ssize_t access_file(PosixCall call, int descriptor, IoMode mode, uint64_t bytes, uint64_t offset,
                    const void* caller, const Access& access) {
  if (recorder == nullptr) return access();
  const PosixFile file = recorder->access(call, descriptor, mode, bytes, offset, caller);
  const ssize_t result = access();
  if (file) recorder->done(call, file, result);
  return result;
}

uint64_t bytes_of(const iovec* parts, int count) {
  uint64_t sum = 0;
  for (int i = 0; parts != nullptr && i < count; ++i) sum += parts[i].iov_len;
  return sum;
}

bool takes_mode(int flags) {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

}  // namespace

#define LATECOMER_CALLER __builtin_return_address(0)

extern "C" {
#pragma GCC visibility push(default)

int open(const char* name, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = takes_mode(flags) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return open_file(PosixCall::open, AT_FDCWD, name, flags, mode, LATECOMER_CALLER);
}

int openat(int directory, const char* name, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = takes_mode(flags) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return open_file(PosixCall::openat, directory, name, flags, mode, LATECOMER_CALLER);
}

// Those of programs that were compiled with _FORTIFY_SOURCE.
int __open_2(const char* name, int flags) {
  return open_file(PosixCall::open, AT_FDCWD, name, flags, 0, LATECOMER_CALLER);
}
int __openat_2(int directory, const char* name, int flags) {
  return open_file(PosixCall::openat, directory, name, flags, 0, LATECOMER_CALLER);
}

int creat(const char* name, mode_t mode) {
  return open_file(PosixCall::creat, AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode, LATECOMER_CALLER);
}

int close(int descriptor) {
  const PosixFile file = recorder != nullptr ? recorder->close(descriptor, LATECOMER_CALLER) : PosixFile();
  const int result = static_cast<int>(LATECOMER_CALL(close, SYS_close, descriptor));
  if (file) recorder->closed(file);
  return result;
}

ssize_t read(int descriptor, void* to, size_t bytes) {
  return access_file(PosixCall::read, descriptor, IoMode::read, bytes, kNoOffset, LATECOMER_CALLER,
                     [&] { return LATECOMER_CALL(read, SYS_read, descriptor, to, bytes); });
}

ssize_t write(int descriptor, const void* from, size_t bytes) {
  return access_file(PosixCall::write, descriptor, IoMode::write, bytes, kNoOffset, LATECOMER_CALLER,
                     [&] { return LATECOMER_CALL(write, SYS_write, descriptor, from, bytes); });
}

ssize_t pread(int descriptor, void* to, size_t bytes, off_t offset) {
  return access_file(PosixCall::pread, descriptor, IoMode::read, bytes, static_cast<uint64_t>(offset),
                     LATECOMER_CALLER,
                     [&] { return LATECOMER_CALL(pread, SYS_pread64, descriptor, to, bytes, offset); });
}

ssize_t pwrite(int descriptor, const void* from, size_t bytes, off_t offset) {
  return access_file(PosixCall::pwrite, descriptor, IoMode::write, bytes, static_cast<uint64_t>(offset),
                     LATECOMER_CALLER,
                     [&] { return LATECOMER_CALL(pwrite, SYS_pwrite64, descriptor, from, bytes, offset); });
}

// Of programs that were compiled with _FORTIFY_SOURCE.
ssize_t __read_chk(int descriptor, void* to, size_t bytes, size_t room) {
  return access_file(PosixCall::read, descriptor, IoMode::read, bytes, kNoOffset, LATECOMER_CALLER,
                     [&] { return LATECOMER_CALL(read_chk, SYS_read, descriptor, to, bytes, room); });
}

ssize_t __pread_chk(int descriptor, void* to, size_t bytes, off_t offset, size_t room) {
  return access_file(
      PosixCall::pread, descriptor, IoMode::read, bytes, static_cast<uint64_t>(offset), LATECOMER_CALLER,
      [&] { return LATECOMER_CALL(pread_chk, SYS_pread64, descriptor, to, bytes, offset, room); });
}

ssize_t readv(int descriptor, const iovec* to, int count) {
  return access_file(PosixCall::readv, descriptor, IoMode::read, bytes_of(to, count), kNoOffset,
                     LATECOMER_CALLER,
                     [&] { return LATECOMER_CALL(readv, SYS_readv, descriptor, to, count); });
}

ssize_t writev(int descriptor, const iovec* from, int count) {
  return access_file(PosixCall::writev, descriptor, IoMode::write, bytes_of(from, count), kNoOffset,
                     LATECOMER_CALLER,
                     [&] { return LATECOMER_CALL(writev, SYS_writev, descriptor, from, count); });
}

off_t lseek(int descriptor, off_t offset, int whence) noexcept {
  const PosixFile file = recorder != nullptr ? recorder->seek(descriptor, LATECOMER_CALLER) : PosixFile();
  const off_t position = LATECOMER_CALL(lseek, SYS_lseek, descriptor, offset, whence);
  if (file) recorder->seek_done(file, offset, whence, position);
  return position;
}

int fsync(int descriptor) {
  return static_cast<int>(access_file(PosixCall::fsync, descriptor, IoMode::flush, 0, kNoOffset,
                                      LATECOMER_CALLER,
                                      [&] { return LATECOMER_CALL(fsync, SYS_fsync, descriptor); }));
}

int fdatasync(int descriptor) {
  return static_cast<int>(access_file(PosixCall::fdatasync, descriptor, IoMode::flush, 0, kNoOffset,
                                      LATECOMER_CALLER,
                                      [&] { return LATECOMER_CALL(fdatasync, SYS_fdatasync, descriptor); }));
}

// What makes a descriptor another file's.
int dup2(int from, int to) noexcept {
  if (recorder != nullptr && from != to) recorder->forget(to);
  if (real.dup2 != nullptr) return real.dup2(from, to);
  // Not every kernel has dup2; dup3 refuses to duplicate a descriptor to itself.
  if (from == to) return fcntl(from, F_GETFD) < 0 ? -1 : to;
  return static_cast<int>(syscall(SYS_dup3, from, to, 0));
}

int dup3(int from, int to, int flags) noexcept {
  if (recorder != nullptr) recorder->forget(to);
  return static_cast<int>(LATECOMER_CALL(dup3, SYS_dup3, from, to, flags));
}

int fclose(FILE* stream) {
  if (recorder != nullptr) recorder->forget(fileno(stream));
  if (real.fclose == nullptr) find(real.fclose, "fclose");  // other libraries' constructors close files, too
  return real.fclose(stream);
}

// The same functions for offsets of 64 bits, which all are.
#define LATECOMER_ALIAS(function) __attribute__((alias(#function)))
int open64(const char* name, int flags, ...) LATECOMER_ALIAS(open);
int openat64(int directory, const char* name, int flags, ...) LATECOMER_ALIAS(openat);
int __open64_2(const char* name, int flags) LATECOMER_ALIAS(__open_2);
int __openat64_2(int directory, const char* name, int flags) LATECOMER_ALIAS(__openat_2);
int creat64(const char* name, mode_t mode) LATECOMER_ALIAS(creat);
ssize_t pread64(int descriptor, void* to, size_t bytes, off_t offset) LATECOMER_ALIAS(pread);
ssize_t __pread64_chk(int descriptor, void* to, size_t bytes, off_t offset, size_t room)
    LATECOMER_ALIAS(__pread_chk);
ssize_t pwrite64(int descriptor, const void* from, size_t bytes, off_t offset) LATECOMER_ALIAS(pwrite);
off_t lseek64(int descriptor, off_t offset, int whence) noexcept LATECOMER_ALIAS(lseek);

#pragma GCC visibility pop
}
