"""Prints what the targets of Package.swift depend on, as lines TARGET<tab>DEPENDENCY.

Reads the output of `swift package dump-package`. A system library that a target links by a linker
setting is printed as a dependency `-lNAME`.
"""

import json
import sys

for target in json.load(sys.stdin)["targets"]:
    for dependency in target["dependencies"]:
        # {"byName": ["EventLog", condition]} or {"product": ["LMDB", package, aliases, condition]}
        for kind in ("byName", "target", "product"):
            if kind in dependency:
                print(target["name"], dependency[kind][0], sep="\t")
    for setting in target.get("settings", []):
        linked = setting["kind"].get("linkedLibrary") if setting["tool"] == "linker" else None
        if linked:
            print(target["name"], "-l" + linked["_0"], sep="\t")
