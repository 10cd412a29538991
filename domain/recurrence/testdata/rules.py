# The occurrences of random rules as python-dateutil has them: python3 rules.py [how many] [seed] > rules.tsv
# Python 3.11, python-dateutil 2.9.0. Each: rule, start, the first at most 12 occurrences.
import datetime as module
import json, random, sys
from datetime import datetime, timedelta
from dateutil.rrule import rrulestr

count = int(sys.argv[1]) if len(sys.argv) > 1 else 400
rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 20261123)
module.MAXYEAR = 2110  # dateutil looks for what never comes until then
CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']


def some(values, most):
    values = list(values)
    return rng.sample(values, rng.randint(1, min(most, len(values))))


def listed(values):
    return ','.join(str(value) for value in values)


def signed(most):
    return [n for n in range(-most, most + 1) if n != 0]


def rule():
    freq = rng.choice(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])
    parts = [f'FREQ={freq}']
    by = False
    if rng.random() < 0.5:
        parts.append(f'INTERVAL={rng.choice([2, 3, 4, 5, 7, 13, 18])}')
    if rng.random() < 0.35:
        parts.append(f'BYMONTH={listed(some(range(1, 13), 4))}')
        by = True
    if freq == 'YEARLY' and rng.random() < 0.15:
        parts.append(f'BYYEARDAY={listed(some(signed(366), 5))}')
        by = True
    elif freq == 'YEARLY' and rng.random() < 0.15:
        # Week 53 and negative ones of years of 52 weeks are read differently; weeks 2 to 51 by all alike.
        parts.append(f'BYWEEKNO={listed(some(range(2, 52), 4))}')
        by = True
    if freq != 'WEEKLY' and rng.random() < 0.35:
        parts.append(f'BYMONTHDAY={listed(some(signed(31), 5))}')
        by = True
    # A week of the year without its days is all seven to dateutil, and the first start's to rrule-temporal.
    if rng.random() < 0.45 or any(p.startswith('BYWEEKNO') for p in parts):
        days = some(CODES, 4)
        if freq in ('MONTHLY', 'YEARLY') and rng.random() < 0.5 and not any(p.startswith('BYWEEKNO') for p in parts):
            most = 5 if freq == 'MONTHLY' or any(p.startswith('BYMONTH=') for p in parts) else 53
            days = [f'{rng.choice(signed(most))}{day}' for day in days]
        parts.append(f'BYDAY={listed(days)}')
        by = True
    if rng.random() < 0.12:
        parts.append(f'BYHOUR={listed(sorted(some(range(24), 3)))}')
        by = True
        if rng.random() < 0.5:
            parts.append(f'BYMINUTE={listed(sorted(some(range(60), 3)))}')
    # Of a week, dateutil numbers the days from the first start on, not from the week's beginning.
    if by and freq != 'WEEKLY' and rng.random() < 0.25:
        parts.append(f'BYSETPOS={listed(some(signed(6), 2))}')
    if rng.random() < 0.2:
        parts.append(f'WKST={rng.choice(CODES)}')
    end = rng.random()
    start = datetime(1990, 1, 1, 9) + timedelta(days=rng.randrange(16_000))
    if end < 0.25:
        parts.append(f'COUNT={rng.randint(1, 12)}')
    elif end < 0.45:
        until = start + timedelta(days=rng.randrange(1, 2_000))
        parts.append(f'UNTIL={until:%Y%m%dT%H%M%S}')
    return ';'.join(parts), start


found = []
while len(found) < count:
    text, start = rule()
    occurrences = []
    horizon = start + timedelta(days=366 * 60)
    for at in rrulestr(text, dtstart=start):
        if at > horizon or len(occurrences) == 12:
            break
        occurrences.append(f'{at:%Y-%m-%dT%H:%M}')
    found.append('\t'.join([text, f'{start:%Y-%m-%dT%H:%M}', ' '.join(occurrences)]))
print('\n'.join(found))
