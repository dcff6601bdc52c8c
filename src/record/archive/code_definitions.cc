// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// While a program runs, only addresses are recorded. Their functions and lines are found when it has ended,
// and each address is looked up once. One address can turn out to be several frames, a function and those
// that were inlined into it. The events are in the archive by then, and refer to a call by its position in
// the tree: so the outermost function of a call has this position, the inlined ones come behind all calls,
// and the innermost of them is noted as what is meant. So is the function that is called there, where it
// jumps to what it calls last and is on no stack itself.
//
//     the tree       0: app+0x10a0    1: app+0x1134, called from 0    2: libmpi.so+0x80, called from 1
//     the archive    0: main w.c:31   1: f w.c:20 in 0                2: MPI_Send in 1
//                    3: g w.h:9 in 1  4: h w.h:4 in 3                 innermost of 1 is 4
//
// Cost: that of reading debug information, mostly; else one step for each call and frame.

#include "record/archive/code_definitions.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "base/c_library.h"

namespace latecomer::record {

using symbols::SourceCode;
using symbols::SourceFrame;
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

class CodeDefinitions {
 public:
  CodeDefinitions(const std::vector<CodeModule>& modules, const CodeAt& code_at,
                  trace::Definitions& definitions)
      : modules_(modules), find_code_(code_at), definitions_(definitions) {}

  /// Names a recorded function's region, which it keeps; calls on stacks that are in it are of that region.
  void name_recorded(RegionId id, const RegionKey& function) {
    if (function.module.empty()) return;
    const std::vector<SourceFrame> frames =
        code_at({function.module, function.build_id, function.address}).frames;
    if (frames.empty()) return;
    set_function(definitions_.regions[id.index()], frames.front());
    recorded_.try_emplace({function.module, key_of(frames.front())}, id);
  }

  /// Adds all calls; callers come before their callees.
  otf2::MeantContexts add(const std::vector<StackNode>& calls) {
    definitions_.calling_contexts.resize(calls.size());
    is_outside_.resize(calls.size());
    for (size_t i = 0; i < calls.size(); ++i) add_call(CallingContextId(i), calls[i]);
    return std::move(meant_);
  }

 private:
  struct Frame {
    RegionId region;
    SourceLocationId location;
  };
  struct Code {
    std::vector<Frame> frames;         ///< Has at least one, outermost first.
    std::optional<Frame> tail_caller;  ///< Is the function that is called there, if it has tail calls.
    bool is_in_main = false;           ///< Says that the outermost frame is main.
    bool may_call_main =
        false;  ///< Says that this is of the C library or the recorder, or begins a program or thread.
  };

  void add_call(CallingContextId id, const StackNode& call) {
    const auto [known, is_new] = code_.try_emplace(call.call);
    if (is_new) known->second = find_code(call.call);
    const Code& code = known->second;
    CallingContextId parent(call.caller.value);
    if (parent.valid() && is_outside_[parent.index()]) parent = CallingContextId();
    is_outside_[id.index()] = !parent.valid() && code.may_call_main;
    if (code.is_in_main) parent = CallingContextId();
    std::vector<trace::CallingContext>& contexts = definitions_.calling_contexts;
    contexts[id.index()] = {code.frames.front().region, code.frames.front().location, parent};
    CallingContextId innermost = id;
    for (size_t i = 1; i < code.frames.size(); ++i) {
      contexts.push_back({code.frames[i].region, code.frames[i].location, innermost});
      innermost = CallingContextId(contexts.size() - 1);
    }
    if (innermost != id) meant_.innermost.emplace_back(id, innermost);
    if (!code.tail_caller) return;
    contexts.push_back({code.tail_caller->region, code.tail_caller->location, innermost});
    meant_.tail_callers.emplace_back(id, CallingContextId(contexts.size() - 1));
  }

