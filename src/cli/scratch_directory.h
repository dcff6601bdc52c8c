// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

namespace latecomer::cli {

/// Whether files of this file system, by its number in statfs(2), are on the node itself: in memory or on a
/// disk. Of those that are not known it is assumed that they are somewhere in the network.
bool is_local(long file_system);

/// Where a program's recording lies while it runs.
struct ScratchDirectory {
  std::string path;  ///< empty: with the archive
  std::string note;  ///< why, in one line; empty if there is nothing to say
};

/// The archive's own directory, if that is on this node; else another one that is, and has room.
ScratchDirectory choose_scratch(const std::string& archive);

}  // namespace latecomer::cli
