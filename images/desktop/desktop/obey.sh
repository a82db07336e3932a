#!/bin/bash
# Handles the host's commands: `dial` joins a connection to the host with one to the X server; `open <what> [address]`
# starts a program; `opened` asks whether its launcher has ended because a running program took over the request; `active`
# asks for the focused window's class; `browsing` asks whether a browser runs; `put`, `get` and `files` carry files, whose names
# are paths below the home folder in base64, over connections that begin with the number of the request. The response to each
# command is one line.
set -u
launcher=

start() { setsid "$@" </dev/null >/dev/null 2>&1 & }

active() {
  local window class
  window=$(xprop -root -notype _NET_ACTIVE_WINDOW 2>/dev/null)
  window=${window##*# }
  case $window in 0x0 | '' | *' '*) echo none; return ;; esac
  class=$(xprop -id "$window" -notype WM_CLASS 2>/dev/null)
  class=${class##*, }
  class=${class//[^A-Za-z0-9._-]/}
  echo "${class:-none}"
}

# A guarded browser opens no file dialogs, so that pages with secrets cannot be saved.
guard() {
  local state=$HOME/.browser/Local\ State
  [ -e "$state" ] || { mkdir -p "${state%/*}" && echo '{"select_file_dialogs":{"allowed":false}}' >"$state"; }
}

open() {
  case $1 in
    browser) start /opt/desktop/browser.sh ${2:+"$2"} ;;
    browser-observed) start /opt/desktop/browser.sh --remote-debugging-port=9222 ${2:+"$2"} ;;
    browser-guarded) guard; start /opt/desktop/browser.sh --remote-debugging-port=9222 ${2:+"$2"} ;;
    writer) start soffice --nologo --norestore --writer ${2:+"$2"} ;;
    calc) start soffice --nologo --norestore --calc ${2:+"$2"} ;;
    *) echo "error unknown program"; return ;;
  esac
  launcher=$!
  echo "opened $1"
}

# Paths in the home folder are base64, because the words of a command cannot contain white space.
path_of() { printf '%s/%s' "$HOME" "$(printf %s "$1" | base64 -d)"; }

put() {
  local path
  path=$(path_of "$2")
  mkdir -p -- "${path%/*}" &&
    number=$1 path=$path socat -b 262144 UNIX-CONNECT:/run/desktop/files.sock EXEC:/opt/desktop/take.sh
}

# Sends the request's number, followed by its input.
send() { { echo "$1"; cat; } | socat -b 262144 -u - UNIX-CONNECT:/run/desktop/files.sock; }

# The files that the run left, except programs' own files and unfinished downloads.
list() {
  cd "$HOME" && find Documents Downloads -type f ! -path '*/.*' ! -name '*.crdownload' -printf '%s %p\0'
}

browsing() { if pgrep -x --runstates D,R,S,T chromium >/dev/null; then echo yes; else echo no; fi; }

echo ready
while read -r verb first second; do
  case $verb in
    dial) start socat -b 262144 UNIX-CONNECT:/run/desktop/rfb.sock UNIX-CONNECT:/tmp/rfb.sock; echo "dialled" ;;
    observe) start socat UNIX-CONNECT:/run/desktop/observe.sock TCP:127.0.0.1:9222; echo "dialled" ;;
    open) open "$first" "${second:-}" ;;
    open-file) open "$first" "$(path_of "$second")" ;;
    put) put "$first" "$second" </dev/null >/dev/null 2>&1 & echo dialled ;;
    get) send "$first" <"$(path_of "$second")" >/dev/null 2>&1 & echo dialled ;;
    files) list 2>/dev/null </dev/null | send "$first" >/dev/null 2>&1 & echo dialled ;;
    opened) if kill -0 "$launcher" 2>/dev/null; then echo starting; else echo taken; fi ;;
    active) active ;;
    browsing) browsing ;;
    ping) echo pong ;;
    *) echo "error unknown command" ;;
  esac
done
