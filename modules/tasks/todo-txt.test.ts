import { createPause } from '@atrium/contract/pauses'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatTodoLine, keyOfTodo, parseTodoLine, parseTodoTxt, type TodoLine } from './todo-txt.ts'

const plain: TodoLine = {
  done: false,
  completed: null,
  created: null,
  priority: null,
  title: '',
  project: null,
  contexts: [],
  due: null,
  recurrence: null,
}

test('days that are not kept are refused by themselves, or are words', async () => {
  const days = ['9990-01-01', '0000-01-01', '1899-12-31', '2026-02-30', '99999-01-01', '+275000-01-01']
  for (const day of days) {
    const lines = [`Pay due:${day}`, `${day} Pay`, `x ${day} 2026-01-01 Pay`, 'Pay due:2026-01-05'].join('\n')
    const { read, refused } = await parseTodoTxt(lines, createPause())
    expect(read.length + refused.length, day).toBe(4)
    for (const { task } of read) expect(JSON.stringify([task.due, task.created, task.completed])).not.toContain(day)
    expect(read.at(-1)?.task.due).toBe('2026-01-05')
  }
})

// The lines of the format's own description.
describe('the examples of todo.txt', () => {
  const cases: [string, Partial<TodoLine>][] = [
    [
      '(A) Thank Mom for the meatballs @phone',
      { priority: 'A', title: 'Thank Mom for the meatballs', contexts: ['phone'] },
    ],
    [
      '(B) Schedule Goodwill pickup +GarageSale @phone',
      { priority: 'B', title: 'Schedule Goodwill pickup', project: 'GarageSale', contexts: ['phone'] },
    ],
    [
      'Post signs around the neighborhood +GarageSale',
      { title: 'Post signs around the neighborhood', project: 'GarageSale' },
    ],
    ['@GroceryStore Eskimo pies', { title: '@GroceryStore Eskimo pies', contexts: ['GroceryStore'] }],
    [
      'Really gotta call Mom (A) @phone @someday',
      { priority: null, title: 'Really gotta call Mom (A)', contexts: ['phone', 'someday'] },
    ],
    ['(b) Get back to the boss', { priority: null, title: '(b) Get back to the boss' }],
    ['(B)->Submit TPS report', { priority: null, title: '(B)->Submit TPS report' }],
    [
      '2011-03-02 Document +TodoTxt task format',
      { created: '2011-03-02', title: 'Document +TodoTxt task format', project: 'TodoTxt' },
    ],
    ['(A) 2011-03-02 Call Mom', { priority: 'A', created: '2011-03-02', title: 'Call Mom' }],
    ['(A) Call Mom 2011-03-02', { priority: 'A', created: null, title: 'Call Mom 2011-03-02' }],
    [
      '(A) Call Mom +Family +PeaceLoveAndHappiness @iphone @phone',
      { title: 'Call Mom +Family', project: 'PeaceLoveAndHappiness', contexts: ['iphone', 'phone'] },
    ],
    ['Email SoAndSo at soandso@example.com', { title: 'Email SoAndSo at soandso@example.com', contexts: [] }],
    ['Learn how to add 2+2', { title: 'Learn how to add 2+2', project: null }],
    ['x 2011-03-03 Call Mom', { done: true, completed: '2011-03-03', title: 'Call Mom' }],
    ['xylophone lesson', { done: false, title: 'xylophone lesson' }],
    ['X 2012-01-01 Make resolutions', { done: false, title: 'X 2012-01-01 Make resolutions' }],
    ['(A) x Find ticket prices', { done: false, priority: 'A', title: 'x Find ticket prices' }],
    [
      "x 2011-03-02 2011-03-01 Review Tim's pull request +TodoTxtTouch @github",
      {
        done: true,
        completed: '2011-03-02',
        created: '2011-03-01',
        title: "Review Tim's pull request",
        project: 'TodoTxtTouch',
        contexts: ['github'],
      },
    ],
  ]
  test.each(cases)('%s', (line, task) => {
    expect(parseTodoLine(line)).toEqual({ ...plain, ...parseTodoLine(line), ...task })
  })
  test.each(cases)('%s, written and read again, is the same task', (line) => {
    const task = parseTodoLine(line)
    expect(parseTodoLine(formatTodoLine(task))).toEqual(task)
  })
})

