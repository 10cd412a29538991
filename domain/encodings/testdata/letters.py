"""Makes ../letters.ts: which letters follow which in the languages of old encodings, and which signs are the most frequent.

Learnt from the translations of our own screens (web/src/i18n/locales), but for the files in HELD_OUT, by which it is tested.
Run: python3 letters.py > ../letters.ts
"""
import glob
import json
import math
import os
import re
import unicodedata
from collections import Counter

LOCALES = os.path.join(os.path.dirname(__file__), "../../../web/src/i18n/locales")
HELD_OUT = {"settings.json", "auth.json", "workforce.json"}
ALPHABETS = "en de fr es it pt-BR nl sv da no fi cs sk pl hu ro sl hr ru uk bg el tr he ar et lv lt vi th".split()
# Words and names of other languages that English keeps with their accents, which our screens have none of.
LOANS = " naïve café résumé façade fiancée déjà cliché jalapeño piñata über Zoë Noël René José Müller Björn Søren Ångström crème brûlée señor coöperate façade entrée"
SIGNS = ["ja", "ko", "zh-Hans", "zh-Hant"]
ASCII_PAIRS, OTHER_PAIRS, FREQUENT = 330, 260, 700


def strings(value):
    if isinstance(value, str):
        yield re.sub(r"\{\{.*?\}\}|<[^>]*>|\$t\(.*?\)", " ", value)
    elif isinstance(value, dict):
        for part in value.values():
            yield from strings(part)


def prose(language, names=None):
    """Text of a language: of the files with these names, or of all others than those held out."""
    folder = "pt-BR" if language == "pt" else language
    texts = []
    for path in sorted(glob.glob(os.path.join(LOCALES, folder, "*.json"))):
        if (os.path.basename(path) in names) if names else (os.path.basename(path) not in HELD_OUT):
            texts.extend(strings(json.load(open(path, encoding="utf-8"))))
    return re.sub(r"\s+", " ", " ".join(texts)).replace("…", "...")


def vietnamese(text):
    """Tones as combining marks, as windows-1258 has them."""
    tones = "\u0300\u0301\u0303\u0309\u0323"
    out = []
    for sign in unicodedata.normalize("NFC", text):
        parts = unicodedata.normalize("NFD", sign)
        tone = [mark for mark in parts[1:] if mark in tones]
        if tone and sign not in "àâèéêùñóôÀÂÈÉÊÙÑÓÔ":
            rest = unicodedata.normalize("NFC", "".join(mark for mark in parts if mark not in tones))
            out.append(rest + tone[0])
        else:
            out.append(sign)
    return "".join(out)


def plain(text):
    """Lower case; whatever is no letter or mark is a blank, one for many."""
    return re.sub(r" +", " ", "".join(sign if unicodedata.category(sign)[0] in "LM" else " " for sign in text.lower()))


def pairs(language):
    text = prose(language) + (LOANS * 3 if language == "en" else "")
    if language == "ro":
        text = text.translate(str.maketrans("șțȘȚ", "şţŞŢ"))
    if language == "vi":
        text = vietnamese(text)
    text = plain(text)
    counts, firsts = Counter(zip(text, text[1:])), Counter(text)
    common = [(pair, count) for pair, count in counts.most_common() if count > 1 and pair != (" ", " ")]
    best = [one for one in common if "".join(one[0]).isascii()][:ASCII_PAIRS]
    best += [one for one in common if not "".join(one[0]).isascii()][: OTHER_PAIRS if best and len(best) > 300 else 2 * OTHER_PAIRS]
    rows = {}
    for (one, other), count in best:
        cost = min(9, round(-math.log2(count / firsts[one])))
        rows.setdefault(one, []).append(f"{other}{cost}")
    return "|".join(one + "".join(rest) for one, rest in sorted(rows.items()))


def signs(language):
    counts = Counter(sign for sign in prose(language) if ord(sign) > 0x2000 and unicodedata.category(sign)[0] in "LP")
    return "".join(sign for sign, _ in counts.most_common(FREQUENT))


if __name__ == "__main__":
    print("// Made by testdata/letters.py from the translations of our own screens. Do not edit.\n")
    print("/** By language and letter: the letters that follow it, each with how rare that is there in bits (0 to 9). A blank is the end of a word. */")
    print("export const LETTER_PAIRS: Readonly<Record<string, string>> = {")
    for language in ALPHABETS:
        print(f"  {language.split('-')[0]}: {json.dumps(pairs(language), ensure_ascii=False)},".replace('"', "'"))
    print("}\n\n/** The most frequent signs of languages that have thousands, in their order. */")
    print("export const FREQUENT_SIGNS: Readonly<Record<string, string>> = {")
    for language in SIGNS:
        name = language if language.isalpha() else f"'{language}'"
        print(f"  {name}:\n    '{signs(language)}',")
    print("}")
