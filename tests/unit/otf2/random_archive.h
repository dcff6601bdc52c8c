// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include <random>
#include <vector>

namespace latecomer::otf2 {

/// Writes records of every kind that OTF2 3.0 has, with fields, times and attributes at random. About half of
/// the references below `references` are meant to be defined.
class RandomRecords {
 public:
  RandomRecords(OTF2_EvtWriter* writer, uint32_t references, unsigned seed)
      : writer_(writer), references_(references), random_(seed), attributes_(OTF2_AttributeList_New()) {}
  RandomRecords(const RandomRecords&) = delete;
  ~RandomRecords() { OTF2_AttributeList_Delete(attributes_); }

  void write(size_t count) {
    for (size_t i = 0; i < count; ++i) {
      if (random_() % 3 != 0) time_ += random_() % 1000;
      add_attributes();
      // Most are enters and leaves, as in life.
      if (random_() % 2 == 0)
        write_one(random_() % 2 == 0 ? OTF2_EvtWriter_Enter : OTF2_EvtWriter_Leave);
      else
        write_any();
    }
  }

 private:
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  void write_any() {
    write_one_of(
        OTF2_EvtWriter_BufferFlush, OTF2_EvtWriter_MeasurementOnOff, OTF2_EvtWriter_MpiSend,
        OTF2_EvtWriter_MpiIsend, OTF2_EvtWriter_MpiIsendComplete, OTF2_EvtWriter_MpiIrecvRequest,
        OTF2_EvtWriter_MpiRecv, OTF2_EvtWriter_MpiIrecv, OTF2_EvtWriter_MpiRequestTest,
        OTF2_EvtWriter_MpiRequestCancelled, OTF2_EvtWriter_MpiCollectiveBegin,
        OTF2_EvtWriter_MpiCollectiveEnd, OTF2_EvtWriter_OmpFork, OTF2_EvtWriter_OmpJoin,
        OTF2_EvtWriter_OmpAcquireLock, OTF2_EvtWriter_OmpReleaseLock, OTF2_EvtWriter_OmpTaskCreate,
        OTF2_EvtWriter_OmpTaskSwitch, OTF2_EvtWriter_OmpTaskComplete, OTF2_EvtWriter_ParameterString,
        OTF2_EvtWriter_ParameterInt, OTF2_EvtWriter_ParameterUnsignedInt, OTF2_EvtWriter_RmaWinCreate,
        OTF2_EvtWriter_RmaWinDestroy, OTF2_EvtWriter_RmaCollectiveBegin, OTF2_EvtWriter_RmaCollectiveEnd,
        OTF2_EvtWriter_RmaGroupSync, OTF2_EvtWriter_RmaRequestLock, OTF2_EvtWriter_RmaAcquireLock,
        OTF2_EvtWriter_RmaTryLock, OTF2_EvtWriter_RmaReleaseLock, OTF2_EvtWriter_RmaSync,
        OTF2_EvtWriter_RmaWaitChange, OTF2_EvtWriter_RmaPut, OTF2_EvtWriter_RmaGet, OTF2_EvtWriter_RmaAtomic,
        OTF2_EvtWriter_RmaOpCompleteBlocking, OTF2_EvtWriter_RmaOpCompleteNonBlocking,
        OTF2_EvtWriter_RmaOpTest, OTF2_EvtWriter_RmaOpCompleteRemote, OTF2_EvtWriter_ThreadFork,
        OTF2_EvtWriter_ThreadJoin, OTF2_EvtWriter_ThreadTeamBegin, OTF2_EvtWriter_ThreadTeamEnd,
        OTF2_EvtWriter_ThreadAcquireLock, OTF2_EvtWriter_ThreadReleaseLock, OTF2_EvtWriter_ThreadTaskCreate,
        OTF2_EvtWriter_ThreadTaskSwitch, OTF2_EvtWriter_ThreadTaskComplete, OTF2_EvtWriter_ThreadCreate,
        OTF2_EvtWriter_ThreadBegin, OTF2_EvtWriter_ThreadWait, OTF2_EvtWriter_ThreadEnd,
        OTF2_EvtWriter_CallingContextEnter, OTF2_EvtWriter_CallingContextLeave,
        OTF2_EvtWriter_CallingContextSample, OTF2_EvtWriter_IoCreateHandle, OTF2_EvtWriter_IoDestroyHandle,
        OTF2_EvtWriter_IoDuplicateHandle, OTF2_EvtWriter_IoSeek, OTF2_EvtWriter_IoChangeStatusFlags,
        OTF2_EvtWriter_IoDeleteFile, OTF2_EvtWriter_IoOperationBegin, OTF2_EvtWriter_IoOperationTest,
        OTF2_EvtWriter_IoOperationIssued, OTF2_EvtWriter_IoOperationComplete,
        OTF2_EvtWriter_IoOperationCancelled, OTF2_EvtWriter_IoAcquireLock, OTF2_EvtWriter_IoReleaseLock,
        OTF2_EvtWriter_IoTryLock, OTF2_EvtWriter_ProgramEnd, OTF2_EvtWriter_NonBlockingCollectiveRequest,
        OTF2_EvtWriter_NonBlockingCollectiveComplete, OTF2_EvtWriter_CommCreate, OTF2_EvtWriter_CommDestroy,
        [this] { write_metric(); }, [this] { write_program_begin(); });
  }
#pragma GCC diagnostic pop

