// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

namespace latecomer::cli {

/// Returns whether files of this file system, by its number in statfs(2), are on the node itself: in memory
/// or on a disk. Those that are not known are taken to be somewhere in the network.
bool is_local(long file_system);

/// Says where a program's recording lies while it runs.
struct ScratchDirectory {
  std::string path;  ///< Is the directory's path; empty where the recording lies with the archive.
  std::string note;  ///< Says why it lies there, in one line; empty if there is nothing to say.
};

/// Returns the archive's own directory, if that is on this node; else another one that is, and has room.
ScratchDirectory choose_scratch(const std::string& archive);

}  // namespace latecomer::cli
