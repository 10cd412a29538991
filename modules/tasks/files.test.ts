import { addDays } from '@atrium/domain/dates/days'
import { localAt } from '@atrium/domain/dates/local-time'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { ImportReport } from './file-actions.ts'
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

const TODO = `(A) Thank Mom for the meatballs @phone
(B) 2026-09-01 Schedule Goodwill pickup +GarageSale @phone due:2026-10-05
x 2026-09-03 2026-09-01 Review Tim's   pull request +TodoTxtTouch @github
Buy milk
Buy milk
Post signs +GarageSale around   the neighborhood t:2026-09-30
Water plants rec:+3d due:2026-10-01
`

const importFile = (who: string, name: string, bytes: string | Uint8Array, preview = false) =>
  at.importFile(
    who,
    name.endsWith('.ics') ? 'tasks.ics' : 'tasks.todotxt',
    { name, bytes },
    { preview, timeZone: ZONE },
  )

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
    const text = `Good\nPay due:2026-02-30\n${'x'.repeat(3001)}\nTag +${'y'.repeat(90)}\n`
    const { report, change } = await importFile('ivy', 'todo.txt', text, true)
    expect(change).toBeNull()
    expect(report).toMatchObject({ added: 1, refused: 3, rows: { added: [{ line: 1, title: 'Good' }] } })
    const refused = ['2: due:2026-02-30 is no day of the calendar', '3: longer than 3000 characters']
    refused.push('4: A project or context has at most 60 characters.')
    expect(report.rows.refused.map(({ line, reason }) => `${line}: ${reason}`)).toEqual(refused)
    expect(await titles('ivy', {})).toEqual([])
    const { output } = await load('ivy2', text)
    expect(output.refused.map(({ line, reason }) => `${line}: ${reason}`)).toEqual(refused)
  })
  test('as a file comes out to the letter as it went in, equal lines and all, and a second time adds nothing', async () => {
    expect((await importFile('fil', 'todo.txt', TODO)).report).toMatchObject({ added: 7, duplicate: 0, refused: 0 })
    expect(await dump('fil')).toBe(TODO)
    await act('fil', 'done', { title: 'meatballs' })
    expect((await importFile('fil', 'todo.txt', TODO)).report).toMatchObject({ added: 0, changed: 0, same: 7 })
    expect((await importFile('fil', 'todo.txt', await dump('fil'))).report).toMatchObject({ added: 0, same: 7 })
    expect((await load('fil', TODO)).output).toMatchObject({ added: 0, changed: 0, same: 7 })
  })
  test('as a file changes what was done elsewhere, and undo brings it back', async () => {
    await importFile('una', 'todo.txt', 'Buy milk\nBuy bread\n')
    const second = await importFile('una', 'todo.txt', 'x 2026-10-01 Buy milk\nBuy bread\nBuy eggs\n')
    expect(second.report).toMatchObject({
      ...{ added: 1, changed: 1, same: 1 },
      rows: { added: [{ line: 3, title: 'Buy eggs' }], changed: [{ line: 1, title: 'Buy milk' }] },
    })
    expect(second.report.rows.changed[0]?.fields).toEqual(expect.arrayContaining(['done', 'doneAt']))
    expect(await titles('una', { view: 'done' })).toEqual(['Buy milk'])
    await at.undo('una', second.change)
    expect(await titles('una', {})).toEqual(['Buy milk', 'Buy bread'])
  })
  test('of other programs is read in their encoding', async () => {
    await importFile('lat', 'todo.txt', Buffer.from('Caf\xe9 with R\xe9my @caf\xe9\r\n', 'latin1'))
    expect(await titles('lat', {})).toEqual(['Café with Rémy'])
  })
  test('as a text of an action has at most 1 MB; a longer one is a file', async () => {
    const text = `${'x'.repeat(500)}\n`.repeat(2_100)
    expect((await at.act('big', 'tasks.importTodoTxt', { text })).error).toContain('The file is larger than 1 MB.')
    expect((await importFile('big', 'todo.txt', text, true)).report).toMatchObject({ added: 2_100 })
  })
  test('a line that cannot be a task is refused alone, and all of them are counted', async () => {
    const text = `Learn ++ operators\n${'Bad due:2026-02-30\n'.repeat(300)}Good +++home\n`
    const { output } = await load('leo', text)
    expect(output).toMatchObject({ added: 2, refusedCount: 300, titles: { added: ['Learn ++ operators', 'Good'] } })
    expect(output.refused).toHaveLength(200)
    expect(await dump('leo')).toBe('Learn ++ operators\nGood +++home\n')
  })
  test('the longest task that can be, exported, is a line that can be imported', async () => {
    const contexts = Array.from({ length: 20 }, (_, n) => `${n}`.padEnd(60, 'c'))
    await add('mia', 'x'.repeat(1000), { project: 'p'.repeat(60), contexts })
    expect((await load('mia', await dump('mia'))).output).toMatchObject({ same: 1, refusedCount: 0 })
  })
  test('a file that is too much for one import is refused with a sentence', async () => {
    const text = 'Buy milk\n'.repeat(20_001)
    expect((await importFile('lou', 'todo.txt', text, true)).error).toContain('The file has more than 20,000 tasks.')
    expect((await load('lou', text)).error).toContain('The file has more than 20,000 tasks.')
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
  test('a to-do of components without end is refused, never a fault of ours', async () => {
    const text = `BEGIN:VCALENDAR\n${'BEGIN:VTODO\n'.repeat(20_000)}`
    const { status, report } = await importFile('deb', 'deep.ics', text, true)
    expect([status, report.added]).toEqual([200, 0])
  })
  test('a to-do that is too long for a task is refused with its reason, not cut', async () => {
    const file = (line: string) => `BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:l\n${line}\nEND:VTODO\nEND:VCALENDAR\n`
    const reason = async (line: string) => (await load('ned', file(line))).output.refused[0]?.reason
    expect(await reason(`SUMMARY:${'x'.repeat(1001)}`)).toBe('Task: at most 1,000 characters.')
    expect(await reason(`SUMMARY:x\nDESCRIPTION:${'x'.repeat(20_001)}`)).toBe('Notes: at most 20,000 characters.')
    expect(await reason(`SUMMARY:x\nCATEGORIES:${'x'.repeat(61)}`)).toContain('at most 60 characters')
    expect(await reason(`SUMMARY:${'x'.repeat(1000)}`)).toBeUndefined()
  })
  test('comes in as a file as well, and the same ids are the same tasks', async () => {
    const first = await importFile('kai', 'home.ics', ICS)
    expect(first.report).toMatchObject({ added: 2, refused: 1, rows: { refused: [{ line: 17 }] } })
    const { text } = (await act<{ text: string }>('kai', 'exportIcs')).output
    const changed = text.replace('SUMMARY:Call', 'SUMMARY:Call Bob')
    expect((await importFile('kai', 'home.ics', changed)).report).toMatchObject({
      ...{ added: 0, changed: 1, same: 1, refused: 0 },
      rows: { changed: [{ title: 'Call Bob', fields: ['title', 'source'] }] },
    })
    expect(await titles('kai', {})).toEqual(['Submit tax return', 'Call Bob'])
  })
  test('a to-do changed elsewhere keeps what the file does not say', async () => {
    const [made] = [await add('oli', 'Call Anna')]
    const { text } = (await act<{ text: string }>('oli', 'exportIcs')).output
    expect((await load('oli', text.replace('Call Anna', 'Call Bob'))).output).toMatchObject({ changed: 1, added: 0 })
    const { output } = await act<{ tasks: TaskRow[] }>('oli', 'list')
    expect(output.tasks).toMatchObject([{ id: made?.id, title: 'Call Bob', created: today }])
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

  describe('with parts, when it comes again', () => {
    const family = (...pairs: [uid: string, above?: string][]) =>
      [
        'BEGIN:VCALENDAR',
        ...pairs.flatMap(([uid, above]) => [
          ...['BEGIN:VTODO', `UID:${uid}`, `SUMMARY:${uid}`],
          ...(above ? [`RELATED-TO:${above}`] : []),
          'END:VTODO',
        ]),
        ...['END:VCALENDAR', ''],
      ].join('\r\n')
    const tree = async (who: string, more = {}) =>
      (await act<{ tasks: TaskRow[] }>(who, 'list', { tree: true, ...more })).output.tasks.map(
        ({ title, depth }) => `${'  '.repeat(depth)}${title}`,
      )
    const idsOf = async (who: string) =>
      new Map((await act<{ tasks: TaskRow[] }>(who, 'list')).output.tasks.map(({ title, id }) => [title, id]))
    const ways = {
      text: (who: string, text: string) => load(who, text),
      file: (who: string, text: string) => importFile(who, 'home.ics', text),
    }
    test.each(['text', 'file'] as const)('stays where the person has put it, as a %s', async (way) => {
      const who = `fam-${way}`
      await ways[way](who, family(['House'], ['Roof', 'House']))
      expect(await tree(who)).toEqual(['House', '  Roof'])
      const ids = await idsOf(who)
      await act(who, 'move', { id: ids.get('Roof'), after: null, parent: null })
      await act(who, 'move', { id: ids.get('House'), after: null, parent: ids.get('Roof') })
      await ways[way](who, family(['House'], ['Roof', 'House']))
      expect(await tree(who)).toEqual(['Roof', '  House'])
      await ways[way](who, family(['House', 'Roof'], ['Roof']).replace('SUMMARY:House', 'SUMMARY:Our house'))
      await ways[way](who, family(['House'], ['Roof', 'House']).replace('SUMMARY:Roof', 'SUMMARY:The roof'))
      expect(await tree(who)).toEqual(['The roof', '  House'])
    })
    test.each(['text', 'file'] as const)('what is new goes below what is here, where it can, as a %s', async (way) => {
      const who = `new-${way}`
      await ways[way](who, family(['House']))
      const house = (await idsOf(who)).get('House')
      await act(who, 'change', { id: house, project: 'home' })
      await ways[way](who, family(['Tiles', 'Roof'], ['Roof', 'House'], ['House']))
      expect(await tree(who, { project: 'home' })).toEqual(['House', '  Roof', '    Tiles'])
      await act(who, 'done', { id: house })
      await ways[way](who, family(['House'], ['Door', 'House']))
      expect(await tree(who)).toEqual(['Door'])
      const deep = ['A', 'B', 'C', 'D']
      let parent = (await idsOf(who)).get('Door')
      for (const title of deep) parent = (await add(who, title, { parent })).id
      const { text } = (await act<{ text: string }>(who, 'exportIcs')).output
      const more = `BEGIN:VTODO\r\nUID:E\r\nSUMMARY:E\r\nRELATED-TO:${parent}\r\nEND:VTODO\r\nEND:VCALENDAR`
      await ways[way](who, text.replace('END:VCALENDAR', more))
      expect(await tree(who)).toContain('        D')
      expect((await tree(who)).find((line) => line.trim() === 'E')).toMatch(/^ {0,8}E$/)
    })
  })
})
