! SPDX-FileCopyrightText: 2026 The latecomer developers
! SPDX-License-Identifier: BSD-3-Clause

! Two threads, of which the second makes the first wait for 0.2 seconds at a barrier.
program waits
  use omp_lib
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    integer(c_int) function usleep(microseconds) bind(c)
      import
      integer(c_int), value :: microseconds
    end function
  end interface
  integer :: total
  total = 0
  !$omp parallel num_threads(2) reduction(+: total)
  if (omp_get_thread_num() == 1) total = usleep(200000)
  !$omp barrier
  total = total + omp_get_thread_num() + 1
  !$omp end parallel
  print '(a, i0)', 'total ', total
end program
