// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/archive_file.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "cubex/deflate.h"
#include "cubex/tar_header.h"

namespace latecomer::cubex {

namespace {

struct CloseArchive {
  void operator()(archive* a) const { archive_read_free(a); }
};
using ArchivePtr = std::unique_ptr<archive, CloseArchive>;

/// Returns what a compressed file of this size may hold. It holds more only if it was made to fill up a disk.
uint64_t most_unpacked(uint64_t size) {
  constexpr uint64_t kLeast = uint64_t{64} << 20U;
  constexpr uint64_t kMost = uint64_t{2} << 30U;
  constexpr uint64_t kLargestRatio = 100;
  return std::clamp(size * kLargestRatio, kLeast, kMost);
}

constexpr size_t kBlock = 1 << 16;

const char* reason(archive* a) {
  const char* text = archive_error_string(a);
  return text != nullptr ? text : "unknown format";
}

/// Reads a tar file for libarchive. CubeWriter 4.8.0, in Score-P 8.0, adds the bytes of the checksum's own
/// field up as seven blanks, not eight. Where a block looks like that, the checksum is corrected.
class TarSource {
 public:
  TarSource(int descriptor, uint64_t size) : descriptor_(descriptor), size_(static_cast<off_t>(size)) {}

  int open(archive* a) {
    return archive_read_open2(
        a, this, nullptr,
        [](archive*, void* self, const void** block) { return static_cast<TarSource*>(self)->read(block); },
        [](archive*, void* self, la_int64_t bytes) { return static_cast<TarSource*>(self)->skip(bytes); },
        nullptr);
  }

 private:
  /// Skips bytes, but not beyond the file's end, which then is found to be too early.
  la_int64_t skip(la_int64_t bytes) {
    const la_int64_t skipped = std::min<la_int64_t>(bytes, std::max<off_t>(size_ - position_, 0));
    position_ += skipped;
    return skipped;
  }

  /// Reads whole blocks of the file, so that no header is in two pieces.
  la_ssize_t read(const void** block) {
    *block = buffer_.data();
    const size_t most = kBlock - static_cast<size_t>(position_) % kTarBlock;
    const ssize_t got = ::pread(descriptor_, buffer_.data(), most, position_);
    if (got < 0) return -1;
    const size_t size = static_cast<size_t>(got);
    const size_t begin = (kTarBlock - static_cast<size_t>(position_) % kTarBlock) % kTarBlock;
    for (size_t at = begin; at + kTarBlock <= size; at += kTarBlock)
      mend_checksum(std::span<std::byte, kTarBlock>(buffer_.data() + at, kTarBlock));
    position_ += got;
    return got;
  }

