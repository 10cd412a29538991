import { fileInput, playbook } from '@atrium/contract/playbook'
import { dayAt } from '@atrium/domain/dates/local-time'
import { rounded } from '@atrium/domain/numbers/rounding'
import { quantile } from '@atrium/domain/statistics/summary'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { putTasks } from '../kit/task-list.ts'
import { boardOf, type Card, isDone, isInProgress } from './cards.ts'
import { cycleTimes, daysTaken } from './flow.ts'
import { limitsOf, perPersonOf } from './questions.ts'
import { BOARD_SAMPLE } from './samples.ts'

const criteria = [
  'Each column is held against its limit.',
  'Each card that is stuck says since when, with whom and why.',
  'Cards without an owner or past their day are listed.',
] as const

const input = z.object({
  board: fileInput('The board’s CSV export (empty: the Task Inbox)', '.csv,.tsv,.txt').optional(),
  on: z.iso.date().meta({ title: 'As of (empty: today)' }).optional(),
  tasks: z.boolean().meta({ title: 'Put what is to be settled into the Task Inbox' }).default(false),
})

interface Finding {
  what: string
  key: string
  title: string
  column: string
  who: string
  age: number | null
  why: string
  next: string
  where: string
}

export const checkBoard = playbook({
  id: 'checkBoard',
  title: 'Check the board',
  summary:
    'Holds the board against its limits and against your own cycle times: columns and people over their limit, cards that are stuck, blocked, late or nobody’s, each with what to do next.',
  examples: ['check the board', 'wip limits', 'what is stuck', 'blocked cards', 'board review', 'stand-up'],
  input,
  uses: ['tasks.list', 'tasks.importTodoTxt'],
  criteria,
  withoutModel: [],
  sample: { files: { 'board.csv': BOARD_SAMPLE }, input: { board: 'file:board.csv', on: '2026-03-16' } },
  async run(job, given) {
    const today = given.on ?? dayAt(job.now, job.timeZone)
    const board = await boardOf(job, given.board)
    const limits = limitsOf(job)
    const open = board.cards.filter((card) => !isDone(card))
    const doing = open.filter(isInProgress)
    const times = cycleTimes(board.cards, board.hasStarts).map(({ days }) => days)
    const expected = times.length >= 5 ? quantile(times, 0.85) : null
    const columns = [...Map.groupBy(open, ({ status }) => status)].map(([column, cards]) => ({
      column,
      count: cards.length,
      limit: limits.get(column.toLowerCase()) ?? null,
    }))
    const over = columns.filter(({ count, limit }) => limit !== null && count > limit).slice(0, 20)
    const people = [
      ...Map.groupBy(
        doing.filter(({ assignee }) => assignee !== ''),
        ({ assignee }) => assignee,
      ),
    ].map(([who, cards]) => ({
      who,
      count: cards.length,
      limit: perPersonOf(job),
      cards: cards.map(({ key, title }) => key || title).join(', '),
    }))
    const findings = findingsOf(open, doing, today, expected, board.hasStarts)
    await job.note(
      `${counted(open.length, 'open card')}, ${counted(over.length, 'column')} over the limit, ${counted(findings.length, 'finding')}.`,
    )
    const put = given.tasks
      ? await putTasks(
          job,
          findings.map(({ key, title, what, next }) => ({
            title: `${key ? `${key} ` : ''}${title}: ${what}. ${next}`,
            priority: what === 'Blocked' || what === 'Late' ? ('A' as const) : ('B' as const),
            project: 'board',
          })),
          `${counted(findings.length, 'card')} on the board ${findings.length === 1 ? 'needs' : 'need'} somebody to settle something.`,
        )
      : null
    const busy = people.filter(({ count, limit }) => count > limit).slice(0, 10)
    await job.deliver({
      title: `Board, ${today}`,
      summary: `${counted(open.length, 'card')} open, ${doing.length} in progress. ${over.length === 0 ? 'No column is over its limit.' : `Over the limit: ${over.map(({ column, count, limit }) => `${column} ${count} of ${limit}`).join(', ')}: finish before anything is begun.`} ${counted(findings.length, 'finding')}${busy.length > 0 ? `; ${busy.map(({ who, count }) => `${who} has ${count} at once`).join(', ')}` : ''}.`,
      blocks: [
        ...tableBlock(
          'Stuck, late or nobody’s',
          {
            what: 'What',
            key: 'Card',
            title: 'Title',
            column: 'Column',
            who: 'Who',
            age: 'Age, days',
            why: 'Why',
            next: 'Next',
            where: 'Where',
          },
          findings.map((one) => ({ ...one })),
        ),
        ...tableBlock(
          'Columns',
          { column: 'Column', count: 'Cards', limit: 'Limit', state: 'State' },
          columns.map((one) => ({
            ...one,
            state:
              one.limit === null
                ? 'no limit'
                : one.count > one.limit
                  ? `${one.count - one.limit} too many`
                  : one.count === one.limit
                    ? 'full'
                    : 'room',
          })),
        ),
        ...tableBlock(
          'People',
          { who: 'Who', count: 'In progress', limit: 'Limit', cards: 'Cards' },
          people.sort((a, b) => b.count - a.count),
        ),
        textBlock(
          'How it was judged',
          [
            ...board.basis,
            expected === null
              ? 'Fewer than five finished cards with their days: age is not judged.'
              : `A card is stuck when it is older than ${rounded(expected)} days: 85 % of ${counted(times.length, 'finished card')} took no longer (service level expectation, The Kanban Guide).`,
            `Limit for one person: ${perPersonOf(job)}.`,
          ]
            .map((one) => `- ${one}`)
            .join('\n'),
        ),
      ],
      sources: [{ kind: board.kind, name: board.name, place: counted(board.cards.length, 'card') }],
      evidence: evidenceFor(
        criteria,
        [
          columns.length,
          columns.every(({ limit }) => limit === null) ? null : columns.filter(({ limit }) => limit === null).length,
          columns
            .map(({ column, count, limit }) => `${column}: ${count}${limit === null ? ' (no limit)' : ` of ${limit}`}`)
            .join('; '),
        ],
        [
          findings.length,
          expected === null ? null : findings.filter(({ what, why }) => what === 'Stuck' && why === '').length,
          expected === null
            ? 'No cycle times to judge by.'
            : `${findings.filter(({ what }) => what === 'Stuck' || what === 'Blocked').length} found.`,
        ],
        [
          open.length,
          null,
          `${findings.filter(({ what }) => what === 'Nobody’s').length} without an owner, ${findings.filter(({ what }) => what === 'Late').length} late.`,
        ],
      ),
      couldNot: sentences(
        board.unread.length > 0 &&
          `Left out: ${linesOf(board.unread.map(({ line }) => line))} (${[...new Set(board.unread.map(({ reason }) => reason))].slice(0, 5).join(', ')}).`,
        board.kind === 'records' && 'Who works on what is not known to the Task Inbox.',
        expected === null && 'Stuck cards were not looked for: that needs five finished cards.',
        put?.sentence,
      ),
    })
  },
})

