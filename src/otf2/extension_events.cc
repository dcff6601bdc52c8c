// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/extension_events.h"

namespace latecomer::otf2 {
namespace {

using enum ExtensionField;
using trace::EventKind;

constexpr ExtensionField kProbe[] = {source, comm, tag};
constexpr ExtensionField kInit[] = {peer, comm, tag, bytes, partitions};
constexpr ExtensionField kPartition[] = {partition};

constexpr ExtensionEvent kEvents[] = {
    {EventKind::probe, "MPI_PROBE", kProbe},
    {EventKind::match, "MPI_MATCH", {}},
    {EventKind::receive_pending, "MPI_RECEIVE_PENDING", kProbe},
    {EventKind::psend_init, "MPI_PSEND_INIT", kInit},
    {EventKind::precv_init, "MPI_PRECV_INIT", kInit},
    {EventKind::psend_request, "MPI_PSEND_REQUEST", {}},
    {EventKind::precv_request, "MPI_PRECV_REQUEST", {}},
    {EventKind::pready, "MPI_PREADY", kPartition},
    {EventKind::parrived, "MPI_PARRIVED", kPartition},
    {EventKind::ptested, "MPI_PTESTED", kPartition},
    {EventKind::psend_complete, "MPI_PSEND_COMPLETE", {}},
    {EventKind::precv_complete, "MPI_PRECV_COMPLETE", {}},
    {EventKind::other_world, "MPI_OTHER_WORLD", {}},
};

}  // namespace

std::span<const ExtensionEvent> extension_events() {
  return kEvents;
}

ExtensionId extension_of(EventKind kind) {
  for (size_t i = 0; i < std::size(kEvents); ++i) {
    if (kEvents[i].kind == kind) return ExtensionId(i);
  }
  return {};
}

}  // namespace latecomer::otf2
