// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/python/layout.h"

#include <algorithm>
#include <array>

namespace latecomer::record {

namespace {

constexpr std::array kLayouts = {
    PythonLayout{.version = 0x030b,
                 .innermost = 56,
                 .has_records = true,
                 .record_innermost = 8,
                 .record_previous = 16,
                 .code = 32,
                 .instruction = 56,
                 .previous = 48,
                 .kind = 68,
                 .end_kind = 1,
                 .end_is_function = true,
                 .first_line = 72,
                 .file = 112,
                 .name = 128,
                 .lines = 136,
                 .instructions = 184,
                 .ascii_text = 48,
                 .other_text = 72},
    PythonLayout{.version = 0x030c,
                 .innermost = 56,
                 .has_records = true,
                 .record_innermost = 0,
                 .record_previous = 8,
                 .code = 0,
                 .instruction = 56,
                 .previous = 8,
                 .kind = 70,
                 .end_kind = 3,
                 .end_is_function = false,
                 .first_line = 68,
                 .file = 112,
                 .name = 128,
                 .lines = 136,
                 .instructions = 192,
                 .ascii_text = 40,
                 .other_text = 56},
    PythonLayout{.version = 0x030d,
                 .innermost = 72,
                 .has_records = false,
                 .record_innermost = 0,
                 .record_previous = 0,
                 .code = 0,
                 .instruction = 56,
                 .previous = 8,
                 .kind = 70,
                 .end_kind = 3,
                 .end_is_function = false,
                 .first_line = 68,
                 .file = 112,
                 .name = 128,
                 .lines = 136,
                 .instructions = 200,
                 .ascii_text = 40,
                 .other_text = 56},
};

}  // namespace

const PythonLayout* python_layout(unsigned long version) noexcept {
  constexpr unsigned kBelowMinor = 16;
  const auto* const found = std::ranges::find(kLayouts, version >> kBelowMinor, &PythonLayout::version);
  return found == kLayouts.end() ? nullptr : found;
}

}  // namespace latecomer::record
