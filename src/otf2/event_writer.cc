// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/event_writer.h"

#include <algorithm>

#include "otf2/writer_ids.h"

namespace latecomer::otf2 {

using trace::Event;
using trace::EventKind;

namespace {

OTF2_CollectiveOp to_otf2(trace::CollectiveOp op) {
  using enum trace::CollectiveOp;
  switch (op) {
    case barrier:
      return OTF2_COLLECTIVE_OP_BARRIER;
    case bcast:
      return OTF2_COLLECTIVE_OP_BCAST;
    case gather:
      return OTF2_COLLECTIVE_OP_GATHER;
    case gatherv:
      return OTF2_COLLECTIVE_OP_GATHERV;
    case scatter:
      return OTF2_COLLECTIVE_OP_SCATTER;
    case scatterv:
      return OTF2_COLLECTIVE_OP_SCATTERV;
    case allgather:
      return OTF2_COLLECTIVE_OP_ALLGATHER;
    case allgatherv:
      return OTF2_COLLECTIVE_OP_ALLGATHERV;
    case alltoall:
      return OTF2_COLLECTIVE_OP_ALLTOALL;
    case alltoallv:
      return OTF2_COLLECTIVE_OP_ALLTOALLV;
    case alltoallw:
      return OTF2_COLLECTIVE_OP_ALLTOALLW;
    case allreduce:
      return OTF2_COLLECTIVE_OP_ALLREDUCE;
    case reduce:
      return OTF2_COLLECTIVE_OP_REDUCE;
    case reduce_scatter:
      return OTF2_COLLECTIVE_OP_REDUCE_SCATTER;
    case reduce_scatter_block:
      return OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK;
    case scan:
      return OTF2_COLLECTIVE_OP_SCAN;
    case exscan:
      return OTF2_COLLECTIVE_OP_EXSCAN;
    case create_handle:
      return OTF2_COLLECTIVE_OP_CREATE_HANDLE;
    case destroy_handle:
      return OTF2_COLLECTIVE_OP_DESTROY_HANDLE;
    case allocate:
      return OTF2_COLLECTIVE_OP_ALLOCATE;
    case deallocate:
      return OTF2_COLLECTIVE_OP_DEALLOCATE;
    case create_handle_and_allocate:
      return OTF2_COLLECTIVE_OP_CREATE_HANDLE_AND_ALLOCATE;
    case destroy_handle_and_deallocate:
      return OTF2_COLLECTIVE_OP_DESTROY_HANDLE_AND_DEALLOCATE;
    case none:
      break;
  }
  return OTF2_COLLECTIVE_OP_BARRIER;
}

// The trace model's special roots are the format's.
static_assert(trace::kNoRank == OTF2_COLLECTIVE_ROOT_NONE);
static_assert(trace::kSelfRank == OTF2_COLLECTIVE_ROOT_SELF);
static_assert(trace::kThisGroup == OTF2_COLLECTIVE_ROOT_THIS_GROUP);

}  // namespace

EventWriter::EventWriter(OTF2_EvtWriter* writer) : writer_(writer), attributes_(OTF2_AttributeList_New()) {}

EventWriter::~EventWriter() {
  OTF2_AttributeList_Delete(attributes_);
}

void EventWriter::on_event(const Event& event) {
  if (event.kind == EventKind::other || outcome_ != OTF2_SUCCESS) return;
  outcome_ = write(event);
  if (outcome_ != OTF2_SUCCESS) return;
  ++extent_.events;
  extent_.first = std::min(extent_.first, event.time);
  extent_.last = std::max(extent_.last, event.time);
}

OTF2_ErrorCode EventWriter::write(const Event& event) {
  const OTF2_TimeStamp time = static_cast<OTF2_TimeStamp>(event.time.count);
  switch (event.kind) {
    case EventKind::enter:
      return OTF2_EvtWriter_Enter(writer_, nullptr, time, event.region.value);
    case EventKind::leave:
      return OTF2_EvtWriter_Leave(writer_, nullptr, time, event.region.value);
    case EventKind::send:
      return OTF2_EvtWriter_MpiSend(writer_, nullptr, time, event.peer, event.comm.value, event.tag,
                                    event.bytes_sent);
    case EventKind::isend:
      return OTF2_EvtWriter_MpiIsend(writer_, nullptr, time, event.peer, event.comm.value, event.tag,
                                     event.bytes_sent, event.request);
    case EventKind::isend_complete:
      return OTF2_EvtWriter_MpiIsendComplete(writer_, nullptr, time, event.request);
    case EventKind::irecv_request:
      return OTF2_EvtWriter_MpiIrecvRequest(writer_, nullptr, time, event.request);
    case EventKind::recv:
      return OTF2_EvtWriter_MpiRecv(writer_, nullptr, time, event.peer, event.comm.value, event.tag,
                                    event.bytes_received);
    case EventKind::irecv:
      return OTF2_EvtWriter_MpiIrecv(writer_, nullptr, time, event.peer, event.comm.value, event.tag,
                                     event.bytes_received, event.request);
    case EventKind::request_test:
      return OTF2_EvtWriter_MpiRequestTest(writer_, nullptr, time, event.request);
    case EventKind::request_cancelled:
      return OTF2_EvtWriter_MpiRequestCancelled(writer_, nullptr, time, event.request);
    case EventKind::collective_begin:
      return OTF2_EvtWriter_MpiCollectiveBegin(writer_, nullptr, time);
    case EventKind::collective_end:
    case EventKind::icollective_complete:
      return write_collective_end(event);
    case EventKind::icollective_request:
      return OTF2_EvtWriter_NonBlockingCollectiveRequest(writer_, nullptr, time, event.request);
    case EventKind::comm_create:
      return OTF2_EvtWriter_CommCreate(writer_, nullptr, time, event.comm.value);
    case EventKind::comm_destroy:
      return OTF2_EvtWriter_CommDestroy(writer_, nullptr, time, event.comm.value);
    case EventKind::program_begin:
      return OTF2_EvtWriter_ProgramBegin(writer_, nullptr, time, name_ref(event.region), 0, nullptr);
    case EventKind::program_end:
      return OTF2_EvtWriter_ProgramEnd(writer_, nullptr, time, OTF2_UNDEFINED_INT64);
    case EventKind::measurement_off:
      return OTF2_EvtWriter_MeasurementOnOff(writer_, nullptr, time, OTF2_MEASUREMENT_OFF);
    case EventKind::measurement_on:
      return OTF2_EvtWriter_MeasurementOnOff(writer_, nullptr, time, OTF2_MEASUREMENT_ON);
    case EventKind::buffer_flush:
      return OTF2_EvtWriter_BufferFlush(writer_, nullptr, time, time + event.bytes_sent);
    default:
      break;
  }
  return OTF2_SUCCESS;
}

OTF2_ErrorCode EventWriter::write_collective_end(const Event& event) {
  const OTF2_TimeStamp time = static_cast<OTF2_TimeStamp>(event.time.count);
  OTF2_AttributeList* attributes = nullptr;
  if (event.sources.valid()) {
    OTF2_AttributeList_AddGroupRef(attributes_, kSourcesAttribute, group_ref(event.sources));
    attributes = attributes_;  // emptied by the call that writes it
  }
  if (event.kind == EventKind::collective_end) {
    return OTF2_EvtWriter_MpiCollectiveEnd(writer_, attributes, time, to_otf2(event.collective),
                                           event.comm.value, event.root, event.bytes_sent,
                                           event.bytes_received);
  }
  return OTF2_EvtWriter_NonBlockingCollectiveComplete(writer_, attributes, time, to_otf2(event.collective),
                                                      event.comm.value, event.root, event.bytes_sent,
                                                      event.bytes_received, event.request);
}

}  // namespace latecomer::otf2
