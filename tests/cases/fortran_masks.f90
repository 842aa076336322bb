! case: fortran_masks
! plugin: functions=masks
! needs: gfortran
! calls: masks=2
! What works on whole arrays is loops to the compiler, and one statement to us.
program main
  implicit none
  integer :: i
  i = masks(4) + masks(6)
  print *, i
contains
  integer function masks(n) result(total)
    integer, intent(in) :: n
    integer :: a(n), b(n), i
    a = 3 !=2
    total = 0 !=2
    do i = 1, n
      b(i) = i !=10
    end do
    do i = 1, 3; total = total + i; end do !=8
    where (b > 2) !=2
      a = b
    elsewhere
      a = 0
    end where
    where (b == 1) a = 7 !=2
    forall (i = 1:n) b(i) = a(i) * 2 !=2
    total = sum(b) !=2
    total = total + dot_product(a, b) !=2
    a = matmul(reshape(spread(b, 1, n), [n, n]), a) !=2
    total = total + maxval(a) !=2
  end function masks
end program main
