! case: fortran_constructs
! plugin: functions=loops,choices,arrays,jumps,pieces,inner,team,text
! needs: gfortran
! cc: -fopenmp -std=gnu -w
! calls: loops=1 choices=6 arrays=1 jumps=3 pieces=1 inner=4 team=1 text=1
module constructs
  implicit none
contains
  integer function loops(n) !=-
    integer, intent(in) :: n
    integer :: i, j, total
    total = 0 !=1
    do i = 1, n !=11
      if (mod(i, 2) == 0) cycle !=10
      total = total + i !=5
    end do
    i = 0 !=1
    do while (i < 4) !=5
      i = i + 1 !=4
    end do
    do
      i = i - 1
      if (i < 2) exit !=3
    end do
    outer: do i = 1, 3 !=3
      do j = 1, 3 !=7
        if (j == 3) cycle outer !=7
        if (i == 3) exit outer !=5
        total = total + 1 !=4
      end do
    end do outer
    loops = total + & !=1
      n + & !=-
      1 !=-
  end function loops

  integer function choices(n) result(kind)
    integer, intent(in) :: n
    select case (n) !=6
    case (1)
      kind = 10 !=1
    case (2:4)
      kind = 20 !=3
    case default
      kind = 30 !=2
    end select
    if (n == 1) then !=6
      kind = kind + 1 !=1
    else if (n == 2) then !=5
      kind = kind + 2 !=1
    else
      kind = kind + 3 !=4
    end if
    block
      integer :: own
      own = n * 2 !=6
      kind = kind + own !=6
    end block
    associate (twice => n * 2)
      kind = kind + twice !=6
    end associate
  end function choices

  integer function arrays(n) result(total)
    integer, intent(in) :: n
    integer :: a(n), b(n), i
    a = [(i, i = 1, n)] !=1
    b = a * 2 !=1
    total = sum(b) !=1
    total = total + count(a > 2) !=1
    allocate_and: block
      integer, allocatable :: c(:)
      allocate (c(n)) !=1
      c(:) = a(:) + b(:) !=1
      total = total + c(n) !=1
      deallocate (c) !=1
    end block allocate_and
  end function arrays

  integer function jumps(n) result(at)
    integer, intent(in) :: n
    at = 0 !=3
    if (n - 2) 10, 20, 30 !=3
10  at = at + 1 !=1
    goto 40 !=1
20  at = at + 2 !=1
    goto 40 !=1
30  at = at + 3 !=1
40  goto (50, 60), n !=3
    at = at + 100 !=1
    return !=1
50  at = at + 10 !=1
60  at = at + 20 !=2
  end function jumps

  integer function pieces(n) result(total)
    integer, intent(in) :: n
    total = inner(n) + inner(n + 1) !=1
    total = total + inner(3); total = total + inner(4) !=1
  contains
    integer function inner(m)
      integer, intent(in) :: m
      inner = m * n !=4
    end function inner
  end function pieces

  integer function team(n) result(total)
    integer, intent(in) :: n
    integer :: i
    total = 0 !=1
    !$omp parallel do reduction(+ : total) num_threads(3)
    do i = 1, n
      total = total + i !=20
    end do
    !$omp end parallel do
    !$omp parallel num_threads(2)
    !$omp critical
    total = total + 1 !=2
    !$omp end critical
    !$omp end parallel
  end function team

  integer function text(n) result(size)
    integer, intent(in) :: n
    character(len=20) :: buffer
    integer :: back
    write (buffer, '(i5)') n !=1
    read (buffer, *) back !=1
    size = len_trim(buffer) + back !=1
    if (index(buffer, 'x') > 0) stop 1 !=1
    call nothing(size) !=1
  end function text

  subroutine nothing(n) !=-
    integer, intent(inout) :: n
    n = n + 0 !=-
  end subroutine nothing
end module constructs

program main
  use constructs
  implicit none
  integer :: i, total
  total = loops(10) + arrays(5) + pieces(2) + team(20) + text(42)
  do i = 1, 6
    total = total + choices(i)
  end do
  do i = 1, 3
    total = total + jumps(i)
  end do
  print *, total
end program main
