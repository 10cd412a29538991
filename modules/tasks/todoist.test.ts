import { beforeAll, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { ProjectRow, TaskRow } from './records.ts'
import tasks from './server.ts'

let at: TestModules
beforeAll(async () => {
  at = await testModules(tasks)
})
const act = <T>(who: string, action: string, input: unknown = {}) => at.act<T>(who, `tasks.${action}`, input, 'UTC')
const shape = async (who: string, filter: object = {}) =>
  (await act<{ tasks: TaskRow[] }>(who, 'list', { tree: true, ...filter })).output.tasks.map(
    ({ title, depth }) => `${'  '.repeat(depth)}${title}`,
  )

// The columns of Todoist's CSV templates and backups.
const HOME = `TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT
meta,view_style=board,,,,,,,,,,
task,Pay rent @bank,By transfer,1,1,Ann (1),,every month on the 1st,en,Europe/Berlin,,
,,,,,,,,,,,
section,Kitchen,,,,,,,,,,
task,Paint the walls,,4,1,Ann (1),,2030-12-01,en,Europe/Berlin,,
task,Buy paint,,2,2,Ann (1),,,,,,
note,The shop at the corner,,,,Ann (1),,,,,,
task,Red,,4,3,Ann (1),,wann immer,de,,,
task,"Choose, then order tiles",,4,1,Ann (1),,,,,,
`
const importFile = (who: string, name: string, bytes: string) =>
  at.importFile(who, name.endsWith('.ics') ? 'tasks.ics' : 'tasks.todoist', { name, bytes }, { timeZone: 'UTC' })

test('a project of Todoist comes in with sections, subtasks, notes, labels, priorities and dates, once', async () => {
  const { report } = await importFile('ann', 'Home [2203306141].csv', HOME)
  expect(report).toMatchObject({ added: 5, refused: 0 })
  expect(await shape('ann', { project: 'Home' })).toEqual([
    'Pay rent',
    'Paint the walls',
    '  Buy paint',
    '    Red',
    'Choose, then order tiles',
  ])
  const { tasks: rows } = (await act<{ tasks: TaskRow[] }>('ann', 'list', { project: 'home' })).output
  const byTitle = new Map(rows.map((task) => [task.title, task]))
  expect(byTitle.get('Pay rent')).toMatchObject({
    ...{ notes: 'By transfer', priority: 'A', contexts: ['bank'], recurrence: 'FREQ=MONTHLY;BYMONTHDAY=1' },
    section: null,
  })
  expect(byTitle.get('Paint the walls')).toMatchObject({ due: '2030-12-01', priority: null })
  expect(byTitle.get('Buy paint')).toMatchObject({ notes: 'The shop at the corner', priority: 'B' })
  expect(byTitle.get('Red')).toMatchObject({ due: null, notes: 'wann immer' })
  const [project] = (await act<{ rows: ProjectRow[] }>('ann', 'listProject')).output.rows
  expect(project?.sections).toMatchObject([{ name: 'Kitchen' }])
  expect(new Set(rows.map(({ section }) => section))).toEqual(new Set([null, project?.sections[0]?.id]))
  expect((await importFile('ann', 'Home.csv', HOME)).report).toMatchObject({ added: 0, changed: 0, same: 5 })
})

test('it goes out as Todoist reads it, and comes back as the same tasks', async () => {
  await importFile('bob', 'Home.csv', HOME)
  await act('bob', 'add', { title: 'Water the plants', project: 'Home', recurrence: 'rec:3d', due: '2030-01-05' })
  const [project] = (await act<{ rows: ProjectRow[] }>('bob', 'listProject')).output.rows
  const { output } = await act<{ name: string; text: string; count: number }>('bob', 'exportTodoist', {
    projectId: project?.id,
  })
  expect([output.name, output.count]).toEqual(['Home.csv', 6])
  expect(output.text).toContain('task,Buy paint,The shop at the corner,2,2,,,,en,\r\n')
  expect(output.text).toContain('every! 3 days starting 2030-01-05')
  await importFile('bob2', 'Home.csv', output.text)
  expect(await shape('bob2', { project: 'Home' })).toEqual([
    ...['Pay rent', 'Water the plants', 'Paint the walls', '  Buy paint', '    Red', 'Choose, then order tiles'],
  ])
  const facts = async (who: string) =>
    (await act<{ tasks: TaskRow[] }>(who, 'list', {})).output.tasks
      .map(({ title, due, recurrence, priority, notes, contexts }) => ({
        title,
        due,
        recurrence,
        priority,
        notes,
        contexts,
      }))
      .sort((a, b) => (a.title < b.title ? -1 : 1))
  expect(await facts('bob2')).toEqual(await facts('bob'))
})

test('a file that is none is refused with a sentence', async () => {
  expect((await importFile('cat', 'x.csv', 'a,b\n1,2\n')).error).toContain('no project of Todoist')
})

test('the parts of a to-do come in and go out by RELATED-TO, whichever stands first; what cannot be is left', async () => {
  const todo = (uid: string, more: string) => `BEGIN:VTODO\r\nUID:${uid}\r\nSUMMARY:${uid}\r\n${more}END:VTODO\r\n`
  const file = `BEGIN:VCALENDAR\r\n${todo('part', 'RELATED-TO:whole\r\n')}${todo('whole', '')}${todo('deep', 'RELATED-TO;RELTYPE=PARENT:part\r\n')}${todo('sibling', 'RELATED-TO;RELTYPE=SIBLING:whole\r\n')}${todo('a', 'RELATED-TO:b\r\n')}${todo('b', 'RELATED-TO:a\r\n')}${todo('orphan', 'RELATED-TO:elsewhere\r\n')}END:VCALENDAR\r\n`
  const wanted = ['whole', '  part', '    deep', 'sibling', 'a', 'b', 'orphan']
  expect((await importFile('dan', 'x.ics', file)).report).toMatchObject({ added: 7, refused: 0 })
  expect(await shape('dan')).toEqual(wanted)
  await act('dan2', 'importIcs', { text: file })
  expect(await shape('dan2')).toEqual(wanted)
  const { text } = (await act<{ text: string }>('dan', 'exportIcs')).output
  expect(text).toContain('RELATED-TO:whole')
  expect((await importFile('dan', 'x.ics', text)).report).toMatchObject({ added: 0 })
  await importFile('dan3', 'x.ics', text)
  expect(await shape('dan3')).toEqual(wanted)
})
