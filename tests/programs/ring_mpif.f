! SPDX-FileCopyrightText: 2026 The latecomer developers
! SPDX-License-Identifier: BSD-3-Clause

! mpif.h in fixed form: rank 0 works before it sends to everybody, and again before a broadcast; the
! messages are taken with a wildcard, an own status, a nonblocking receive and MPI_WAITANY.
      program ring
      use, intrinsic :: iso_c_binding, only: c_int
      implicit none
      include 'mpif.h'
      integer rank, nranks, ierror, to, number, found, ignored
      integer request(2), status(MPI_STATUS_SIZE)
      interface
        integer(c_int) function usleep(microseconds) bind(C)
          import :: c_int
          integer(c_int), value :: microseconds
        end function
      end interface

      call MPI_INIT(ierror)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierror)
      call MPI_COMM_SIZE(MPI_COMM_WORLD, nranks, ierror)
      number = 0
      if (rank .eq. 0) then
        ignored = usleep(100000)
        do to = 1, nranks - 1
          call MPI_SEND(to, 1, MPI_INTEGER, to, 5, MPI_COMM_WORLD,
     &                  ierror)
        end do
        ignored = usleep(100000)
        do to = 1, nranks - 1
          call MPI_SSEND(to, 1, MPI_INTEGER, to, 6, MPI_COMM_WORLD,
     &                   ierror)
        end do
        number = 77
        ignored = usleep(100000)
      else
        call MPI_RECV(number, 1, MPI_INTEGER, MPI_ANY_SOURCE, 5,
     &                MPI_COMM_WORLD, status, ierror)
        if (status(MPI_SOURCE) .ne. 0 .or. number .ne. rank)
     &    call MPI_ABORT(MPI_COMM_WORLD, 1, ierror)
        request(1) = MPI_REQUEST_NULL
        call MPI_IRECV(number, 1, MPI_INTEGER, 0, 6,
     &                 MPI_COMM_WORLD, request(2), ierror)
        call MPI_WAITANY(2, request, found, MPI_STATUS_IGNORE, ierror)
        if (found .ne. 2 .or. number .ne. rank)
     &    call MPI_ABORT(MPI_COMM_WORLD, 1, ierror)
      end if
      call MPI_BCAST(number, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
      if (number .ne. 77) call MPI_ABORT(MPI_COMM_WORLD, 1, ierror)
      call MPI_FINALIZE(ierror)
      end program
