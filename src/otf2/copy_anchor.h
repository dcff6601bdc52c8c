// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "base/result.h"
#include "otf2/archive_files.h"
#include "otf2/library.h"

// These functions copy what an archive's anchor file says.
namespace latecomer::otf2 {

ArchiveFormat format_of(const ArchiveFiles& files, const ReaderHandle& reader);

/// Copies the texts and properties of the anchor file. The error is the first of the writer.
Status copy_anchor(const ReaderHandle& reader, const WriterHandle& writer);

}  // namespace latecomer::otf2
