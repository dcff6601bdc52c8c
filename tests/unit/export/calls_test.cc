// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "export/perfetto_sink.h"
#include "file_fixture.h"
#include "trace/text_trace.h"

namespace latecomer::perfetto {
namespace {

using CallsTest = FileTest;

/// Its events as they are in the file; text traces have seconds.
Result<exporting::Exported> export_text(const std::string& text, const std::filesystem::path& path) {
  TRY(const std::unique_ptr<trace::Trace> trace, trace::parse_text_trace(text, "test"));
  TRY(const std::unique_ptr<exporting::Sink> sink, perfetto_sink(*trace, path));
  return exporting::export_to(*sink, trace->definitions(), nullptr);
}

TEST_F(CallsTest, NestedCalls) {
  const Result<exporting::Exported> exported = export_text(
      "resolution 1000000000\n"
      "rank 0\n"
      "  0.000000005 enter main\n"
      "  0.000000006 enter solve\n"
      "  0.000000009 leave solve\n"
      "  0.000000009 leave main\n",
      path_);
  ASSERT_TRUE(exported) << exported.error().message;
  EXPECT_EQ(exported->counts[0].number, 2u);
  EXPECT_EQ(exported->counts[1].number, 0u);
  EXPECT_EQ(events(),
            "Master thread: 0 begin main\n"
            "Master thread: 1 begin solve\n"
            "Master thread: 4 end\n"
            "Master thread: 4 end\n");
}

/// A leave of what is not open is none, one of an outer region ends the inner ones, what is open at the end
/// stays open, and a time that goes back is held.
TEST_F(CallsTest, UnbalancedOnes) {
  const Result<exporting::Exported> exported = export_text(
      "resolution 1000000000\n"
      "rank 0\n"
      "  unsorted\n"
      "  0.000000000 leave never\n"
      "  0.000000001 enter main\n"
      "  0.000000002 enter a\n"
      "  0.000000003 enter b\n"
      "  0.000000004 leave a\n"
      "  0.000000003 enter c\n",
      path_);
  ASSERT_TRUE(exported) << exported.error().message;
  EXPECT_EQ(events(),
            "Master thread: 1 begin main\n"
            "Master thread: 2 begin a\n"
            "Master thread: 3 begin b\n"
            "Master thread: 4 end\n"
            "Master thread: 4 end\n"
            "Master thread: 4 begin c\n");
}

TEST_F(CallsTest, NoEventsAtAll) {
  const Result<exporting::Exported> exported = export_text("rank 0\n", path_);
  ASSERT_TRUE(exported) << exported.error().message;
  EXPECT_EQ(exported->counts[0].number, 0u);
  EXPECT_EQ(events(), "");
}

}  // namespace
}  // namespace latecomer::perfetto
