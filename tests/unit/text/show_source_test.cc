// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "example.h"
#include "query/space.h"
#include "text/show_text.h"

namespace latecomer::text {
namespace {

using findings::SourceFile;
using findings::SourceText;

/// A file of 30 lines with values at lines 5, 9, 20 and 21; those of line 21 are small.
SourceFile file() {
  return {.name = "/a/wave.c",
          .lines = {{5, {6, 6, 0}}, {20, {4, 0, 8}}, {21, {0.02, 0, 0.009}}},
          .gaps = {{-1, 5, "wave.c:5", {1, 0, 0}},
                   {5, 9, "wave.c:9", {2, 0, 1.5}},
                   {5, 5, "wave.c:5", {3, 0, 0}},
                   {20, -1, "…", {0.5, 0, 0}}},
          .functions = {{9, "step", {0.25, 0, 0.5}}}};
}

SourceText text(size_t lines) {
  SourceText text{.path = "wave.c"};
  for (size_t i = 1; i <= lines; ++i) text.lines.push_back(fmt::format("code {}", i));
  return text;
}

/// What stands between the heading and the explanations.
std::string body(const std::string& listing) {
  const size_t begin = listing.find("causes\n") + 7;
  return listing.substr(begin, listing.find("\n\n", begin) + 1 - begin);
}

// The example's 30 s are 10 s of waiting: less than 0.03 s and 0.01 s are left out. Of lines 8 to 17, which
// have nothing beside them, two stay before and after what has; what would be a single line left out is
// shown.
TEST(SourceListing, ShowsWhatLinesTakeAndCause) {
  const std::string listing = source_listing(query::Space(example_report()), file(), text(30), false);
  EXPECT_EQ(listing.find("Source   wave.c\nTime     30.0 s of all threads, 10.0 s of it waiting\n\n"
                         "    time   waiting   causes\n"),
            0U)
      << listing;
  EXPECT_EQ(body(listing),
            "                              3  code 3\n"
            "                              4  code 4\n"
            "  1.00 s                         ↱ until here\n"
            "  6.00 s    6.00 s            5  code 5\n"
            "  2.00 s             1.50 s      ↳ from here to wave.c:9\n"
            "  3.00 s                         ↳ from here to here again\n"
            "                              6  code 6\n"
            "                              7  code 7\n"
            "                              8  code 8\n"
            "                              9  code 9\n"
            "  250 ms             500 ms      ↳ in step itself\n"
            "                             10  code 10\n"
            "                             11  code 11\n"
            "                              …\n"
            "                             18  code 18\n"
            "                             19  code 19\n"
            "  4.00 s             8.00 s  20  code 20\n"
            "  500 ms                         ↳ from here on\n"
            "                             21  code 21\n"
            "                             22  code 22\n");
}

TEST(SourceListing, ShowsASingleLineThatWouldBeLeftOut) {
  SourceFile two{.name = "wave.c", .lines = {{5, {6, 0, 0}}, {11, {6, 0, 0}}}};
  EXPECT_NE(source_listing(query::Space(example_report()), two, text(30), false).find(" 8  code 8\n"),
            std::string::npos);
  two.lines[1].line = 12;
  EXPECT_EQ(source_listing(query::Space(example_report()), two, text(30), false).find(" 8  code 8\n"),
            std::string::npos);
}

TEST(SourceListing, ShowsTheWholeFileIfAsked) {
  const std::string listing = body(source_listing(query::Space(example_report()), file(), text(30), true));
  EXPECT_EQ(listing.find("…"), std::string::npos) << listing;
  EXPECT_EQ(listing.find("                              1  code 1\n"), 0U) << listing;
  EXPECT_NE(listing.find(" 20.0 ms            9.00 ms  21  code 21\n"), std::string::npos) << listing;
  EXPECT_TRUE(listing.ends_with(" 30  code 30\n")) << listing;
}

TEST(SourceListing, SaysThatLinesMayHaveMoved) {
  SourceText changed = text(18);
  changed.is_newer = true;
  const std::string listing = source_listing(query::Space(example_report()), file(), changed, false);
  EXPECT_NE(listing.find("Note     The file is newer than the recording: lines may have moved.\n"
                         "Note     The report has line 20, the file ends with line 18: it is not the file "
                         "that was compiled.\n"),
            std::string::npos)
      << listing;
  EXPECT_NE(body(listing).find("  4.00 s             8.00 s  20  (not in the file)\n"), std::string::npos)
      << listing;
}

TEST(SourceListing, CutsWhatIsWiderThanTheTerminal) {
  SourceText wide{.path = "wave.c", .lines = {std::string(200, 'x'), ""}};
  for (int i = 0; i < 200; ++i) wide.lines[1] += "ä";  // of two bytes
  const SourceFile one{.name = "wave.c", .lines = {{1, {1, 0, 0}}}};
  std::string letters;
  for (int i = 0; i < 65; ++i) letters += "ä";
  const std::string listing = source_listing(query::Space(example_report()), one, wide, false);
  EXPECT_NE(listing.find(" 1  " + std::string(65, 'x') + "...\n"), std::string::npos) << listing;
  EXPECT_NE(listing.find(" 2  " + letters + "...\n"), std::string::npos) << listing;
}

}  // namespace
}  // namespace latecomer::text
