// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// As for events: the type of the function that writes a kind of definition says what the callback is.

#include "otf2/rewrite_definitions.h"

#include <algorithm>
#include <memory>

#include "otf2/location_reader.h"

// Kinds that OTF2 has replaced are copied like all others.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace latecomer::otf2 {
namespace {

/// Is the user data of the callbacks.
template <class Writer>
struct DefinitionCopy {
  Writer* writer;
  TimeChange change;
  DefinitionsCopied outcome;

  OTF2_CallbackCode note(OTF2_ErrorCode error) {
    outcome.error = error;
    return error == OTF2_SUCCESS ? OTF2_CALLBACK_SUCCESS : OTF2_CALLBACK_INTERRUPT;
  }
};

template <auto Write>
struct Copy;

template <class Writer, class... Fields, OTF2_ErrorCode (*Write)(Writer*, Fields...)>
struct Copy<Write> {
  static OTF2_CallbackCode record(void* user_data, Fields... fields) {
    DefinitionCopy<Writer>& copy = *static_cast<DefinitionCopy<Writer>*>(user_data);
    return copy.note(Write(copy.writer, fields...));
  }
};

template <class Writer>
OTF2_CallbackCode leave_out(void* user_data) {
  ++static_cast<DefinitionCopy<Writer>*>(user_data)->outcome.unknown;
  return OTF2_CALLBACK_SUCCESS;
}

/// Returns the smaller one that is not negative, or 0.
Ticks smaller_gap(Ticks one, Ticks other) {
  if (std::min(one, other) < Ticks()) return std::max({Ticks(), one, other});
  return std::min(one, other);
}

/// The run keeps its distance to the first and the last event. What the archive says of it may be by the
/// clocks of the locations or by the reference clock, so the smaller distance is right.
OTF2_CallbackCode copy_clock(void* user_data, uint64_t resolution, uint64_t offset, uint64_t length,
                             uint64_t real_time) {
  auto& copy = *static_cast<DefinitionCopy<OTF2_GlobalDefWriter>*>(user_data);
  const TimeChange& change = copy.change;
  if (change.has_events()) {
    const Ticks begin(static_cast<int64_t>(offset));
    const Ticks end = begin + Ticks(static_cast<int64_t>(length));
    const Ticks new_begin =
        change.first_after - smaller_gap(change.first_before - begin, change.first_after - begin);
    const Ticks new_end = change.last_after + smaller_gap(end - change.last_before, end - change.last_after);
    offset = static_cast<uint64_t>(std::max(Ticks(), new_begin).count);
    length = static_cast<uint64_t>(new_end.count) - offset;
  }
  return copy.note(
      OTF2_GlobalDefWriter_WriteClockProperties(copy.writer, resolution, offset, length, real_time));
}

struct FreeCallbacks {
  void operator()(OTF2_GlobalDefReaderCallbacks* callbacks) const {
    OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
  }
  void operator()(OTF2_DefReaderCallbacks* callbacks) const { OTF2_DefReaderCallbacks_Delete(callbacks); }
};

void set_global_copies(OTF2_GlobalDefReaderCallbacks* callbacks) {
  OTF2_GlobalDefReaderCallbacks_SetUnknownCallback(callbacks, leave_out<OTF2_GlobalDefWriter>);
  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(callbacks, copy_clock);
  OTF2_GlobalDefReaderCallbacks_SetParadigmCallback(callbacks,
                                                    Copy<OTF2_GlobalDefWriter_WriteParadigm>::record);
  OTF2_GlobalDefReaderCallbacks_SetParadigmPropertyCallback(
      callbacks, Copy<OTF2_GlobalDefWriter_WriteParadigmProperty>::record);
  OTF2_GlobalDefReaderCallbacks_SetIoParadigmCallback(callbacks,
                                                      Copy<OTF2_GlobalDefWriter_WriteIoParadigm>::record);
  OTF2_GlobalDefReaderCallbacks_SetStringCallback(callbacks, Copy<OTF2_GlobalDefWriter_WriteString>::record);
  OTF2_GlobalDefReaderCallbacks_SetAttributeCallback(callbacks,
                                                     Copy<OTF2_GlobalDefWriter_WriteAttribute>::record);
  OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeCallback(
      callbacks, Copy<OTF2_GlobalDefWriter_WriteSystemTreeNode>::record);
  OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback(
      callbacks, Copy<OTF2_GlobalDefWriter_WriteLocationGroup>::record);
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks,
                                                    Copy<OTF2_GlobalDefWriter_WriteLocation>::record);
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback(callbacks, Copy<OTF2_GlobalDefWriter_WriteRegion>::record);
  OTF2_GlobalDefReaderCallbacks_SetCallsiteCallback(callbacks,
                                                    Copy<OTF2_GlobalDefWriter_WriteCallsite>::record);
  OTF2_GlobalDefReaderCallbacks_SetCallpathCallback(callbacks,
                                                    Copy<OTF2_GlobalDefWriter_WriteCallpath>::record);
  OTF2_GlobalDefReaderCallbacks_SetGroupCallback(callbacks, Copy<OTF2_GlobalDefWriter_WriteGroup>::record);
  OTF2_GlobalDefReaderCallbacks_SetMetricMemberCallback(callbacks,
                                                        Copy<OTF2_GlobalDefWriter_WriteMetricMember>::record);
  OTF2_GlobalDefReaderCallbacks_SetMetricClassCallback(callbacks,
                                                       Copy<OTF2_GlobalDefWriter_WriteMetricClass>::record);
  OTF2_GlobalDefReaderCallbacks_SetMetricInstanceCallback(
      callbacks, Copy<OTF2_GlobalDefWriter_WriteMetricInstance>::record);
  OTF2_GlobalDefReaderCallbacks_SetCommCallback(callbacks, Copy<OTF2_GlobalDefWriter_WriteComm>::record);
  OTF2_GlobalDefReaderCallbacks_SetParameterCallback(callbacks,
                                                     Copy<OTF2_GlobalDefWriter_WriteParameter>::record);
  OTF2_GlobalDefReaderCallbacks_SetRmaWinCallback(callbacks, Copy<OTF2_GlobalDefWriter_WriteRmaWin>::record);
  OTF2_GlobalDefReaderCallbacks_SetMetricClassRecorderCallback(
      callbacks, Copy<OTF2_GlobalDefWriter_WriteMetricClassRecorder>::record);
  OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodePropertyCallback(
      callbacks, Copy<OTF2_GlobalDefWriter_WriteSystemTreeNodeProperty>::record);
  OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeDomainCallback(
      callbacks, Copy<OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain>::record);
  OTF2_GlobalDefReaderCallbacks_SetLocationGroupPropertyCallback(
      callbacks, Copy<OTF2_GlobalDefWriter_WriteLocationGroupProperty>::record);
  OTF2_GlobalDefReaderCallbacks_SetLocationPropertyCallback(
      callbacks, Copy<OTF2_GlobalDefWriter_WriteLocationProperty>::record);
  OTF2_GlobalDefReaderCallbacks_SetCartDimensionCallback(
      callbacks, Copy<OTF2_GlobalDefWriter_WriteCartDimension>::record);
  OTF2_GlobalDefReaderCallbacks_SetCartTopologyCallback(callbacks,
                                                        Copy<OTF2_GlobalDefWriter_WriteCartTopology>::record);
  OTF2_GlobalDefReaderCallbacks_SetCartCoordinateCallback(
      callbacks, Copy<OTF2_GlobalDefWriter_WriteCartCoordinate>::record);
  OTF2_GlobalDefReaderCallbacks_SetInterruptGeneratorCallback(
      callbacks, Copy<OTF2_GlobalDefWriter_WriteInterruptGenerator>::record);
  OTF2_GlobalDefReaderCallbacks_SetIoFilePropertyCallback(
      callbacks, Copy<OTF2_GlobalDefWriter_WriteIoFileProperty>::record);
  OTF2_GlobalDefReaderCallbacks_SetIoRegularFileCallback(
      callbacks, Copy<OTF2_GlobalDefWriter_WriteIoRegularFile>::record);
  OTF2_GlobalDefReaderCallbacks_SetIoDirectoryCallback(callbacks,
                                                       Copy<OTF2_GlobalDefWriter_WriteIoDirectory>::record);
  OTF2_GlobalDefReaderCallbacks_SetIoHandleCallback(callbacks,
                                                    Copy<OTF2_GlobalDefWriter_WriteIoHandle>::record);
  OTF2_GlobalDefReaderCallbacks_SetIoPreCreatedHandleStateCallback(
      callbacks, Copy<OTF2_GlobalDefWriter_WriteIoPreCreatedHandleState>::record);
  OTF2_GlobalDefReaderCallbacks_SetCallpathParameterCallback(
      callbacks, Copy<OTF2_GlobalDefWriter_WriteCallpathParameter>::record);
  OTF2_GlobalDefReaderCallbacks_SetInterCommCallback(callbacks,
                                                     Copy<OTF2_GlobalDefWriter_WriteInterComm>::record);
  OTF2_GlobalDefReaderCallbacks_SetSourceCodeLocationCallback(
      callbacks, Copy<OTF2_GlobalDefWriter_WriteSourceCodeLocation>::record);
  OTF2_GlobalDefReaderCallbacks_SetCallingContextCallback(
      callbacks, Copy<OTF2_GlobalDefWriter_WriteCallingContext>::record);
  OTF2_GlobalDefReaderCallbacks_SetCallingContextPropertyCallback(
      callbacks, Copy<OTF2_GlobalDefWriter_WriteCallingContextProperty>::record);
}

