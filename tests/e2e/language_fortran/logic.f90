! SPDX-License-Identifier: MIT
program logic
  implicit none
  integer, save :: calls = 0
  logical :: flag
  real :: a(4, 4), b(4, 4)
  flag = .false.
  flag = changes() .and. flag
  flag = flag .and. changes()
  flag = flag .or. changes() .or. changes()
  a = 1
  b = matmul(a, a)
  print '(i0, f6.1)', calls, sum(b)
contains
  logical function changes()
    calls = calls + 1
    changes = .true.
  end function
end program
