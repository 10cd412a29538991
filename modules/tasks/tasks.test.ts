import { beforeAll, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import { addDays, localTime, mondayOf } from './calendar-days.ts'
import type { ImportReport, TaskRow } from './module.ts'
import tasks from './server.ts'

const ZONE = 'America/New_York'
const today = localTime(new Date(), ZONE).slice(0, 10)

let at: TestModules
beforeAll(async () => {
  at = await testModules(tasks)
})
const act = <T>(who: string, action: string, input: unknown = {}) => at.act<T>(who, `tasks.${action}`, input, ZONE)
const add = async (who: string, title: string, more = {}) => (await act<TaskRow>(who, 'add', { title, ...more })).output
const titles = async (who: string, filter: object) =>
  (await act<{ tasks: TaskRow[] }>(who, 'list', filter)).output.tasks.map((task) => task.title)

describe('adding', () => {
  test('a sentence becomes a task with its date, recurrence and tags', async () => {
    const task = await add('ann', 'call Anna tomorrow 3pm #home @phone !high')
    expect(task).toMatchObject({
      title: 'call Anna',
      due: `${addDays(today, 1)}T15:00`,
      project: 'home',
      contexts: ['phone'],
      priority: 'A',
    })
    const rent = await add('ann', 'pay rent every month on the 1st')
    expect(rent).toMatchObject({ title: 'pay rent', recurrence: 'FREQ=MONTHLY;BYMONTHDAY=1' })
    expect(rent.due).toMatch(/-01$/)
  })
  test('what is said apart wins over the sentence', async () => {
    expect(await add('ann', 'tidy up tomorrow', { due: '2030-01-01', project: '+big house' })).toMatchObject({
      title: 'tidy up',
      due: '2030-01-01',
      project: 'big-house',
    })
  })
  test('nothing, too much, or a recurrence that cannot be kept is refused with a sentence', async () => {
    expect((await act('ann', 'add', { title: '  ' })).error).toBe('A task needs a title.')
    expect((await act('ann', 'add', {})).error).toBe('A task needs a title.')
    expect((await act('ann', 'add', { title: 'x'.repeat(1001) })).error).toBe('A title has at most 1,000 characters.')
    expect((await act('ann', 'add', { title: 'x', recurrence: 'FREQ=HOURLY' })).error).toMatch(
      /^That recurrence cannot be kept/,
    )
    expect((await act('ann', 'add', { title: 'x', due: '2026-02-30' })).status).toBe(400)
  })
  test('a recurrence may be said in words, when adding and when changing', async () => {
    const task = await add('ann', 'Bins', { recurrence: 'every other monday' })
    expect(task).toMatchObject({ recurrence: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO' })
    expect(new Date(`${task.due}T00:00Z`).getUTCDay()).toBe(1)
    const change = async (recurrence: string | null) =>
      (await act<TaskRow>('ann', 'change', { id: task.id, recurrence })).output?.recurrence
    expect(await change('every 3 days after it is done')).toBe('rec:3d')
    expect(await change('rrule:freq=daily')).toBe('FREQ=DAILY')
    expect(await change(null)).toBeNull()
    expect((await act('ann', 'change', { id: task.id, recurrence: 'sometimes' })).error).toContain(
      '“sometimes” is no recurrence',
    )
  })
  test('the preview adds nothing, and a visitor may use it', async () => {
    const { output } = await at.act<{ title: string; again: string; parts: unknown[] }>('', 'tasks.understand', {
      title: 'gym every monday',
    })
    expect(output).toMatchObject({
      title: 'gym',
      again: 'every week on Monday',
      parts: [{ kind: 'recurrence', start: 4, end: 16 }],
    })
  })
})

describe('views', () => {
  beforeAll(async () => {
    await add('bob', 'Sort me')
    await add('bob', 'Overdue', { due: addDays(today, -3) })
    await add('bob', 'Late', { due: `${today}T23:00` })
    await add('bob', 'Today', { due: today, priority: 'A' })
    await add('bob', 'Tomorrow', { due: addDays(today, 1), project: 'p', contexts: ['c'] })
    await add('bob', 'Someday', { project: 'p' })
    await act('bob', 'done', { title: 'someday' })
  })
  test('hold what they promise, in order', async () => {
    expect(await titles('bob', { view: 'inbox' })).toEqual(['Sort me'])
    expect(await titles('bob', { view: 'today' })).toEqual(['Overdue', 'Today', 'Late'])
    expect(await titles('bob', { view: 'upcoming' })).toEqual(['Tomorrow'])
    expect(await titles('bob', { view: 'anytime' })).toEqual(['Sort me', 'Overdue', 'Late', 'Today', 'Tomorrow'])
    expect(await titles('bob', { view: 'done' })).toEqual(['Someday'])
    expect(await titles('bob', { view: 'anytime', project: 'p' })).toEqual(['Tomorrow'])
    expect(await titles('bob', { context: 'c' })).toEqual(['Tomorrow'])
  })
  test('are counted', async () => {
    const { output } = await act<{ counts: object; overdue: number; projects: string[]; today: string }>(
      'bob',
      'overview',
    )
    expect(output).toMatchObject({
      today,
      counts: { inbox: 1, today: 3, upcoming: 1, anytime: 5, done: 1 },
      overdue: 1,
      projects: ['p'],
    })
  })
  test('a page of many knows how many there are', async () => {
    const { output } = await act<{ tasks: TaskRow[]; total: number }>('bob', 'list', { limit: 2 })
    expect([output.tasks.length, output.total]).toEqual([2, 5])
  })
  test('the plan holds what is due in a time, and what is overdue with it', async () => {
    type Plan = { from: string; to: string; overdue: number; tasks: TaskRow[] }
    const plan = async (when?: string) => {
      const { output } = await act<Plan>('bob', 'plan', { when })
      return { ...output, tasks: output.tasks.map((task) => task.title) }
    }
    expect(await plan('today')).toEqual({ from: today, to: today, overdue: 1, tasks: ['Overdue', 'Today', 'Late'] })
    expect(await plan('tomorrow?')).toMatchObject({ overdue: 0, tasks: ['Tomorrow'] })
    expect(await plan()).toMatchObject({ from: today, to: addDays(mondayOf(today), 6), overdue: 1 })
    expect(await plan('next week')).toMatchObject({ from: addDays(mondayOf(today), 7), overdue: 0 })
    expect((await plan('by tomorrow')).tasks).toEqual(['Overdue', 'Today', 'Late', 'Tomorrow'])
    expect((await act('bob', 'plan', { when: 'whenever' })).error).toContain('“whenever” is no time that I understand')
  })
})

describe('doing', () => {
  test('a task named by part of its title; several candidates are named, none is guessed', async () => {
    await add('cat', 'Buy milk')
    await add('cat', 'Buy bread')
    expect((await act('cat', 'done', { title: 'buy' })).error).toContain('“Buy milk”')
    expect((await act<{ task: TaskRow }>('cat', 'done', { title: 'MILK' })).output.task.done).toBe(true)
    expect((await act('cat', 'done', { title: 'milk' })).error).toBe('There is no open task “milk”.')
    expect((await act<TaskRow>('cat', 'reopen', { title: 'milk' })).output).toMatchObject({ done: false, doneAt: null })
    expect((await act('cat', 'done', {})).error).toBe('Say which task: its title.')
  })
  test('a recurring task comes back on its next date; undo takes both back', async () => {
    const { id } = await add('cat', 'Rent', { due: today, recurrence: 'FREQ=WEEKLY;COUNT=2' })
    const { output, change } = await act<{ task: TaskRow; next: TaskRow }>('cat', 'done', { id })
    expect(output.task).toMatchObject({ id, done: true, recurrence: null })
    expect(output.next).toMatchObject({ done: false, due: addDays(today, 7), recurrence: 'FREQ=WEEKLY;COUNT=1' })
    expect((await act<{ next: null }>('cat', 'done', { id: output.next.id })).output.next).toBeNull()
    expect((await at.undo('cat', change)).error).toContain('“Rent” was changed since')
    const again = await add('cat', 'Again', { due: today, recurrence: 'rec:1d' })
    const second = await act('cat', 'done', { id: again.id })
    expect((await at.undo('cat', second.change)).status).toBe(200)
    expect((await act<{ tasks: TaskRow[] }>('cat', 'search', { words: 'again' })).output.tasks).toEqual([
      expect.objectContaining({ id: again.id, done: false, due: today, recurrence: 'rec:1d' }),
    ])
  })
  test('change, reschedule, move, remove, each undone', async () => {
    const one = await add('dee', 'One')
    const two = await add('dee', 'Two')
    await add('dee', 'Three')
    const changed = await act<TaskRow>('dee', 'change', { id: one.id, title: 'First', notes: 'n', version: 1 })
    expect(changed.output).toMatchObject({ title: 'First', notes: 'n', version: 2, due: null })
    expect((await act('dee', 'change', { id: one.id, title: 'Stale', version: 1 })).status).toBe(409)
    expect((await act<TaskRow>('dee', 'reschedule', { title: 'two', when: 'tomorrow at 9:15' })).output.due).toBe(
      `${addDays(today, 1)}T09:15`,
    )
    expect((await act('dee', 'reschedule', { title: 'two', when: 'blue' })).status).toBe(400)
    await act('dee', 'move', { id: one.id, after: two.id })
    expect(await titles('dee', {})).toEqual(['Two', 'First', 'Three'])
    await act('dee', 'move', { id: one.id, after: null })
    expect(await titles('dee', {})).toEqual(['First', 'Two', 'Three'])
    const removed = await act('dee', 'remove', { title: 'three' })
    expect(await titles('dee', {})).toEqual(['First', 'Two'])
    await at.undo('dee', removed.change)
    expect(await titles('dee', {})).toEqual(['First', 'Two', 'Three'])
  })
})

describe('another person', () => {
  test('sees nothing and reaches nothing', async () => {
    const { id } = await add('eli', 'Secret plan')
    expect(await titles('eve', {})).toEqual([])
    expect((await act<{ tasks: TaskRow[] }>('eve', 'search', { words: 'secret' })).output.tasks).toEqual([])
    expect((await act<{ text: string }>('eve', 'exportTodoTxt')).output.text).toBe('')
    for (const action of ['done', 'reopen', 'remove', 'change', 'move'])
      expect((await act('eve', action, { id, after: null, title: 'Stolen' })).status, action).toBe(404)
    expect(await titles('eli', {})).toEqual(['Secret plan'])
  })
  test('without a session writes nothing', async () => {
    expect((await act('', 'add', { title: 'x' })).status).toBe(401)
  })
})

const TODO = `(A) Thank Mom for the meatballs @phone
(B) 2026-09-01 Schedule Goodwill pickup +GarageSale @phone due:2026-10-05
x 2026-09-03 2026-09-01 Review Tim's   pull request +TodoTxtTouch @github
Buy milk
Buy milk
Post signs +GarageSale around   the neighborhood t:2026-09-30
Water plants rec:+3d due:2026-10-01
`

describe('todo.txt', () => {
  const load = (who: string, text: string) => act<ImportReport>(who, 'importTodoTxt', { text })
  const dump = async (who: string) => (await act<{ text: string }>(who, 'exportTodoTxt')).output.text
  test('comes out to the letter as it went in', async () => {
    expect((await load('fay', TODO)).output).toMatchObject({ added: 7, changed: 0, same: 0, refused: [] })
    expect(await dump('fay')).toBe(TODO)
  })
  test('imported again adds nothing, whatever was done in between', async () => {
    expect((await load('fay', TODO)).output).toMatchObject({ added: 0, changed: 0, same: 7 })
    await act('fay', 'done', { title: 'meatballs' })
    await act('fay', 'change', {
      id: (await act<{ tasks: TaskRow[] }>('fay', 'search', { words: 'signs' })).output.tasks[0]?.id,
      title: 'Post other signs',
    })
    expect((await load('fay', TODO)).output).toMatchObject({ added: 0, changed: 0, same: 7 })
    expect((await load('fay', await dump('fay'))).output.added).toBe(0)
  })
  test('a line done elsewhere is done here, and undo brings the import back', async () => {
    await load('gus', 'Buy milk\nBuy bread\n')
    const second = await load('gus', 'x 2026-10-01 Buy milk\nBuy bread\nBuy eggs\n')
    expect(second.output).toMatchObject({
      added: 1,
      changed: 1,
      same: 1,
      titles: { added: ['Buy eggs'], changed: ['Buy milk'] },
    })
    expect(await titles('gus', { view: 'done' })).toEqual(['Buy milk'])
    await at.undo('gus', second.change)
    expect(await titles('gus', {})).toEqual(['Buy milk', 'Buy bread'])
  })
  test('of tasks made here is valid, keeps its dates, and is not taken for new', async () => {
    await add('hal', 'call Anna tomorrow 3pm #home @phone !high')
    await add('hal', 'pay rent every month on the 1st')
    const text = await dump('hal')
    expect(text).toContain(`(A) ${today} call Anna +home @phone due:${addDays(today, 1)} time:1500\n`)
    expect(text).toContain('rrule:FREQ=MONTHLY;BYMONTHDAY=1')
    expect((await load('hal', text)).output).toMatchObject({ added: 0, same: 2 })
    await load('hal2', text)
    expect(await dump('hal2')).toBe(text)
  })
  test('the preview says what would happen and does nothing; bad lines have their number and reason', async () => {
    const text = `Good\nPay due:2026-02-30\n${'x'.repeat(3000)}\nTag +${'y'.repeat(90)}\n`
    const { output, change } = await act<ImportReport>('ivy', 'previewImport', { format: 'todo.txt', text })
    expect(change).toBeNull()
    expect(output).toMatchObject({ added: 1, titles: { added: ['Good'] } })
    expect(output.refused.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '2: due:2026-02-30 is no day of the calendar',
      '3: longer than 1000 characters',
      '4: A project or context has at most 60 characters.',
    ])
    expect(await titles('ivy', {})).toEqual([])
  })
  test('thousands of lines come in at once', async () => {
    const text = Array.from({ length: 5000 }, (_, n) => `Task number ${n} +bulk\n`).join('')
    expect((await load('jon', text)).output.added).toBe(5000)
    expect((await load('jon', text)).output).toMatchObject({ added: 0, same: 5000 })
    expect(await dump('jon')).toBe(text)
  })
})

describe('iCalendar', () => {
  const ICS = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Other//EN',
    'BEGIN:VTODO',
    'UID:one@example.com',
    'SUMMARY:Submit tax return',
    'DUE;VALUE=DATE:20261001',
    'PRIORITY:1',
    'CATEGORIES:FAMILY,FINANCE',
    'END:VTODO',
    'BEGIN:VTODO',
    'UID:two@example.com',
    'SUMMARY:Call',
    'DUE:20261001T160000Z',
    'RRULE:FREQ=WEEKLY',
    'END:VTODO',
    'BEGIN:VTODO',
    'UID:bad@example.com',
    'END:VTODO',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
  const load = (who: string, text: string) => act<ImportReport>(who, 'importIcs', { text })
  test('comes in once, on the clock of the person', async () => {
    expect((await load('kim', ICS)).output).toMatchObject({
      added: 2,
      refused: [{ line: 17, reason: 'has no SUMMARY' }],
    })
    expect((await load('kim', ICS)).output).toMatchObject({ added: 0, same: 2 })
    const { output } = await act<{ tasks: TaskRow[] }>('kim', 'list')
    expect(output.tasks).toMatchObject([
      { title: 'Submit tax return', due: '2026-10-01', priority: 'A', contexts: ['FAMILY', 'FINANCE'] },
      { title: 'Call', due: '2026-10-01T12:00', recurrence: 'FREQ=WEEKLY' },
    ])
  })
  test('goes out with the same ids, and comes back as the same tasks', async () => {
    await add('kim', 'made here tomorrow @x !d', { notes: 'one, two;\nthree' })
    const { text } = (await act<{ text: string }>('kim', 'exportIcs')).output
    expect(text).toContain('UID:one@example.com\r\n')
    expect((await load('kim', text)).output).toMatchObject({ added: 0, changed: 0, same: 3 })
    await load('kim2', text)
    const fields = async (who: string) =>
      (await act<{ tasks: TaskRow[] }>(who, 'list')).output.tasks.map(
        ({ title, notes, due, priority, project, contexts, recurrence }) => ({
          title,
          notes,
          due,
          priority,
          project,
          contexts,
          recurrence,
        }),
      )
    expect(await fields('kim2')).toEqual(await fields('kim'))
  })
  test('a to-do changed elsewhere is changed here', async () => {
    const changed = ICS.replace('DUE;VALUE=DATE:20261001', 'DUE;VALUE=DATE:20261102')
    expect((await load('kim', changed)).output).toMatchObject({
      added: 0,
      changed: 1,
      same: 1,
      titles: { changed: ['Submit tax return'] },
    })
  })
})

test('the sample is a dozen real tasks, gone with one undo', async () => {
  const { output, change } = await act<{ added: number }>('lou', 'sample')
  expect(output.added).toBe(12)
  const { output: listed } = await act<{ tasks: TaskRow[] }>('lou', 'list')
  expect(listed.tasks.filter((task) => task.due).length).toBeGreaterThan(6)
  expect(listed.tasks.filter((task) => task.recurrence).length).toBeGreaterThan(4)
  await at.undo('lou', change)
  expect(await titles('lou', {})).toEqual([])
})
