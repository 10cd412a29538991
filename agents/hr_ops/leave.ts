import { addDays, lastDayOf, monthOf, shiftMonth } from '@atrium/domain/dates/days'
import { isWorkingDay } from '@atrium/domain/dates/working-days'
import { rounded } from '@atrium/domain/numbers/rounding'

export interface Person {
  name: string
  team: string
  /** First and last day; null when it began before, or has no end. */
  from: string | null
  to: string | null
  /** Days of leave in a full year. */
  entitlement: number
  carried: number
}

export interface Leave {
  line: number
  name: string
  from: string
  to: string
  isHalf: boolean
  isApproved: boolean
}

/** Days of work between two days, both included; a half day counts 0.5 a day. */
export function leaveDays(
  { from, to, isHalf }: Pick<Leave, 'from' | 'to' | 'isHalf'>,
  holidays: ReadonlySet<string>,
): number {
  let days = 0
  for (let day = from, steps = 0; day <= to && steps < 400; day = addDays(day, 1), steps++)
    if (isWorkingDay(day, holidays)) days += isHalf ? 0.5 : 1
  return days
}

/**
 * The entitlement of a year for who came or goes within it: a twelfth for each full month of employment, as § 5 of the German
 * Federal Leave Act and many others have it; a fraction of half a day or more counts as a day (§ 5 (2)), a smaller one stays.
 */
export function proRata({ from, to, entitlement }: Pick<Person, 'from' | 'to' | 'entitlement'>, year: number): number {
  let months = 0
  for (let at = 0; at < 12; at++) {
    const month = shiftMonth(`${year}-01`, at)
    const first = `${month}-01`
    if ((from === null || from <= first) && (to === null || to >= lastDayOf(month))) months++
  }
  if (months === 12) return entitlement
  const part = (entitlement * months) / 12
  const rest = part - Math.floor(part)
  return rest >= 0.5 ? Math.ceil(part) : rounded(part, 2)
}

export interface Balance {
  entitlement: number
  carried: number
  taken: number
  planned: number
  /** What is left when everything planned is taken. */
  left: number
  /** Of the carried days, those that are still untouched. */
  carriedLeft: number
}

/** A person's balance in a year; days up to `today` are taken, those after planned. A leave across the year's end is cut. */
export function balanceOf(
  person: Person,
  leaves: readonly Leave[],
  year: number,
  today: string,
  holidays: ReadonlySet<string>,
): Balance {
  const cut = leaves.map((leave) => ({
    ...leave,
    from: leave.from < `${year}-01-01` ? `${year}-01-01` : leave.from,
    to: leave.to > `${year}-12-31` ? `${year}-12-31` : leave.to,
  }))
  const sum = (part: readonly Pick<Leave, 'from' | 'to' | 'isHalf'>[]) =>
    part.reduce((days, one) => days + leaveDays(one, holidays), 0)
  const taken = sum(
    cut.filter(({ from }) => from <= today).map((one) => ({ ...one, to: one.to < today ? one.to : today })),
  )
  const all = sum(cut)
  const entitlement = proRata(person, year)
  return {
    entitlement,
    carried: person.carried,
    taken,
    planned: all - taken,
    left: entitlement + person.carried - all,
    carriedLeft: Math.max(0, person.carried - taken),
  }
}

/** Pairs of leaves of one person that share a day. */
export const overlapping = (leaves: readonly Leave[]): [Leave, Leave][] =>
  leaves
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .flatMap((one, at, all) =>
      all
        .slice(at + 1)
        .flatMap((other): [Leave, Leave][] =>
          other.from <= one.to && !(one.isHalf && other.isHalf) ? [[one, other]] : [],
        ),
    )

export interface ThinDay {
  team: string
  day: string
  away: string[]
  of: number
}

/** Days on which more than a share of a team is away, from a day on. Teams of one are left out. */
export function thinDays(
  people: readonly Person[],
  leaves: readonly Leave[],
  from: string,
  to: string,
  share: number,
  holidays: ReadonlySet<string>,
): ThinDay[] {
  const teams = new Map<string, Person[]>()
  for (const person of people) if (person.team) teams.set(person.team, [...(teams.get(person.team) ?? []), person])
  const days: ThinDay[] = []
  const crews = [...teams]
    .filter(([, members]) => members.length > 1)
    .map(([team, members]) => {
      const names = new Set(members.map(({ name }) => name.toLowerCase()))
      return { team, size: members.length, leaves: leaves.filter(({ name }) => names.has(name.toLowerCase())) }
    })
  for (let day = from, steps = 0; day <= to && steps < 400; day = addDays(day, 1), steps++) {
    if (!isWorkingDay(day, holidays)) continue
    for (const { team, size, leaves: mine } of crews) {
      const away = [...new Set(mine.filter((one) => one.from <= day && one.to >= day).map(({ name }) => name))]
      if (away.length / size > share) days.push({ team, day, away, of: size })
    }
  }
  return days
}

export const yearOf = (day: string): number => Number(monthOf(day).slice(0, 4))
