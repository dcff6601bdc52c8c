// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/kept_file.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace latecomer::record {

namespace {

constexpr int kFirstOfTheProgram = STDERR_FILENO + 1;

// How many descriptors are kept, of all files.
std::atomic<int> kept{0};

// The highest sixteenth of the numbers that the program may use. The kernel has a table up to the highest
// number in use, which fork copies, so they are not higher than they are in most programs.
struct HighNumbers {
  int first = 0;
  int most = 0;
};
HighNumbers high_numbers() noexcept {
  constexpr rlim_t kHighest = 1024;
  constexpr int kShare = 16;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return {};
  const int numbers = static_cast<int>(std::min(limit.rlim_cur, kHighest));
  return {numbers - numbers / kShare, numbers / kShare};
}

// In place of the program's file that has got the number meanwhile, if any, nothing.
void close_if(const FileIdentity& identity, int descriptor) noexcept {
  const int saved = errno;
  if (identity.is_at(descriptor)) close(descriptor);
  errno = saved;
}

}  // namespace

bool FileIdentity::is_at(int descriptor) const noexcept {
  struct stat file {};
  return fstat(descriptor, &file) == 0 && of(file) == *this;
}

StandardDescriptorsTaken::StandardDescriptorsTaken() noexcept {
  const int saved = errno;
  struct stat root {};
  if (stat("/", &root) == 0) placeholder_ = FileIdentity::of(root);
  for (int descriptor = 0; descriptor < kFirstOfTheProgram; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) >= 0) continue;
    const int got = open("/", O_PATH | O_CLOEXEC);
    if (got >= 0 && got < kFirstOfTheProgram) taken_[static_cast<size_t>(got)] = true;
    if (got >= kFirstOfTheProgram) close_if(placeholder_, got);
  }
  errno = saved;
}

StandardDescriptorsTaken::~StandardDescriptorsTaken() noexcept {
  for (int descriptor = 0; descriptor < kFirstOfTheProgram; ++descriptor)
    if (taken_[static_cast<size_t>(descriptor)]) close_if(placeholder_, descriptor);
}

Result<KeptFile> KeptFile::open_directory(const std::string& path) {
  return open_first(KeptFile(path, nullptr, O_PATH | O_DIRECTORY), 0);
}

Result<KeptFile> KeptFile::open_to_read(const std::string& path) {
  return open_first(KeptFile(path, nullptr, O_RDONLY), 0);
}

Result<KeptFile> KeptFile::create(const std::string& path, KeptFile* directory, int flags) {
  return open_first(KeptFile(path, directory, flags | O_RDWR), O_CREAT | O_EXCL);
}

Result<KeptFile> KeptFile::open_first(KeptFile file, int flags) {
  const int descriptor = file.open_file(flags);
  if (descriptor < 0) return Error{file.path_ + ": " + std::strerror(errno)};
  // Whatever the program's umask is, the recorder has to read it.
  struct stat made {};
  if ((flags & O_CREAT) != 0 && fstat(descriptor, &made) == 0)
    fchmod(descriptor, (made.st_mode & 0777) | S_IRUSR | S_IWUSR);
  if (descriptor != file.descriptor_) file.close_ours(descriptor);
  return file;
}

KeptFile::~KeptFile() {
  const int descriptor = descriptor_.exchange(-1);
  if (descriptor < 0) return;
  kept.fetch_sub(1);
  close_ours(descriptor);
}

int KeptFile::find_or_open() noexcept {
  int descriptor = descriptor_;
  if (descriptor >= 0) {
    if (identity_.is_at(descriptor)) return descriptor;
    if (descriptor_.compare_exchange_strong(descriptor, -1)) kept.fetch_sub(1);
  }
  return open_file(0);
}

int KeptFile::open_file(int flags) noexcept {
  const StandardDescriptorsTaken standard;
  if (directory_ == nullptr) return open_at(AT_FDCWD, path_.c_str(), flags);
  int opened = -1;
  directory_->with_descriptor([&](int directory) {
    opened = open_at(directory, path_.c_str() + path_.rfind('/') + 1, flags);
    return opened >= 0;
  });
  return opened;
}

// `openat` gives the lowest number that is free. Until it has another one, a thread of the program can close
// that number, or put a file of its own there, so it counts which file is there, and it is tried again.
int KeptFile::open_at(int directory, const char* path, int flags) noexcept {
  constexpr int kTries = 4;
  for (int tries = 0; tries < kTries; ++tries) {
    const int descriptor = openat(directory, path, flags_ | flags | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor < 0) return -1;
    flags = 0;
    struct stat file {};
    const bool is_known = identity_ != FileIdentity();
    if (!is_known && fstatat(directory, path, &file, AT_SYMLINK_NOFOLLOW) == 0)
      identity_ = FileIdentity::of(file);
    if (!identity_.is_at(descriptor)) continue;
    if (const int ours = keep_or_lend(descriptor); ours >= 0) return ours;
  }
  errno = ESTALE;
  return -1;
}

// Gives the file that is at `descriptor` a high number, which is kept, if there is one; else the same number
// is for one use.
int KeptFile::keep_or_lend(int descriptor) noexcept {
  const HighNumbers numbers = high_numbers();
  if (kept.fetch_add(1) < numbers.most) {
    const int high = fcntl(descriptor, F_DUPFD_CLOEXEC, numbers.first);
    int none = -1;
    if (identity_.is_at(high) && descriptor_.compare_exchange_strong(none, high)) {
      close_ours(descriptor);
      return high;
    }
    if (high >= 0) close(high);  // of another file, or another thread has kept one
  }
  kept.fetch_sub(1);
  return identity_.is_at(descriptor) ? descriptor : -1;
}

void KeptFile::close_ours(int descriptor) const noexcept {
  close_if(identity_, descriptor);
}

}  // namespace latecomer::record
