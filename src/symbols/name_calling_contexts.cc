// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// While a program runs, only addresses are recorded. Their functions and lines are found when it has ended:
// each file is opened once, and each address looked up once.
//
//     before   app+0x1134 <- app+0x10a0 <- libc.so.6+0x2724a
//     after    h w.h:4 <- g w.h:9 <- f w.c:20 <- main w.c:31         g was inlined into f, h into g
//
// Cost: that of reading debug information, mostly; else one step for each context and frame.

#include "symbols/name_calling_contexts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "base/c_library.h"
#include "symbols/modules.h"
#include "trace/code_address.h"

namespace latecomer::symbols {

using trace::CallingContext;
using trace::CallingContextId;
using trace::CodeAddress;
using trace::RegionId;
using trace::SourceLocationId;

namespace {

/// Returns whether a function calls main or threads' start routines, in statically linked programs.
bool is_start(const std::vector<SourceFrame>& frames) {
  static const std::set<std::string> kNames = {
      "_start", "__libc_start_main",     "__libc_start_main_impl", "start_thread", "clone",
      "clone3", "__libc_start_call_main"};
  return !frames.empty() && kNames.contains(frames.front().function);
}

class Namer {
 public:
  explicit Namer(trace::Definitions& definitions)
      : definitions_(definitions),
        contexts_(definitions.calling_contexts),
        own_(definitions.calling_contexts.size()),
        is_outside_(own_) {}

  /// Names all contexts; parents come before their children.
  std::vector<std::string> run() {
    for (size_t i = 0; i < definitions_.regions.size(); ++i) name_recorded(RegionId(i));
    for (size_t i = 0; i < definitions_.source_locations.size(); ++i)
      locations_.try_emplace(definitions_.source_locations[i], i);
    for (size_t i = 0; i < own_; ++i) {
      const CallingContextId parent = contexts_[i].parent;
      if (parent.valid() && is_outside_[parent.index()]) contexts_[i].parent = CallingContextId();
      name(CallingContextId(i));
    }
    return modules_.take_problems();
  }

 private:
  /// Names a recorded function's region, which it keeps; calls on stacks that are in it are of that region.
  void name_recorded(RegionId id) {
    const std::optional<CodeAddress> address = trace::function_address_of(definitions_.regions[id.index()]);
    if (!address) return;
    const std::vector<SourceFrame> frames = frames_at(*address);
    if (frames.empty()) return;
    set_function(definitions_.regions[id.index()], frames.front());
    recorded_.try_emplace({address->module, key_of(frames.front())}, id);
  }

  void name(CallingContextId id) {
    const std::optional<CodeAddress> address =
        trace::address_of(definitions_.regions[contexts_[id.index()].region.index()]);
    if (!address) return;
    const auto [known, is_new] = frames_.try_emplace(*address);
    if (is_new) known->second = frames_at(*address);
    const bool is_root = !contexts_[id.index()].parent.valid();
    is_outside_[id.index()] = is_root && (is_c_library(address->module) || is_start(known->second));
    set_frames(id, address->module, known->second);
  }

  /// Returns the frames; where no debug information says which file of the source a function is in, its
  /// module distinguishes it from others of that name.
  std::vector<SourceFrame> frames_at(const CodeAddress& address) {
    std::vector<SourceFrame> frames = modules_.frames_at(address);
    for (SourceFrame& frame : frames) {
      if (frame.function_file.empty()) frame.function_file = address.module;
    }
    return frames;
  }

  void set_frames(CallingContextId id, const std::string& module, const std::vector<SourceFrame>& frames) {
    for (size_t i = 0; i < frames.size(); ++i) {
      CallingContext context = contexts_[id.index()];
      const bool is_main = frames[i].function == "main";
      if (is_main) context.parent = CallingContextId();
      context.region = region_of(module, frames[i]);
      if (!frames[i].file.empty()) context.location = location_of(frames[i]);
      contexts_[id.index()] = context;
      if (i + 1 < frames.size()) contexts_[id.index()].parent = added(context);
    }
  }

  /// Adds a context of a function into which others were inlined.
  CallingContextId added(const CallingContext& context) {
    const auto [known, is_new] =
        added_.try_emplace({context.region, context.location, context.parent}, contexts_.size());
    if (is_new) contexts_.push_back(context);
    return known->second;
  }

  using FunctionKey = std::tuple<std::string, std::string, uint32_t>;
  static FunctionKey key_of(const SourceFrame& frame) {
    return {frame.function, frame.function_file, frame.begin_line};
  }

  static void set_function(trace::Region& region, const SourceFrame& frame) {
    region.name = frame.function;
    region.canonical_name = frame.linkage_name;
    region.description.clear();
    region.file = frame.function_file;
    region.begin_line = frame.begin_line;
  }

  RegionId region_of(const std::string& module, const SourceFrame& frame) {
    const auto recorded = recorded_.find({module, key_of(frame)});
    if (recorded != recorded_.end()) return recorded->second;
    const auto [known, is_new] = regions_.try_emplace(key_of(frame), definitions_.regions.size());
    if (!is_new) return known->second;
    trace::Region region;
    set_function(region, frame);
    region.paradigm = trace::Paradigm::sampling;
    region.role = trace::RegionRole::function;
    definitions_.regions.push_back(std::move(region));
    return known->second;
  }

  SourceLocationId location_of(const SourceFrame& frame) {
    const trace::SourceLocation location{frame.file, frame.line};
    const auto [known, is_new] = locations_.try_emplace(location, definitions_.source_locations.size());
    if (is_new) definitions_.source_locations.push_back(location);
    return known->second;
  }

  trace::Definitions& definitions_;
  std::vector<CallingContext>& contexts_;
  const size_t own_;              ///< Counts the contexts that the trace had.
  std::vector<bool> is_outside_;  ///< Marks contexts outside of main or a thread's start routine.
  Modules modules_;
  std::map<CodeAddress, std::vector<SourceFrame>> frames_;
  std::map<std::pair<std::string, FunctionKey>, RegionId> recorded_;  ///< Has a region per module.
  std::map<FunctionKey, RegionId> regions_;
  std::map<trace::SourceLocation, SourceLocationId> locations_;
  std::map<std::tuple<RegionId, SourceLocationId, CallingContextId>, CallingContextId> added_;
};

}  // namespace

bool can_be_named(const trace::Definitions& definitions) {
  for (const CallingContext& context : definitions.calling_contexts) {
    if (definitions.regions[context.region.index()].role == trace::RegionRole::function) return false;
  }
  return std::ranges::any_of(definitions.regions, [](const trace::Region& region) {
    return trace::address_of(region) || trace::function_address_of(region);
  });
}

std::vector<std::string> name_calling_contexts(trace::Definitions& definitions) {
  return Namer(definitions).run();
}

}  // namespace latecomer::symbols
