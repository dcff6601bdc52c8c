// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/scratch_directory.h"

#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>

namespace latecomer::cli {

namespace {

constexpr uint64_t kEnoughRoom = uint64_t{4} << 30;  // for what some minutes of many programs need
constexpr long kZfs = 0x2fc12fc1;                    // of another source than the kernel's

std::optional<struct statfs> file_system_of(const std::string& directory) {
  struct statfs result {};
  if (statfs(directory.c_str(), &result) != 0) return std::nullopt;
  return result;
}

bool has_local_room(const std::string& directory) {
  const std::optional<struct statfs> files = file_system_of(directory);
  if (!files || !is_local(files->f_type) || access(directory.c_str(), W_OK) != 0) return false;
  return files->f_bavail * static_cast<uint64_t>(files->f_bsize) >= kEnoughRoom;
}

}  // namespace

bool is_local(long file_system) {
  constexpr long kLocal[] = {EXT4_SUPER_MAGIC,      XFS_SUPER_MAGIC,  BTRFS_SUPER_MAGIC, TMPFS_MAGIC,
                             OVERLAYFS_SUPER_MAGIC, F2FS_SUPER_MAGIC, RAMFS_MAGIC,       kZfs};
  return std::ranges::find(kLocal, file_system) != std::end(kLocal);
}

ScratchDirectory choose_scratch(const std::string& archive) {
  const std::optional<struct statfs> files = file_system_of(archive);
  if (!files || is_local(files->f_type)) return {};
  const char* temporary = std::getenv("TMPDIR");
  for (const std::string& directory :
       {std::string(temporary == nullptr ? "/tmp" : temporary), std::string("/dev/shm")}) {
    if (!has_local_room(directory)) continue;
    return {directory,
            fmt::format(
                "{} seems to be on a network file system: while the program runs, its recording lies in {}; "
                "--scratch chooses another directory",
                archive, directory)};
  }
  return {"",
          fmt::format(
              "{} seems to be on a network file system, which can slow the program down: --scratch chooses a "
              "directory on the node for its recording",
              archive)};
}

}  // namespace latecomer::cli