/// Copies all but clock offsets.
void set_local_copies(OTF2_DefReaderCallbacks* callbacks) {
  OTF2_DefReaderCallbacks_SetUnknownCallback(callbacks, leave_out<OTF2_DefWriter>);
  OTF2_DefReaderCallbacks_SetMappingTableCallback(callbacks, Copy<OTF2_DefWriter_WriteMappingTable>::record);
  OTF2_DefReaderCallbacks_SetStringCallback(callbacks, Copy<OTF2_DefWriter_WriteString>::record);
  OTF2_DefReaderCallbacks_SetAttributeCallback(callbacks, Copy<OTF2_DefWriter_WriteAttribute>::record);
  OTF2_DefReaderCallbacks_SetSystemTreeNodeCallback(callbacks,
                                                    Copy<OTF2_DefWriter_WriteSystemTreeNode>::record);
  OTF2_DefReaderCallbacks_SetLocationGroupCallback(callbacks,
                                                   Copy<OTF2_DefWriter_WriteLocationGroup>::record);
  OTF2_DefReaderCallbacks_SetLocationCallback(callbacks, Copy<OTF2_DefWriter_WriteLocation>::record);
  OTF2_DefReaderCallbacks_SetRegionCallback(callbacks, Copy<OTF2_DefWriter_WriteRegion>::record);
  OTF2_DefReaderCallbacks_SetCallsiteCallback(callbacks, Copy<OTF2_DefWriter_WriteCallsite>::record);
  OTF2_DefReaderCallbacks_SetCallpathCallback(callbacks, Copy<OTF2_DefWriter_WriteCallpath>::record);
  OTF2_DefReaderCallbacks_SetGroupCallback(callbacks, Copy<OTF2_DefWriter_WriteGroup>::record);
  OTF2_DefReaderCallbacks_SetMetricMemberCallback(callbacks, Copy<OTF2_DefWriter_WriteMetricMember>::record);
  OTF2_DefReaderCallbacks_SetMetricClassCallback(callbacks, Copy<OTF2_DefWriter_WriteMetricClass>::record);
  OTF2_DefReaderCallbacks_SetMetricInstanceCallback(callbacks,
                                                    Copy<OTF2_DefWriter_WriteMetricInstance>::record);
  OTF2_DefReaderCallbacks_SetCommCallback(callbacks, Copy<OTF2_DefWriter_WriteComm>::record);
  OTF2_DefReaderCallbacks_SetParameterCallback(callbacks, Copy<OTF2_DefWriter_WriteParameter>::record);
  OTF2_DefReaderCallbacks_SetRmaWinCallback(callbacks, Copy<OTF2_DefWriter_WriteRmaWin>::record);
  OTF2_DefReaderCallbacks_SetMetricClassRecorderCallback(
      callbacks, Copy<OTF2_DefWriter_WriteMetricClassRecorder>::record);
  OTF2_DefReaderCallbacks_SetSystemTreeNodePropertyCallback(
      callbacks, Copy<OTF2_DefWriter_WriteSystemTreeNodeProperty>::record);
  OTF2_DefReaderCallbacks_SetSystemTreeNodeDomainCallback(
      callbacks, Copy<OTF2_DefWriter_WriteSystemTreeNodeDomain>::record);
  OTF2_DefReaderCallbacks_SetLocationGroupPropertyCallback(
      callbacks, Copy<OTF2_DefWriter_WriteLocationGroupProperty>::record);
  OTF2_DefReaderCallbacks_SetLocationPropertyCallback(callbacks,
                                                      Copy<OTF2_DefWriter_WriteLocationProperty>::record);
  OTF2_DefReaderCallbacks_SetCartDimensionCallback(callbacks,
                                                   Copy<OTF2_DefWriter_WriteCartDimension>::record);
  OTF2_DefReaderCallbacks_SetCartTopologyCallback(callbacks, Copy<OTF2_DefWriter_WriteCartTopology>::record);
  OTF2_DefReaderCallbacks_SetCartCoordinateCallback(callbacks,
                                                    Copy<OTF2_DefWriter_WriteCartCoordinate>::record);
  OTF2_DefReaderCallbacks_SetSourceCodeLocationCallback(callbacks,
                                                        Copy<OTF2_DefWriter_WriteSourceCodeLocation>::record);
  OTF2_DefReaderCallbacks_SetCallingContextCallback(callbacks,
                                                    Copy<OTF2_DefWriter_WriteCallingContext>::record);
  OTF2_DefReaderCallbacks_SetCallingContextPropertyCallback(
      callbacks, Copy<OTF2_DefWriter_WriteCallingContextProperty>::record);
  OTF2_DefReaderCallbacks_SetInterruptGeneratorCallback(callbacks,
                                                        Copy<OTF2_DefWriter_WriteInterruptGenerator>::record);
  OTF2_DefReaderCallbacks_SetIoFilePropertyCallback(callbacks,
                                                    Copy<OTF2_DefWriter_WriteIoFileProperty>::record);
  OTF2_DefReaderCallbacks_SetIoRegularFileCallback(callbacks,
                                                   Copy<OTF2_DefWriter_WriteIoRegularFile>::record);
  OTF2_DefReaderCallbacks_SetIoDirectoryCallback(callbacks, Copy<OTF2_DefWriter_WriteIoDirectory>::record);
  OTF2_DefReaderCallbacks_SetIoHandleCallback(callbacks, Copy<OTF2_DefWriter_WriteIoHandle>::record);
  OTF2_DefReaderCallbacks_SetIoPreCreatedHandleStateCallback(
      callbacks, Copy<OTF2_DefWriter_WriteIoPreCreatedHandleState>::record);
  OTF2_DefReaderCallbacks_SetCallpathParameterCallback(callbacks,
                                                       Copy<OTF2_DefWriter_WriteCallpathParameter>::record);
  OTF2_DefReaderCallbacks_SetInterCommCallback(callbacks, Copy<OTF2_DefWriter_WriteInterComm>::record);
}

}  // namespace

