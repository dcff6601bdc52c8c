// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The problem: events refer to a calling context for each address, and one address can turn out to be several
// frames, a function and those that were inlined into it. Events cannot be written again, so references have
// to stay; and readers expect parents before their children and references without gaps.
//
// The idea: the reference of an address becomes the function's frame, and the inlined ones follow behind all
// others, as its children. A property of the function's frame says which is the innermost of them: this is
// meant by events and by what was called from there.
//
//     the trace      main -> f -> g -> MPI_Send     g is context 1, as events know it, and f was added: 5
//     the archive    0: main   1: f in 0   5: g in 1   innermost of 1 is 5
//
// Regions of addresses on stacks are behind all others and are referred to by contexts only: the functions'
// regions replace them. The regions before are written again, since recorded functions have got
// names. Cost: one pass over the definitions.

#include "otf2/replace_calling_contexts.h"

#include <fcntl.h>
#include <otf2/otf2.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "otf2/archive_files.h"
#include "otf2/archive_reader.h"
#include "otf2/copy_anchor.h"
#include "otf2/enums.h"
#include "otf2/library.h"
#include "otf2/rewrite_definitions.h"
#include "otf2/writer_ids.h"
#include "trace/code_address.h"

namespace latecomer::otf2 {

namespace fs = std::filesystem;
using trace::CallingContext;
using trace::CallingContextId;

namespace {

/// Says what the archive's own references end at.
struct OldReferences {
  OTF2_RegionRef regions = 0;  ///< Leaves out those of addresses.
  size_t contexts = 0;
};

OldReferences references_of(const trace::Definitions& definitions) {
  OldReferences old{0, definitions.calling_contexts.size()};
  while (old.regions < definitions.regions.size() && !trace::address_of(definitions.regions[old.regions]))
    ++old.regions;
  return old;
}

/// Writes regions, source locations and calling contexts behind copied definitions; `error_` keeps the first
/// error.
class ContextsWriter {
 public:
  ContextsWriter(OTF2_GlobalDefWriter* writer, const trace::Definitions& definitions, OldReferences old,
                 OTF2_StringRef next_string)
      : writer_(writer),
        definitions_(definitions),
        contexts_(definitions.calling_contexts),
        old_(old),
        next_string_(next_string),
        next_region_(old.regions),
        next_context_(static_cast<OTF2_CallingContextRef>(old.contexts)) {}

  OTF2_ErrorCode write() {
    for (OTF2_RegionRef ref = 0; ref < old_.regions; ++ref) write_region(ref, trace::RegionId(ref));
    write_locations();
    for (size_t i = 0; i < old_.contexts; ++i) write_function(CallingContextId(i));
    for (size_t i = 0; i < old_.contexts; ++i) write_inlined(CallingContextId(i));
    return error_;
  }

 private:
  void note(OTF2_ErrorCode code) {
    if (error_ == OTF2_SUCCESS) error_ = code;
  }

  OTF2_StringRef string_ref(const std::string& text) {
    const auto [known, is_new] = strings_.try_emplace(text, next_string_);
    if (is_new) note(OTF2_GlobalDefWriter_WriteString(writer_, next_string_++, text.c_str()));
    return known->second;
  }

  OTF2_RegionRef region_ref(trace::RegionId id) {
    if (id.value < old_.regions) return id.value;
    const auto [known, is_new] = regions_.try_emplace(id, next_region_);
    if (!is_new) return known->second;
    write_region(next_region_, id);
    return next_region_++;
  }

  void write_region(OTF2_RegionRef ref, trace::RegionId id) {
    const trace::Region& region = definitions_.regions[id.index()];
    const OTF2_StringRef name = string_ref(region.name);
    const OTF2_StringRef canonical = region.canonical_name.empty() ? name : string_ref(region.canonical_name);
    note(OTF2_GlobalDefWriter_WriteRegion(writer_, ref, name, canonical, string_ref(region.description),
                                          to_otf2(region.role), to_otf2(region.paradigm),
                                          flags_of(region.role), string_ref(region.file), region.begin_line,
                                          region.end_line));
  }

  void write_locations() {
    for (size_t id = 0; id < definitions_.source_locations.size(); ++id) {
      const trace::SourceLocation& location = definitions_.source_locations[id];
      note(OTF2_GlobalDefWriter_WriteSourceCodeLocation(writer_, static_cast<OTF2_SourceCodeLocationRef>(id),
                                                        string_ref(location.file), location.line));
    }
  }

  bool is_old(CallingContextId id) const { return id.index() < old_.contexts; }

  /// Returns the frames of an address, innermost first: its context, and the added ones around it.
  std::vector<CallingContextId> frames_of(CallingContextId context) const {
    std::vector<CallingContextId> frames = {context};
    for (CallingContextId id = contexts_[context.index()].parent; id.valid() && !is_old(id);
         id = contexts_[id.index()].parent)
      frames.push_back(id);
    return frames;
  }

  void write_context(OTF2_CallingContextRef ref, CallingContextId id, OTF2_CallingContextRef parent) {
    const CallingContext& context = contexts_[id.index()];
    note(OTF2_GlobalDefWriter_WriteCallingContext(writer_, ref, region_ref(context.region),
                                                  context.location.value, parent));
  }

