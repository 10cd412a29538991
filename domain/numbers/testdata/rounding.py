"""Rounding by Python's decimal: python rounding.py > rounding.json"""
import json, random
from decimal import Decimal, ROUND_HALF_EVEN, ROUND_HALF_UP

random.seed(4217)
texts = ["1.005", "-1.005", "2.5", "3.5", "-2.5", "0.125", "0.135", "1.0049999999999999999999", "99.995", "0", "123456789012345678.5"]
texts += [str(Decimal(random.randint(-10**9, 10**9)).scaleb(-random.randint(0, 6))) for _ in range(100)]
rows = []
for text in texts:
    for digits in (0, 2, 3):
        step = Decimal(1).scaleb(-digits)
        up, even = (Decimal(text).quantize(step, rounding=mode).scaleb(digits) for mode in (ROUND_HALF_UP, ROUND_HALF_EVEN))
        rows.append([format(Decimal(text), "f"), digits, str(int(up)), str(int(even))])
print("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]")
