// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/add_member.h"

#include <algorithm>

#include "cubex/archive_file.h"
#include "cubex/shared_file.h"
#include "cubex/tar_header.h"
#include "cubex/tar_writer.h"

namespace latecomer::cubex {

Status add_member(const std::filesystem::path& path, std::string_view name, std::string_view content) {
  TRY(const ArchiveFile archive, ArchiveFile::open(path));
  uint64_t end = 0;
  for (const auto& [other, member] : archive.members())
    end = std::max(end, member.offset + padded(member.size));
  SharedFile file(path);
  TarWriter tar(file, true, end);
  tar.add_member(name, content);
  tar.finish();
  return file.close();
}

}  // namespace latecomer::cubex
