#!/bin/bash
# Starts the desktop and executes its host's commands, one per line, over a connection that the desktop opens. Ends, and
# thus ends the container, when the X server ends or when no host has listened for GRACE seconds.
set -u
GRACE=${DESKTOP_GRACE_SECONDS:-30}

export XDG_RUNTIME_DIR=/tmp/run
mkdir -m 0700 -p "$XDG_RUNTIME_DIR" && mkdir -m 1777 -p /tmp/.X11-unix
cp -R /opt/desktop/home/. "$HOME"/ && mkdir -p "$HOME/Documents" "$HOME/Downloads"

# Text that is copied on the desktop is not sent to viewers. What the host puts on the clipboard replaces the selection too, so that
# the host can empty both.
Xtigervnc :1 -geometry 1280x800 -depth 24 -SecurityTypes None -rfbport -1 -rfbunixpath /tmp/rfb.sock \
  -rfbunixmode 0600 -AlwaysShared -AcceptSetDesktopSize=0 -MaxCutText 1048576 -SendCutText=0 -SendPrimary=0 -SetPrimary=1 \
  -IdleTimeout 0 -nolisten tcp -noreset >/dev/null 2>/tmp/x.log &
server=$!
socat TCP-LISTEN:3128,bind=127.0.0.1,fork,reuseaddr,max-children=96 UNIX-CONNECT:/run/desktop/egress.sock 2>/dev/null &
until [ -S /tmp/.X11-unix/X1 ] && [ -S /tmp/rfb.sock ]; do
  kill -0 "$server" 2>/dev/null || exit 1
  sleep 0.01
done
openbox --startup true >/dev/null 2>&1 &

(
  waited=0
  while [ "$waited" -lt "$((GRACE * 5))" ]; do
    begun=$SECONDS
    socat UNIX-CONNECT:/run/desktop/ctl.sock EXEC:/opt/desktop/obey.sh 2>/dev/null
    if [ "$((SECONDS - begun))" -gt 1 ]; then waited=0; fi
    waited=$((waited + 1))
    sleep 0.2
  done
  kill "$server"
) &
wait "$server"
