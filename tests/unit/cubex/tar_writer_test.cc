// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/tar_writer.h"

#include <gtest/gtest.h>

#include <fstream>

#include "cubex/archive_file.h"
#include "cubex/shared_file.h"
#include "cubex/tar_header.h"
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

}  // namespace
}  // namespace latecomer::cubex
