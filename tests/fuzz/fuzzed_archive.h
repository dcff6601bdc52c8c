// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "otf2/archive_reader.h"
#include "trace/text_trace.h"
#include "unit/otf2/written_archive.h"

namespace latecomer::otf2 {

/// An archive of which one file is the input.
class FuzzedArchive {
 public:
  /// `file` is relative to the archive.
  explicit FuzzedArchive(const char* file) {
    std::string pattern = (std::filesystem::temp_directory_path() / "latecomer-fuzz-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) std::abort();
    directory_ = pattern;
    file_ = directory_ / file;
    const auto trace = trace::parse_text_trace(kFourRanks, "four ranks");
    if (!trace || !write_archive(**trace, directory_)) std::abort();
  }
  ~FuzzedArchive() { std::filesystem::remove_all(directory_); }
  FuzzedArchive(const FuzzedArchive&) = delete;
  FuzzedArchive& operator=(const FuzzedArchive&) = delete;

  /// Opens the archive with this file in it, and reads all events.
  void read(const uint8_t* data, size_t size) const {
    std::ofstream(file_, std::ios::binary | std::ios::trunc)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    const Result<std::unique_ptr<trace::Trace>> opened = open_archive(directory_);
    if (!opened) return;
    NoEvents sink;
    for (size_t l = 0; l < opened.value()->definitions().locations.size(); ++l)
      opened.value()->read(trace::LocationId(l), sink);
  }

 private:
  class NoEvents : public trace::EventSink {
   public:
    void on_event(const trace::Event&) override {}
  };

  std::filesystem::path directory_;
  std::filesystem::path file_;
};

}  // namespace latecomer::otf2
