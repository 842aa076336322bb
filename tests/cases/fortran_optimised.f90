! case: fortran_optimised
! plugin: functions=*
! needs: gfortran
! calls: next=7 vector=2 products=1 sizes=1 controls=1 texts=1 implied=1
! What the front end rewrites with optimisation is still the statement that was written.
module rewritten
  implicit none
  integer :: steps = 0
contains
  integer function next(n)
    integer, intent(in) :: n
    steps = steps + 1 !=7
    next = n + steps !=7
  end function
  function vector(n) result(v)
    integer, intent(in) :: n
    real :: v(n)
    steps = steps + 1 !=2
    v = real(n) !=2
  end function
  subroutine products(a, b)
    real :: a(4, 4), b(4, 4), c(4, 4), v(4), w(4)
    integer :: i
    v = 2 !=1
    c = matmul(a, b) !=1
    c = matmul(a, transpose(b)) !=1
    c = matmul(transpose(a), b) !=1
    w = matmul(a, v) !=1
    w = matmul(v, a) !=1
    c = matmul(a, b) + matmul(b, a) !=1
    c = a + & !=1
      matmul(b, & !=-
      a) !=-
    do i = 1, 3 !=4
      c = matmul(c, a) !=3
    end do
    c = 0; c = matmul(a, b); v = 1 !=1
    w = matmul(matmul(a, b), v) !=1
    where (c > 1) !=1
      c = matmul(a, b) !=-
    end where
    print *, sum(matmul(a, b)), sum(c), sum(w) !=1
  end subroutine
  subroutine sizes(n)
    integer, intent(in) :: n
    real, allocatable :: d(:, :), e(:, :), f(:, :)
    allocate(d(n, n), e(n, n)) !=1
    d = 1 !=1
    e = 2 !=1
    f = matmul(d, e) !=1
    f = matmul(d(1:2, :), e) !=1
    d = matmul(d, e); e = 0 !=1
    associate (q => matmul(d, e)) !=1
      f = q !=1
    end associate
    block
      real :: z(n, n) !=1
      z = matmul(d, e) !=1
      f = z !=1
    end block
    print *, sum(d), sum(f) !=1
  end subroutine
  subroutine controls(a, v)
    real :: a(4, 4), v(4), c(4, 4)
    integer :: rounds
    rounds = 0 !=1
    c = 1 !=1
    if (sum(matmul(a, v)) > 3) then !=1
      c = 2 !=1
    else if (sum(matmul(c, v)) > 3) then !=0
      c = 3 !=0
    end if
    if (sum(matmul(a, v)) > 3) c = matmul(a, c) !=1
    do while (sum(matmul(c, v)) < 1000) !=3
      rounds = rounds + 1 !=2
      c = c * 2 !=2
    end do
    do while (sum(reshape(c, [16])) < 0) !=1
      c = 1 !=0
    end do
    select case (int(sum(matmul(c, v)))) !=1
    case (3)
      c = 1 !=0
    case default
      c = matmul(c, c) !=1
    end select
    print *, rounds !=1
  end subroutine
  subroutine texts()
    character(len=20) :: a, b
    character(len=:), allocatable :: c
    integer :: i
    a = 'one' !=1
    b = 'two' !=1
    c = trim(a) // trim(b) !=1
    a = trim(a) // 'x' !=1
    if (trim(a) == trim(b)) then !=1
      c = '' !=0
    end if
    if (a // 'y' == & !=1
        b // 'y') c = 'no' !=-
    c = c // trim(a) !=1
    do i = 1, len_trim(trim(a)) !=5
      b = trim(b) // 'z' !=4
    end do
    print *, trim(a), trim(b), trim(c) !=1
  end subroutine
  subroutine implied(n)
    integer, intent(in) :: n
    integer :: i, j, v(n), m(n, n) !=1
    v = 1 !=1
    m = 2 !=1
    print *, (v(i), i = 1, n) !=1
    print *, ((m(i, j), i = 1, n), j = 1, n) !=1
    write (*, *) (v(i), & !=1
      i = 1, n) !=-
    do i = 1, 2 !=3
      print *, (v(j), j = 1, i) !=2
    end do
    print *, sum([v(1), next(2), v(3)]) !=1
    if (any([v(1) == 2, v(2) == 2, & !=1
             v(n) == 2])) then !=-
      v = 3 !=0
    end if
    do concurrent (i = 1:n) !=5
      m(i, i) = i !=4
    end do
    m(:, 1) = v + int(vector(n) + vector(n)) !=1
    m = transpose(transpose(m)) + 1 !=1
    i = next(1) + next(1) !=1
    if (next(1) == next(1) .and. n > 0) i = 3 !=1
    if (next(1) > 0 .and. next(1) > 0) i = i + 1 !=1
    print *, i, sum(m), steps !=1
  end subroutine
end module

program p
  use rewritten
  implicit none
  real :: a(4, 4), b(4, 4), v(4)
  integer :: i
  a = 1 !=1
  v = 2 !=1
  b = reshape([(real(i), i = 1, 16)], [4, 4]) !=1
  call products(a, b) !=1
  call sizes(4) !=1
  call controls(a, v) !=1
  call texts() !=1
  call implied(4) !=1
end program
