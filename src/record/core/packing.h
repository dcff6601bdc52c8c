// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "record/core/bytes.h"
#include "record/core/definitions.h"

// Definitions as bytes, for the process's file and for messages between processes.
namespace latecomer::record {

void put(ByteWriter& to, const RegionKey& region);
void put(ByteWriter& to, const CommDefinition& comm);
void put(ByteWriter& to, const SourcesKey& sources);
void put(ByteWriter& to, const ProcessIdentity& identity);
void put(ByteWriter& to, const CodeModule& module);
void put(ByteWriter& to, const StackNode& node);

RegionKey take_region(ByteReader& from);
CommDefinition take_comm(ByteReader& from);
SourcesKey take_sources(ByteReader& from);
ProcessIdentity take_identity(ByteReader& from);
CodeModule take_module(ByteReader& from);
StackNode take_node(ByteReader& from);

}  // namespace latecomer::record
