// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/recorded_part.h"

#include <stdlib.h>

#include <atomic>
#include <string>

#include "record/core/process_state.h"
#include "record/core/threads.h"
#include "record/core/trouble.h"

namespace latecomer::record {

namespace {

/// Names regions, or phases with their numbers: "iteration 3". An empty one is the begin, or the end, of the
/// run.
struct Bounds {
  std::string ranks;
  std::string from;
  std::string to;
};

// Never destroyed: threads may go on while the process exits.
const Bounds* bounds = nullptr;
std::atomic<bool> in_part{true};
std::atomic<bool> wanted_by_program{true};

std::string text_in(const char* variable) {
  const char* text = getenv(variable);
  return text == nullptr ? "" : text;
}

/// Returns whether a list as "0,4-7", which latecomer has checked, has the rank.
bool contains(const std::string& ranks, uint32_t rank) {
  constexpr int kDecimal = 10;
  for (const char* next = ranks.c_str(); *next != '\0'; next += *next == ',' ? 1 : 0) {
    char* end = nullptr;
    const unsigned long first = strtoul(next, &end, kDecimal);
    const unsigned long last = *end == '-' ? strtoul(end + 1, &end, kDecimal) : first;
    if (first <= rank && rank <= last) return true;
    if (end == next) return false;
    next = end;
  }
  return false;
}

bool is_named(const std::string& bound, std::string_view name, std::optional<int64_t> number) {
  return bound == (number ? std::string(name) + " " + std::to_string(*number) : std::string(name));
}

void switch_as_wanted() {
  switch_all_threads(in_part && wanted_by_program);
}

void set_in_part(bool in) {
  in_part = in;
  switch_as_wanted();
}

}  // namespace

void prepare_part() {
  Bounds given{text_in("LATECOMER_RANKS"), text_in("LATECOMER_FROM"), text_in("LATECOMER_TO")};
  if (!given.ranks.empty() || !given.from.empty() || !given.to.empty()) bounds = new Bounds(std::move(given));
}

bool has_part() noexcept {
  return bounds != nullptr;
}

void begin_part(std::optional<uint32_t> rank) noexcept {
  if (bounds == nullptr || !is_on()) return;
  harmless([&] {
    const bool is_chosen = bounds->ranks.empty() || !rank || contains(bounds->ranks, *rank);
    if (!is_chosen || !bounds->from.empty()) set_in_part(false);
    if (!is_chosen) bounds = new Bounds;  // nothing begins it
  });
}

void part_may_begin(std::string_view name, std::optional<int64_t> number) noexcept {
  harmless([&] {
    if (!in_part && is_named(bounds->from, name, number)) set_in_part(true);
  });
}

void part_may_end(std::string_view name, std::optional<int64_t> number) noexcept {
  harmless([&] {
    if (in_part && is_named(bounds->to, name, number)) set_in_part(false);
  });
}

void program_switches(bool on) noexcept {
  wanted_by_program = on;
  harmless(switch_as_wanted);
}

}  // namespace latecomer::record
