import { describe, expect, test } from 'vitest'
import { parseRule } from './rule.ts'
import { nextStart, type Series, startsBetween } from './series.ts'

// Every example of RFC 5545, 3.8.5.3, in its own notation: [rule, DTSTART in America/New_York at 9:00, what it gives]. What the
// standard ends with "…" goes on.
type Example = [rule: string, start: string, starts: string]

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `1997 Sep 2-11; Oct 3, 1998 …` as starts, each at 09:00. */
function startsIn(text: string): string[] {
  let year = ''
  let month = 0
  return text.split(/[\s;]+/).flatMap((word) => {
    if (/^\d{4}$/.test(word)) year = word
    else if (MONTHS.includes(word)) month = MONTHS.indexOf(word) + 1
    else
      return word.split(',').flatMap((days) => {
        const [first = 0, last = first] = days.split('-').map(Number)
        const two = (value: number) => String(value).padStart(2, '0')
        return Array.from({ length: last - first + 1 }, (_, n) => `${year}-${two(month)}-${two(first + n)}T09:00`)
      })
    return []
  })
}

const ended: Example[] = [
  ['FREQ=DAILY;COUNT=10', '1997-09-02', '1997 Sep 2-11'],
  ['FREQ=DAILY;UNTIL=19971224T000000Z', '1997-09-02', '1997 Sep 2-30 Oct 1-31 Nov 1-30 Dec 1-23'],
  ['FREQ=DAILY;INTERVAL=10;COUNT=5', '1997-09-02', '1997 Sep 2,12,22 Oct 2,12'],
  [
    'FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA',
    '1998-01-01',
    '1998 Jan 1-31 1999 Jan 1-31 2000 Jan 1-31',
  ],
  ['FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1', '1998-01-01', '1998 Jan 1-31 1999 Jan 1-31 2000 Jan 1-31'],
  ['FREQ=WEEKLY;COUNT=10', '1997-09-02', '1997 Sep 2,9,16,23,30 Oct 7,14,21,28 Nov 4'],
  [
    'FREQ=WEEKLY;UNTIL=19971224T000000Z',
    '1997-09-02',
    '1997 Sep 2,9,16,23,30 Oct 7,14,21,28 Nov 4,11,18,25 Dec 2,9,16,23',
  ],
  ['FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH', '1997-09-02', '1997 Sep 2,4,9,11,16,18,23,25,30 Oct 2'],
  ['FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH', '1997-09-02', '1997 Sep 2,4,9,11,16,18,23,25,30 Oct 2'],
  [
    'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
    '1997-09-01',
    '1997 Sep 1,3,5,15,17,19,29 Oct 1,3,13,15,17,27,29,31 Nov 10,12,14,24,26,28 Dec 8,10,12,22',
  ],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH', '1997-09-02', '1997 Sep 2,4,16,18,30 Oct 2,14,16'],
  [
    'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    '1997-09-05',
    '1997 Sep 5 Oct 3 Nov 7 Dec 5 1998 Jan 2 Feb 6 Mar 6 Apr 3 May 1 Jun 5',
  ],
  ['FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR', '1997-09-05', '1997 Sep 5 Oct 3 Nov 7 Dec 5'],
  [
    'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    '1997-09-07',
    '1997 Sep 7,28 Nov 2,30 1998 Jan 4,25 Mar 1,29 May 3,31',
  ],
  ['FREQ=MONTHLY;COUNT=6;BYDAY=-2MO', '1997-09-22', '1997 Sep 22 Oct 20 Nov 17 Dec 22 1998 Jan 19 Feb 16'],
  ['FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15', '1997-09-02', '1997 Sep 2,15 Oct 2,15 Nov 2,15 Dec 2,15 1998 Jan 2,15'],
  ['FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1', '1997-09-30', '1997 Sep 30 Oct 1,31 Nov 1,30 Dec 1,31 1998 Jan 1,31 Feb 1'],
  ['FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15', '1997-09-10', '1997 Sep 10-15 1999 Mar 10-13'],
  [
    'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
    '1997-06-10',
    '1997 Jun 10 Jul 10 1998 Jun 10 Jul 10 1999 Jun 10 Jul 10 2000 Jun 10 Jul 10 2001 Jun 10 Jul 10',
  ],
  [
    'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
    '1997-03-10',
    '1997 Mar 10 1999 Jan 10 Feb 10 Mar 10 2001 Jan 10 Feb 10 Mar 10 2003 Jan 10 Feb 10 Mar 10',
  ],
  [
    'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
    '1997-01-01',
    '1997 Jan 1 Apr 10 Jul 19 2000 Jan 1 Apr 9 Jul 18 2003 Jan 1 Apr 10 Jul 19 2006 Jan 1',
  ],
  ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '1997-09-04', '1997 Sep 4 Oct 7 Nov 6'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997-08-05', '1997 Aug 5,10,19,24'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997-08-05', '1997 Aug 5,17,19,31'],
  ['FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '2007-01-15', '2007 Jan 15,30 Feb 15 Mar 15,30'],
]

