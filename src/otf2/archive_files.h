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

/// A directory that is held open, so that its files are found without the way to it; or could not be opened.
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

/// Where an archive's files are.
struct ArchiveFiles {
  std::string anchor;                              ///< "run1/traces.otf2"
  std::string stem;                                ///< "run1/traces"
  std::shared_ptr<const OpenDirectory> directory;  ///< of the locations' files, which is the stem

  /// "run1/traces/3.evt", where a location's events are.
  std::string events(uint64_t location) const;
  /// Opens it. The error names the file.
  Result<RegularFile> open_events(uint64_t location) const;
  /// "run1/traces/3.def", where a location's mapping tables and clock offsets are, if it has any.
  std::string local_definitions(uint64_t location) const;
  /// The locations that have definitions of their own, in any order.
  std::vector<uint64_t> locations_with_definitions() const;
  /// "run1/traces.def"
  std::string global_definitions() const;
};

/// Finds the archive that a user means by the path of its anchor file or of the directory that has it. An
/// error unless the anchor file and the global definitions are there, can be read and start as OTF2 files do.
Result<ArchiveFiles> find_archive(const std::string& path);

/// Makes a directory that was not there, or takes an empty one.
Status make_empty_directory(const std::string& directory);

/// More definitions or events than this the file cannot have. Damage can make libotf2 read the same ones for
/// ever.
uint64_t most_records(const std::string& path);

/// Whether something bears that name, be it of no use.
bool is_there(const std::string& path);

/// An error that names the file and the cause if it cannot be opened.
Status check_readable(const std::string& path);

}  // namespace latecomer::otf2
