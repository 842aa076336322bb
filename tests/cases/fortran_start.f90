! case: fortran_start
! needs: gfortran
! plugin: functions=*
! calls: hello=1 main=1
! The C function that starts a Fortran program is not the program's own; a procedure may
! well have its name.
program hello
  implicit none
  integer :: i, s
  s = 0 !=1
  do i = 1, 5 !=6
    s = s + i !=5
  end do
  call main(s) !=1
contains
  subroutine main(n)
    integer, intent(in) :: n
    print *, 'main', n !=1
  end subroutine
end program
