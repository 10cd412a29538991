"""Numbers as CLDR writes them, by Babel: pip install babel==2.18.0; python written.py > written.json"""
import json
from decimal import Decimal
from babel.numbers import format_currency, format_decimal, get_decimal_symbol

LOCALES = ("en en_IN de de_AT de_CH fr fr_CH es es_MX pt_BR pt_PT it nl nl_BE pl cs sk sl hr sr bs hu ro bg ru uk be tr el "
           "he ar_EG ar_MA ur fa hi mr ne bn ta te my th ja ko zh_Hans zh_Hant vi id ms sv nb da fi et lv lt is ka hy kk az sw af ca").split()
VALUES = ["0.5", "12.5", "-7", "1234.56", "-98765.432", "1234567.891", "1000000", "12345"]
rows = []
for locale in LOCALES:
    sign = get_decimal_symbol(locale, numbering_system="default")
    for value in VALUES:
        shown = format_decimal(Decimal(value), locale=locale, numbering_system="default", decimal_quantization=False)
        rows.append([locale, sign, value, shown])
    for value, currency in (("1234.5", "EUR"), ("-1234.5", "EUR")):
        for kind in ("standard", "accounting"):
            rows.append([locale, sign, value, format_currency(Decimal(value), currency, locale=locale, format_type=kind, numbering_system="default")])
print("[\n" + ",\n".join(json.dumps(row, ensure_ascii=True) for row in rows) + "\n]")
