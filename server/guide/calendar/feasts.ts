import { addDays, type Day, isoWeekday, lastWeekday, nthWeekday } from '@atrium/domain/dates/days'
import { easter } from '@atrium/domain/dates/easter'
import { dayAt } from '@atrium/domain/dates/local-time'
import names from './feast-names.json' with { type: 'json' }
import { lunar } from './lunar.ts'
import { type Season, seasonBegins } from './seasons.ts'

/** The days of a feast in a year; none where it has none, or nobody here knows it. */
export type Feast = (year: number) => readonly Day[]

const four = (year: number): string => String(year).padStart(4, '0')
const on =
  (monthAndDate: string): Feast =>
  (year) => [`${four(year)}-${monthAndDate}`]
/** The `count`th given weekday (1 Monday to 7 Sunday) of a month, so many days later; -1 is the last. */
const nth =
  (month: string, weekday: number, count: number, later = 0): Feast =>
  (year) => {
    const day =
      count > 0 ? nthWeekday(`${four(year)}-${month}`, weekday, count) : lastWeekday(`${four(year)}-${month}`, weekday)
    return [addDays(day, later)]
  }
const fromEaster =
  (days: number): Feast =>
  (year) => [addDays(easter(year), days)]
/** The Monday on or before a day. */
const mondayUpTo =
  (monthAndDate: string): Feast =>
  (year) => {
    const day = `${four(year)}-${monthAndDate}`
    return [addDays(day, 1 - isoWeekday(day))]
  }
/** By the year, where no calendar of Intl has it. */
const table =
  (days: Readonly<Record<number, string>>): Feast =>
  (year) =>
    days[year] ? [`${year}-${days[year]}`] : []
/** Easter of the Julian calendar, in ours (Meeus, chapter 8), for 1900 to 2099. */
const orthodox =
  (days: number): Feast =>
  (year) => {
    const d = (19 * (year % 19) + 15) % 30
    const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7
    const month = Math.floor((d + e + 114) / 31)
    const date = ((d + e + 114) % 31) + 1
    return [addDays(`${four(year)}-0${month}-${String(date).padStart(2, '0')}`, 13 + days)]
  }
/** The fourth Sunday before Christmas, so many weeks later. */
const advent =
  (weeks: number): Feast =>
  (year) => {
    const eve = `${four(year)}-12-24`
    return [addDays(eve, -(isoWeekday(eve) % 7) - 21 + weeks * 7)]
  }
const season =
  (which: Season): Feast =>
  (year) =>
    year >= 1000 && year <= 3000 ? [dayAt(seasonBegins(which, year), 'UTC')] : []

