// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include <vector>

#include "archive_fixture.h"

namespace latecomer::otf2 {

inline OTF2_FlushType flush(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) {
  return OTF2_FLUSH;
}
inline OTF2_TimeStamp no_time(void*, OTF2_FileType, OTF2_LocationRef) {
  return 0;
}

/// Writes with libotf2 itself what no ArchiveWriter would write.
class MalformedArchiveTest : public ArchiveTest {
 protected:
  void SetUp() override {
    ArchiveTest::SetUp();
    static constexpr OTF2_FlushCallbacks kFlush = {flush, no_time};
    archive_ = OTF2_Archive_Open(directory_.c_str(), "traces", OTF2_FILEMODE_WRITE, 1 << 20, 1 << 20,
                                 OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    OTF2_Archive_SetFlushCallbacks(archive_, &kFlush, nullptr);
    OTF2_Archive_SetSerialCollectiveCallbacks(archive_);
    writer_ = OTF2_Archive_GetGlobalDefWriter(archive_);
    OTF2_GlobalDefWriter_WriteClockProperties(writer_, 1000, 0, 10, OTF2_UNDEFINED_TIMESTAMP);
    OTF2_GlobalDefWriter_WriteString(writer_, 0, "");
  }

  void write_string(OTF2_StringRef ref, const char* text) {
    OTF2_GlobalDefWriter_WriteString(writer_, ref, text);
  }

  void write_group(OTF2_GroupRef ref, OTF2_GroupType type, OTF2_Paradigm paradigm,
                   const std::vector<uint64_t>& members) {
    OTF2_GlobalDefWriter_WriteGroup(writer_, ref, 0, type, paradigm, OTF2_GROUP_FLAG_NONE,
                                    static_cast<uint32_t>(members.size()), members.data());
  }

  void write_region(OTF2_RegionRef ref, OTF2_StringRef name) {
    OTF2_GlobalDefWriter_WriteRegion(writer_, ref, name, name, 0, OTF2_REGION_ROLE_FUNCTION,
                                     OTF2_PARADIGM_USER, OTF2_REGION_FLAG_NONE, 0, 0, 0);
  }

  void write_process(uint32_t rank, OTF2_SystemTreeNodeRef node) {
    OTF2_GlobalDefWriter_WriteLocationGroup(writer_, rank, 0, OTF2_LOCATION_GROUP_TYPE_PROCESS, node,
                                            OTF2_UNDEFINED_LOCATION_GROUP);
    OTF2_GlobalDefWriter_WriteLocation(writer_, rank, 0, OTF2_LOCATION_TYPE_CPU_THREAD, 0, rank);
  }

  void close() { OTF2_Archive_Close(archive_); }

  OTF2_Archive* archive_ = nullptr;
  OTF2_GlobalDefWriter* writer_ = nullptr;
};

}  // namespace latecomer::otf2
