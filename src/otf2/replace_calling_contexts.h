// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "base/result.h"
#include "trace/definitions.h"

namespace latecomer::otf2 {

/// Rewrites the global definitions of an archive that latecomer recorded, after functions and lines of its
/// calling contexts were found: `definitions` are its own, in which contexts have other regions and source
/// locations, and those that it had keep their ids. Contexts that were added are of the functions whose code
/// lies in inlined ones, and are parents of those that were there. The files are replaced when all is
/// written.
Status replace_calling_contexts(const std::string& archive, const trace::Definitions& definitions);
/// Goes on with `replace_calling_contexts` where it was interrupted while it replaced the files: until then,
/// an archive cannot be relied on. It is called before the archive is opened.
Status finish_replacing(const std::string& archive);

}  // namespace latecomer::otf2
