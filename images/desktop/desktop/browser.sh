#!/bin/sh
# Starts Chromium with its own sandbox. A second call opens a tab in the running browser.
exec /usr/bin/chromium --user-data-dir="$HOME/.browser" "$@"
