"""Makes dates.json: what other implementations say about days, clocks and written dates.

pip install babel numpy python-dateutil tzdata; python3 domain/dates/testdata/dates.py
"""
import json
import random
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import numpy as np
from babel import Locale
from babel.dates import format_date
from dateutil import parser
from dateutil.easter import easter
from dateutil.relativedelta import relativedelta

random.seed(7)
LAST = date(9990, 1, 1).toordinal()


def a_day(first=date(1, 6, 1), last=date(9990, 1, 1)):
    return date.fromordinal(random.randint(first.toordinal(), last.toordinal()))


def iso(day):
    return day.isoformat()


days = [[iso(d), d.toordinal() - date(1970, 1, 1).toordinal(), *d.isocalendar()] for d in (a_day() for _ in range(150))]
# numpy's business days; a weekend counts as the working day behind it, seen in the direction of counting.
modern = (date(1900, 1, 1), date(2200, 1, 1))
working = []
for _ in range(150):
    day, count = a_day(*modern), random.choice([1, -1, 2, -3, random.randint(-700, 700)]) or 1
    roll = 'backward' if count > 0 else 'forward'
    working.append([iso(day), count, str(np.busday_offset(np.datetime64(day), count, roll=roll))])
between = []
for _ in range(80):
    day = a_day(*modern)
    to = day + timedelta(days=random.randint(0, 900))
    between.append([iso(day), iso(to), int(np.busday_count(np.datetime64(day), np.datetime64(to) + 1))])
spans = []
for _ in range(150):
    day = a_day(*modern)
    to = day + timedelta(days=random.randint(0, 40_000))
    d = relativedelta(to, day)
    # relativedelta counts the days back from the later day's month; only spans on which both agree that months are whole are taken.
    if day.day <= 28:
        spans.append([iso(day), iso(to), d.years, d.months, d.days])
# Clocks: offsets of PEP 495; fold 0 is the first of a time that comes twice, and moves a skipped time on.
zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', 'America/St_Johns',
         'Africa/Casablanca', 'America/Sao_Paulo']
clocks = []
for zone in zones:
    for _ in range(25):
        local = datetime.combine(a_day(date(1975, 1, 1), date(2024, 1, 1)), datetime.min.time()) + timedelta(minutes=random.randint(0, 1439))
        clocks.append([local.isoformat(timespec='minutes'), zone, int(local.replace(tzinfo=ZoneInfo(zone)).timestamp()) * 1000])
for local, zone in [('2026-03-29T02:30', 'Europe/Berlin'), ('2026-10-25T02:30', 'Europe/Berlin'), ('2026-03-08T02:30', 'America/New_York'),
                    ('2026-11-01T01:30', 'America/New_York'), ('2026-10-04T02:15', 'Australia/Lord_Howe'),
                    ('2026-04-05T01:45', 'Australia/Lord_Howe'), ('2011-12-30T12:00', 'Pacific/Apia')]:
    at = datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(zone))
    clocks.append([local, zone, int(at.timestamp()) * 1000])
# Written dates of CLDR's own patterns, and figures as dateutil reads them.
written = []
for name in ['en_GB', 'en_US', 'de', 'de_AT', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'pl', 'cs', 'ro', 'tr', 'id']:
    for month in range(1, 13):
        day = date(2026, month, random.randint(13, 28))
        for how in (['d MMMM y', 'd MMM y'] if name != 'en_US' else ['long', 'medium', 'full']):
            text = format_date(day, how, locale=name)
            written.append([name, text, iso(day)])
figures = []
for _ in range(120):
    day = a_day(date(1970, 1, 1), date(2060, 1, 1))
    pattern, first = random.choice([('%d/%m/%Y', True), ('%m/%d/%Y', False), ('%d.%m.%Y', True), ('%d-%m-%Y', True), ('%m-%d-%Y', False),
                                    ('%Y/%m/%d', True), ('%Y-%m-%d', False), ('%d/%m/%y', True), ('%m/%d/%y', False)])
    text = day.strftime(pattern)
    read = datetime.strptime(text, pattern).date()
    assert '%y' in pattern or parser.parse(text, dayfirst=first and not pattern.startswith('%Y')).date() == read
    figures.append([text, 'dmy' if first else 'mdy', iso(read)])
times = [[t, int(parser.parse(t, dayfirst=True, default=datetime(2026, 1, 1)).replace(tzinfo=parser.parse(t).tzinfo or timezone.utc).timestamp() * 1000)]
         for t in ['2026-01-15T10:20:30Z', '2026-01-15 10:20', '15.01.2026 22:04:11 +01:00', '15/01/2026, 5:05 pm', '2026-01-15 12:00 am',
                   '15 Jan 2026 23:59:59.250 -0330', 'Thu, 15 Jan 2026 10:20:30 +0000', '2026-01-15T10:20:30,5+05:45']]
months = [[name, width, word, number] for name in ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'pl', 'cs', 'ro', 'tr', 'id']
          for context in ['format', 'stand-alone'] for width in ['wide'] for number, word in Locale(name).months[context][width].items()]
first_month = sorted({zone for line in Path('/usr/share/zoneinfo/zone.tab').read_text().splitlines() if line[:2] in ('US', 'PR', 'GU', 'PH')
                      for zone in [line.split('\t')[2]]}) if Path('/usr/share/zoneinfo/zone.tab').exists() else []
Path(__file__).with_suffix('.json').write_text(json.dumps({
    'days': days, 'working': working, 'between': between, 'spans': spans, 'clocks': clocks, 'written': written, 'figures': figures,
    'times': times, 'months': months, 'easter': [iso(easter(year)) for year in range(1600, 2300, 3)],
    'monthFirst': first_month,
}, ensure_ascii=False, separators=(',', ':')).replace('],[', '],\n['))
print({key: len(value) for key, value in json.loads(Path(__file__).with_suffix('.json').read_text()).items()})