export const FEASTS: Readonly<Record<string, Feast>> = {
  christmas: on('12-25'),
  christmasEve: on('12-24'),
  boxingDay: on('12-26'),
  newYearsEve: on('12-31'),
  newYear: on('01-01'),
  epiphany: on('01-06'),
  valentine: on('02-14'),
  womensDay: on('03-08'),
  patrick: on('03-17'),
  aprilFools: on('04-01'),
  labour: on('05-01'),
  laborUS: nth('09', 1, 1),
  independenceUS: on('07-04'),
  bastille: on('07-14'),
  assumption: on('08-15'),
  germanUnity: on('10-03'),
  halloween: on('10-31'),
  allSaints: on('11-01'),
  allSouls: on('11-02'),
  guyFawkes: on('11-05'),
  martin: on('11-11'),
  veterans: on('11-11'),
  nicholas: on('12-06'),
  goodFriday: fromEaster(-2),
  maundyThursday: fromEaster(-3),
  holySaturday: fromEaster(-1),
  palmSunday: fromEaster(-7),
  roseMonday: fromEaster(-48),
  shroveTuesday: fromEaster(-47),
  ashWednesday: fromEaster(-46),
  easter: fromEaster(0),
  easterMonday: fromEaster(1),
  ascension: fromEaster(39),
  pentecost: fromEaster(49),
  whitMonday: fromEaster(50),
  corpusChristi: fromEaster(60),
  orthodoxEaster: orthodox(0),
  advent: advent(0),
  secondAdvent: advent(1),
  thirdAdvent: advent(2),
  fourthAdvent: advent(3),
  thanksgiving: nth('11', 4, 4),
  thanksgivingCA: nth('10', 1, 2),
  blackFriday: nth('11', 4, 4, 1),
  cyberMonday: nth('11', 4, 4, 4),
  mlk: nth('01', 1, 3),
  presidents: nth('02', 1, 3),
  memorial: nth('05', 1, -1),
  juneteenth: on('06-19'),
  columbus: nth('10', 1, 2),
  groundhog: on('02-02'),
  canadaDay: on('07-01'),
  victoriaDay: mondayUpTo('05-24'),
  australiaDay: on('01-26'),
  anzac: on('04-25'),
  waitangi: on('02-06'),
  earlyMay: nth('05', 1, 1),
  springBank: nth('05', 1, -1),
  summerBank: nth('08', 1, -1),
  kingsDay: (year) => [isoWeekday(`${four(year)}-04-27`) === 7 ? `${four(year)}-04-26` : `${four(year)}-04-27`],
  superBowl: nth('02', 7, 2),
  ramadan: lunar('islamic-umalqura', ['9'], 1),
  ramadanEnd: lunar('islamic-umalqura', ['10'], 1, -1),
  eidFitr: lunar('islamic-umalqura', ['10'], 1),
  eidAdha: lunar('islamic-umalqura', ['12'], 10),
  islamicNewYear: lunar('islamic-umalqura', ['1'], 1),
  ashura: lunar('islamic-umalqura', ['1'], 10),
  mawlid: lunar('islamic-umalqura', ['3'], 12),
  hanukkah: lunar('hebrew', ['Kislev'], 25),
  hanukkahEnd: lunar('hebrew', ['Kislev'], 25, 7),
  passover: lunar('hebrew', ['Nisan'], 15),
  roshHashanah: lunar('hebrew', ['Tishri'], 1),
  yomKippur: lunar('hebrew', ['Tishri'], 10),
  sukkot: lunar('hebrew', ['Tishri'], 15),
  purim: lunar('hebrew', ['Adar II', 'Adar'], 14),
  shavuot: lunar('hebrew', ['Sivan'], 6),
  chineseNewYear: lunar('chinese', ['1'], 1),
  dragonBoat: lunar('chinese', ['5'], 5),
  midAutumn: lunar('chinese', ['8'], 15),
  // Of the Hindu lunar calendar, which Intl does not have; by the dates of the Indian government's list of holidays.
  diwali: table({
    2024: '10-31',
    2025: '10-20',
    2026: '11-08',
    2027: '10-29',
    2028: '10-17',
    2029: '11-05',
    2030: '10-26',
  }),
  holi: table({
    2024: '03-25',
    2025: '03-14',
    2026: '03-04',
    2027: '03-22',
    2028: '03-11',
    2029: '03-01',
    2030: '03-20',
  }),
  spring: season('spring'),
  summer: season('summer'),
  autumn: season('autumn'),
  winter: season('winter'),
}

/** Feasts that begin at sunset of the day before, or by the sight of the moon. */
export const BY_THE_MOON: ReadonlySet<string> = new Set(
  'ramadan ramadanEnd eidFitr eidAdha islamicNewYear ashura mawlid'.split(' '),
)
export const FROM_SUNSET: ReadonlySet<string> = new Set(
  'hanukkah passover roshHashanah yomKippur sukkot purim shavuot'.split(' '),
)
/** Kept a day earlier or later in some places. */
export const ABOUT: ReadonlySet<string> = new Set(['diwali', 'holi'])

