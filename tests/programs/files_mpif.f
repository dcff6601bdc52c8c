! SPDX-FileCopyrightText: 2026 The latecomer developers
! SPDX-License-Identifier: BSD-3-Clause
!
! Rank 0 comes late to where a file is opened; then it is written
! and read.
      program files_mpif
      implicit none
      include 'mpif.h'
      integer n
      parameter (n = 100)
      integer rank, ierror, number, i, file, request
      integer data(n), status(MPI_STATUS_SIZE)
      integer(kind=MPI_OFFSET_KIND) own
      character(len=100) name

      call MPI_Init(ierror)
      call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
      call system_clock(number)
      call MPI_Bcast(number, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
      write (name, '(a, i0)') '/tmp/latecomer-mpif-', number
      do i = 1, n
        data(i) = rank * n + i
      end do
      if (rank .eq. 0) call sleep(1)
      call MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR +
     &  MPI_MODE_CREATE + MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
     &  file, ierror)
      own = 4 * rank * n
      call MPI_File_iwrite_at(file, own, data, n, MPI_INTEGER, request,
     &  ierror)
      call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
      call MPI_File_read_at(file, own, data, n, MPI_INTEGER, status,
     &  ierror)
      call MPI_Get_count(status, MPI_INTEGER, number, ierror)
      if (number .ne. n .or. data(n) .ne. (rank + 1) * n)
     &  call MPI_Abort(MPI_COMM_WORLD, 1, ierror)
      call MPI_File_close(file, ierror)
      call MPI_Finalize(ierror)
      end
