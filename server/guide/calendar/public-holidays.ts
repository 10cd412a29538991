import { addDays, type Day, isoWeekday } from '@atrium/domain/dates/days'
import { FEASTS } from './feasts.ts'

/** A day off in a whole country. */
export interface PublicHoliday {
  day: Day
  /** Of `FEASTS`, or a name that stays as it is. */
  name: string
  /** Kept on another day, since its own is at a weekend. */
  isMoved?: boolean
}

/** How a holiday at a weekend is kept: not at all, the next working day, or the nearer one. */
type Custom = 'none' | 'next' | 'nearest'
interface Country {
  /** Keys of `FEASTS`, or `MM-DD name`. */
  days: readonly string[]
  custom: Custom
  /** Its regions have further ones. */
  hasRegions?: boolean
}

const list = (text: string): string[] => text.split(', ')

/** Days that are kept in the whole country, by law of 2025. */
const COUNTRIES: Readonly<Record<string, Country>> = {
  US: {
    days: list(
      'newYear, mlk, presidents, memorial, juneteenth, independenceUS, laborUS, columbus, veterans, thanksgiving, christmas',
    ),
    custom: 'nearest',
    hasRegions: true,
  },
  GB: {
    days: list('newYear, goodFriday, easterMonday, earlyMay, springBank, summerBank, christmas, boxingDay'),
    custom: 'next',
    hasRegions: true,
  },
  IE: {
    days: list(
      'newYear, patrick, easterMonday, earlyMay, christmas, boxingDay, June first Monday, August first Monday, October last Monday, February first Monday',
    ),
    custom: 'none',
  },
  DE: {
    days: list('newYear, goodFriday, easterMonday, labour, ascension, whitMonday, germanUnity, christmas, boxingDay'),
    custom: 'none',
    hasRegions: true,
  },
  AT: {
    days: list(
      'newYear, epiphany, easterMonday, labour, ascension, whitMonday, corpusChristi, assumption, 10-26 Nationalfeiertag, allSaints, 12-08 Mariä Empfängnis, christmas, boxingDay',
    ),
    custom: 'none',
  },
  CH: { days: list('newYear, ascension, 08-01 Bundesfeier, christmas'), custom: 'none', hasRegions: true },
  FR: {
    days: list(
      'newYear, easterMonday, labour, 05-08 Victoire 1945, ascension, whitMonday, bastille, assumption, allSaints, 11-11 Armistice, christmas',
    ),
    custom: 'none',
  },
  IT: {
    days: list(
      'newYear, epiphany, easter, easterMonday, 04-25 Festa della Liberazione, labour, 06-02 Festa della Repubblica, assumption, 10-04 San Francesco, allSaints, 12-08 Immacolata Concezione, christmas, boxingDay',
    ),
    custom: 'none',
    hasRegions: true,
  },
  ES: {
    days: list(
      'newYear, epiphany, goodFriday, labour, assumption, 10-12 Fiesta Nacional, allSaints, 12-06 Día de la Constitución, 12-08 Inmaculada Concepción, christmas',
    ),
    custom: 'none',
    hasRegions: true,
  },
  PT: {
    days: list(
      'newYear, goodFriday, easter, 04-25 Dia da Liberdade, labour, corpusChristi, 06-10 Dia de Portugal, assumption, 10-05 Implantação da República, allSaints, 12-01 Restauração da Independência, 12-08 Imaculada Conceição, christmas',
    ),
    custom: 'none',
    hasRegions: true,
  },
  BR: {
    days: list(
      'newYear, goodFriday, 04-21 Tiradentes, labour, 09-07 Independência, 10-12 Nossa Senhora Aparecida, 11-02 Finados, 11-15 Proclamação da República, 11-20 Consciência Negra, christmas',
    ),
    custom: 'none',
    hasRegions: true,
  },
  NL: {
    days: list('newYear, easter, easterMonday, kingsDay, ascension, pentecost, whitMonday, christmas, boxingDay'),
    custom: 'none',
  },
  BE: {
    days: list(
      'newYear, easterMonday, labour, ascension, whitMonday, 07-21 Nationale feestdag, assumption, allSaints, 11-11 Wapenstilstand, christmas',
    ),
    custom: 'none',
  },
  PL: {
    days: list(
      'newYear, epiphany, easter, easterMonday, labour, 05-03 Święto Konstytucji, pentecost, corpusChristi, assumption, allSaints, 11-11 Święto Niepodległości, christmasEve, christmas, boxingDay',
    ),
    custom: 'none',
  },
  CA: {
    days: list(
      'newYear, goodFriday, victoriaDay, canadaDay, laborUS, 09-30 Truth and Reconciliation, thanksgivingCA, christmas',
    ),
    custom: 'none',
    hasRegions: true,
  },
  AU: {
    days: list('newYear, australiaDay, goodFriday, easterMonday, anzac, christmas, boxingDay'),
    custom: 'none',
    hasRegions: true,
  },
  IN: {
    days: list('01-26 Republic Day, 08-15 Independence Day, 10-02 Gandhi Jayanti'),
    custom: 'none',
    hasRegions: true,
  },
  MX: {
    days: list(
      'newYear, February first Monday, March third Monday, labour, 09-16 Independencia, November third Monday, christmas',
    ),
    custom: 'none',
  },
}

const MONTH_DAYS: Readonly<Record<string, (year: number) => Day>> = {
  'June first Monday': (year) => nthMonday(year, 6, 1),
  'August first Monday': (year) => nthMonday(year, 8, 1),
  'October last Monday': (year) => addDays(nthMonday(year, 11, 1), -7),
  'February first Monday': (year) => nthMonday(year, 2, 1),
  'March third Monday': (year) => nthMonday(year, 3, 3),
  'November third Monday': (year) => nthMonday(year, 11, 3),
}
function nthMonday(year: number, month: number, count: number): Day {
  const first = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`
  return addDays(first, ((8 - isoWeekday(first)) % 7) + (count - 1) * 7)
}

export const hasHolidays = (country: string | null): country is string =>
  country !== null && Object.hasOwn(COUNTRIES, country)
export const hasRegions = (country: string): boolean => COUNTRIES[country]?.hasRegions ?? false

/** The days off that a whole country has in a year, in their order; none of a country that is not known here. */
export function publicHolidays(country: string, year: number): PublicHoliday[] {
  const known = COUNTRIES[country]
  if (!known) return []
  const all = known.days.flatMap((said): PublicHoliday[] => {
    const [, date, name] = /^(\d\d-\d\d) (.+)$/u.exec(said) ?? []
    if (date && name) return [{ day: `${String(year).padStart(4, '0')}-${date}`, name }]
    const ofMonth = MONTH_DAYS[said]
    if (ofMonth) return [{ day: ofMonth(year), name: said.replace(/ (first|third|last) Monday/u, ' holiday') }]
    return (FEASTS[said]?.(year) ?? []).map((day) => ({ day, name: said }))
  })
  const taken = new Set(all.filter(({ day }) => isoWeekday(day) < 6).map(({ day }) => day))
  return all
    .map((one): PublicHoliday => {
      const weekday = isoWeekday(one.day)
      if (known.custom === 'none' || weekday < 6) return one
      let day = known.custom === 'nearest' && weekday === 6 ? addDays(one.day, -1) : addDays(one.day, 8 - weekday)
      while (taken.has(day)) day = addDays(day, 1)
      taken.add(day)
      return { ...one, day, isMoved: true }
    })
    .sort((a, b) => (a.day < b.day ? -1 : 1))
}
