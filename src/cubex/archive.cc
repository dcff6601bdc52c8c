// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "base/regular_file.h"
#include "cubex/deflate.h"

namespace latecomer::cubex {

namespace {

struct CloseArchive {
  void operator()(archive* a) const { archive_read_free(a); }
};
using ArchivePtr = std::unique_ptr<archive, CloseArchive>;

/// No compressed file holds more, unless it was made to exhaust memory.
constexpr size_t kMostUnpacked = size_t{2} << 30U;

const char* reason(archive* a) {
  const char* text = archive_error_string(a);
  return text != nullptr ? text : "unknown format";
}

Result<Bytes> read_member(archive* a, const std::string& what) {
  const bool is_compressed = archive_filter_code(a, 0) != ARCHIVE_FILTER_NONE;
  Bytes content;
  while (true) {
    const void* block = nullptr;
    size_t size = 0;
    la_int64_t offset = 0;
    const int status = archive_read_data_block(a, &block, &size, &offset);
    if (status == ARCHIVE_EOF) return content;
    if (status != ARCHIVE_OK)
      return Error{fmt::format("{}: {}; the file is damaged or incomplete", what, reason(a))};
    if (offset != static_cast<la_int64_t>(content.size())) {
      return Error{fmt::format("{}: has holes, as no .cubex file has", what)};
    }
    if (is_compressed && archive_filter_bytes(a, 0) > static_cast<la_int64_t>(kMostUnpacked)) {
      return Error{fmt::format("{}: the compressed file holds more than {} GiB; unpack it first", what,
                               kMostUnpacked >> 30U)};
    }
    const std::byte* bytes = static_cast<const std::byte*>(block);
    content.insert(content.end(), bytes, bytes + size);
  }
}

Result<ArchivePtr> open_archive(const RegularFile& file, const std::filesystem::path& path) {
  ArchivePtr opened(archive_read_new());
  archive_read_support_format_tar(opened.get());
  archive_read_support_filter_gzip(opened.get());
  constexpr size_t kBlock = 1 << 16;
  if (archive_read_open_fd(opened.get(), file.descriptor(), kBlock) != ARCHIVE_OK) {
    return Error{fmt::format("{}: cannot be read as a .cubex file: {}", path.string(), reason(opened.get()))};
  }
  return opened;
}

}  // namespace

Result<Members> read_archive(const std::filesystem::path& path) {
  const Result<RegularFile> file = RegularFile::open(path.c_str());
  if (!file) return Error{fmt::format("{}: {}", path.string(), file.error().message)};
  TRY(ArchivePtr opened, open_archive(file.value(), path));
  Members members;
  while (true) {
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(opened.get(), &entry);
    if (status == ARCHIVE_EOF) return members;
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN) {
      return Error{
          fmt::format("{}: is not a tar archive, or a damaged one: {}", path.string(), reason(opened.get()))};
    }
    const char* name = archive_entry_pathname(entry);
    if (name == nullptr || archive_entry_filetype(entry) != AE_IFREG) continue;
    const std::string member = name;
    TRY(Bytes content, read_member(opened.get(), path.string() + ": " + member));
    members[member.starts_with("./") ? member.substr(2) : member] = std::move(content);
  }
}

Result<Bytes> gunzip_if_needed(Bytes content, const std::string& what) {
  if (content.size() < 2 || content[0] != std::byte{0x1f} || content[1] != std::byte{0x8b}) return content;
  std::optional<Bytes> plain = gunzip(content, kMostUnpacked);
  if (!plain)
    return Error{fmt::format("{}: its gzip compression is damaged, or holds more than {} GiB", what,
                             kMostUnpacked >> 30U)};
  return std::move(*plain);
}

}  // namespace latecomer::cubex
