// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/regular_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace latecomer {

Result<RegularFile> RegularFile::open(const char* path, int directory) {
  // The file is opened without blocking, because to open a pipe waits for its writer. Files do not know the
  // difference.
  RegularFile file(::openat(directory, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat status {};
  if (file.descriptor_ < 0 || fstat(file.descriptor_, &status) != 0) return Error{std::strerror(errno)};
  if (S_ISDIR(status.st_mode)) return Error{"is a directory, not a file"};
  if (!S_ISREG(status.st_mode)) return Error{"is not a regular file"};
  return file;
}

RegularFile::~RegularFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace latecomer
