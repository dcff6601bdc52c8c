// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "generate/generate.h"
#include "otf2/archive_reader.h"

namespace latecomer {

/// Is an archive of a generated program, in a directory that is gone when this is.
class GeneratedArchive {
 public:
  explicit GeneratedArchive(const generate::Settings& settings)
      : directory_(std::filesystem::temp_directory_path() /
                   ("latecomer-generated-" + std::to_string(getpid()))) {
    EXPECT_TRUE(generate::generate(settings, directory_.string()));
  }
  GeneratedArchive(const GeneratedArchive&) = delete;
  GeneratedArchive& operator=(const GeneratedArchive&) = delete;
  ~GeneratedArchive() { std::filesystem::remove_all(directory_); }

  /// Opens the archive, which has to outlive the trace.
  std::unique_ptr<trace::Trace> open() const {
    Result<std::unique_ptr<trace::Trace>> trace = otf2::open_archive(directory_.string());
    EXPECT_TRUE(trace) << trace.error().message;
    return std::move(*trace);
  }

 private:
  std::filesystem::path directory_;
};

}  // namespace latecomer
