cd /tmp/pk; D=/tmp/wt/pins/tests/e2e/toolchain_fortify
B=${B:-/tmp/wt/pins/build}; P="-fplugin=$B/lib/lineprof.so -fplugin-arg-lineprof-functions=*"
export LINEPROF_OUT=/tmp/pk/o.lprof
for O in -O1 -O2 -O3; do
 gcc-12 -w $O $D/known.c -o k.p && ./k.p > k.p.out; gcc-12 -w $O $P $D/known.c -o k.l && ./k.l > k.l.out; echo "known $O"; diff k.p.out k.l.out
 gcc-12 $O -c $D/refused.c || echo "plain refused $O";  gcc-12 $O $P -c $D/refused.c || echo "refused $O"
 for F in 1 2 3; do
 gcc-12 -w $O -D_FORTIFY_SOURCE=$F $D/overflow.c -o f.p;  gcc-12 -w $O -D_FORTIFY_SOURCE=$F $P $D/overflow.c -o f.l
 for i in $(seq 0 15); do yes 0123456789012345678901234567890123456789 2>/dev/null| head -3 | ./f.p $i >f.p.out 2>&1; a=$?;  yes 0123456789012345678901234567890123456789 2>/dev/null| head -3 | ./f.l $i >f.l.out 2>&1; b=$?; [ $a = $b ] || echo "$O $F way $i: $a $b"; done; done; done
