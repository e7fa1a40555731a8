#!/bin/bash
# Cuts from the packages' fonts what nearly all texts need: a third as long, and all that most pages load. Without the
# hints for screens of few pixels, which are a fifth of it and which most systems draw letters without.
# Needs fonttools and brotli of Python. The ranges stand in fonts.css as well.
set -euo pipefail
cd "$(dirname "$0")"
packages=../../../node_modules
latin='U+20-7E,U+A0,U+A9,U+AB,U+B7,U+BB,U+D7,U+200B-2016,U+2018-201D,U+2022,U+2026,U+2032-2033,U+2039-203A,U+2066-2069,U+20AC,U+2122,U+2190-2193,U+2212'
arabic='U+60C,U+61B,U+61F,U+621-63A,U+640-656,U+660-66C,U+670-671,U+67E,U+686,U+698,U+6A4,U+6A9,U+6AF,U+6CC,U+6D5'
whole=$(mktemp --suffix=.ttf)
trap 'rm "$whole"' EXIT
# Nothing is thinner than 400.
fonttools varLib.instancer -q "$packages/@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2" wght=400:700 -o "$whole"
# Without the fractions.
pyftsubset "$whole" --unicodes="$latin" --layout-features=ccmp,liga,kern,mark,mkmk --no-hinting --flavor=woff2 --output-file=latin.woff2
for weight in 400 500 600; do
  pyftsubset "$packages/@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-$weight-normal.woff2" \
    --unicodes="$arabic" --no-hinting --flavor=woff2 --output-file="arabic-$weight.woff2"
done