/** Where a feast is kept on another day, by country; the first is what is meant where nobody says a country. */
export const BY_COUNTRY: Readonly<Record<string, Readonly<Record<string, Feast>>>> = {
  mothersDay: {
    ...Object.fromEntries(
      'US DE AT CH IT NL BE DK FI CA AU NZ BR JP TR ZA CN HK SG GR HR CZ SK EE LV IN PH'
        .split(' ')
        .map((country) => [country, nth('05', 7, 2)]),
    ),
    ...{ GB: fromEaster(-21), IE: fromEaster(-21) },
    ...{ ES: nth('05', 7, 1), PT: nth('05', 7, 1), HU: nth('05', 7, 1), LT: nth('05', 7, 1), RO: nth('05', 7, 1) },
    FR: (year) => {
      const last = lastWeekday(`${four(year)}-05`, 7)
      return [last === addDays(easter(year), 49) ? addDays(last, 7) : last]
    },
    ...{ SE: nth('05', 7, -1), PL: on('05-26'), MX: on('05-10'), RU: nth('11', 7, -1), NO: nth('02', 7, 2) },
    ...{
      AR: nth('10', 7, 3),
      KR: on('05-08'),
      EG: on('03-21'),
      AE: on('03-21'),
      SA: on('03-21'),
      ID: on('12-22'),
      UA: nth('05', 7, 2),
    },
  },
  fathersDay: {
    ...Object.fromEntries(
      'US GB IE CA FR NL JP IN MX ZA TR CN HK SG GR CZ HU UA AR PH'
        .split(' ')
        .map((country) => [country, nth('06', 7, 3)]),
    ),
    ...{ DE: fromEaster(39), AT: nth('06', 7, 2), BE: nth('06', 7, 2), CH: nth('06', 7, 1), LT: nth('06', 7, 1) },
    ...{ ES: on('03-19'), IT: on('03-19'), PT: on('03-19'), HR: on('03-19'), PL: on('06-23'), DK: on('06-05') },
    ...{ AU: nth('09', 7, 1), NZ: nth('09', 7, 1), BR: nth('08', 7, 2), RU: nth('10', 7, 3), KR: on('05-08') },
    ...{
      SE: nth('11', 7, 2),
      NO: nth('11', 7, 2),
      FI: nth('11', 7, 2),
      EE: nth('11', 7, 2),
      ID: on('11-12'),
      EG: on('06-21'),
    },
  },
  thanksgivingDay: { US: nth('11', 4, 4), CA: nth('10', 1, 2) },
  independenceDay: {
    ...{
      US: on('07-04'),
      IN: on('08-15'),
      MX: on('09-16'),
      BR: on('09-07'),
      PL: on('11-11'),
      ID: on('08-17'),
      AR: on('07-09'),
      UA: on('08-24'),
      FI: on('12-06'),
      PK: on('08-14'),
      PH: on('06-12'),
      GR: on('03-25'),
      NG: on('10-01'),
      GH: on('03-06'),
      KE: on('12-12'),
    },
  },
  labourDay: { US: nth('09', 1, 1), CA: nth('09', 1, 1), NZ: nth('10', 1, 4), '': on('05-01') },
}

export interface FeastSaid {
  from: number
  to: number
  /** Of `FEASTS` or of `BY_COUNTRY`. */
  key: string
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&')
const isBounded = (name: string) => !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(name)

/** Every name with its feast and how it begins in capitals, which tells in no time that most are not named, the longest first. */
const patterns: readonly (readonly [RegExp, string, string])[] = Object.entries(
  names as Readonly<Record<string, readonly string[]>>,
)
  .flatMap(([key, said]) => said.map((name) => [name, key] as const))
  .sort(([a], [b]) => b.length - a.length)
  .map(([name, key]) => {
    const isOpen = name.endsWith('*')
    const bare = escaped(isOpen ? name.slice(0, -1) : name)
      .replaceAll("'", "['’]?")
      .replaceAll(' ', '[ -]')
    const [before, after] = isBounded(name)
      ? ['(?<![\\p{L}\\p{M}])', isOpen ? '\\p{L}*' : '(?![\\p{L}\\p{M}])']
      : ['', '']
    const start = (name.split(/[ '*-]/u, 1)[0] as string).toUpperCase()
    return [new RegExp(`${before}${bare}${after}`, 'giu'), key, start] as const
  })

/** The feasts that a text names, in their order. */
export function feastsIn(text: string): FeastSaid[] {
  const found: FeastSaid[] = []
  const capitals = text.toUpperCase()
  for (const [pattern, key, start] of patterns) {
    if (!capitals.includes(start)) continue
    for (const match of text.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length]
      if (!found.some((one) => from < one.to && one.from < to)) found.push({ from, to, key })
    }
  }
  return found.sort((a, b) => a.from - b.from)
}

/** The feast of a key, where people keep it; `country` is the one whose custom was taken, null where all keep the same. */
export function feastOf(key: string, country: string | null): { feast: Feast; country: string | null } | null {
  const by = BY_COUNTRY[key]
  if (by) {
    const own = country !== null && Object.hasOwn(by, country) ? country : Object.hasOwn(by, '') ? '' : 'US'
    return { feast: by[own] as Feast, country: own === '' ? null : own }
  }
  return Object.hasOwn(FEASTS, key) ? { feast: FEASTS[key] as Feast, country: null } : null
}

/** Whether countries keep a feast on different days. */
export const differs = (key: string): boolean => Object.hasOwn(BY_COUNTRY, key)
