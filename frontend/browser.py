"""Sees to it that the browser tests have a Chromium. Needs nothing but Python.

    python frontend/browser.py

A Chromium or Chrome of the system will do, and so will the one that ADVERSARIO_CHROMIUM names. If
there is none, a build from the npm registry is unpacked into `frontend/.chromium`, without root
and with the libraries that a bare machine lacks; it exists for Linux on x86-64. Elsewhere this
fails and says what to install.
"""

from __future__ import annotations

import base64
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from build import HERE, node_folder

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FOLDER = HERE / ".chromium"
LAUNCHER = FOLDER / "chromium"
PACKAGE = "@sparticuz/chromium@153.0.0"
DIGEST = "jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=="
"""The SHA-512 of the package: another file is refused, whatever the registry says of it."""

UNPACK = """
const { createReadStream, createWriteStream } = require("fs");
const { createBrotliDecompress } = require("zlib");
const { pipeline } = require("stream/promises");
const [from, to] = process.argv.slice(1);
pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));
"""

HELP = """The browser tests need Chromium, and there is none here.
Install it (Debian, Ubuntu: apt install chromium; Fedora: dnf install chromium;
macOS: brew install --cask chromium; Windows: choco install chromium),
or name one: ADVERSARIO_CHROMIUM=/path/to/chromium make test
"""


def main() -> int:
    """Install a browser if there is none; the exit status."""
    if os.environ.get("ADVERSARIO_CHROMIUM") or any(map(shutil.which, NAMES)) or works(LAUNCHER):
        return 0
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        sys.stderr.write(HELP)
        return 1
    sys.stderr.write("No Chromium here: getting one for the tests (70 MB, once).\n")
    install()
    if not works(LAUNCHER):
        sys.stderr.write(HELP)
        return 1
    return 0


def works(browser: Path) -> bool:
    """Whether the browser is there and starts."""
    if not browser.is_file():
        return False
    said = subprocess.run([browser, "--version"], capture_output=True, check=False)
    return said.returncode == 0


def install() -> None:
    """Unpack the build of the npm registry into its folder, whole or not at all."""
    node = node_folder()
    path = f"{node}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {**os.environ, "PATH": path}
    npm = shutil.which("npm", path=path)
    if npm is None:
        raise SystemExit("npm is missing beside node")
    with TemporaryDirectory(dir=HERE) as made:
        folder = Path(made)
        command = [npm, "pack", "--silent", "--pack-destination", made, PACKAGE]
        subprocess.run(command, cwd=made, env=environment, stdout=subprocess.DEVNULL, check=True)
        archive = next(folder.glob("*.tgz"))
        refuse_other_contents(archive)
        with tarfile.open(archive) as package:
            unpack(package, folder)
        build = folder / "chromium"
        build.mkdir()
        for packed in sorted((folder / "package" / "bin").glob("*.br")):
            unpacked = build / ("browser" if packed.stem == "chromium" else packed.stem)
            subprocess.run(["node", "-e", UNPACK, packed, unpacked], env=environment, check=True)
            if unpacked.suffix == ".tar":
                with tarfile.open(unpacked) as inner:
                    unpack(inner, build)
                unpacked.unlink()
        (build / "browser").chmod(0o755)
        write_launcher(build / LAUNCHER.name)
        shutil.rmtree(FOLDER, ignore_errors=True)
        build.rename(FOLDER)


def unpack(archive: tarfile.TarFile, folder: Path) -> None:
    """Unpack an archive; Python before 3.11.4 cannot be told to refuse paths outside the folder."""
    if hasattr(tarfile, "data_filter"):
        archive.extractall(folder, filter="data")
    else:
        archive.extractall(folder)


def refuse_other_contents(archive: Path) -> None:
    """Compare the package with the digest that was looked up when this was written."""
    found = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if found != DIGEST:
        raise SystemExit(f"{PACKAGE} is not the package it was: its SHA-512 is {found}")


def write_launcher(file: Path) -> None:
    """A script that starts the browser, with its own libraries and fonts if the system has none."""
    fonts = f"<fontconfig><dir>{FOLDER / 'fonts'}</dir></fontconfig>\n"
    (file.parent / "fonts.conf").write_text(fonts)
    file.write_text(
        "#!/bin/sh\n"
        'here=$(dirname "$0")\n'
        '[ -d /etc/fonts ] || export FONTCONFIG_FILE="$here/fonts.conf"\n'
        'LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$here/lib" '
        'exec "$here/browser" "$@"\n'
    )
    file.chmod(0o755)


if __name__ == "__main__":
    raise SystemExit(main())
