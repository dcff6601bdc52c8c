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

#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "symbols/module.h"
#include "trace/code_address.h"

namespace latecomer::symbols {

using trace::CallingContext;
using trace::CallingContextId;
using trace::CodeAddress;
using trace::RegionId;
using trace::SourceLocationId;

namespace {

bool is_of_c_library(const CodeAddress& address) {
  const std::string name = address.module.substr(address.module.rfind('/') + 1);
  return name.starts_with("libc.so") || name.starts_with("libpthread.so") || name.starts_with("ld-linux");
}

/// What calls main and threads' start routines, as programs have it that are linked statically.
bool is_start(const std::vector<SourceFrame>& frames) {
  static const std::set<std::string> kNames = {
      "_start", "__libc_start_main",     "__libc_start_main_impl", "start_thread", "clone",
      "clone3", "__libc_start_call_main"};
  return !frames.empty() && kNames.contains(frames.front().function);
}

/// The files that addresses are in.
class Modules {
 public:
  std::vector<SourceFrame> frames_at(const CodeAddress& address) {
    if (!address.module.starts_with('/')) return {};  // the kernel's part of the process is no file
    const auto [known, is_new] =
        modules_.try_emplace(std::pair(address.module, address.build_id), std::nullopt);
    if (is_new) {
      Result<Module> module = Module::open(address.module, address.build_id);
      if (module)
        known->second = std::move(module).value();
      else
        problems_.push_back(module.error().message);
    }
    return known->second ? known->second->frames_at(address.offset) : std::vector<SourceFrame>();
  }
  std::vector<std::string> take_problems() { return std::move(problems_); }

 private:
  std::map<std::pair<std::string, std::string>, std::optional<Module>> modules_;
  std::vector<std::string> problems_;
};

class Namer {
 public:
  explicit Namer(trace::Definitions& definitions)
      : definitions_(definitions),
        contexts_(definitions.calling_contexts),
        own_(definitions.calling_contexts.size()),
        is_outside_(own_) {}

  /// Parents come before their children.
  std::vector<std::string> run() {
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
  void name(CallingContextId id) {
    const std::optional<CodeAddress> address =
        trace::address_of(definitions_.regions[contexts_[id.index()].region.index()]);
    if (!address) return;
    const auto [known, is_new] = frames_.try_emplace(*address);
    if (is_new) known->second = frames_at(*address);
    const bool is_root = !contexts_[id.index()].parent.valid();
    is_outside_[id.index()] = is_root && (is_of_c_library(*address) || is_start(known->second));
    set_frames(id, known->second);
  }

  /// Where no debug information says which file of the source a function is in, its module tells it apart
  /// from others of that name.
  std::vector<SourceFrame> frames_at(const CodeAddress& address) {
    std::vector<SourceFrame> frames = modules_.frames_at(address);
    for (SourceFrame& frame : frames) {
      if (frame.function_file.empty()) frame.function_file = address.module;
    }
    return frames;
  }

  void set_frames(CallingContextId id, const std::vector<SourceFrame>& frames) {
    for (size_t i = 0; i < frames.size(); ++i) {
      CallingContext context = contexts_[id.index()];
      const bool is_main = frames[i].function == "main";
      if (is_main) context.parent = CallingContextId();
      context.region = region_of(frames[i]);
      if (!frames[i].file.empty()) context.location = location_of(frames[i]);
      contexts_[id.index()] = context;
      if (i + 1 < frames.size()) contexts_[id.index()].parent = added(context);
    }
  }

  /// A context of a function into which others were inlined.
  CallingContextId added(const CallingContext& context) {
    const auto [known, is_new] =
        added_.try_emplace({context.region, context.location, context.parent}, contexts_.size());
    if (is_new) contexts_.push_back(context);
    return known->second;
  }

  RegionId region_of(const SourceFrame& frame) {
    const auto [known, is_new] = regions_.try_emplace({frame.function, frame.function_file, frame.begin_line},
                                                      definitions_.regions.size());
    if (!is_new) return known->second;
    trace::Region region;
    region.name = frame.function;
    region.canonical_name = frame.linkage_name;
    region.file = frame.function_file;
    region.begin_line = frame.begin_line;
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
  const size_t own_;              ///< those that the trace had
  std::vector<bool> is_outside_;  ///< of the program's code, and of main or a thread's start routine
  Modules modules_;
  std::map<CodeAddress, std::vector<SourceFrame>> frames_;
  std::map<std::tuple<std::string, std::string, uint32_t>, RegionId> regions_;
  std::map<trace::SourceLocation, SourceLocationId> locations_;
  std::map<std::tuple<RegionId, SourceLocationId, CallingContextId>, CallingContextId> added_;
};

}  // namespace

bool can_be_named(const trace::Definitions& definitions) {
  bool has_addresses = false;
  for (const CallingContext& context : definitions.calling_contexts) {
    const trace::Region& region = definitions.regions[context.region.index()];
    if (region.role == trace::RegionRole::function) return false;
    has_addresses = has_addresses || trace::address_of(region);
  }
  return has_addresses;
}

std::vector<std::string> name_calling_contexts(trace::Definitions& definitions) {
  return Namer(definitions).run();
}

}  // namespace latecomer::symbols
