import { fileInput, playbook, textInput } from '@atrium/contract/playbook'
import { dayAt } from '@atrium/domain/dates/local-time'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { dayIn } from '../kit/day-reader.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { itemsIn } from '../kit/telling.ts'
import { balanceOf, leaveDays, overlapping, type Person, thinDays, yearOf } from './leave.ts'
import { readLeaves, readStaff } from './leave-files.ts'
import { entitlementOf } from './questions.ts'
import { LEAVE_SAMPLE, STAFF_SAMPLE } from './samples.ts'

const criteria = [
  'Each balance can be recomputed from entitlement, carried over and days of work.',
  'Overlaps, overdrawn balances and thin days are named.',
  'No other absence than annual leave is shown.',
] as const

const input = z.object({
  leave: fileInput('Leave: name, from, to; type, status, half', '.csv,.tsv,.txt'),
  staff: fileInput('Staff: name; team, start, end, entitlement, carried over', '.csv,.tsv,.txt').optional(),
  on: z.iso.date().meta({ title: 'As of (empty: today)' }).optional(),
  holidays: textInput('Public holidays, one day a line (2026-05-01)', 3_000).optional(),
  share: z
    .number()
    .min(0)
    .max(100)
    .meta({ title: 'A team is thin when more than so many percent are away' })
    .default(50),
})

