"""Builds libflagfall into the package: by CMake, from the tree that this folder is in."""

import pathlib
import shutil
import subprocess

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.dist import Distribution

HERE = pathlib.Path(__file__).resolve().parent


class Build(build_py):
    def run(self):
        super().run()
        folder = HERE.parent / "build-python"
        subprocess.run(["cmake", "-S", HERE.parent, "-B", folder, "-G", "Ninja",
                        "-DCMAKE_BUILD_TYPE=Release", "-DFLAGFALL_LIBRARY_ONLY=ON"], check=True)
        subprocess.run(["cmake", "--build", folder, "--target", "flagfall_shared"], check=True)
        shutil.copy(folder / "libflagfall.so", pathlib.Path(self.build_lib, "flagfall"),
                    follow_symlinks=True)


class Native(Distribution):
    """The wheel is of this machine's kind: it has a library in it."""

    def has_ext_modules(self):
        return True


setup(cmdclass={"build_py": Build}, distclass=Native)
