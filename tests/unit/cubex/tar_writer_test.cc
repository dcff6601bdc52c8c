// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/tar_writer.h"

#include <gtest/gtest.h>

#include <fstream>

#include "cubex/add_member.h"
#include "cubex/archive_file.h"
#include "cubex/reader.h"
#include "cubex/shared_file.h"
#include "cubex/tar_header.h"
#include "cubex/writer.h"
#include "example.h"

namespace latecomer::cubex {
namespace {

/// A member written in each of the ways that there are, all with this content.
void write_members(TarWriter& tar, const std::string& content) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(content));
  tar.add_member("whole", content);
  tar.add_shared_member("shared", {content.size(), 0, {LargeText(content)}});
  const size_t head = content.size() / 2;
  const uint64_t behind_head = tar.begin_member(head);
  tar.end_member("behind_head", bytes.first(head), behind_head + content.size() - head);
}

// CubeLib takes the member after one of whole blocks for a part of it, and the metric whose values it holds
// for zero.
TEST(TarWriter, WritesNoMemberOfWholeBlocks) {
  const std::filesystem::path path = test_file("members.tar");
  for (const size_t size : {0, 1, 511, 512, 513, 1023, 1024, 1025}) {
    const std::string content(size, 'x');
    std::ofstream(path).close();
    SharedFile file(path);
    TarWriter tar(file, true);
    write_members(tar, content);
    tar.finish();
    ASSERT_TRUE(file.close());
    const Result<ArchiveFile> read = ArchiveFile::open(path);
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->members().size(), 3u) << size;
    const std::string expected = size % kTarBlock == 0 ? content + "\n" : content;
    for (const auto& [name, member] : read->members()) {
      const Result<Bytes> bytes = read->read(member);
      ASSERT_TRUE(bytes) << bytes.error().message;
      EXPECT_EQ(bytes->size(), expected.size()) << name;
      EXPECT_NE(bytes->size() % kTarBlock, 0u) << name;
      const std::string text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
      EXPECT_TRUE(name == "behind_head" || text == expected) << name;
    }
  }
  std::filesystem::remove(path);
}

TEST(AddMember, AddsToAFinishedReport) {
  const std::filesystem::path path = test_file("added.cubex");
  const std::unique_ptr<Comm> comm = serial_comm();
  const report::Report report = example_report();
  ASSERT_TRUE(write_cubex(share_of(report, *comm), *comm, path));
  ASSERT_TRUE(add_member(path, "first.json", "1"));
  ASSERT_TRUE(add_member(path, "second.json", std::string(kTarBlock, '2')));
  const Result<report::Report> read = read_cubex(path);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read->file("first.json"), "1");
  EXPECT_EQ(*read->file("second.json"), std::string(kTarBlock, '2') + "\n");
  for (size_t m = 0; m < report.metrics.size(); ++m) EXPECT_EQ(read->metrics[m].name, report.metrics[m].name);
  std::filesystem::remove(path);
  EXPECT_FALSE(add_member(path, "third.json", "3"));
}

}  // namespace
}  // namespace latecomer::cubex
