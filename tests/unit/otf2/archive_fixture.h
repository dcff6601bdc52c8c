// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "otf2/archive_reader.h"
#include "otf2/archive_writer.h"
#include "trace/print_trace.h"
#include "trace/text_trace.h"
#include "written_archive.h"

namespace latecomer::otf2 {

/// Gives each test a directory of its own, and archives in it.
class ArchiveTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "latecomer-reader-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  /// The trace that is written as text.
  static std::unique_ptr<trace::Trace> parse(std::string_view text) {
    Result<std::unique_ptr<trace::Trace>> trace = trace::parse_text_trace(text, "test");
    EXPECT_TRUE(trace) << trace.error().message;
    return std::move(trace).value();
  }

  /// Makes the test's directory an archive of the trace.
  void write(const trace::Trace& trace) {
    const Status written = write_archive(trace, directory_);
    ASSERT_TRUE(written) << written.error().message;
  }

  std::unique_ptr<trace::Trace> open() const {
    Result<std::unique_ptr<trace::Trace>> trace = open_archive(directory_);
    EXPECT_TRUE(trace) << trace.error().message;
    return trace ? std::move(trace).value() : nullptr;
  }

  std::string open_error() const {
    const Result<std::unique_ptr<trace::Trace>> trace = open_archive(directory_);
    EXPECT_FALSE(trace) << "opened " << directory_;
    return trace ? "" : trace.error().message;
  }

  std::string file(const std::string& name) const { return directory_ + "/" + name; }

  static std::string content(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  static void set_content(const std::string& path, std::string_view content) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
  }

  std::string directory_;
};

inline bool is_same(const trace::Event& a, const trace::Event& b) {
  return a.time == b.time && a.kind == b.kind && a.region == b.region && a.comm == b.comm &&
         a.peer == b.peer && a.tag == b.tag && a.root == b.root && a.request == b.request &&
         a.bytes_sent == b.bytes_sent && a.bytes_received == b.bytes_received;
}

/// Keeps the events it is given, and behind how many of them an anomaly was reported.
class Collect : public trace::EventSink {
 public:
  void on_anomaly(trace::Anomaly /*kind*/) override { anomalies_behind.push_back(events.size()); }
  void on_event(const trace::Event& event) override { events.push_back(event); }
  std::vector<trace::Event> events;
  std::vector<size_t> anomalies_behind;
};

}  // namespace latecomer::otf2
