// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/copy_anchor.h"

#include <otf2/otf2.h>

#include <cstdlib>
#include <filesystem>
#include <memory>

#include "otf2/raw_definitions.h"

namespace latecomer::otf2 {

namespace {

struct FreeMemory {
  void operator()(char* memory) const { std::free(memory); }
};

Status copy_text(const ReaderHandle& reader, OTF2_ErrorCode (*get)(OTF2_Reader*, char**),
                 const WriterHandle& writer, OTF2_ErrorCode (*set)(OTF2_Archive*, const char*)) {
  char* text = nullptr;
  if (get(reader.get(), &text) != OTF2_SUCCESS) return {};
  const std::unique_ptr<char, FreeMemory> owned(text);
  if (text == nullptr || *text == '\0') return {};
  return writer.check(set(writer.get(), text));
}

}  // namespace

ArchiveFormat format_of(const ArchiveFiles& files, const ReaderHandle& reader) {
  ArchiveFormat format;
  format.name = std::filesystem::path(files.anchor).stem().string();
  format.event_chunk_size = reader.event_chunk_size();
  format.definition_chunk_size = reader.definition_chunk_size();
  OTF2_Reader_GetCompression(reader.get(), &format.compression);
  return format;
}

Status copy_anchor(const ReaderHandle& reader, const WriterHandle& writer) {
  TRY_STATUS(copy_text(reader, OTF2_Reader_GetMachineName, writer, OTF2_Archive_SetMachineName));
  TRY_STATUS(copy_text(reader, OTF2_Reader_GetDescription, writer, OTF2_Archive_SetDescription));
  TRY_STATUS(copy_text(reader, OTF2_Reader_GetCreator, writer, OTF2_Archive_SetCreator));
  for (const auto& [name, value] : read_properties(reader.get())) {
    TRY_STATUS(writer.check(OTF2_Archive_SetProperty(writer.get(), name.c_str(), value.c_str(), true)));
  }
  return {};
}

}  // namespace latecomer::otf2
