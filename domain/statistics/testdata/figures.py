"""Figures by NumPy and SciPy: pip install numpy==2.4.6 scipy==1.17.1; python figures.py > figures.json"""
import json, math
import numpy as np
from scipy import stats

random = np.random.default_rng(7)
lists = {
    "one": [5.0], "two": [1.0, 2.0], "five": [1, 2, 3, 4, 10], "equal": [0.1] * 10,
    "skewed": [round(x, 3) for x in random.lognormal(3, 1, 60).tolist()],
    "normal": [round(x, 4) for x in random.normal(0, 5, 101).tolist()],
    "large": [round(x, 1) for x in (1e9 + random.normal(0, 1, 50)).tolist()],
    "mixed": [1e16, 1.0, -1e16, 3.0, 1e-3],
}
shares = [0, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 1]
rows = {}
for name, values in lists.items():
    array = np.array(values, dtype=np.float64)
    exact = [__import__("fractions").Fraction(value) for value in array.tolist()]
    centre = sum(exact) / len(exact)
    # NumPy's own variance loses digits of large numbers: exact here, as numpy's where it keeps them.
    spread = float(sum((one - centre) ** 2 for one in exact) / (len(exact) - 1)) if len(exact) > 1 else None
    rows[name] = {
        "values": values, "sum": math.fsum(values), "mean": float(centre), "variance": spread,
        "quantiles": [[share, float(np.quantile(array, share, method="linear"))] for share in shares],
    }
xs = [round(x, 2) for x in random.uniform(0, 10, 40).tolist()]
ys = [round(3 - 2 * x + e, 2) for x, e in zip(xs, random.normal(0, 4, 40).tolist())]
series = [round(x, 2) for x in (random.normal(0, 3, 25) + np.arange(25) * 0.7).tolist()]
print(json.dumps({
    "lists": rows,
    "pairs": {"x": xs, "y": ys, "r": float(stats.pearsonr(xs, ys).statistic)},
    "series": {"values": series, "theilSen": float(stats.theilslopes(series).slope)},
    "normalQuantiles": [[p, float(stats.norm.ppf(p))] for p in (1e-6, 0.01, 0.3, 0.5, 0.8, 0.975, 0.9999)],
    "chiSquareTails": [[x, k, float(stats.chi2.sf(x, k))] for x, k in ((0.1, 1), (3.84, 1), (7, 3), (18.3, 10), (120, 100), (40, 2))],
    "wilson": [[k, n, *map(float, stats.binomtest(k, n).proportion_ci(0.95, method="wilson"))] for k, n in ((0, 10), (1, 10), (81, 263), (48, 80), (1000, 1000))],
    "poisson": [[k, float(stats.chi2.ppf(0.025, 2 * k) / 2) if k else 0.0, float(stats.chi2.ppf(0.975, 2 * k + 2) / 2)] for k in (0, 1, 10, 100)],
}, indent=0))
