#!/bin/sh
# Says the number of a request, and then writes what comes in to a file. Both stand in the environment.
echo "$number"
exec cat >"$path"
