#!/bin/sh
# Prints the number of a request, then writes its input to a file. Both names come from the
# environment.
echo "$number"
exec cat >"$path"
