import { addDays, mondayOf } from '@atrium/domain/dates/days'
import { localAt } from '@atrium/domain/dates/local-time'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { TaskRow } from './records.ts'
import tasks from './server.ts'

const ZONE = 'America/New_York'
const today = localAt(new Date(), ZONE).slice(0, 10)

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
      title: 'tidy up tomorrow',
      due: '2030-01-01',
      project: 'big-house',
    })
  })
  test('a title whose date is given apart keeps its words as they were written', async () => {
    const due = '2030-01-01'
    for (const title of [
      'Read the Monday report',
      'Plan the May offsite for next year',
      'Pay rent every month',
      'Read “1984” by 5 pm',
      'Call Anna, then Tom - today!',
      'Send invoice 2026-03-04 to Q3 team',
      'Watch "The Day After Tomorrow"',
    ]) {
      expect(await add('tim', title, { due })).toMatchObject({ title, due, recurrence: null })
      expect(await add('tim', title, { due: null })).toMatchObject({ title, due: null, recurrence: null })
    }
    expect(await add('tim', 'Read the Monday report #work !high', { due })).toMatchObject({
      title: 'Read the Monday report',
      project: 'work',
      priority: 'A',
      due,
    })
    expect(await add('tim', 'Read the report', { due, recurrence: 'every month' })).toMatchObject({
      title: 'Read the report',
      recurrence: expect.stringContaining('FREQ=MONTHLY'),
    })
  })
  test('nothing, too much, or a recurrence that cannot be kept is refused with a sentence', async () => {
    expect((await act('ann', 'add', { title: '  ' })).error).toBe('A task needs a title.')
    expect((await act('ann', 'add', {})).error).toBe('A task needs a title.')
    expect((await act('ann', 'add', { title: 'x'.repeat(1001) })).error).toBe('Task: at most 1,000 characters.')
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
  test('of a recurrence every word is understood, or the rest is named', async () => {
    const task = await add('ann', 'Plan', { due: '2026-12-01', recurrence: 'every 2 weeks on Friday, 5 times' })
    expect(task.recurrence).toBe('FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;COUNT=5')
    const change = (recurrence: string) => act<TaskRow>('ann', 'change', { id: task.id, recurrence })
    expect((await change('every month until 24 December 2030')).output.recurrence).toBe('FREQ=MONTHLY;UNTIL=20301224')
    expect((await change('every 2 weeks on Blursday')).error).toContain(
      'I understand “every 2 weeks”, but not “on Blursday”.',
    )
    expect((await change('every day until the cows come home')).error).toContain('not “until the cows come home”')
  })
  test('a due date is a real day in our time', async () => {
    const due = async (day: string) => (await act('ann', 'add', { title: 'x', due: day })).error
    expect(await due('2026-13-45T10:00')).toBe('That is no day of the calendar.')
    expect(await due('2026-02-29')).toBe('That is no day of the calendar.')
    expect(await due('2026-10-05T24:00')).toBe(
      'Due: a day is written like 2026-12-31, and with a time 2026-12-31T18:00.',
    )
    expect(await due('0001-01-01')).toBe('Due: a day from 1900 to 9989.')
    expect(await due('2028-02-29T23:59')).toBe('')
  })
  test('a project keeps its name without its signs; signs alone are none', async () => {
    expect(await add('ann', 'x', { project: ' ++C ++ ', contexts: ['@@a b', '#c'] })).toMatchObject({
      project: 'C-++',
      contexts: ['a-b', 'c'],
    })
    expect((await act('ann', 'add', { title: 'x', project: '+' })).error).toBe('A project or context needs a name.')
  })
  test('the preview adds nothing, and a visitor may use it', async () => {
    const { output } = await at.act<{ title: string; again: string; parts: unknown[] }>('', 'tasks.understand', {
      title: 'gym every monday',
    })
    expect(output).toMatchObject({
      title: 'gym',
      again: 'every Monday',
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
    const { output } = await act<{ counts: object; overdue: number; projects: object[]; today: string }>(
      'bob',
      'overview',
    )
    expect(output).toMatchObject({
      today,
      counts: { inbox: 1, today: 3, upcoming: 1, anytime: 5, done: 1 },
      overdue: 1,
      projects: [{ name: 'p', open: 1 }],
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
  test('the open one is found, however many with these words are done', async () => {
    const lines = Array.from({ length: 1100 }, () => 'x 2026-10-01 Water the plants').join('\n')
    await act('ida', 'importTodoTxt', { text: `${lines}\nWater the plants in the Büro @home` })
    expect((await act<{ task: TaskRow }>('ida', 'done', { title: 'plants buro' })).output.task.done).toBe(true)
    expect((await act('ida', 'done', { title: 'plants' })).error).toBe('There is no open task “plants”.')
    expect((await act('ida', 'reopen', { title: 'plants' })).error).toContain('“plants” could be 1,101 tasks')
  })
  test('a task may be moved into the same place again and again', async () => {
    const made = []
    for (const title of ['One', 'Two', 'Three']) made.push(await add('joy', title))
    const [one, two, three] = made.map(({ id }) => id)
    for (let n = 0; n < 30; n++) {
      const moving = n % 2 ? two : three
      await act('joy', 'move', { id: moving, after: one })
      const list = await titles('joy', {})
      expect(list, `after ${n + 1} moves`).toEqual(['One', ...(n % 2 ? ['Two', 'Three'] : ['Three', 'Two'])])
    }
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

test('what the first version let through is mended when it is read', async () => {
  const broken = {
    title: 'Old',
    notes: '',
    due: '2026-13-45T10:00',
    priority: null,
    project: '+',
    contexts: ['+', 'home'],
    recurrence: null,
    done: false,
    doneAt: null,
    created: null,
    order: 1,
    source: null,
  }
  await at.db.execute(sql`
    insert into records (id, scope_id, module, collection, data, schema_version, search)
    values ('old-task', 'pat', 'tasks', 'tasks', ${JSON.stringify(broken)}::jsonb, 1, ''::tsvector)`)
  const { output } = await act<{ tasks: TaskRow[] }>('pat', 'list', { view: 'inbox' })
  expect(output.tasks).toMatchObject([{ title: 'Old', due: null, project: null, contexts: ['home'] }])
  expect((await act('pat', 'done', { id: 'old-task' })).status).toBe(200)
})

test('what an empty text named until the third version is named by nothing, and the task can be changed', async () => {
  const old = { title: 'Old', notes: 'as *it* was', priority: 'Q', projectId: '', section: '', parent: '', done: false }
  await at.db.execute(sql`
    insert into records (id, scope_id, module, collection, data, schema_version, search)
    values ('empty-names', 'quinn', 'tasks', 'tasks', ${JSON.stringify(old)}::jsonb, 3, ''::tsvector)`)
  expect(await titles('quinn', { view: 'inbox' })).toEqual(['Old'])
  const { output, error } = await act<TaskRow>('quinn', 'change', { id: 'empty-names', due: '2030-01-01T09:30' })
  expect(error).toBe('')
  expect(output).toMatchObject({ projectId: null, section: null, parent: null, notes: 'as *it* was', priority: 'Q' })
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