test('due, time, rec and pri are read from anywhere in the line and pairs of other programs stay', () => {
  expect(parseTodoLine('Pay rent due:2026-10-01 rec:+1m @bank t:2026-09-25')).toEqual({
    ...plain,
    title: 'Pay rent t:2026-09-25',
    due: '2026-10-01',
    recurrence: 'rec:+1m',
    contexts: ['bank'],
  })
  expect(parseTodoLine('x 2026-10-01 Call due:2026-10-01 time:1530 pri:B')).toMatchObject({
    priority: 'B',
    due: '2026-10-01T15:30',
    title: 'Call',
  })
  expect(parseTodoLine('Standup due:2026-10-01T09:30:00').due).toBe('2026-10-01T09:30')
  expect(parseTodoLine('See https://example.com/a:b').title).toBe('See https://example.com/a:b')
})

test('bad lines are told with their number and reason, the good ones are kept', async () => {
  const file =
    '\uFEFF(A) Good\r\n\r\nPay due:2026-02-30\n(B) \nx 2026-01-01 \nrec:soon rec:x\n2026-13-01 Plan\nGood too\n'
  const { read, refused } = await parseTodoTxt(file, createPause())
  expect(read.map(({ line, task }) => [line, task.title])).toEqual([
    [1, 'Good'],
    [8, 'Good too'],
  ])
  expect(refused).toEqual([
    { line: 3, text: 'Pay due:2026-02-30', reason: 'due:2026-02-30 is no day of the calendar' },
    { line: 4, text: '(B) ', reason: 'has no text' },
    { line: 5, text: 'x 2026-01-01 ', reason: expect.any(String) },
    { line: 6, text: 'rec:soon rec:x', reason: 'rec:soon is not a number and d, b, w, m or y' },
    { line: 7, text: '2026-13-01 Plan', reason: '2026-13-01 is no day of the calendar' },
  ])
})

test('a word of signs alone is no tag; more signs than one are no part of the name', () => {
  expect(parseTodoLine('Learn ++ operators')).toEqual({ ...plain, title: 'Learn ++ operators' })
  expect(parseTodoLine('Learn C++ @ home +')).toEqual({ ...plain, title: 'Learn C++ @ home +' })
  expect(parseTodoLine('Tidy up ++home @@garden')).toEqual({
    ...plain,
    title: 'Tidy up',
    project: 'home',
    contexts: ['garden'],
  })
})

test('a file has at most 20,000 tasks', async () => {
  const load = (lines: number) => parseTodoTxt('Buy milk\n\n'.repeat(lines), createPause())
  expect((await load(20_000)).read).toHaveLength(20_000)
  await expect(load(20_001)).rejects.toThrow(
    'The file has more than 20,000 tasks. Split it and import the parts one by one.',
  )
})

test('a line keeps its key when it is done or its priority changes', () => {
  expect(keyOfTodo('x 2026-10-05 2026-10-01 Buy milk @shop pri:A')).toBe(keyOfTodo('(A) 2026-10-01 Buy milk @shop'))
  expect(keyOfTodo('Buy milk')).not.toBe(keyOfTodo('Buy butter'))
})

test('any task, written, reads back as itself', () => {
  const word = fc.stringMatching(/^[A-Za-zäöü0-9.!?]{1,8}$/).filter((text) => !/^(x|X)$/.test(text))
  const tag = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,7}$/)
  const day = fc.constantFrom('2026-01-31', '2024-02-29', '2026-12-01')
  const task = fc.record({
    done: fc.boolean(),
    completed: fc.option(day),
    created: fc.option(day),
    priority: fc.option(fc.constantFrom('A', 'B', 'Z')),
    title: fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' ')),
    project: fc.option(tag),
    contexts: fc.uniqueArray(tag, { maxLength: 3 }),
    due: fc.option(fc.constantFrom('2026-10-01', '2026-10-01T09:05')),
    recurrence: fc.option(fc.constantFrom('rec:1w', 'rec:+2m', 'FREQ=WEEKLY;BYDAY=MO,FR')),
  })
  fc.assert(
    fc.property(task, (made) => {
      const consistent = {
        ...made,
        completed: made.done ? made.completed : null,
        created: made.done && !made.completed ? null : made.created,
      }
      expect(parseTodoLine(formatTodoLine(consistent))).toEqual(consistent)
    }),
    { numRuns: 500 },
  )
})