const endless: Example[] = [
  [
    'FREQ=DAILY;INTERVAL=2',
    '1997-09-02',
    '1997 Sep 2,4,6,8,10,12,14,16,18,20,22,24,26,28,30 Oct 2,4,6,8,10,12,14,16,18,20,22,24,26,28,30 Nov 1,3,5',
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
    '1997-09-02',
    '1997 Sep 2,16,30 Oct 14,28 Nov 11,25 Dec 9,23 1998 Jan 6,20 Feb 3,17',
  ],
  ['FREQ=MONTHLY;BYMONTHDAY=-3', '1997-09-28', '1997 Sep 28 Oct 29 Nov 28 Dec 29 1998 Jan 29 Feb 26'],
  [
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
    '1997-09-02',
    '1997 Sep 2,9,16,23,30 Nov 4,11,18,25 1998 Jan 6,13,20,27 Mar 3,10,17,24,31',
  ],
  ['FREQ=YEARLY;BYDAY=20MO', '1997-05-19', '1997 May 19 1998 May 18 1999 May 17'],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997-05-12', '1997 May 12 1998 May 11 1999 May 17'],
  ['FREQ=YEARLY;BYMONTH=3;BYDAY=TH', '1997-03-13', '1997 Mar 13,20,27 1998 Mar 5,12,19,26 1999 Mar 4,11,18,25'],
  [
    'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8',
    '1997-06-05',
    '1997 Jun 5,12,19,26 Jul 3,10,17,24,31 Aug 7,14,21,28 1998 Jun 4,11,18,25 Jul 2,9,16,23,30 Aug 6,13,20,27 1999 Jun 3,10,17,24 Jul 1,8,15,22,29 Aug 5,12,19,26',
  ],
  [
    'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    '1997-09-13',
    '1997 Sep 13 Oct 11 Nov 8 Dec 13 1998 Jan 10 Feb 7 Mar 7 Apr 11 May 9 Jun 13',
  ],
  [
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    '1996-11-05',
    '1996 Nov 5 2000 Nov 7 2004 Nov 2',
  ],
  [
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
    '1997-09-29',
    '1997 Sep 29 Oct 30 Nov 27 Dec 30 1998 Jan 29 Feb 26 Mar 30',
  ],
]

const series = (rule: string, start: string, exdates: string[] = []): Series => ({
  start: `${start}T09:00`,
  zone: 'America/New_York',
  rule: parseRule(rule),
  rdates: [],
  exdates,
})
const beginning = new Date('1990-01-01')

describe('the examples of RFC 5545, 3.8.5.3', () => {
  test.each(ended)('%s from %s', (rule, start, said) => {
    const all = series(rule, start)
    const starts = startsIn(said)
    expect(startsBetween(all, beginning, new Date('2015-01-01'))).toEqual(starts)
    // At 14:00 in Greenwich it is 9:00 there in winter, and later in summer.
    for (const [at, start] of starts.slice(0, -1).entries())
      expect(nextStart(all, new Date(`${start}-05:00`))).toBe(starts[at + 1])
    expect(nextStart(all, new Date(`${starts.at(-1)}-05:00`))).toBeNull()
  })
  test.each(endless)('%s from %s goes on', (rule, start, said) => {
    const starts = startsIn(said)
    const last = new Date(Date.parse(`${starts.at(-1)}-05:00`) + 1)
    expect(startsBetween(series(rule, start), beginning, last)).toEqual(starts)
    expect(nextStart(series(rule, start), last)).toMatch(/^\d{4}-\d\d-\d\dT09:00$/)
  })
  test('every Friday the 13th, without the first start', () => {
    const all = series('FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '1997-09-02', ['1997-09-02T09:00'])
    expect(startsBetween(all, beginning, new Date('2000-10-14'))).toEqual(
      startsIn('1998 Feb 13 Mar 13 Nov 13 1999 Aug 13 2000 Oct 13'),
    )
  })
  test('by the hour and the minute', () => {
    const on = (rule: string, to = '1997-09-03T04:00Z') =>
      startsBetween(series(rule, '1997-09-02'), beginning, new Date(to)).map((at) => at.slice(11))
    // 17:00 as it stands there is 13:00 in New York; erratum 3883 has 21:00.
    expect(on('FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z')).toEqual(['09:00', '12:00', '15:00'])
    expect(on('FREQ=MINUTELY;INTERVAL=15;COUNT=6')).toEqual(['09:00', '09:15', '09:30', '09:45', '10:00', '10:15'])
    expect(on('FREQ=MINUTELY;INTERVAL=90;COUNT=4')).toEqual(['09:00', '10:30', '12:00', '13:30'])
    const times = [9, 10, 11, 12, 13, 14, 15, 16].flatMap((hour) =>
      ['00', '20', '40'].map((minute) => `${String(hour).padStart(2, '0')}:${minute}`),
    )
    expect(on('FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40')).toEqual(times)
    expect(on('FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16', '1997-09-04T04:00Z')).toEqual([
      ...times,
      ...times,
    ])
  })
})
