#!/bin/bash
# Handles the host's commands: `dial` joins a connection to the host with one to the X server; `open <what> [address]`
# starts a program; `opened` asks whether its launcher has ended because a running program took over the request; `active`
# asks for the focused window's class. The response to each command is one line.
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

open() {
  case $1 in
    browser) start /opt/desktop/browser.sh ${2:+"$2"} ;;
    browser-observed) start /opt/desktop/browser.sh --remote-debugging-port=9222 ${2:+"$2"} ;;
    writer) start soffice --nologo --norestore --writer ${2:+"$2"} ;;
    calc) start soffice --nologo --norestore --calc ${2:+"$2"} ;;
    *) echo "error unknown program"; return ;;
  esac
  launcher=$!
  echo "opened $1"
}

echo ready
while read -r verb first second; do
  case $verb in
    dial) start socat -b 262144 UNIX-CONNECT:/run/desktop/rfb.sock UNIX-CONNECT:/tmp/rfb.sock; echo "dialled" ;;
    observe) start socat UNIX-CONNECT:/run/desktop/observe.sock TCP:127.0.0.1:9222; echo "dialled" ;;
    open) open "$first" "${second:-}" ;;
    opened) if kill -0 "$launcher" 2>/dev/null; then echo starting; else echo taken; fi ;;
    active) active ;;
    ping) echo pong ;;
    *) echo "error unknown command" ;;
  esac
done
