"""Finds public symbols without a doc comment, and relative links that lead nowhere.

    check_docs.py symbols GRAPH.json...   reads symbol graphs of the compiler
    check_docs.py links                   reads the *.md files below the current directory

Prints each find as FILE:LINE: REASON. Exits with 1 when there is one.
"""

import json
import os
import re
import sys
from urllib.parse import unquote, urlsplit


def undocumented(paths):
    """Yields (file, line, reason) for each public symbol that has no doc comment."""
    for path in paths:
        with open(path, encoding="utf-8") as file:
            symbols = json.load(file)["symbols"]
        for symbol in symbols:
            # Without a location: made by the compiler, or inherited from another module.
            location = symbol.get("location")
            if location is None or "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
                continue
            lines = symbol.get("docComment", {}).get("lines", [])
            if any(line["text"].strip() for line in lines):
                continue
            source = unquote(urlsplit(location["uri"]).path)
            name = ".".join(symbol["pathComponents"])
            kind = symbol["kind"]["displayName"].lower()
            line = location["position"]["line"] + 1
            yield os.path.relpath(source), line, f"the public {kind} {name} has no doc comment."


def without_code(text):
    """The text with fenced blocks and code spans blanked, line by line."""
    text = re.sub(r"^([ \t]*)(```+|~~~+).*?(?:^\1\2|\Z)",
                  lambda block: re.sub(r"[^\n]", " ", block.group()), text, flags=re.M | re.S)
    return re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", lambda span: " " * len(span.group()), text)


def anchors(path):
    """The anchors of a file's headings, as GitHub makes them, and those set by hand."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = set(re.findall(r'<a (?:name|id)="([^"]+)"', text))
    fences = re.sub(r"^[ \t]*(```+|~~~+).*?(?:^[ \t]*\1|\Z)", "", text, flags=re.M | re.S)
    seen = {}
    for heading in re.findall(r"^#{1,6}[ \t]+(.+?)[ \t#]*$", fences, flags=re.M):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        number = seen.get(slug, 0)
        seen[slug] = number + 1
        found.add(f"{slug}-{number}" if number else slug)
    return found


LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?(?:\s+[\"'(][^)]*)?\)|^\s*\[[^\]]+\]:\s*<?([^\s>]+)", re.M)


def broken_links(root):
    """Yields (file, line, reason) for each relative link whose file or heading does not exist."""
    for folder, folders, names in os.walk(root):
        folders[:] = [f for f in folders if not f.startswith((".build", ".git", ".swiftpm"))]
        for name in names:
            if not name.endswith(".md"):
                continue
            page = os.path.normpath(os.path.join(folder, name))
            with open(page, encoding="utf-8") as file:
                text = without_code(file.read())
            for match in LINK.finditer(text):
                link = match.group(1) or match.group(2)
                problem = problem_of(link, page, root)
                if problem:
                    start = match.start(1) if match.group(1) else match.start(2)
                    yield page, text.count("\n", 0, start) + 1, f"the link {link} {problem}."


def problem_of(link, page, root):
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    path = unquote(parts.path)
    if path.startswith("/"):
        return "starts at the root: write it relative to its page"
    target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
    if os.path.relpath(target, root).startswith(".."):
        return "leaves the repository"
    if not os.path.exists(target):
        return "leads nowhere"
    if parts.fragment and target.endswith(".md"):
        if unquote(parts.fragment) not in anchors(target):
            return "names no heading of that page"
    return None


def main(arguments):
    if arguments[:1] == ["symbols"] and len(arguments) > 1:
        finds = undocumented(arguments[1:])
    elif arguments == ["links"]:
        finds = broken_links(".")
    else:
        sys.exit(__doc__)
    count = 0
    for file, line, reason in sorted(set(finds)):
        print(f"{file}:{line}: {reason}")
        count += 1
    sys.exit(1 if count else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
