// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/id.h"

namespace latecomer::record {

/// Identifies a module of this process by the order in which the process has met them.
struct ModuleId : Id<ModuleId> {
  using Id::Id;
};

/// Describes an executable or shared library with code in it, or a function in Python: its addresses are
/// lines.
struct CodeModule {
  std::string path;           ///< Is the module's path, absolute where it is a file; or a file in Python.
  std::string build_id;       ///< Is the build id in hexadecimal digits; empty if the module has none.
  std::string function = {};  ///< Is the name of a function in Python; empty: this is a module.
  uint32_t begin_line = 0;    ///< Is the first line of a function in Python.

  static auto fields(auto& self) {
    return std::tie(self.path, self.build_id, self.function, self.begin_line);
  }
  friend auto operator<=>(const CodeModule&, const CodeModule&) = default;
};

/// Returns whether a path is that of this recorder, or of one for another MPI.
inline bool is_recorder_module(std::string_view path) {
  const std::string_view file = path.substr(path.rfind('/') + 1);
  return file.starts_with("recorder") && path.ends_with(std::string("/lib/latecomer/").append(file));
}

/// Is an address of code that means the same in each process: the module's own, as in its symbol table.
struct ModuleAddress {
  ModuleId module;
  uint64_t address = 0;

  friend auto operator<=>(const ModuleAddress&, const ModuleAddress&) = default;
};

/// Is an address in a module that was met, and perhaps is loaded no more.
struct MetModule {
  ModuleAddress address;
  uint64_t identity = 0;  ///< Tells the module from others in its place, as that of its CodeMapping.
};

/// Knows the modules of this process, as far as anybody asked for addresses in them.
class LoadedModules {
 public:
  /// Gives `on_new` each module once, when it is met, in the order of their ids; one at a time.
  explicit LoadedModules(std::function<void(const CodeModule&)> on_new);

  /// Returns where an address lies; nothing if it is in no module, or in one that was not met yet. It is
  /// async-signal-safe and takes no locks.
  std::optional<ModuleAddress> find(uintptr_t address) const noexcept;
  /// Returns where an address lies, also in modules that were not met yet; nothing if it is in no module.
  std::optional<ModuleAddress> find_or_add(uintptr_t address);
  /// Returns what was met at an address before the last unloading, or is there; nothing if nothing is.
  std::optional<MetModule> find_met(uintptr_t address);
  /// Returns the id of what has no addresses of its own in this process: a function in Python.
  ModuleId find_or_add(CodeModule function);

  /// Returns how often modules may have been unloaded, or were found late. What is known of addresses is
  /// only valid as long as this is the same.
  uint32_t generation() const noexcept { return generation_.load(std::memory_order_acquire); }
  /// Looks for modules that were loaded since it last did, where the C library has to be asked for them, and
  /// returns whether there were any. It must not be called in signal handlers.
  bool learn() noexcept;
  /// Counts an unloading; it is called before and after modules are unloaded. It is async-signal-safe.
  void unloading() noexcept;
  /// Makes `has_unloaded` ask the loader, because unloadings are not always counted.
  void watch_loader() noexcept;
  /// Returns whether the loader, if it is asked, has unloaded modules since it last was, and counts that as
  /// an unloading. It must not be called in signal handlers.
  bool has_unloaded() noexcept { return is_watching_.load(std::memory_order_relaxed) && ask_loader(); }

 private:
  // Where a module is loaded. Once `generation` is set, the rest stays as long as the module does.
  struct Place {
    std::atomic<uint32_t> generation{0};  // in which it was seen there; 0: never
    uintptr_t begin = 0;
    uintptr_t end = 0;
    uintptr_t load_address = 0;
    uint64_t identity = 0;
    ModuleId module;
  };

  size_t place_of(uintptr_t begin) const noexcept;
  ModuleId id_of(CodeModule module);
  bool ask_loader() noexcept;

  std::atomic<uint32_t> generation_{1};
  std::atomic<bool> is_watching_{false};
  std::atomic<uint64_t> unloaded_{0};  // modules that the loader had unloaded when it was last asked
  std::vector<Place> places_;          // a hash table, open and never full
  std::mutex mutex_;                   // for changing the table, and for all below
  size_t used_places_ = 0;
  std::map<CodeModule, ModuleId> ids_;
  std::function<void(const CodeModule&)> on_new_;
};

}  // namespace latecomer::record
