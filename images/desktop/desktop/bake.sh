#!/bin/sh
# Creates the office's user profile under $HOME: the first headless start writes it, and then our settings are added.
set -eu
mkdir -p "$HOME"
profile="$HOME/.config/libreoffice/4/user"
printf 'x\n' > /tmp/bake.txt
soffice --headless --norestore --convert-to odt --outdir /tmp /tmp/bake.txt
soffice --headless --norestore --convert-to ods:calc8 --infilter=CSV:44,34,76,1 --outdir /tmp /tmp/bake.txt
sed -i '/<\/oor:items>/d' "$profile/registrymodifications.xcu"
cat /opt/desktop/office/settings.xml >> "$profile/registrymodifications.xcu"
echo '</oor:items>' >> "$profile/registrymodifications.xcu"
rm -f "$HOME/.config/libreoffice/4/.lock"
