"""Distances by RapidFuzz (OSA) and Jellyfish (Jaro–Winkler): pip install rapidfuzz jellyfish; python distances.py > distances.json"""
import json, random
from jellyfish import jaro_similarity, jaro_winkler_similarity
from rapidfuzz.distance import OSA

random.seed(1990)
names = "martha jonathan michelle johnson cunningham martinez abrams o'neill garcia-lopez smith schmidt schmitt".split()
pairs = [("", "a"), ("ca", "abc"), ("kitten", "sitting"), ("tasks", "tsaks"), ("flaw", "lawn"), ("a cat", "an act")]
for _ in range(60):
    one = list(random.choice(names))
    for _ in range(random.randint(0, 3)):
        at = random.randrange(len(one))
        match random.randrange(4):
            case 0: one.insert(at, random.choice("aeinrst"))
            case 1 if len(one) > 2: one.pop(at)
            case 2: one[at] = random.choice("aeinrst")
            case _ if at > 0: one[at], one[at - 1] = one[at - 1], one[at]
    pairs.append(("".join(one), random.choice(names)))
    pairs.append(("".join(one), random.choice(names)[:4] + "".join(one)[4:]))
# Below a Jaro of .7 Jellyfish adds nothing for the beginning: such pairs have no value here.
rows = [[a, b, OSA.distance(a, b), jaro_winkler_similarity(a, b) if jaro_similarity(a, b) > 0.7 else None] for a, b in pairs]
print("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]")
