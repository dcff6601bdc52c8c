// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// libotf2 reads a record's fields without looking where the record ends, and as many entries of a list as the
// record says that it has: of a damaged one it reads, and of a mapping table writes, whatever comes after its
// memory. So each record is compared with its layout before libotf2 sees it. That of events is in the table
// of their records; that of definitions is a letter for each field, in the order in which they are written:
//
//     b       a byte
//     r, l    a number of at most 4 or 8 bytes
//     t       8 bytes
//     s       text up to a zero
//     v       a byte for the type of a value, and the value
//     [...]   as many of these as the number before says
//     |       what follows came with a later version of OTF2: records may end here

#include "otf2/record_layout.h"

#include <iterator>

#include "otf2/attribute_list.h"

namespace latecomer::otf2 {
namespace {

/// Is the first of the types that are the same in all definitions files, and whose layouts follow.
constexpr uint8_t kFirstLayout = 10;
constexpr std::string_view kDefinitions[] = {
    "rs",            // string
    "rrb|r",         // attribute
    "rrrr",          // system tree node
    "rrbr|r",        // location group
    "lrblr",         // location
    "rrrbrrr|rbbr",  // region
    "rrrrr",         // call site
    "rrr",           // call path
    "rrbr[l]|bbr",   // group
    "rrrbbbblr",     // metric member
    "rb[r]b|b",      // metric class
    "rrlbl",         // metric instance
    "rrrr|r",        // communicator
    "rrb",           // parameter
    "rrr|r",         // window
    "rl",            // recorder of a metric class
    "rrr|v",         // property of a system tree node
    "rb",            // domain of a system tree node
    "rrr|v",         // property of a location group
    "lrr|v",         // property of a location
    "rrrb",          // Cartesian dimension
    "rrrb[r]",       // Cartesian topology
    "rrb[r]",        // Cartesian coordinate
    "rrr",           // place in the source code
    "rrrr",          // calling context
    "rrv",           // property of a calling context
    "rrbbll",        // interrupt generator
    "rrv",           // property of a file
    "rrr",           // regular file
    "rrr",           // directory
    "rrrbrrr",       // handle of a file
    "rbr",           // state of a handle that was there from the start
    "rrv",           // parameter of a call path
    "rrrrrr",        // intercommunicator
};
static_assert(std::size(kDefinitions) == 43 - kFirstLayout + 1);

constexpr uint8_t kMappingTable = 5;

std::string_view layout_of_definition(DefinitionsFile file, uint8_t type) {
  const size_t index = static_cast<size_t>(type) - kFirstLayout;
  if (type >= kFirstLayout) return index < std::size(kDefinitions) ? kDefinitions[index] : "";
  constexpr std::string_view kGlobal[] = {
      "lll|l",       // clock
      "brb",         // paradigm
      "bbv",         // property of a paradigm
      "brrbrb[bv]",  // paradigm of files
  };
  constexpr std::string_view kClockOffset = "tlt";
  constexpr uint8_t kFirstGlobal = 5;
  if (file == DefinitionsFile::local) return type == kMappingTable + 1 ? kClockOffset : "";
  return type >= kFirstGlobal && type < kFirstGlobal + std::size(kGlobal) ? kGlobal[type - kFirstGlobal] : "";
}

/// Goes over fields in the order of a layout.
class LayoutReader {
 public:
  explicit LayoutReader(RecordFields& fields) : fields_(fields) {}

  /// Returns false if the record does not have them all.
  bool read(std::string_view layout) {
    for (size_t i = 0; i < layout.size() && fields_.are_whole(); ++i) {
      if (is_unknown_ || (layout[i] == '|' && fields_.are_all_read())) return true;
      if (layout[i] == '[') {
        const size_t end = layout.find(']', i);
        repeat(layout.substr(i + 1, end - i - 1));
        i = end;
      } else {
        read_field(layout[i]);
      }
    }
    return fields_.are_whole();
  }

 private:
  void repeat(std::string_view layout) {
    // Each takes a byte at least, so this ends with the record, whatever the number says.
    for (uint64_t left = number_; left > 0 && !is_unknown_ && fields_.are_whole(); --left) read(layout);
  }

  void read_field(char letter) {
    uint8_t byte = 0;
    uint32_t narrow = 0;
    switch (letter) {
      case 'b':
        fields_.read(byte);
        number_ = byte;
        break;
      case 'r':
        fields_.read(narrow);
        number_ = narrow;
        break;
      case 'l':
        fields_.read(number_);
        break;
      case 't':
        number_ = fields_.read_fixed(sizeof(number_));
        break;
      case 's':
        fields_.skip_text();
        break;
      case 'v':
        fields_.read(byte);
        is_unknown_ = !read_attribute_value(byte, fields_, number_);
        break;
      default:
        break;
    }
  }

  RecordFields& fields_;
  uint64_t number_ = 0;  ///< Is the number that was read last.
  /// Says that what follows is behind a value of an unknown type; libotf2 gives up there.
  bool is_unknown_ = false;
};

/// Reads either a global reference for each local one, or pairs of them, by the local one: libotf2 would move
/// all pairs after one that comes too late, each time.
bool is_mapping_table(RecordFields& fields) {
  constexpr uint8_t kDense = 0;
  constexpr uint8_t kPairs = 1;
  uint8_t kind = 0;
  uint8_t mode = 0;
  uint64_t count = 0;
  fields.read(kind, count, mode);
  uint64_t last = 0;
  for (uint64_t i = 0; i < count && fields.are_whole(); ++i) {
    uint64_t local = i;
    uint64_t global = 0;
    if (mode == kPairs) fields.read(local);
    fields.read(global);
    if (i > 0 && local <= last) return false;
    last = local;
  }
  return fields.are_whole() && (mode == kDense || mode == kPairs);
}

}  // namespace

bool has_fields_of_definition(DefinitionsFile file, uint8_t type, RecordFields fields) {
  if (file == DefinitionsFile::local && type == kMappingTable) return is_mapping_table(fields);
  return LayoutReader(fields).read(layout_of_definition(file, type));
}

bool has_attributes(RecordFields fields) {
  return LayoutReader(fields).read("r[rv]");
}

}  // namespace latecomer::otf2
