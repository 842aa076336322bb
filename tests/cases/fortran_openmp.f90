! case: fortran_openmp
! plugin: functions=*
! needs: gfortran openmp
! cc: -fopenmp
! calls: fib=41 more=1 tgt=1
module work
  use omp_lib
  implicit none
contains
  subroutine fill(a, n)
    integer, intent(in) :: n
    real, intent(out) :: a(n)
    integer :: i
    !$omp parallel do num_threads(3) !=1
    do i = 1, n !=20
      a(i) = i !=20
    end do
    !$omp end parallel do !=-
  end subroutine
  function total(a) result(s)
    real, intent(in) :: a(:)
    real :: s
    integer :: i
    s = 0 !=1
    !$omp parallel do reduction(+:s) & !=1
    !$omp& num_threads(2) schedule(static)
    do i = 1, size(a) !=20
      if (mod(i, 2) == 0) cycle !=20
      s = s + a(i) !=10
    end do
  end function
  subroutine regions(n, k, c)
    integer, intent(in) :: n
    integer, intent(out) :: k, c
    integer :: me, i, j
    k = 0; c = 0 !=1
    !$omp parallel private(me, i) num_threads(3) !=1
    me = omp_get_thread_num() !=3
    !$omp critical !=3
    k = k + 1 !=3
    !$omp end critical !=-
    !$omp barrier !=3
    !$omp single !=3
    c = c + 10 !=1
    !$omp end single !=-
    !$omp master !=3
    c = c + 1 !=1
    !$omp end master !=-
    !$omp do schedule(dynamic) !=3
    do i = 1, n !=10
      !$omp atomic !=-
      k = k + i !=10
    end do
    !$omp end do !=-
    !$omp sections !=3
    !$omp section !=-
    i = 5 !=1
    !$omp section !=-
    i = 6 !=1
    !$omp end sections !=-
    !$omp end parallel !=-
    !$omp parallel do collapse(2) reduction(+:c) num_threads(2) !=1
    do i = 1, 3 !=12
      do j = 1, 4 !=12
        c = c + 1 !=12
      end do
    end do
    !$omp simd !=1
    do i = 1, n !=10
      k = k + 0 !=10
    end do
    !$omp atomic capture !=-
    j = k !=1
    k = k + 1 !=1
    !$omp end atomic !=-
  end subroutine
  subroutine wrapped(k, c)
    integer, intent(inout) :: k, c
    integer :: i, j
    !$omp parallel do collapse(2) reduction(+:c) num_threads(2) !=1
    do i = 1, & !=12
        3 !=-
      do j = 1, & !=12
          4 !=-
        c = c + 1 !=12
      end do
    end do
    !$omp atomic capture !=-
    j = & !=1
      k !=-
    k = k + 1 !=1
    !$omp end atomic !=-
  end subroutine
  recursive integer function fib(n) result(r)
    integer, intent(in) :: n
    integer :: a, b
    if (n < 2) then !=41
      r = n !=21
      return !=21
    end if
    !$omp task shared(a) !=20
    a = fib(n - 1) !=20
    !$omp end task !=-
    !$omp task shared(b) if(n > 3) !=20
    b = fib(n - 2) !=20
    !$omp end task !=-
    !$omp taskwait !=20
    r = a + b !=20
  end function
  subroutine more(n, c)
    integer, intent(in) :: n
    integer, intent(out) :: c
    integer :: i, j, k, v(n)
    c = 0 !=1
    v = 1 !=1
    !$omp parallel num_threads(2) private(k) !=1
    !$omp do reduction(+:c) !=2
    do i = 1, n, 2 !=3
      do j = 1, 2 !=9
        c = c + 1 !=6
      end do
    end do
    !$omp do collapse(2) reduction(+:c) !=2
    do i = 1, 4, 2 !=8
      do j = 4, 1, -1 !=8
        k = j !=8
        if (k > 2) then !=8
          c = c + i !=4
        end if
      end do
    end do
    !$omp do reduction(+:c) !=2
    do i = 1, n !=6
      !$omp simd reduction(+:c) !=6
      do j = 1, 3 !=18
        c = c + j !=18
      end do
    end do
    !$omp do ordered !=2
    do i = 1, n !=6
      !$omp ordered !=6
      c = c + v(i) !=6
      !$omp end ordered !=-
    end do
    !$omp flush !=2
    !$omp end parallel !=-
    !$omp parallel sections num_threads(2) !=1
    !$omp section !=-
    c = c + 1 !=1
    !$omp section !=-
    do i = 1, 3 !=4
      v(i) = i !=3
    end do
    !$omp end parallel sections !=-
    !$omp parallel do !=1
    do i = 1, n; v(i) = i; end do !=6
    !$omp parallel do private(j) & !=1
    !$omp num_threads(2) !=-
    loop: do i = 1, & !=6
      n
      do j = 1, 2; if (j == i) cycle loop; end do !=15
      !$omp atomic update !=-
      c = c + & !=4
        v(i)
    end do loop
    !$omp taskgroup !=1
    !$omp task firstprivate(v) shared(c) !=1
    c = c + v(2) !=1
    !$omp end task !=-
    !$omp end taskgroup !=-
  end subroutine
  subroutine ws(a, b, n)
    integer, intent(in) :: n
    real, intent(inout) :: a(n), b(n)
    !$omp parallel workshare num_threads(2) !=1
    a = b + 1
    where (a > 3) b = 0
    !$omp end parallel workshare !=-
  end subroutine
  subroutine tgt(a, n, s)
    integer, intent(in) :: n
    integer, intent(inout) :: a(n), s
    integer :: i
    !$omp target map(tofrom: a) !=1
    do i = 1, n !=11
      a(i) = a(i)*2 !=10
    end do
    !$omp end target !=-
    !$omp target teams distribute parallel do map(to: a) reduction(+:s) num_teams(1) thread_limit(2) !=1
    do i = 1, n !=10
      s = s + a(i) !=10
    end do
    !$omp taskloop grainsize(3) !=1
    do i = 1, n !=10
      a(i) = 0 !=10
    end do
  end subroutine
end module
program p
  use work
  implicit none
  real :: a(20), b(20)
  integer :: k, c, r, v(10), s
  call omp_set_dynamic(.false.) !=1
  call fill(a, 20) !=1
  print *, total(a) !=1
  call regions(10, k, c) !=1
  call wrapped(k, c) !=1
  print *, k, c !=1
  !$omp parallel num_threads(2) !=1
  !$omp single !=2
  r = fib(7) !=1
  !$omp end single !=-
  !$omp end parallel !=-
  print *, r !=1
  b = 4 !=1
  call more(6, k) !=1
  print *, k !=1
  call ws(a, b, 20) !=1
  print *, sum(a), sum(b) !=1
  v = 3 !=1
  s = 0 !=1
  call tgt(v, 10, s) !=1
  print *, s !=1
end program
