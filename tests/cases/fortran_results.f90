! case: fortran_results
! plugin: functions=*
! needs: gfortran
! calls: one=10 two=7 made=3
! Calls that leave results in their arguments count where they stand, as does what makes
! objects; the end of a function is blank.
module results
  implicit none
  type :: item
    integer :: k = 1
  end type
contains
  subroutine one(a, b)
    integer, intent(in) :: a
    integer, intent(out) :: b
    b = a !=10
  end subroutine
  integer function two(a, b)
    integer, intent(in) :: a
    integer, intent(out) :: b
    b = a !=7
    two = a !=7
  end function !=-
  function made(n) result(r)
    integer, intent(in) :: n
    type(item) :: r
    r%k = n !=3
    if (n == 2) return !=3
    r = item(n + 1) !=2
  end function !=-
end module

program p
  use results
  implicit none
  integer :: i, k, v(3)
  type(item) :: t
  i = 1 !=1
  call one(i, k) !=1
  call one(i + 1, k) !=1
  call one(two(i, k) + 1, & !=1
    v(2)) !=-
  i = i + k; call one(i, k) !=1
  if (k > 1) call one(i, k) !=1
  i = two(i, k) + 5 !=1
  i = i + 2 !=1
  if (two(i, k) > 3) then !=1
    i = 0 !=1
    call one(i, k) !=1
  end if
  do while (two(i, k) < 3) !=4
    i = i + 1 !=3
    call one(i, k) !=3
  end do
  call one(k, i) !=1
  do k = 1, 3 !=4
    t = made(k) !=3
    i = i + t%k !=3
  end do
  print *, i, ((i * k, i = 1, 2), k = 1, 3) !=1
end program
