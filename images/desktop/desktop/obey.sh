#!/bin/bash
# Commands of the host: `dial` joins a connection to the host with one to the X server; `open <what> [address]` starts a
# program. Each is answered with a line.
set -u

start() { setsid "$@" </dev/null >/dev/null 2>&1 & }

open() {
  case $1 in
    browser) start /opt/desktop/browser.sh ${2:+"$2"} ;;
    browser-observed) start /opt/desktop/browser.sh --remote-debugging-port=9222 ${2:+"$2"} ;;
    writer) start soffice --nologo --norestore --writer ${2:+"$2"} ;;
    calc) start soffice --nologo --norestore --calc ${2:+"$2"} ;;
    *) echo "error unknown program"; return ;;
  esac
  echo "opened $1"
}

echo ready
while read -r verb first second; do
  case $verb in
    dial) start socat -b 262144 UNIX-CONNECT:/run/desktop/rfb.sock UNIX-CONNECT:/tmp/rfb.sock; echo "dialled" ;;
    observe) start socat UNIX-CONNECT:/run/desktop/observe.sock TCP:127.0.0.1:9222; echo "dialled" ;;
    open) open "$first" "${second:-}" ;;
    ping) echo pong ;;
    *) echo "error unknown command" ;;
  esac
done
