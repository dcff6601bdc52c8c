// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "plain_read.h"

#include <otf2/otf2.h>

#include <atomic>
#include <thread>
#include <vector>

namespace latecomer::bench {
namespace {

template <class... Fields>
OTF2_CallbackCode nothing(OTF2_LocationRef, OTF2_TimeStamp, uint64_t, void*, OTF2_AttributeList*, Fields...) {
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode add_location(void* user_data, OTF2_LocationRef location, OTF2_StringRef, OTF2_LocationType,
                               uint64_t, OTF2_LocationGroupRef) {
  static_cast<std::vector<OTF2_LocationRef>*>(user_data)->push_back(location);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_Reader* open_reader(const std::string& archive) {
  OTF2_Reader* reader = OTF2_Reader_Open((archive + "/traces.otf2").c_str());
  OTF2_Reader_SetSerialCollectiveCallbacks(reader);
  return reader;
}

std::vector<OTF2_LocationRef> find_locations(const std::string& archive) {
  std::vector<OTF2_LocationRef> locations;
  OTF2_Reader* reader = open_reader(archive);
  OTF2_GlobalDefReader* definitions = OTF2_Reader_GetGlobalDefReader(reader);
  OTF2_GlobalDefReaderCallbacks* callbacks = OTF2_GlobalDefReaderCallbacks_New();
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks, add_location);
  OTF2_Reader_RegisterGlobalDefCallbacks(reader, definitions, callbacks, &locations);
  OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
  uint64_t count = 0;
  OTF2_Reader_ReadAllGlobalDefinitions(reader, definitions, &count);
  OTF2_Reader_Close(reader);
  return locations;
}

OTF2_EvtReaderCallbacks* empty_callbacks() {
  OTF2_EvtReaderCallbacks* callbacks = OTF2_EvtReaderCallbacks_New();
  OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks, nothing);
  OTF2_EvtReaderCallbacks_SetLeaveCallback(callbacks, nothing);
  OTF2_EvtReaderCallbacks_SetMpiSendCallback(callbacks, nothing);
  OTF2_EvtReaderCallbacks_SetMpiRecvCallback(callbacks, nothing);
  OTF2_EvtReaderCallbacks_SetMpiIsendCallback(callbacks, nothing);
  OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback(callbacks, nothing);
  OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback(callbacks, nothing);
  OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(callbacks, nothing);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback(callbacks, nothing);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(callbacks, nothing);
  return callbacks;
}

uint64_t read_location(const std::string& archive, OTF2_LocationRef location) {
  OTF2_Reader* reader = open_reader(archive);
  OTF2_Reader_SelectLocation(reader, location);
  OTF2_Reader_OpenEvtFiles(reader);
  OTF2_EvtReader* events = OTF2_Reader_GetEvtReader(reader, location);
  OTF2_EvtReaderCallbacks* callbacks = empty_callbacks();
  OTF2_Reader_RegisterEvtCallbacks(reader, events, callbacks, nullptr);
  OTF2_EvtReaderCallbacks_Delete(callbacks);
  uint64_t count = 0;
  OTF2_Reader_ReadAllLocalEvents(reader, events, &count);
  OTF2_Reader_Close(reader);
  return count;
}

}  // namespace

uint64_t read_plainly(const std::string& archive, unsigned threads) {
  const std::vector<OTF2_LocationRef> locations = find_locations(archive);
  std::atomic<size_t> next = 0;
  std::atomic<uint64_t> events = 0;
  std::vector<std::jthread> workers;
  for (unsigned thread = 0; thread < threads; ++thread) {
    workers.emplace_back([&] {
      for (size_t i = next++; i < locations.size(); i = next++)
        events += read_location(archive, locations[i]);
    });
  }
  workers.clear();  // joins them
  return events;
}

}  // namespace latecomer::bench
