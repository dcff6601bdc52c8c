! SPDX-FileCopyrightText: 2026 The latecomer developers
! SPDX-License-Identifier: BSD-3-Clause

! Switches recording off and on. tests/recording_off_test.py knows what is left.
      program pcontrol_mpif
      implicit none
      include 'mpif.h'
      integer ierror
      call MPI_INIT(ierror)
      call MPI_PCONTROL(0)
      call MPI_BARRIER(MPI_COMM_WORLD, ierror)
      call MPI_PCONTROL(1)
      call MPI_FINALIZE(ierror)
      end program
