// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "export/perfetto_file.h"

#include <gtest/gtest.h>

#include <string>

#include "export/nested_slices.h"
#include "file_fixture.h"

namespace latecomer::perfetto {
namespace {

/// By the encoding's rules: the key is the field's number times eight and 0 for a number in pieces of seven
/// bits, 1 for eight bytes, 2 for a length and bytes.
TEST(Protobuf, Encoding) {
  Message message;
  message.add(1, uint64_t{150});
  EXPECT_EQ(message.bytes(), "\x08\x96\x01");
  message.clear();
  message.add(2, std::string_view("testing"));
  EXPECT_EQ(message.bytes(), "\x12\x07testing");
  message.clear();
  message.add_fixed(47, 1);
  EXPECT_EQ(message.bytes(), std::string("\xf9\x02\x01\0\0\0\0\0\0\0", 10));
  message.clear();
  message.add(4, static_cast<uint64_t>(int64_t{-1}));
  EXPECT_EQ(message.bytes(), "\x20\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
}

/// Packets are field 1 of the file. The first says, on sequence 1 (field 10), that nothing is known before it
/// and that it interns something (field 13: 1 + 2).
TEST_F(FileTest, BeginsByForgettingWhatWasBefore) {
  Result<PerfettoFile> file = PerfettoFile::create(path_);
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->close());
  std::ifstream in(path_, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(bytes.size(), file->size());
  const Fields all(bytes);
  const Fields first(all.texts.find(1)->second);
  EXPECT_EQ(first.number(10), 1u);
  EXPECT_EQ(first.number(13), 3u);
}

TEST_F(FileTest, CannotBeCreated) {
  const Result<PerfettoFile> file = PerfettoFile::create(path_ / "none");
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().message.find(path_.string()), std::string::npos);
}

/// /dev/full takes nothing.
TEST_F(FileTest, TellsThatADiskIsFull) {
  Result<PerfettoFile> file = PerfettoFile::create("/dev/full");
  ASSERT_TRUE(file);
  file->add_process("p");
  EXPECT_FALSE(file->close());
}

/// a and its parts b and c, where d overlaps a's end: it needs another track, and e fits into the first
/// again.
///
///     a 0..10, b 0..4, c 4..4, d 6..12, e 12..13
TEST_F(FileTest, OverlappingSlicesGetTracks) {
  Result<PerfettoFile> file = PerfettoFile::create(path_);
  ASSERT_TRUE(file);
  NestedSlices slices(*file, "waits", TrackId());
  slices.add(0, 10, file->name("a"), {});
  slices.add(0, 4, file->name("b"), {});
  slices.add(4, 4, file->name("c"), {});
  slices.add(6, 12, file->name("d"), {});
  const TrackId other = file->add_track("other");  // is the third
  EXPECT_EQ(other, TrackId(2));
  slices.add(12, 13, file->name("e"), {});
  slices.finish();
  ASSERT_TRUE(file->close());
  EXPECT_EQ(events(),
            "waits: 0 begin a\n"
            "waits: 0 begin b\n"
            "waits: 4 end\n"
            "waits: 4 begin c\n"
            "waits: 4 end\n"
            "waits: 6 begin d\n"
            "waits: 10 end\n"
            "waits: 12 end\n"
            "waits: 12 begin e\n"
            "waits: 13 end\n");
}

}  // namespace
}  // namespace latecomer::perfetto
