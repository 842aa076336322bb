# SPDX-License-Identifier: MIT
# What zsh offers when Tab is pressed behind a line, one a line.
# usage: zsh offer.zsh FOLDER LINE...     FOLDER has the completion functions
zmodload zsh/zpty
found=$PWD/found.txt

capture='compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  local -a matches
  builtin compadd -A matches "$@"
  ((${#matches})) && print -rl -- $matches >>'${(q)found}'
  builtin compadd "$@"
}
offer() { zle complete-word; print "=" >>'${(q)found}'; zle kill-whole-line }
zle -N offer
bindkey "^I" offer'

zpty z zsh -f -i
zpty -w z "fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -u -D"
zpty -w z "$capture"
zpty -w z "print ready >>${(q)found}"
wait_for() {
  repeat 100; do
    [[ -e $found ]] && grep -q -x -- "$1" $found && return
    sleep 0.1
  done
  print "zsh said nothing"
  exit 1
}
wait_for ready
for line in "${@[2,-1]}"; do
  : >$found
  print -r -- "> $line"
  zpty -w -n z "$line"$'\t'
  wait_for =
  grep -v -x = $found
done
zpty -d z
