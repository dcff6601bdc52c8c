! SPDX-FileCopyrightText: 2026 The latecomer developers
! SPDX-License-Identifier: BSD-3-Clause

! Rank 0 comes late to where a file is opened, and to a collective write; then all functions that differ in their arguments.
program files_f08
  use mpi_f08
  use, intrinsic :: iso_c_binding
  implicit none
  integer, parameter :: n = 100
  integer :: rank, i, data(n), number
  integer(MPI_OFFSET_KIND) :: own, position
  character(len=100) :: name
  type(MPI_File) :: file
  type(MPI_Request) :: request
  type(MPI_Status) :: status

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call system_clock(number)
  call MPI_Bcast(number, 1, MPI_INTEGER, 0, MPI_COMM_WORLD)
  write (name, '(a, i0)') '/tmp/latecomer-f08-', number
  data = [(rank * n + i, i = 1, n)]

  if (rank == 0) call wait_for(100000)
  call MPI_File_open(MPI_COMM_WORLD, trim(name), MPI_MODE_RDWR + MPI_MODE_CREATE + MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, file)
  own = rank * n
  call MPI_File_set_view(file, 0_MPI_OFFSET_KIND, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL)
  call MPI_Barrier(MPI_COMM_WORLD)
  if (rank == 0) call wait_for(150000)
  call MPI_File_write_at_all(file, own, data, n, MPI_INTEGER, MPI_STATUS_IGNORE)
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_File_iread_at(file, own, data, n, MPI_INTEGER, request)
  call MPI_Wait(request, status)
  call MPI_Get_count(status, MPI_INTEGER, number)
  if (number /= n .or. any(data /= [(rank * n + i, i = 1, n)])) call MPI_Abort(MPI_COMM_WORLD, 1)
  call MPI_File_seek(file, own, MPI_SEEK_SET)
  call MPI_File_get_position(file, position)
  if (position /= own) call MPI_Abort(MPI_COMM_WORLD, 1)
  call MPI_File_read(file, data, n, MPI_INTEGER, status)
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_File_write_at_all_begin(file, own, data, n, MPI_INTEGER)
  call MPI_File_write_at_all_end(file, data, status)
  call MPI_File_close(file)
  call MPI_Finalize()

contains
  subroutine wait_for(microseconds)
    integer, intent(in) :: microseconds
    interface
      integer(c_int) function usleep(time) bind(c)
        import :: c_int
        integer(c_int), value :: time
      end function
    end interface
    integer(c_int) :: outcome
    outcome = usleep(int(microseconds, c_int))
  end subroutine
end program