  void write_function(CallingContextId context) {
    const CallingContextId function = frames_of(context).back();
    write_context(context.value, function, contexts_[function.index()].parent.value);
  }

  void write_inlined(CallingContextId context) {
    std::vector<CallingContextId> frames = frames_of(context);
    frames.pop_back();
    if (frames.empty()) return;
    OTF2_CallingContextRef parent = context.value;
    for (; !frames.empty(); frames.pop_back()) {
      write_context(next_context_, frames.back(), parent);
      parent = next_context_++;
    }
    OTF2_AttributeValue innermost;
    innermost.callingContextRef = parent;
    note(OTF2_GlobalDefWriter_WriteCallingContextProperty(
        writer_, context.value, string_ref(kInnermostProperty), OTF2_TYPE_CALLING_CONTEXT, innermost));
  }

  OTF2_GlobalDefWriter* writer_;
  const trace::Definitions& definitions_;
  const std::vector<CallingContext>& contexts_;
  const OldReferences old_;
  std::unordered_map<std::string, OTF2_StringRef> strings_;  ///< Holds new ones.
  std::map<trace::RegionId, OTF2_RegionRef> regions_;        ///< Holds those that are not as before.
  OTF2_StringRef next_string_;
  OTF2_RegionRef next_region_;
  OTF2_CallingContextRef next_context_;
  OTF2_ErrorCode error_ = OTF2_SUCCESS;
};

/// Writes anchor file and global definitions into another directory.
Status write_definitions(const ArchiveFiles& files, const std::string& directory, OldReferences old,
                         const trace::Definitions& definitions) {
  TRY(const ReaderHandle reader, ReaderHandle::open(files.anchor));
  TRY(WriterHandle writer, WriterHandle::open(directory, format_of(files, reader)));
  TRY_STATUS(writer.check(OTF2_Archive_SetSerialCollectiveCallbacks(writer.get())));
  TRY_STATUS(copy_anchor(reader, writer));
  OTF2_GlobalDefWriter* to = OTF2_Archive_GetGlobalDefWriter(writer.get());
  if (to == nullptr) return writer.check(OTF2_ERROR_FILE_CAN_NOT_OPEN);
  const uint64_t limit = most_records(files.global_definitions());
  TRY(const DefinitionsCopied copied, copy_global_definitions(reader, limit, {.leaves_out_code = true}, to));
  TRY_STATUS(writer.check(copied.error));
  const SeemingWrites all;
  TRY_STATUS(writer.check_written(ContextsWriter(to, definitions, old, copied.strings).write()));
  TRY_STATUS(writer.check_written(OTF2_Archive_CloseGlobalDefWriter(writer.get(), to)));
  return writer.close();
}

Status sync(const fs::path& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool stored = file >= 0 && fsync(file) == 0;
  const int cause = errno;
  if (file >= 0) close(file);
  return stored ? Status() : Status(Error{path.string() + ": " + std::strerror(cause)});
}

Status move(const fs::path& from, const fs::path& to) {
  std::error_code problem;
  fs::rename(from, to, problem);
  return problem ? Status(Error{to.string() + ": " + problem.message()}) : Status();
}

constexpr const char* kEndings[] = {".def", ".otf2"};

// The two files belong together. They are in a directory of this name when both are on the disk, and are
// moved from there, whoever has to do it.
fs::path complete_directory(const ArchiveFiles& files) {
  return files.stem + ".named";
}
fs::path file_in(const fs::path& directory, const ArchiveFiles& files, const char* ending) {
  return directory / fs::path(files.stem + ending).filename();
}

Status put_in_place(const ArchiveFiles& files) {
  const fs::path directory = complete_directory(files);
  std::error_code ignored;
  for (const char* ending : kEndings) {
    const fs::path from = file_in(directory, files, ending);
    if (fs::exists(from, ignored)) TRY_STATUS(move(from, files.stem + ending));
  }
  fs::remove_all(directory, ignored);
  return {};
}

Status write_complete(const ArchiveFiles& files, const fs::path& directory, OldReferences old,
                      const trace::Definitions& definitions) {
  TRY_STATUS(write_definitions(files, directory.string(), old, definitions));
  for (const char* ending : kEndings) TRY_STATUS(sync(file_in(directory, files, ending)));
  TRY_STATUS(sync(directory));
  return move(directory, complete_directory(files));
}

}  // namespace

Status finish_replacing(const std::string& archive) {
  TRY(const ArchiveFiles files, find_archive(archive));
  return put_in_place(files);
}

Status replace_calling_contexts(const std::string& archive, const trace::Definitions& definitions) {
  TRY(const ArchiveFiles files, find_archive(archive));
  TRY(const std::unique_ptr<trace::Trace> before, open_archive(archive));
  const fs::path writing = files.stem + ".naming";
  std::error_code ignored;
  fs::remove_all(writing, ignored);
  const Status written = write_complete(files, writing, references_of(before->definitions()), definitions);
  fs::remove_all(writing, ignored);
  return written ? put_in_place(files) : written;
}

}  // namespace latecomer::otf2
