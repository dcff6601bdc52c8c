// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "base/result.h"
#include "otf2/archive_files.h"
#include "otf2/library.h"

// What an archive's anchor file says, for a copy of it.
namespace latecomer::otf2 {

ArchiveFormat format_of(const ArchiveFiles& files, const ReaderHandle& reader);

/// Its texts and properties.
Status copy_anchor(const ReaderHandle& reader, const WriterHandle& writer);

}  // namespace latecomer::otf2
