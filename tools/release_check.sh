#!/usr/bin/env bash
# Builds sdist and wheel, installs the wheel into a fresh environment, tries it from another folder, and writes its parts
# list (SBOM) and the SHA-256 of all three.
# Usage: tools/release_check.sh [PYTHON]. What it makes lies in dist/ and in a folder that is removed at the end.
set -euo pipefail
python=${1:-python3}
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$root"
rm -rf dist
"$python" -m venv "$work/maker"
"$work/maker/bin/python" -m pip install --quiet --disable-pip-version-check build
"$work/maker/bin/python" -m build --outdir dist .  # the wheel is built from the sdist, so both are tried

"$python" tools/wheel_files.py dist/*.whl

"$python" -m venv "$work/user"
"$work/user/bin/python" -m pip install --quiet --disable-pip-version-check dist/*.whl
cd "$work"  # away from the sources
version=$("$work/user/bin/gyges" --version)
echo "$version"
[[ $version == *"$("$python" -c 'import runpy, sys; print(runpy.run_path(sys.argv[1])["__version__"])' "$root/src/gyges/_version.py")"* ]]
GYGES_HOME="$work/home" "$work/user/bin/gyges" demo --out "$work/demo"
test -s "$work/demo/report.html"

cd "$root/dist"
wheel=$(basename ./*.whl)
site=$("$work/user/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
"$work/maker/bin/python" -m pip install --quiet --disable-pip-version-check packaging
"$work/maker/bin/python" ../tools/sbom.py "$site" "$wheel" > "${wheel%%-py3*}.cdx.json"
sha256sum ./*.tar.gz ./*.whl ./*.cdx.json | sed 's,\./,,' > SHA256SUMS
sha256sum --quiet --check SHA256SUMS
cat SHA256SUMS
echo "the wheel works: $(basename "$root"/dist/*.whl)"
