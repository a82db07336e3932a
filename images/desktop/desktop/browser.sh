#!/bin/sh
# Chromium with its own sandbox. A second call opens a tab in the one that runs.
exec /usr/bin/chromium --user-data-dir="$HOME/.browser" "$@"
