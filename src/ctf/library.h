// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <babeltrace2/babeltrace.h>

#include <memory>
#include <new>
#include <string>

#include "base/result.h"

// What reading and writing by libbabeltrace2 have in common.
namespace latecomer::ctf {

template <auto Put>
struct PutReference {
  template <class Object>
  void operator()(const Object* object) const {
    Put(object);
  }
};
/// Holds a reference to one of the library's objects, which `Put` gives back.
template <class Object, auto Put>
using Reference = std::unique_ptr<Object, PutReference<Put>>;

using Graph = Reference<bt_graph, bt_graph_put_ref>;
using Plugin = Reference<const bt_plugin, bt_plugin_put_ref>;
using Value = Reference<bt_value, bt_value_put_ref>;

/// Returns what the library made, which is null only where there is no memory.
template <class Object>
Object* made(Object* object) {
  if (object == nullptr) throw std::bad_alloc();
  return object;
}

/// Returns the plug-in that reads and writes CTF. The error says where it is looked for.
Result<Plugin> find_plugin();

/// Returns, as a line, the first cause of the library's latest error, and forgets that error: with one, the
/// library ends the process when it is used again.
std::string take_library_error();

}  // namespace latecomer::ctf