  Code find_code(const ModuleAddress& call) {
    if (!call.module.valid()) return {{{add_region(unknown_callers()), {}}}};
    const CodeModule& module = modules_[call.module.index()];
    if (!module.function.empty()) return python_code(module, static_cast<uint32_t>(call.address));
    const CodeAddress address{module.path, module.build_id, call.address};
    const auto [found, tail_caller] = code_at(address);
    Code code{.may_call_main =
                  is_c_library(module.path) || is_recorder_module(module.path) || is_start(found)};
    for (const SourceFrame& frame : found) {
      if (frame.function == "main") code = {.is_in_main = true};
      code.frames.push_back({region_of(module.path, frame), location_of(address, frame)});
    }
    // Of a recorded function there are events, whose call is not to be in it.
    if (tail_caller && !recorded_.contains({module.path, key_of(*tail_caller)}))
      code.tail_caller = {region_of(module.path, *tail_caller), location_of(address, *tail_caller)};
    if (found.empty()) code.frames = {{add_region(trace::region_of(address)), location_of(address, {})}};
    return code;
  }

  /// Returns a function in Python, which nothing is inlined into. One that is called main is not the
  /// program's.
  Code python_code(const CodeModule& function, uint32_t line) {
    const SourceFrame frame{.function = function.function,
                            .function_file = function.path,
                            .begin_line = function.begin_line,
                            .file = function.path,
                            .line = line};
    return {{{region_of(function.path, frame), location_of({}, frame)}}};
  }

  /// Returns what is at an address; where no debug information says which file of the source a function is
  /// in, its module distinguishes it from others of that name.
  SourceCode code_at(const CodeAddress& address) {
    SourceCode code = find_code_(address);
    for (SourceFrame& frame : code.frames) {
      if (frame.function_file.empty()) frame.function_file = address.module;
    }
    return code;
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

  static trace::Region unknown_callers() {
    trace::Region region;
    region.name = "unknown callers";
    region.paradigm = trace::Paradigm::sampling;
    region.role = trace::RegionRole::code;
    return region;
  }

  RegionId add_region(trace::Region region) {
    definitions_.regions.push_back(std::move(region));
    return RegionId(definitions_.regions.size() - 1);
  }

  RegionId region_of(const std::string& module, const SourceFrame& frame) {
    const auto recorded = recorded_.find({module, key_of(frame)});
    if (recorded != recorded_.end()) return recorded->second;
    const auto [known, is_new] = regions_.try_emplace(key_of(frame));
    if (!is_new) return known->second;
    trace::Region region;
    set_function(region, frame);
    region.paradigm = trace::Paradigm::sampling;
    region.role = trace::RegionRole::function;
    return known->second = add_region(std::move(region));
  }

  /// Returns the line, or the address where no line is known.
  SourceLocationId location_of(const CodeAddress& address, const SourceFrame& frame) {
    const trace::SourceLocation location = frame.file.empty()
                                               ? trace::SourceLocation{trace::name_of(address), 0}
                                               : trace::SourceLocation{frame.file, frame.line};
    const auto [known, is_new] = locations_.try_emplace(location, definitions_.source_locations.size());
    if (is_new) definitions_.source_locations.push_back(location);
    return known->second;
  }

  const std::vector<CodeModule>& modules_;
  const CodeAt& find_code_;
  trace::Definitions& definitions_;
  std::vector<bool> is_outside_;  ///< Marks calls outside of main or a thread's start routine.
  otf2::MeantContexts meant_;
  std::map<ModuleAddress, Code> code_;
  std::map<std::pair<std::string, FunctionKey>, RegionId> recorded_;  ///< Has a region per module.
  std::map<FunctionKey, RegionId> regions_;
  std::map<trace::SourceLocation, SourceLocationId> locations_;
};

}  // namespace

otf2::MeantContexts add_code(const SharedDefinitions& shared, const CodeAt& code_at,
                             trace::Definitions& definitions) {
  CodeDefinitions code(shared.stacks.modules(), code_at, definitions);
  size_t region = 0;
  for (const RegionKey& key : shared.regions) code.name_recorded(RegionId(region++), key);
  return code.add(shared.stacks.nodes());
}

}  // namespace latecomer::record