function findingsOf(
  open: readonly Card[],
  doing: readonly Card[],
  today: string,
  expected: number | null,
  hasStarts: boolean,
): Finding[] {
  const ageOf = (card: Card) => {
    const from = hasStarts ? card.started : card.created
    return from && from <= today ? daysTaken(from, today) : null
  }
  const finding = (card: Card, what: string, why: string, next: string): Finding => ({
    what,
    key: card.key,
    title: card.title,
    column: card.status,
    who: card.assignee || 'nobody',
    age: ageOf(card),
    why,
    next,
    where: card.where,
  })
  const working = new Set(doing)
  return open
    .flatMap((card): Finding[] => {
      const age = ageOf(card)
      if (card.blocked) return [finding(card, 'Blocked', card.blocked, 'Who removes what blocks it, and by when?')]
      if (card.due && card.due < today)
        return [finding(card, 'Late', `due ${card.due}`, 'Finish it first, or agree on a new day.')]
      if (working.has(card) && expected !== null && age !== null && age > expected)
        return [
          finding(
            card,
            'Stuck',
            `older than 85 % of the finished ones (${rounded(expected)} days)`,
            'Help to finish it, cut it smaller, or put it back.',
          ),
        ]
      if (working.has(card) && card.assignee === '' && card.where !== '')
        return [finding(card, 'Nobody’s', 'in progress without an owner', 'Who takes it?')]
      return []
    })
    .sort((a, b) => (b.age ?? 0) - (a.age ?? 0))
}
