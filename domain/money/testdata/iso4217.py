"""ISO 4217 list one: pip install iso4217; python iso4217.py > iso4217.json. Codes without a minor unit (gold, tests) are left out."""
import json, sys
sys.path = [path for path in sys.path if not path.endswith("testdata")]
from iso4217 import Currency

print(json.dumps({one.code: one.exponent for one in sorted(Currency, key=lambda one: one.code) if one.exponent is not None}, indent=0))