  int descriptor_;
  off_t size_;
  off_t position_ = 0;
  Bytes buffer_ = Bytes(kBlock);
};

bool begins_as_gzip(int descriptor) {
  std::array<unsigned char, 2> magic{};
  return ::pread(descriptor, magic.data(), magic.size(), 0) == 2 && magic[0] == 0x1f && magic[1] == 0x8b;
}

/// Returns whether a file is of Cube 3 or older, which wrote its reports as XML alone.
bool begins_as_cube3(int descriptor) {
  constexpr std::string_view kVersion = "<cube version=\"";
  std::array<char, 1024> head{};
  const ssize_t size = ::pread(descriptor, head.data(), head.size(), 0);
  const std::string_view text(head.data(), size > 0 ? static_cast<size_t>(size) : 0);
  const size_t version = text.find(kVersion);
  return text.starts_with('<') && version < text.size() - kVersion.size() &&
         std::string_view("123").find(text[version + kVersion.size()]) != std::string_view::npos;
}

Error too_large(const std::string& name, uint64_t most) {
  return Error{
      fmt::format("{}: the compressed file holds more than {} MiB; unpack it first", name, most >> 20U)};
}

uint64_t size_of(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 ? static_cast<uint64_t>(status.st_size) : 0;
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

/// Writes what a gzip file holds into a file without a name.
Result<RegularFile> unpack(const RegularFile& compressed, const std::string& name) {
  ArchivePtr opened(archive_read_new());
  archive_read_support_format_raw(opened.get());
  archive_read_support_filter_gzip(opened.get());
  archive_entry* entry = nullptr;
  if (archive_read_open_fd(opened.get(), compressed.descriptor(), kBlock) != ARCHIVE_OK ||
      archive_read_next_header(opened.get(), &entry) != ARCHIVE_OK)
    return Error{fmt::format("{}: cannot be unpacked: {}", name, reason(opened.get()))};
  const std::unique_ptr<std::FILE, CloseFile> unpacked(std::tmpfile());
  Bytes block(kBlock);
  const uint64_t most = most_unpacked(size_of(compressed.descriptor()));
  la_ssize_t size = 0;
  for (uint64_t total = 0; (size = archive_read_data(opened.get(), block.data(), block.size())) > 0;) {
    total += static_cast<uint64_t>(size);
    if (total > most) return too_large(name, most);
    if (unpacked == nullptr || std::fwrite(block.data(), 1, static_cast<size_t>(size), unpacked.get()) == 0)
      return Error{
          fmt::format("{}: cannot be unpacked into a temporary file: {}", name, std::strerror(errno))};
  }
  if (size < 0)
    return Error{fmt::format("{}: {}; the file is damaged or incomplete", name, reason(opened.get()))};
  if (unpacked == nullptr || std::fflush(unpacked.get()) != 0)
    return Error{fmt::format("{}: cannot be unpacked into a temporary file: {}", name, std::strerror(errno))};
  return RegularFile::open(fmt::format("/proc/self/fd/{}", ::fileno(unpacked.get())).c_str());
}

}  // namespace

Result<ArchiveFile> ArchiveFile::open(const std::filesystem::path& path) {
  const std::string name = path.string();
  Result<RegularFile> file = RegularFile::open(path.c_str());
  if (!file) return Error{fmt::format("{}: {}", name, file.error().message)};
  const uint64_t size = size_of(file->descriptor());
  if (begins_as_gzip(file->descriptor())) {
    TRY(RegularFile unpacked, unpack(*file, name));
    ArchiveFile archive(std::move(unpacked), name, size);
    TRY_STATUS(archive.find_members());
    return archive;
  }
  ArchiveFile archive(std::move(file).value(), name, size);
  TRY_STATUS(archive.find_members());
  return archive;
}

/// Finds members: libarchive knows tar's dialects, and has read up to a member after its header.
Status ArchiveFile::find_members() {
  const uint64_t file_size = size_of(file_.descriptor());
  if (begins_as_cube3(file_.descriptor()))
    return Error{fmt::format("{0}: is a report of Cube 3; this makes one of Cube 4 of it: cube3to4 {0} {1}",
                             name_,
                             std::filesystem::path(name_).stem().replace_extension(".cubex").string())};
  TarSource source(file_.descriptor(), file_size);
  ArchivePtr opened(archive_read_new());
  archive_read_support_format_tar(opened.get());
  if (source.open(opened.get()) != ARCHIVE_OK)
    return Error{fmt::format("{}: cannot be read as a .cubex file: {}", name_, reason(opened.get()))};
  while (true) {
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(opened.get(), &entry);
    if (status == ARCHIVE_EOF) return {};
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
      return Error{
          fmt::format("{}: is not a tar archive, or a damaged one: {}", name_, reason(opened.get()))};
    const char* name = archive_entry_pathname(entry);
    if (name == nullptr || archive_entry_filetype(entry) != AE_IFREG) continue;
    const std::string member = std::string(name).starts_with("./") ? name + 2 : name;
    if (archive_entry_sparse_count(entry) > 0)
      return Error{fmt::format("{}: {}: has holes, as no .cubex file has", name_, member)};
    const Member found{static_cast<uint64_t>(archive_filter_bytes(opened.get(), 0)),
                       static_cast<uint64_t>(archive_entry_size(entry))};
    if (found.offset > file_size || found.size > file_size - found.offset)
      return Error{
          fmt::format("{}: {}: ends behind the end of the file, which is incomplete", name_, member)};
    members_[member] = found;
  }
}

Result<Bytes> ArchiveFile::read(const Member& member, uint64_t offset, uint64_t size) const {
  Bytes bytes(size);
  uint64_t done = 0;
  while (done < size) {
    const ssize_t got = ::pread(file_.descriptor(), bytes.data() + done, size - done,
                                static_cast<off_t>(member.offset + offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      return Error{fmt::format("{}: cannot be read: {}", name_,
                               got < 0 ? std::strerror(errno) : "it has become shorter")};
    done += static_cast<uint64_t>(got);
  }
  return bytes;
}

Result<Bytes> ArchiveFile::read(const Member& member) const {
  if (member.size <= most_memory()) return read(member, 0, member.size);
  return Error{fmt::format("{}: a part of it holds {} MiB; unpack it first", name_, member.size >> 20U)};
}

uint64_t ArchiveFile::most_memory() const {
  constexpr uint64_t kAlways = uint64_t{16} << 20U;
  return std::max(kAlways, 4 * size_);
}

Result<Bytes> gunzip_if_needed(Bytes content, uint64_t most, const std::string& what) {
  if (content.size() < 2 || content[0] != std::byte{0x1f} || content[1] != std::byte{0x8b}) return content;
  std::optional<Bytes> plain = gunzip(content, most);
  if (!plain)
    return Error{
        fmt::format("{}: its gzip compression is damaged, or holds more than {} MiB", what, most >> 20U)};
  return std::move(*plain);
}

}  // namespace latecomer::cubex
