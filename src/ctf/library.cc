// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "ctf/library.h"

#include <filesystem>
#include <system_error>

#include "base/own_path.h"
#include "base/printable.h"

namespace latecomer::ctf {

namespace {

namespace fs = std::filesystem;
using Plugins = Reference<const bt_plugin_set, bt_plugin_set_put_ref>;

/// Returns the plug-in in a file; null if there is none.
Plugin plugin_in(const fs::path& file) {
  std::error_code ignored;
  const bt_plugin_set* found = nullptr;
  if (!fs::exists(file, ignored) ||
      bt_plugin_find_all_from_file(file.c_str(), BT_FALSE, &found) != BT_PLUGIN_FIND_ALL_FROM_FILE_STATUS_OK)
    return nullptr;
  const Plugins plugins(found);
  const bt_plugin* const plugin = bt_plugin_set_borrow_plugin_by_index_const(plugins.get(), 0);
  bt_plugin_get_ref(plugin);
  return Plugin(plugin);
}

}  // namespace

/// In the archive that can be unpacked anywhere the plug-in lies with the libraries.
Result<Plugin> find_plugin() {
  const fs::path prefix = fs::path(own_path()).parent_path().parent_path();
  if (Plugin plugin = plugin_in(prefix / "lib/latecomer/libraries/babeltrace-plugin-ctf.so")) return plugin;
  const bt_plugin* plugin = nullptr;
  const bt_plugin_find_status found =
      bt_plugin_find("ctf", BT_TRUE, BT_FALSE, BT_TRUE, BT_TRUE, BT_FALSE, &plugin);
  if (found == BT_PLUGIN_FIND_STATUS_OK) return Plugin(plugin);
  bt_current_thread_clear_error();
  return Error{
      "babeltrace2's plug-in ctf, which reads and writes CTF, is not found; install it (Debian: "
      "libbabeltrace2-0), or name its directory in BABELTRACE_PLUGIN_PATH"};
}

std::string take_library_error() {
  const bt_error* const error = bt_current_thread_take_error();
  if (error == nullptr) return "it does not say why";
  std::string message = "it does not say why";
  if (bt_error_get_cause_count(error) != 0)
    message = printable_line(bt_error_cause_get_message(bt_error_borrow_cause_by_index(error, 0)));
  bt_error_release(error);
  return message;
}

}  // namespace latecomer::ctf
