// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <array>
#include <atomic>
#include <string>
#include <utility>

#include "base/result.h"

// Descriptors belong to the program: it closes those that it has not opened, it expects its next file at the
// lowest free number, and some programs have few. So what the recorder opens lies at high numbers, and a
// number is used only after a look at the file that is behind it.
namespace latecomer::record {

/// Identifies a file, whatever its name and its descriptors are.
struct FileIdentity {
  dev_t device = 0;
  ino_t number = 0;

  /// Returns whether the descriptor is open and is this file's.
  bool is_at(int descriptor) const noexcept;
  static FileIdentity of(const struct stat& file) { return {file.st_dev, file.st_ino}; }
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// Occupies, while it lives, those of the descriptors 0 to 2 that the program has closed, as unusable as
/// closed ones. So no file that is opened meanwhile gets the output that the program writes to them.
class StandardDescriptorsTaken {
 public:
  StandardDescriptorsTaken() noexcept;
  ~StandardDescriptorsTaken() noexcept;
  StandardDescriptorsTaken(const StandardDescriptorsTaken&) = delete;
  StandardDescriptorsTaken& operator=(const StandardDescriptorsTaken&) = delete;

 private:
  std::array<bool, 3> taken_{};
  FileIdentity placeholder_;
};

/// Keeps a file, or a directory, that is used again and again while the program runs. Its descriptor has a
/// high number, or none where the program has few descriptors: then it is opened for each use. Where the
/// program has closed it, or has put a file of its own in its place, it is opened again, too, which fails if
/// the program may not do that any more (setuid). Threads may use it at the same time.
class KeptFile {
 public:
  /// Opens a directory that is there, to make files in it. `path` is absolute.
  static Result<KeptFile> open_directory(const std::string& path);
  /// Opens a file that is there. `path` is absolute.
  static Result<KeptFile> open_to_read(const std::string& path);
  /// Makes the file, which shall not exist, with these `flags` besides (O_APPEND). `path` is absolute. It is
  /// in `directory`, if that is one, wherever the program's root has gone (chroot), which outlives the file.
  static Result<KeptFile> create(const std::string& path, KeptFile* directory = nullptr, int flags = 0);
  KeptFile(KeptFile&& other) noexcept
      : path_(std::move(other.path_)),
        directory_(other.directory_),
        flags_(other.flags_),
        identity_(other.identity_),
        descriptor_(other.descriptor_.exchange(-1)) {}
  KeptFile& operator=(KeptFile&&) = delete;
  ~KeptFile();

  /// Calls `use` with its descriptor, and returns the result; false, with errno, if it has none.
  template <class Use>
  bool with_descriptor(Use&& use) noexcept {
    const int descriptor = find_or_open();
    if (descriptor < 0) return false;
    const bool done = use(descriptor);
    if (descriptor != descriptor_) close_ours(descriptor);
    return done;
  }

 private:
  KeptFile(std::string path, KeptFile* directory, int flags)
      : path_(std::move(path)), directory_(directory), flags_(flags) {}
  static Result<KeptFile> open_first(KeptFile file, int flags);
  int find_or_open() noexcept;
  int open_file(int flags) noexcept;
  int open_at(int directory, const char* path, int flags) noexcept;
  int keep_or_lend(int descriptor) noexcept;
  void close_ours(int descriptor) const noexcept;

  std::string path_;
  KeptFile* directory_;  // nullptr: it is opened by its path
  int flags_;
  FileIdentity identity_;
  std::atomic<int> descriptor_{-1};  // that is kept
};

}  // namespace latecomer::record
