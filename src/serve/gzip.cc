// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/gzip.h"

#include <libdeflate.h>

#include <new>

namespace latecomer::serve {

std::string gzipped(std::string_view bytes) {
  constexpr int kLevel = 6;
  libdeflate_compressor* const compressor = libdeflate_alloc_compressor(kLevel);
  if (compressor == nullptr) throw std::bad_alloc();
  std::string out(libdeflate_gzip_compress_bound(compressor, bytes.size()), '\0');
  out.resize(libdeflate_gzip_compress(compressor, bytes.data(), bytes.size(), out.data(), out.size()));
  libdeflate_free_compressor(compressor);
  return out;
}

}  // namespace latecomer::serve
