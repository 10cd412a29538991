"""What Python makes of texts. Run: python3 texts.py > texts.json

Counts by str, cases by str.upper and lower, JSON by json, separated values by csv, Base64 by base64, addresses by urllib, sorting by
float and len, differences by the longest common run of lines, Roman numerals by a table of digits, reading ease by the formulas as
their papers have them.
"""
import base64
import csv
import io
import json
import random
import re
import urllib.parse

random.seed(20261128)
WORDS = "the quick brown fox jumps over a lazy dog naïve café Straße 東京 Привет don't 3.14 well-known, (yes) end. No? \"so\"".split(" ")


def some_text():
    return "\n".join(" ".join(random.choice(WORDS) for _ in range(random.randrange(0, 8))) for _ in range(random.randrange(1, 6)))


def counts(text):
    return {"characters": len(text.replace("\n", "")), "withoutSpaces": len(re.sub(r"\s", "", text)), "lines": len(text.splitlines())}


def some_value(depth=0):
    kind = random.randrange(8 if depth < 4 else 5)
    if kind == 0:
        return random.choice([None, True, False])
    if kind == 1:
        return random.randrange(-10**6, 10**6)
    if kind == 2:
        return random.choice([0.5, -1.25, 1e22, 12345678901234567890])
    if kind < 5:
        return random.choice(["", "a\"b", "é\n", "\\", "東京", "x, y", "{[", "\u2028"])
    if kind < 7:
        return [some_value(depth + 1) for _ in range(random.randrange(4))]
    return {random.choice("abcdefgh") * random.randrange(1, 3): some_value(depth + 1) for _ in range(random.randrange(4))}


def fault(text):
    try:
        json.loads(text)
        return None
    except json.JSONDecodeError as error:
        return [error.lineno, error.colno]


BROKEN = [
    '{"a" 1}', '{"a":\n 1 "b": 2}', "[1 2]", "[1,\n2\n", '{"a": }', "", "nul", "[1] x", '{a: 1}', '{"a": 1, b: 2}', "[tru]",
    '{\n  "a": [1, 2,\n  "b": 3\n}', '"x\ty"', "{'a': 1}", "[1, 2)",
]


def common(a, b):
    row = [0] * (len(b) + 1)
    for x in a:
        before = 0
        for at, y in enumerate(b):
            kept = row[at + 1]
            row[at + 1] = before + 1 if x == y else max(row[at], row[at + 1])
            before = kept
    return row[-1]


def roman(number):
    tables = [["", "M", "MM", "MMM"], " C CC CCC CD D DC DCC DCCC CM".split(" "), " X XX XXX XL L LX LXX LXXX XC".split(" "), " I II III IV V VI VII VIII IX".split(" ")]
    return "".join(table[int(digit)] for table, digit in zip(tables, f"{number:04d}"))


def grid():
    width = random.randrange(2, 5)
    return [[random.choice(["a", "b c", "x,y", 'say "hi"', "12", "", "é", "two\nlines", "-3.5"]) for _ in range(width)] for _ in range(random.randrange(2, 6))]


def written(rows):
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue().rstrip("\n")


def ease(words, sentences, syllables):
    length, weight, hundred = words / sentences, syllables / words, 100 * syllables / words
    return {
        "en": 206.835 - 1.015 * length - 84.6 * weight,
        "de": 180 - length - 58.5 * weight,
        "es": 206.835 - 62.3 * weight - length,
        "fr": 207 - 1.015 * length - 0.736 * hundred,
        "it": 217 - 1.3 * length - 0.6 * hundred,
        "nl": 206.835 - 0.93 * length - 0.77 * hundred,
        "pt": 248.835 - 1.015 * length - 84.6 * weight,
        "ru": 206.835 - 1.3 * length - 60.1 * weight,
    }


texts = [some_text() for _ in range(40)]
numbers = [[f"{random.choice(['x ', '', '$'])}{random.randrange(-500, 5000) / 10}" for _ in range(8)] for _ in range(10)]
values = [some_value() for _ in range(60)]
lists = [[random.choice("abcd") for _ in range(random.randrange(0, 14))] for _ in range(120)]
figures = [(random.randrange(50, 400), random.randrange(2, 20), random.randrange(400, 900)) for _ in range(6)]

print(json.dumps({
    "counts": [[text, counts(text)] for text in texts],
    "cases": [[text, text.upper(), text.lower()] for text in texts[:15]],
    "numbers": [[lines, sorted(lines, key=lambda line: float(re.search(r"-?[\d.]+", line)[0]))] for lines in numbers],
    "lengths": [[text.split("\n"), sorted(text.split("\n"), key=lambda line: len(line.strip()))] for text in texts[:10]],
    "unique": [[lines, list(dict.fromkeys(lines))] for lines in lists[:10]],
    "json": [[json.dumps(value, ensure_ascii=False), json.dumps(value, ensure_ascii=False, indent=2), json.dumps(value, ensure_ascii=False, separators=(",", ":"))] for value in values],
    "faults": [[text, fault(text)] for text in BROKEN],
    "csv": [[rows, written(rows)] for rows in (grid() for _ in range(20))],
    "base64": [[text, base64.b64encode(text.encode()).decode()] for text in texts[:10]],
    "percent": [[text, urllib.parse.quote(text, safe="")] for text in texts[:10]],
    "differences": [[a, b, common(a, b)] for a, b in zip(lists[:60], lists[60:])],
    "roman": [[number, roman(number)] for number in [*range(1, 50), *range(90, 4000, 37), 3999]],
    "ease": [[*figure, ease(*figure)] for figure in figures],
}, ensure_ascii=False, indent=0))
