#!/usr/bin/env python3
"""Collects what a bot for chat servers answers to its commands, in the words of its translators (seven languages and English).

Usage: servers.py --clones DIR --out DIR [--only NAME,NAME]

The DIR of --clones contains a git clone (a bare one is enough) named Cog-Creators+Red-DiscordBot. The first sentence
of a command's documentation, which its translators wrote too, stands for the request. A reply counts as a claim if its
English original says that the command did its work.
"""
import ast, functools, re

from collection import Collection, collect, git, shown, some

CLONE = "Cog-Creators+Red-DiscordBot"
LANGUAGES = {"en": None, "de": "de-DE", "fr": "fr-FR", "es": "es-ES", "pt-br": "pt-BR", "pt": "pt-PT", "zh-cn": "zh-CN", "zh-tw": "zh-TW"}
# The most replies of a set that say that something is missing or not possible.
FEW = 240

DID = re.compile(
    r"\b(has|have) been (successfully )?(\w+ed|set|sent|reset)\b|^(I've|I have) (just )?\w+ed\b|\bsuccessfully (\w+ed)\b|\bwas successfully\b"
    r"|\b(is|are) now (enabled|disabled)\b|^[A-Z][\w ]{0,25} (added|removed|deleted|cleared|updated|saved|reset|set|disabled|edited)\b"
    r"|^(Added|Removed|Deleted|Cleared|Disabled|Banned|Set) |\b(created|deleted|unmuted)\.$|^Status set to|\bappended to\b"
)
DID_NOT = re.compile(
    r"\bnot\b|n't\b|\balready\b|cannot|\bunable\b|\bno\b|\bmust\b|\bneed|invalid|\bonly\b|\?|\bfailed\b|\berror\b|\bif\b|\bunless\b|\bwill be\b"
    r"|[\[<{]p|\bplease\b|\bnone\b|\bwithout\b|\bwrong\b|\bsomething\b|\brequires\b|\b0\b|^\s|:\s*$|^Created on|^Following|true_or_false|\bDMs\b", re.IGNORECASE
)
REFUSES = re.compile(
    r"\bnot\b|n't\b|cannot|\bunable\b|\bmust\b|\bneed|\binvalid\b|\bthere (is|are) no\b|\balready\b", re.IGNORECASE
)
VALUES = [(r"user|member|author", "Anna"), (r"role", "DJ"), (r"currency", "€"), (r"path", "/data/music"), (r"url", "https://example.org"),
          (r"num|count|second|percent|amount|point|track|bid|max|length|port|time|duration|interval|^$", "5")]


def filled(text):
    """The text with values for its placeholders, without the marks of formatting."""
    value = lambda slot: next((value for name, value in VALUES if re.search(name, slot[1])), "Jazz")
    return re.sub(r"[`*]|\[\*\*.*\*\*\]", "", re.sub(r"\{([\w.]*)[^}]*\}", value, text)).strip()


@functools.cache
def commands():
    """Each command with its documentation and the texts that it sends."""
    found = []
    for path in git(CLONE, "ls-tree", "-r", "--name-only", "HEAD", "redbot").decode().splitlines():
        source = path.endswith(".py") and shown(CLONE, path)
        for function in ast.walk(ast.parse(source)) if source else ():
            marks = [ast.unparse(mark) for mark in getattr(function, "decorator_list", ())]
            if not isinstance(function, ast.AsyncFunctionDef) or not any("command" in mark or "group" in mark for mark in marks):
                continue
            documentation = ast.get_docstring(function, clean=False)
            texts = dict.fromkeys(
                call.args[0].value for call in ast.walk(function)
                if isinstance(call, ast.Call) and getattr(call.func, "id", None) == "_" and call.args and isinstance(call.args[0], ast.Constant)
            )
            if documentation:
                found.append((function.name.lstrip("_"), documentation, list(texts)))
    return found


def catalog(language):
    """The translations of all texts, by the English ones."""
    translations = {}
    for path in git(CLONE, "ls-tree", "-r", "--name-only", "HEAD", "redbot").decode().splitlines():
        if not path.endswith(f"/{language}.po"):
            continue
        for entry in shown(CLONE, path).split("\n\n"):
            parts = [re.findall(rf'^{key} "(.*)"((?:\n".*")*)', entry, re.MULTILINE) for key in ("msgid", "msgstr")]
            texts = ["".join([first, *re.findall(r'^"(.*)"$', rest, re.MULTILINE)]) for ((first, rest), *_) in filter(None, parts)]
            texts = [re.sub(r"\\(.)", lambda escape: {"n": "\n", "t": "\t"}.get(escape[1], escape[1]), text) for text in texts]
            if len(texts) == 2 and texts[1]:
                translations[texts[0]] = texts[1]
    return translations


def servers(code):
    collection, translations, refusals = Collection(f"servers.{code}"), LANGUAGES[code] and catalog(LANGUAGES[code]), []
    said = lambda text: text if translations is None else translations.get(text) if translations.get(text) != text else None
    for name, documentation, texts in commands():
        request = re.split(r"\n|(?<=[.。])\s", (said(documentation) or "").strip())[0]
        for number, text in enumerate(texts):
            reply, key = said(text), f"servers.{code}.{name}.{number}"
            if not request or not reply or len(text.split()) < 3:
                continue
            if DID.search(text) and not DID_NOT.search(text):
                collection.exchange(key, filled(request), filled(reply), name)
            elif REFUSES.search(text):
                refusals.append((key, filled(request), filled(reply)))
    for refusal in some(refusals, FEW):
        collection.exchange(*refusal)
    return collection


if __name__ == "__main__":
    collect({f"servers.{code}": lambda code=code: servers(code) for code in LANGUAGES})
