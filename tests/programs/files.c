// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <string.h>

#include "file.h"

// Calls every function of MPI for files, and looks at what each has read.

enum { kInts = 100 };
static MPI_File file;
static int data[kInts];

static void fill(int first) {
  for (int i = 0; i < kInts; ++i) data[i] = first + i;
}

// Whether the last read got the numbers from `first` on.
static void got(int first, const MPI_Status* status, const char* what) {
  int count = 0;
  MPI_Get_count(status, MPI_INT, &count);
  expect(count == kInts, what);
  for (int i = 0; i < kInts; ++i) expect(data[i] == first + i, what);
  memset(data, 0, sizeof data);
}

static void wait_for(MPI_Request* request, int first, const char* what) {
  MPI_Status status;
  MPI_Wait(request, &status);
  got(first, &status, what);
}

static void individual(void) {
  MPI_Status status;
  MPI_Request request;
  const MPI_Offset own = rank * (MPI_Offset)kInts;
  const int first = 1000 * rank;
  fill(first);
  MPI_File_write_at(file, own, data, kInts, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at(file, own, data, kInts, MPI_INT, &status);
  got(first, &status, "MPI_File_read_at");
  MPI_File_seek(file, own, MPI_SEEK_SET);
  fill(first + 1);
  MPI_File_write(file, data, kInts, MPI_INT, &status);
  got(first + 1, &status, "MPI_File_write");
  MPI_File_seek(file, -(MPI_Offset)kInts, MPI_SEEK_CUR);
  MPI_File_read(file, data, kInts, MPI_INT, &status);
  got(first + 1, &status, "MPI_File_read");

  fill(first + 2);
  MPI_File_iwrite_at(file, own, data, kInts, MPI_INT, &request);
  wait_for(&request, first + 2, "MPI_File_iwrite_at");
  MPI_File_iread_at(file, own, data, kInts, MPI_INT, &request);
  wait_for(&request, first + 2, "MPI_File_iread_at");
  MPI_File_seek(file, own, MPI_SEEK_SET);
  fill(first + 3);
  MPI_File_iwrite(file, data, kInts, MPI_INT, &request);
  wait_for(&request, first + 3, "MPI_File_iwrite");
  MPI_File_seek(file, own, MPI_SEEK_SET);
  MPI_File_iread(file, data, kInts, MPI_INT, &request);
  wait_for(&request, first + 3, "MPI_File_iread");
}

static void collective(void) {
  MPI_Status status;
  MPI_Request request;
  const MPI_Offset own = rank * (MPI_Offset)kInts;
  const int first = 2000 * rank;
  fill(first);
  MPI_File_write_at_all(file, own, data, kInts, MPI_INT, &status);
  MPI_File_read_at_all(file, own, data, kInts, MPI_INT, &status);
  got(first, &status, "MPI_File_read_at_all");
  fill(first + 1);
  MPI_File_iwrite_at_all(file, own, data, kInts, MPI_INT, &request);
  wait_for(&request, first + 1, "MPI_File_iwrite_at_all");
  MPI_File_iread_at_all(file, own, data, kInts, MPI_INT, &request);
  wait_for(&request, first + 1, "MPI_File_iread_at_all");

  MPI_File_seek(file, own, MPI_SEEK_SET);
  fill(first + 2);
  MPI_File_write_all(file, data, kInts, MPI_INT, &status);
  MPI_File_seek(file, own, MPI_SEEK_SET);
  MPI_File_read_all(file, data, kInts, MPI_INT, &status);
  got(first + 2, &status, "MPI_File_read_all");
  MPI_File_seek(file, own, MPI_SEEK_SET);
  fill(first + 3);
  MPI_File_iwrite_all(file, data, kInts, MPI_INT, &request);
  wait_for(&request, first + 3, "MPI_File_iwrite_all");
  MPI_File_seek(file, own, MPI_SEEK_SET);
  MPI_File_iread_all(file, data, kInts, MPI_INT, &request);
  wait_for(&request, first + 3, "MPI_File_iread_all");
}

static void split(void) {
  MPI_Status status;
  const MPI_Offset own = rank * (MPI_Offset)kInts;
  const int first = 3000 * rank;
  fill(first);
  MPI_File_write_at_all_begin(file, own, data, kInts, MPI_INT);
  MPI_File_write_at_all_end(file, data, &status);
  MPI_File_read_at_all_begin(file, own, data, kInts, MPI_INT);
  MPI_File_read_at_all_end(file, data, &status);
  got(first, &status, "MPI_File_read_at_all_begin");
  MPI_File_seek(file, own, MPI_SEEK_SET);
  fill(first + 1);
  MPI_File_write_all_begin(file, data, kInts, MPI_INT);
  MPI_File_write_all_end(file, data, MPI_STATUS_IGNORE);
  MPI_File_seek(file, own, MPI_SEEK_SET);
  MPI_File_read_all_begin(file, data, kInts, MPI_INT);
  MPI_File_read_all_end(file, data, &status);
  got(first + 1, &status, "MPI_File_read_all_begin");
}

// By the shared pointer, in the order of the ranks, and one rank after the other.
static void shared(void) {
  MPI_Status status;
  MPI_Request request;
  const int first = 4000 * rank;
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  fill(first);
  MPI_File_write_ordered(file, data, kInts, MPI_INT, &status);
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  MPI_File_read_ordered(file, data, kInts, MPI_INT, &status);
  got(first, &status, "MPI_File_read_ordered");
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  fill(first + 1);
  MPI_File_write_ordered_begin(file, data, kInts, MPI_INT);
  MPI_File_write_ordered_end(file, data, &status);
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  MPI_File_read_ordered_begin(file, data, kInts, MPI_INT);
  MPI_File_read_ordered_end(file, data, &status);
  got(first + 1, &status, "MPI_File_read_ordered_begin");
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  if (rank == 0) {
    fill(5);
    MPI_File_write_shared(file, data, kInts, MPI_INT, &status);
    fill(6);
    MPI_File_iwrite_shared(file, data, kInts, MPI_INT, &request);
    wait_for(&request, 6, "MPI_File_iwrite_shared");
  }
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  if (rank == 0) {
    MPI_File_read_shared(file, data, kInts, MPI_INT, &status);
    got(5, &status, "MPI_File_read_shared");
    MPI_File_iread_shared(file, data, kInts, MPI_INT, &request);
    wait_for(&request, 6, "MPI_File_iread_shared");
  }
}

static void settings(void) {
  MPI_Offset offset, size_of_file;
  MPI_Datatype etype, filetype;
  MPI_Group group;
  MPI_Info info;
  MPI_Aint extent;
  MPI_Errhandler handler;
  int number;
  char representation[MPI_MAX_DATAREP_STRING];
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_get_view(file, &offset, &etype, &filetype, representation);
  MPI_File_get_amode(file, &number);
  MPI_File_set_atomicity(file, 1);
  MPI_File_get_atomicity(file, &number);
  expect(number == 1, "atomicity");
  MPI_File_set_atomicity(file, 0);
  MPI_File_get_byte_offset(file, 3, &offset);
  expect(offset == 3 * (MPI_Offset)sizeof(int), "MPI_File_get_byte_offset");
  MPI_File_get_group(file, &group);
  MPI_Group_free(&group);
  MPI_File_get_info(file, &info);
  MPI_File_set_info(file, info);
  MPI_Info_free(&info);
  MPI_File_get_type_extent(file, MPI_INT, &extent);
  MPI_File_get_position(file, &offset);
  MPI_File_get_position_shared(file, &offset);
  MPI_File_get_errhandler(file, &handler);
  MPI_File_set_errhandler(file, handler);
  MPI_File_set_size(file, 0);
  MPI_File_preallocate(file, size * (MPI_Offset)sizeof data);
  MPI_File_get_size(file, &size_of_file);
  expect(size_of_file == size * (MPI_Offset)sizeof data, "MPI_File_get_size");
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  const char* name = new_file_name();
  // One that is not there.
  expect(MPI_File_open(MPI_COMM_SELF, "/tmp/latecomer/is not there", MPI_MODE_RDONLY, MPI_INFO_NULL, &file) !=
             MPI_SUCCESS,
         "a file that is not there");
  const int mode = MPI_MODE_RDWR | MPI_MODE_CREATE;
  expect(MPI_File_open(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, &file) == MPI_SUCCESS, "MPI_File_open");
  settings();
  individual();
  MPI_Barrier(MPI_COMM_WORLD);
  collective();
  split();
  shared();
  MPI_File_sync(file);
  // Beyond the end.
  MPI_Status status;
  int count = -1;
  MPI_File_read_at(file, 1 << 20, data, kInts, MPI_INT, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  expect(count == 0, "a read beyond the end");
  MPI_File_close(&file);
  expect(file == MPI_FILE_NULL, "the handle of a closed file");
  if (rank == 0) expect(MPI_File_delete(name, MPI_INFO_NULL) == MPI_SUCCESS, "MPI_File_delete");
  const int temporary = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_APPEND;
  MPI_File_open(MPI_COMM_WORLD, name, temporary, MPI_INFO_NULL, &file);
  MPI_File_close(&file);
  expect(access(name, F_OK) != 0, "MPI_MODE_DELETE_ON_CLOSE");
  printf("rank %d is done\n", rank);
  MPI_Finalize();
  return 0;
}