Result<DefinitionsCopied> copy_global_definitions(const ReaderHandle& reader, uint64_t limit,
                                                  const TimeChange& change, OTF2_GlobalDefWriter* writer) {
  const std::unique_ptr<OTF2_GlobalDefReaderCallbacks, FreeCallbacks> callbacks(
      OTF2_GlobalDefReaderCallbacks_New());
  set_global_copies(callbacks.get());
  forget_library_errors();
  OTF2_GlobalDefReader* definitions = OTF2_Reader_GetGlobalDefReader(reader.get());
  if (definitions == nullptr) return Error{"the global definitions cannot be read: " + first_library_error()};
  DefinitionCopy<OTF2_GlobalDefWriter> copy{writer, change, {}};
  OTF2_Reader_RegisterGlobalDefCallbacks(reader.get(), definitions, callbacks.get(), &copy);
  uint64_t count = 0;
  const OTF2_ErrorCode status = OTF2_Reader_ReadGlobalDefinitions(reader.get(), definitions, limit, &count);
  const bool is_damaged = copy.outcome.error == OTF2_SUCCESS && (status != OTF2_SUCCESS || count >= limit);
  if (is_damaged) return Error{"the definitions are damaged: " + first_library_error()};
  OTF2_Reader_CloseGlobalDefReader(reader.get(), definitions);
  return copy.outcome;
}

Result<DefinitionsCopied> copy_local_definitions(const ArchiveFiles& files, const ReaderHandle& reader,
                                                 OTF2_LocationRef location, OTF2_DefWriter* writer) {
  const std::unique_ptr<OTF2_DefReaderCallbacks, FreeCallbacks> callbacks(OTF2_DefReaderCallbacks_New());
  set_local_copies(callbacks.get());
  DefinitionCopy<OTF2_DefWriter> copy{writer, {}, {}};
  const Status read = read_local_definitions(files, reader, location, callbacks.get(), &copy);
  if (!read && copy.outcome.error == OTF2_SUCCESS) return read.error();
  return copy.outcome;
}

}  // namespace latecomer::otf2
