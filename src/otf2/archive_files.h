// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/regular_file.h"
#include "base/result.h"

namespace latecomer::otf2 {

/// Is a directory that is held open, so that its files are found without the way to it; or could not be
/// opened.
class OpenDirectory {
 public:
  explicit OpenDirectory(const std::string& path);
  ~OpenDirectory();
  OpenDirectory(const OpenDirectory&) = delete;
  OpenDirectory& operator=(const OpenDirectory&) = delete;

  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

struct ArchiveFiles {
  std::string anchor;                              ///< Is "run1/traces.otf2", for example.
  std::string stem;                                ///< Is "run1/traces", for example.
  std::shared_ptr<const OpenDirectory> directory;  ///< Has the locations' files; is the stem.

  /// Returns the path of the file with a location's events: "run1/traces/3.evt".
  std::string events(uint64_t location) const;
  /// Opens the file with a location's events. The error names the file.
  Result<RegularFile> open_events(uint64_t location) const;
  /// Returns the path of the file with a location's mapping tables and clock offsets, if it has any:
  /// "run1/traces/3.def".
  std::string local_definitions(uint64_t location) const;
  /// Returns the locations that have definitions of their own, in any order.
  std::vector<uint64_t> locations_with_definitions() const;
  /// Returns the path of the global definitions: "run1/traces.def".
  std::string global_definitions() const;
};

/// Finds the archive that a user means by the path of its anchor file or of the directory that has it. It is
/// an error unless the anchor file and the global definitions are there, can be read and begin as OTF2 files.
Result<ArchiveFiles> find_archive(const std::string& path);

/// Makes a directory that was not there, or takes an empty one. Everything else is an error.
Status make_empty_directory(const std::string& directory);

/// Returns a number of definitions or events that the file cannot exceed. Damage can make libotf2 read the
/// same ones for ever.
uint64_t most_records(const std::string& path);

/// Returns whether something bears that name, be it of no use.
bool is_there(const std::string& path);

/// Returns an error that names the file and the cause if it cannot be opened.
Status check_readable(const std::string& path);

}  // namespace latecomer::otf2
