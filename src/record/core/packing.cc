// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/packing.h"

namespace latecomer::record {

namespace {
constexpr uint32_t kNoWorldRank = UINT32_MAX;
}

void put(ByteWriter& to, const RegionKey& region) {
  to.put(std::string_view(region.name));
  to.put(region.paradigm);
  to.put(region.role);
}

RegionKey take_region(ByteReader& from) {
  RegionKey region;
  region.name = from.get_string();
  region.paradigm = from.get<trace::Paradigm>();
  region.role = from.get<trace::RegionRole>();
  return region;
}

void put(ByteWriter& to, const CommDefinition& comm) {
  to.put(comm.unique_id);
  to.put(std::string_view(comm.name));
  to.put(comm.kind);
  to.put(comm.world_ranks);
  to.put(comm.remote_world_ranks);
  to.put(comm.parent_unique_id);
}

CommDefinition take_comm(ByteReader& from) {
  CommDefinition comm;
  comm.unique_id = from.get<uint64_t>();
  comm.name = from.get_string();
  comm.kind = from.get<trace::CommKind>();
  comm.world_ranks = from.get_vector<uint32_t>();
  comm.remote_world_ranks = from.get_vector<uint32_t>();
  comm.parent_unique_id = from.get<uint64_t>();
  return comm;
}

void put(ByteWriter& to, const SourcesKey& sources) {
  to.put(sources.comm_unique_id);
  to.put(sources.ranks);
}

SourcesKey take_sources(ByteReader& from) {
  SourcesKey sources;
  sources.comm_unique_id = from.get<uint64_t>();
  sources.ranks = from.get_vector<uint32_t>();
  return sources;
}

void put(ByteWriter& to, const ProcessIdentity& identity) {
  to.put(std::string_view(identity.host));
  to.put(identity.pid);
  to.put(identity.cores);
  to.put(identity.world_rank.value_or(kNoWorldRank));
  to.put(identity.world_size);
  to.put(identity.unrecorded_cpu_time);
}

ProcessIdentity take_identity(ByteReader& from) {
  ProcessIdentity identity;
  identity.host = from.get_string();
  identity.pid = from.get<uint64_t>();
  identity.cores = from.get<uint32_t>();
  const uint32_t world_rank = from.get<uint32_t>();
  if (world_rank != kNoWorldRank) identity.world_rank = world_rank;
  identity.world_size = from.get<uint32_t>();
  identity.unrecorded_cpu_time = from.get<uint64_t>();
  return identity;
}

void put(ByteWriter& to, const CodeModule& module) {
  to.put(std::string_view(module.path));
  to.put(std::string_view(module.build_id));
}

CodeModule take_module(ByteReader& from) {
  CodeModule module;
  module.path = from.get_string();
  module.build_id = from.get_string();
  return module;
}

void put(ByteWriter& to, const StackNode& node) {
  to.put(node.caller);
  to.put(node.call.module);
  to.put(node.call.address);
}

StackNode take_node(ByteReader& from) {
  StackNode node;
  node.caller = from.get<StackId>();
  node.call.module = from.get<ModuleId>();
  node.call.address = from.get<uint64_t>();
  return node;
}

}  // namespace latecomer::record
