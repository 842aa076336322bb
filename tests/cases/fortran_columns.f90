! case: fortran_columns
! needs: gfortran
! cc: -ffixed-form
! plugin: functions=pick,show,same
! calls: pick=4 show=3 same=6
      SUBROUTINE PICK(K, FOUND)                           !=-
      INTEGER K, FOUND                                    !=-
      LOGICAL SAME                                        !=-
      GO TO ( 10, 20,                                     !=4
     $        30 )K                                       !=-
      FOUND = 0                                           !=1
      RETURN
   10 FOUND = FOUND                                       !=1
     $      + 1                                           !=-
   20 FOUND = FOUND + 2                                   !=2
   30 FOUND = FOUND + 3                                   !=3
*     one after the other, whatever the first says
      IF (SAME(K, 1) .AND. K .GT. 0                       !=3
C     and the other way round
     $    .AND. 2 .GT. K) THEN                            !=-
        FOUND = FOUND + 10                                !=1
      END IF                                              !=-
      END
      LOGICAL FUNCTION SAME(A, B)                         !=-
      INTEGER A, B                                        !=-
      SAME = A .EQ. B                                     !=6
      END
      SUBROUTINE SHOW(NAME,                               !=-
     $                N)                                  !=-
      CHARACTER*(*) NAME                                  !=-
      INTEGER N, K, L(3)                                  !=-
      CHARACTER*8 LONG                                    !=-
      DO 7 K = 1, N                                       !=9
        L(K) = K                                          !=6
    7 CONTINUE
      LONG = NAME // 'x'                                  !=3
      WRITE (*, 99) LONG, (L(K), K = 1, N)                !=3
   99 FORMAT (A6, 3I3)                                    !=-
      END
      PROGRAM P
      INTEGER I, F
      CHARACTER*6 S(3)
      LOGICAL SAME
      DATA S/'a','b','c'/
      F = 0
      DO 5 I = 1, 3
        CALL PICK(I, F)
        CALL SHOW(S(I), I)
    5 CONTINUE
      IF (SAME(F, F) .AND. SAME(I, I) .AND. SAME(2, 2)) PRINT *, F
      CALL PICK(9, F)
      END
