// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/regular_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace latecomer {

Result<int> open_regular_file(const char* path, int directory) {
  // Not blocking, because to open a pipe waits for its writer. Files do not know the difference.
  const int descriptor = ::openat(directory, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0) return Error{std::strerror(errno)};
  struct stat status {};
  if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) return descriptor;
  ::close(descriptor);
  return Error{S_ISDIR(status.st_mode) ? "Is a directory" : "is not a regular file"};
}

}  // namespace latecomer
