// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include "otf2/extension_events.h"
#include "trace/definitions.h"

// The archive's references follow from positions in the definitions' tables, so that events can be written
// before the definitions, and by other processes. Regions, communicators and windows keep their positions, as
// files and their handles do, and extension events theirs as parameters.
namespace latecomer::otf2 {

/// Is the property of a system tree node that says how many cores it has (UINT32).
inline constexpr const char* kCoresProperty = "LATECOMER::CORES";
/// These are properties of a location group (UINT64): how often a function was called whose calls were
/// counted, and not recorded each (the function's name follows); for how long, in nanoseconds, its threads
/// without events ran on a core; of how many threads samples were not taken, or not all the time.
inline constexpr const char* kCountedCallsProperty = "LATECOMER::COUNTED_CALLS::";
inline constexpr const char* kUnrecordedCpuTimeProperty = "LATECOMER::UNRECORDED_CPU_TIME";
inline constexpr const char* kUnsampledThreadsProperty = "LATECOMER::UNSAMPLED_THREADS";
/// For how long, in nanoseconds of all cores of its node, a hypervisor let others run while the process did.
inline constexpr const char* kStolenTimeProperty = "LATECOMER::STOLEN_TIME";

/// Are properties of a location, by which its threads are found in other records of the same node: the
/// numbers by which the kernel knows the process and each thread (UINT32), the node's name, and what its
/// kernel drew when it started (STRING).
inline constexpr const char* kProcessIdProperty = "LATECOMER::PROCESS_ID";
inline constexpr const char* kThreadIdProperty = "LATECOMER::THREAD_ID";
inline constexpr const char* kHostProperty = "LATECOMER::HOST";
inline constexpr const char* kBootIdProperty = "LATECOMER::BOOT_ID";

inline constexpr OTF2_StringRef kEmptyString = 0;
inline constexpr OTF2_GroupRef kCommLocationsGroup = 0;
inline constexpr OTF2_GroupRef kSelfGroup = 1;
inline constexpr OTF2_GroupRef kThreadLocationsGroup = 2;
inline constexpr OTF2_GroupRef kPthreadLocationsGroup = 3;
inline constexpr OTF2_AttributeRef kSourcesAttribute = 0;
inline constexpr const char* kSourcesAttributeName = "LATECOMER::SOURCES";
/// Is the property of a calling context of a function into which others were inlined: the innermost of these,
/// which is meant where an event or another calling context refers to the function's (CALLING_CONTEXT).
inline constexpr const char* kInnermostProperty = "LATECOMER::INNERMOST";
/// Is the property of a calling context whose call is of a function that jumps to what it calls last: that
/// function's context, which is meant where an event, or a context of another function, refers to the call.
inline constexpr const char* kTailCallerProperty = "LATECOMER::TAIL_CALLER";
inline constexpr OTF2_AttributeRef kCallStackAttribute = 1;
inline constexpr const char* kCallStackAttributeName = "LATECOMER::CALL_STACK";

/// Is the attribute of an operation on a file, as Score-P calls it (UINT64).
inline constexpr const char* kOffsetAttributeName = "Offset";
/// These are the names of MPI and the operating system where they access files, as OTF2 knows them.
inline constexpr const char* kMpiIo = "MPI-IO";
inline constexpr const char* kPosixIo = "POSIX";

inline OTF2_StringRef name_ref(trace::RegionId region) {
  return region.valid() ? region.value + 1 : kEmptyString;
}
inline OTF2_GroupRef group_ref(trace::GroupId group) {
  return group.valid() ? group.value + 4 : OTF2_UNDEFINED_GROUP;
}
inline OTF2_AttributeRef attribute_ref(ExtensionFieldId field) {
  return kCallStackAttribute + 1 + field.value;
}
inline constexpr OTF2_AttributeRef kOffsetAttribute = kCallStackAttribute + 1 + kExtensionAttributes.size();

inline OTF2_IoParadigmRef io_paradigm_ref(trace::IoParadigm paradigm) {
  return static_cast<OTF2_IoParadigmRef>(paradigm);
}

}  // namespace latecomer::otf2
