// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string_view>

#include "otf2/record_fields.h"

namespace latecomer::otf2 {

/// Says which files records are in: the types of some definitions depend on that.
enum class DefinitionsFile : uint8_t { global, local };

/// Returns whether the record has all fields that libotf2 reads of a definition of that type. Types that are
/// not known have none: libotf2 goes over them.
bool has_fields_of_definition(DefinitionsFile file, uint8_t type, RecordFields fields);

/// Returns whether the list of attributes in front of an event is whole.
bool has_attributes(RecordFields fields);

}  // namespace latecomer::otf2