export const balanceLeave = playbook({
  id: 'balanceLeave',
  title: 'Balance the leave',
  summary:
    'Works out everybody’s leave from a list of absences: entitlement pro rata, taken, planned, left, with overlaps, overdrawn balances, requests that wait and the days on which a team is thin.',
  examples: ['leave balance', 'vacation days', 'who is on leave', 'holiday entitlement', 'pto'],
  input,
  uses: [],
  criteria,
  withoutModel: [],
  sample: {
    files: { 'leave.csv': LEAVE_SAMPLE, 'staff.csv': STAFF_SAMPLE },
    input: {
      leave: 'file:leave.csv',
      staff: 'file:staff.csv',
      on: '2026-06-15',
      holidays: '2026-01-01\n2026-04-03\n2026-04-06\n2026-05-01\n2026-05-14\n2026-05-25',
    },
  },
  async run(job, given) {
    const today = given.on ?? dayAt(job.now, job.timeZone)
    const year = yearOf(today)
    const said = itemsIn(given.holidays ?? '')
    const holidays = new Set(said.flatMap((text) => dayIn(text) ?? []))
    const file = readLeaves(await job.file(given.leave))
    const staff = given.staff ? readStaff(await job.file(given.staff), entitlementOf(job)) : { people: [], unread: [] }
    const listed = new Map(staff.people.map((person) => [person.name.toLowerCase(), person]))
    const mine = file.leaves.filter(({ from, to }) => yearOf(to) >= year && yearOf(from) <= year)
    const byName = Map.groupBy(mine, ({ name }) => name.toLowerCase())
    const unknown = [...byName]
      .filter(([key]) => !listed.has(key))
      .map(
        ([, leaves]): Person => ({
          name: leaves[0]?.name ?? '',
          team: '',
          from: null,
          to: null,
          entitlement: entitlementOf(job),
          carried: 0,
        }),
      )
    const people = [...listed.values(), ...unknown]
    const balances = people.map((person) => ({
      person,
      leaves: byName.get(person.name.toLowerCase()) ?? [],
      balance: balanceOf(person, byName.get(person.name.toLowerCase()) ?? [], year, today, holidays),
    }))
    const overdrawn = balances.filter(({ balance }) => balance.left < 0)
    const twice = balances.flatMap(({ leaves }) => overlapping(leaves))
    const waiting = mine.filter(({ isApproved }) => !isApproved)
    const outside = balances.flatMap(({ person, leaves }) =>
      leaves.filter(
        ({ from, to }) => (person.from !== null && from < person.from) || (person.to !== null && to > person.to),
      ),
    )
    const thin = thinDays(people, mine, today, `${year}-12-31`, given.share / 100, holidays)
    await job.note(
      `${counted(people.length, 'person', 'people')}, ${overdrawn.length} overdrawn, ${thin.length} thin days.`,
    )
    const issue = (what: string, who: string, why: string, where: string) => ({ what, who, why, where })
    await job.deliver({
      title: `Leave ${year}, as of ${today}`,
      summary: `${counted(people.length, 'person', 'people')} with ${counted(mine.length, 'leave')}. ${overdrawn.length === 0 ? 'Nobody is overdrawn' : `Overdrawn: ${namesOf(overdrawn)}`}; ${counted(waiting.length, 'request')} wait; ${counted(thin.length, 'day')} on which a team is thin.`,
      blocks: [
        ...tableBlock(
          'Balances, days',
          {
            name: 'Name',
            team: 'Team',
            entitlement: `Entitlement ${year}`,
            carried: 'Carried over',
            taken: `Taken to ${today}`,
            planned: 'Planned',
            left: 'Left',
            carriedLeft: 'Of it carried, untouched',
          },
          balances.map(({ person, balance }) => ({ name: person.name, team: person.team, ...balance })),
        ),
        ...tableBlock('To settle', { what: 'What', who: 'Who', why: 'Why', where: 'Rows' }, [
          ...overdrawn.map(({ person, leaves, balance }) =>
            issue(
              'Overdrawn',
              person.name,
              `${-balance.left} days more than there are`,
              linesOf(leaves.map(({ line }) => line)),
            ),
          ),
          ...twice.map(([one, other]) =>
            issue(
              'Overlap',
              one.name,
              `${one.from} to ${one.to} and ${other.from} to ${other.to}`,
              linesOf([one.line, other.line]),
            ),
          ),
          ...outside.map((one) =>
            issue('Outside employment', one.name, `${one.from} to ${one.to}`, linesOf([one.line])),
          ),
          ...waiting.map((one) =>
            issue(
              'Waits for approval',
              one.name,
              `${one.from} to ${one.to}, ${leaveDays(one, holidays)} days`,
              linesOf([one.line]),
            ),
          ),
        ]),
        ...tableBlock(
          'Thin days',
          { day: 'Day', team: 'Team', away: 'Away', share: 'Away, of' },
          thin.map(({ day, team, away, of }) => ({
            day,
            team,
            away: away.join(', '),
            share: `${away.length} of ${of}`,
          })),
        ),
        textBlock(
          'How it was worked out',
          `Left = entitlement + carried over − days of work (Monday to Friday, less ${counted(holidays.size, 'public holiday')} given) of all leave in ${year}, waiting requests included. Who came or goes within the year has a twelfth for each full month; half a day or more is rounded up (as § 5 of the German Federal Leave Act; other laws and contracts differ). ${file.note}`,
        ),
      ],
      sources: [
        { kind: 'file', name: 'the list of leave', place: `${counted(mine.length, 'row')} of ${year}` },
        ...(given.staff
          ? [{ kind: 'file' as const, name: 'the list of staff', place: counted(staff.people.length, 'row') }]
          : []),
      ],
      evidence: evidenceFor(
        criteria,
        [
          balances.length,
          balances.filter(
            ({ balance: one }) => Math.abs(one.entitlement + one.carried - one.taken - one.planned - one.left) > 1e-6,
          ).length,
          `${balances.length} balances; the days are Monday to Friday less ${holidays.size} holidays.`,
        ],
        [balances.length, null, `${twice.length} overlaps, ${overdrawn.length} overdrawn, ${thin.length} thin days.`],
        [
          file.others,
          null,
          file.others === 0
            ? 'The file has no other type.'
            : `${counted(file.others, 'row')} of other types were counted and not shown.`,
        ],
      ),
      couldNot: sentences(
        file.unread.length > 0 &&
          `Left out: ${file.unread
            .slice(0, 10)
            .map(({ line, reason }) => `line ${line} (${reason})`)
            .join(', ')}.`,
        staff.unread.length > 0 && `Of the staff not read: ${linesOf(staff.unread.map(({ line }) => line))}.`,
        unknown.length > 0 &&
          `Not on the list of staff, so taken with ${entitlementOf(job)} days and no team: ${unknown
            .map(({ name }) => name)
            .slice(0, 8)
            .join(', ')}.`,
        file.gone > 0 && `${counted(file.gone, 'row')} cancelled or refused do not count.`,
        said.length > holidays.size && `${counted(said.length - holidays.size, 'line')} of the holidays are no days.`,
        holidays.size === 0 && 'No public holidays were given, so they count as days of leave.',
        'Part-time weeks other than Monday to Friday are not known.',
        'It approves no request: a person decides, with the law and the contract.',
      ),
    })
  },
})

const namesOf = (all: readonly { person: Person }[]) =>
  `${all
    .slice(0, 10)
    .map(({ person }) => person.name)
    .join(', ')}${all.length > 10 ? ` and ${all.length - 10} more` : ''}`
