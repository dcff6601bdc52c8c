// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What one rank read of an archive, for all others: numbers and texts, one after the other. Both directions
// go through the same list of fields, so that they cannot differ.
//
// Cost: O(definitions), about 120 bytes for each location.

#include "otf2/pack_definitions.h"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/check.h"

namespace latecomer::otf2 {

namespace {

using Raw = RawDefinitions;

/// Holds for a U to be put, which is const, or to be taken.
template <class T, class U>
concept A = std::same_as<std::remove_const_t<T>, U>;

// Visits the fields of everything that is defined; `io` puts or takes them.

void visit_all(auto& io, auto&... fields) {
  (io(fields), ...);
}

void visit_fields(auto& io, A<uint64_t> auto& member) {
  io(member);
}
void visit_fields(auto& io, A<Raw::String> auto& each) {
  visit_all(io, each.ref, each.text);
}
void visit_fields(auto& io, A<Raw::SystemNode> auto& each) {
  visit_all(io, each.ref, each.name, each.class_name, each.parent);
}
void visit_fields(auto& io, A<Raw::Property> auto& each) {
  visit_all(io, each.owner, each.name, each.number);
}
void visit_fields(auto& io, A<Raw::LocationGroup> auto& each) {
  visit_all(io, each.ref, each.name, each.type, each.parent);
}
void visit_fields(auto& io, A<Raw::Location> auto& each) {
  visit_all(io, each.ref, each.name, each.type, each.events, each.group);
}
void visit_fields(auto& io, A<Raw::Region> auto& each) {
  visit_all(io, each.ref, each.name, each.canonical_name, each.description, each.role, each.paradigm,
            each.file, each.begin_line, each.end_line);
}
void visit_fields(auto& io, A<Raw::Group> auto& each) {
  visit_all(io, each.ref, each.type, each.paradigm, each.members);
}
void visit_fields(auto& io, A<Raw::Communicator> auto& each) {
  visit_all(io, each.ref, each.name, each.group, each.remote_group, each.parent);
}
void visit_fields(auto& io, A<Raw::Attribute> auto& each) {
  visit_all(io, each.ref, each.name, each.type);
}
void visit_fields(auto& io, A<Raw::Parameter> auto& each) {
  visit_all(io, each.ref, each.name, each.type);
}
void visit_fields(auto& io, A<Raw::Window> auto& each) {
  visit_all(io, each.ref, each.name, each.communicator);
}
void visit_fields(auto& io, A<Raw::IoParadigm> auto& each) {
  visit_all(io, each.ref, each.identification);
}
void visit_fields(auto& io, A<Raw::IoFile> auto& each) {
  visit_all(io, each.ref, each.name, each.scope);
}
void visit_fields(auto& io, A<Raw::IoHandle> auto& each) {
  visit_all(io, each.ref, each.file, each.paradigm, each.communicator);
}
void visit_fields(auto& io, A<Raw::CartDimension> auto& each) {
  visit_all(io, each.ref, each.name, each.size, each.periodicity);
}
void visit_fields(auto& io, A<Raw::CartTopology> auto& each) {
  visit_all(io, each.ref, each.name, each.communicator, each.dimensions);
}
void visit_fields(auto& io, A<Raw::CartCoordinate> auto& each) {
  visit_all(io, each.topology, each.rank, each.position);
}
void visit_fields(auto& io, A<Raw::SourceLocation> auto& each) {
  visit_all(io, each.ref, each.file, each.line);
}
void visit_fields(auto& io, A<Raw::CallingContext> auto& each) {
  visit_all(io, each.ref, each.region, each.location, each.parent);
}
void visit_fields(auto& io, A<Raw::ContextProperty> auto& each) {
  visit_all(io, each.owner, each.name, each.value);
}
void visit_fields(auto& io, A<Raw> auto& raw) {
  visit_all(io, raw.event_chunk_size, raw.ticks_per_second, raw.global_offset, raw.length, raw.strings,
            raw.system_nodes, raw.node_properties, raw.location_groups, raw.group_properties, raw.locations,
            raw.location_properties, raw.regions, raw.groups, raw.communicators, raw.attributes,
            raw.parameters, raw.windows, raw.io_paradigms, raw.io_files, raw.io_handles, raw.cart_dimensions,
            raw.cart_topologies, raw.cart_coordinates, raw.source_locations, raw.calling_contexts,
            raw.context_properties, raw.properties);
}

class Putting {
 public:
  void operator()(const std::integral auto& number) { put_number(static_cast<uint64_t>(number)); }
  void operator()(const std::string& text) {
    put_number(text.size());
    put(std::as_bytes(std::span(text)));
  }
  template <class T>
  void operator()(const std::vector<T>& list) {
    put_number(list.size());
    for (const T& each : list) visit_fields(*this, each);
  }
  void operator()(const std::map<std::string, std::string>& properties) {
    put_number(properties.size());
    for (const auto& [name, value] : properties) (*this)(name), (*this)(value);
  }
  Bytes take() { return std::move(bytes_); }

 private:
  void put_number(uint64_t number) { put(std::as_bytes(std::span(&number, 1))); }
  void put(std::span<const std::byte> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }

  Bytes bytes_;
};

class Taking {
 public:
  explicit Taking(std::span<const std::byte> packed) : left_(packed) {}

  template <std::integral T>
  void operator()(T& number) {
    number = static_cast<T>(take_number());
  }
  void operator()(std::string& text) {
    text.resize(take_number());
    take(std::as_writable_bytes(std::span(text)));
  }
  template <class T>
  void operator()(std::vector<T>& list) {
    list.resize(take_number());
    for (T& each : list) visit_fields(*this, each);
  }
  void operator()(std::map<std::string, std::string>& properties) {
    for (uint64_t left = take_number(); left > 0; --left) {
      std::string name;
      (*this)(name);
      (*this)(properties[name]);
    }
  }

 private:
  uint64_t take_number() {
    uint64_t number = 0;
    take(std::as_writable_bytes(std::span(&number, 1)));
    return number;
  }
  void take(std::span<std::byte> to) {
    CHECK(to.size() <= left_.size());
    std::ranges::copy(left_.first(to.size()), to.begin());
    left_ = left_.subspan(to.size());
  }

  std::span<const std::byte> left_;
};

}  // namespace

Bytes pack_definitions(const RawDefinitions& raw) {
  Putting putting;
  visit_fields(putting, raw);
  return putting.take();
}

RawDefinitions unpack_definitions(std::span<const std::byte> packed) {
  RawDefinitions raw;
  Taking taking(packed);
  visit_fields(taking, raw);
  for (size_t i = 0; i < raw.strings.size(); ++i) raw.string_by_ref.insert(raw.strings[i].ref, StringId(i));
  return raw;
}

}  // namespace latecomer::otf2
