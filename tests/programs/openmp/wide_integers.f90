! SPDX-FileCopyrightText: 2026 The latecomer developers
! SPDX-License-Identifier: BSD-3-Clause

! Compiled with -fdefault-integer-8, it calls a function that libgomp alone has.
program wide_integers
  use omp_lib
  implicit none
  integer(8) :: threads = 2
  call omp_set_num_threads(threads)
  print '(a, i0)', 'threads ', omp_get_max_threads()
end program
