// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What include/latecomer.h finds in a program that is recorded: regions and phases that the program marks,
// and the switch of recording.

#include <cstring>
#include <optional>
#include <string_view>

#include "latecomer.h"
#include "record/core/recorder.h"

namespace latecomer::record {

namespace {

// What has no name is no part of the program, neither its begin nor its end. An archive has no room for names
// of any length.
std::string_view cut(const char* name) {
  constexpr size_t kLongest = 1000;
  return {name, strnlen(name, kLongest)};
}

void begin_region(const char* name, int in_c) {
  if (name == nullptr) return;
  begin_marked(cut(name), std::nullopt, in_c != 0 ? __builtin_return_address(0) : nullptr,
               __builtin_dwarf_cfa());
}

void end_region(const char* name) {
  if (name == nullptr) return;
  end_marked(cut(name), std::nullopt, __builtin_dwarf_cfa());
}

void begin_phase(const char* name, long long number, int in_c) {
  if (name == nullptr) return;
  begin_marked(cut(name), number, in_c != 0 ? __builtin_return_address(0) : nullptr, __builtin_dwarf_cfa());
}

void end_phase(const char* name, long long number) {
  if (name == nullptr) return;
  end_marked(cut(name), number, __builtin_dwarf_cfa());
}

void recording_off() {
  switch_recording(false, __builtin_dwarf_cfa());
}

void recording_on() {
  switch_recording(true, __builtin_dwarf_cfa());
}

}  // namespace

}  // namespace latecomer::record

extern "C" {
extern const struct latecomer_recorder latecomer_recorder;
const struct latecomer_recorder latecomer_recorder = {
    latecomer::record::begin_region, latecomer::record::end_region,    latecomer::record::begin_phase,
    latecomer::record::end_phase,    latecomer::record::recording_off, latecomer::record::recording_on};
}
