! SPDX-License-Identifier: MIT
integer(c_int) function sum_up(n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int), value :: n
  integer :: i
  sum_up = 0
  do i = 1, n
    sum_up = sum_up + i
  end do
end function