  template <class... Write>
  void write_one_of(Write... writes) {
    const size_t chosen = random_() % sizeof...(writes);
    size_t position = 0;
    ((position++ == chosen ? write_one(writes) : void()), ...);
  }

  template <class... Fields>
  void write_one(OTF2_ErrorCode (*write)(OTF2_EvtWriter*, OTF2_AttributeList*, OTF2_TimeStamp, Fields...)) {
    write(writer_, attributes_, time_, value<Fields>()...);
  }
  void write_one(auto write) {
    write();
  }

  void write_metric() {
    const OTF2_Type types[] = {OTF2_TYPE_UINT64, OTF2_TYPE_INT64, OTF2_TYPE_DOUBLE};
    OTF2_MetricValue values[3];
    for (OTF2_MetricValue& each : values) each.unsigned_int = value<uint64_t>();
    OTF2_EvtWriter_Metric(writer_, attributes_, time_, 0, 3, types, values);
  }

  void write_program_begin() {
    // Seldom more than the decoder has in memory at a time.
    std::vector<OTF2_StringRef> arguments(random_() % 50 == 0 ? 30'000 : random_() % 5, 300);
    OTF2_EvtWriter_ProgramBegin(writer_, attributes_, time_, value<uint32_t>(),
                                static_cast<uint32_t>(arguments.size()), arguments.data());
  }

  void add_attributes() {
    if (random_() % 4 != 0) return;
    const size_t count = random_() % 50 == 0 ? 200 : random_() % 5;
    for (size_t i = 0; i < count; ++i) {
      OTF2_AttributeValue any{};
      any.uint64 = random_() % 2 == 0 ? value<uint32_t>() : value<uint64_t>();
      const auto type = static_cast<OTF2_Type>(1 + random_() % OTF2_TYPE_LOCATION_GROUP);
      OTF2_AttributeList_AddAttribute(attributes_, static_cast<OTF2_AttributeRef>(random_() % 2 * 1000 + i),
                                      type, any);
    }
  }

  /// Numbers of every length, and more small ones, which may be references to something.
  template <class Field>
  Field value() {
    const uint64_t bits = uint64_t{random_()} << 32 | random_();
    switch (random_() % 8) {
      case 0:
        return static_cast<Field>(bits >> random_() % 64);
      case 1:
        return static_cast<Field>(UINT64_MAX);
      case 2:
        return Field{};
      default:
        return static_cast<Field>(bits % references_);
    }
  }

  OTF2_EvtWriter* writer_;
  uint32_t references_;
  std::mt19937 random_;
  OTF2_AttributeList* attributes_;
  uint64_t time_ = 0;
};

}  // namespace latecomer::otf2
