"""What Python's csv module reads of random texts. Run: python3 python-csv.py > python-csv.json

Each case: [delimiter, text, rows, kind]; empty lines are left out of rows. `kind` is 'strict' where the quoting is as RFC 4180
has it, 'lenient' where something follows a closing quote on its line, 'spaced' where blanks stand before opening quotes (read with
skipinitialspace, cells stripped at their left).
"""
import csv
import io
import json
import random

random.seed(20261123)
cases = []


def read(text, delimiter, **options):
    return [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, **options) if row]


def kind_of(text, delimiter, spaced):
    try:
        return "spaced" if spaced else "strict", read(text, delimiter, strict=True, skipinitialspace=spaced)
    except csv.Error as error:
        if "unexpected end" in str(error) or spaced:
            return None, None
        rows = read(text, delimiter)
        # A quote that takes lines into a cell that does not end behind it is a lone one to us.
        closed = read(text + "\nZ", delimiter)
        return (None, None) if any("\n" in cell or "\r" in cell for row in closed for cell in row) else ("lenient", rows)


def well_formed(delimiter):
    def cell():
        value = "".join(random.choice(["a", "é", '"', delimiter, "\n", "\r\n", "\r", " ", "b"]) for _ in range(random.randrange(6)))
        return '"' + value.replace('"', '""') + '"' if any(sign in value for sign in ('"', delimiter, "\n", "\r", " ")) or random.random() < 0.3 else value
    return random.choice(["\n", "\r\n", "\r"]).join(delimiter.join(cell() for _ in range(random.randrange(1, 5))) for _ in range(random.randrange(1, 6)))


for number in range(6000):
    delimiter = random.choice([",", ";", "\t", "|"])
    spaced = number % 10 == 9
    if number % 3 == 0:
        text = well_formed(delimiter)
    else:
        signs = ["a", "b", '"', '"', '"', delimiter, delimiter, "\n", "\r\n", "\r"] + ([" "] if spaced else [])
        text = "".join(random.choice(signs) for _ in range(random.randrange(1, 24)))
    if any(line.strip(" \t") == "" and line for line in text.splitlines()):
        continue
    kind, rows = kind_of(text, delimiter, spaced and number % 3 != 0)
    if kind == "spaced":
        rows = [[cell.lstrip(" ") for cell in row] for row in rows]
    if kind and len(cases) < 1200:
        cases.append([delimiter, text, rows, kind])

print("[\n" + ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases) + "\n]")
