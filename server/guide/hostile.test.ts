import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GuideContext } from './guide.ts'
import { file, modules, world } from './test-context.ts'

const { ask } = world()

const MILLION = 1_000_000
const mega = (text: string): string => text.repeat(Math.ceil(MILLION / text.length))

test('a text that says what is asked for 300,000 times is quoted', async () => {
  const text = `[${'{"file":"average"},'.repeat(300_000)}{}]`
  const { markdown } = await ask('What is the average of each column in this file?', {
    files: [file('conversations.json', text)],
  })
  expect(markdown.length).toBeLessThan(10_000)
})

describe('hostile questions', () => {
  test.each([
    'import("fs")',
    "require('child_process').execSync('id')",
    'constructor.constructor("return process")()',
    '__proto__',
    'toString',
    'hasOwnProperty',
    '2 + constructor',
    'sqrt.constructor("x")()',
    'createUnit("x")',
    'evaluate("1+1")',
    'parse("2")',
    'f(x) = x^2',
    'x = 5; x',
    '1; 2',
    '[1,2,3].map(alert)',
    'process.exit(1)',
    `\${7*7}`,
    '{{7*7}}',
    '1 + {}',
    'import 2',
    'cos.__proto__',
    '/constructor',
    '/__proto__ x',
    '/toString',
    'convert 5 __proto__ to constructor',
    '5 constructor in cm',
    'time in constructor',
    'days until constructor',
    'what does it say about __proto__',
    'average of __proto__',
  ])('%s is text and nothing more', async (question) => {
    const { skill, markdown } = await ask(question)
    expect(['beyond', 'act', 'arithmetic', 'find', 'units', 'own', 'dates', 'summary']).toContain(skill)
    expect(markdown).not.toMatch(/native code|\[object|=> |uid=/u)
  })

  test.each([
    ['10^10^10', 'too large'],
    ['9!!!!!', 'up to 1,000'],
    ['2^99999999999999999999', 'too large'],
    ['0.0000001^999999999', '= **0**'],
    ['1e999999 * 1e999999', 'too large'],
    ['(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1+1', 'levels deep'],
    [`${'1'.repeat(300)}+1`, '× 10^299'],
  ])('%s is bounded', async (question, expected) => {
    expect((await ask(question)).markdown).toContain(expected)
  })

  test.each([
    ['letters', mega('a')],
    ['spaces', mega(' ')],
    ['line breaks', mega('\n')],
    ['brackets', mega('(')],
    ['sums', mega('1+')],
    ['words', mega('hello world ')],
    ['full stops', mega('a. ')],
    ['abbreviations', mega('Dr. ')],
    ['a command', `/task ${mega('x')}`],
    ['quotes', mega('"')],
    ['emoji', mega('😀')],
    ['lone surrogates', mega('\ud800')],
    ['combining marks', mega('a\u0301')],
    ['markup', mega('<script>alert(1)</script>')],
    ['rows', mega('1,2\n')],
    ['a text to summarise', `summarise this: ${mega('word ')}`],
    ['digits', mega('7')],
    ['right-to-left marks', mega('\u202e')],
    ['nulls', mega('\u0000')],
  ])('a megabyte of %s gets a short answer', async (_, question) => {
    const { markdown } = await ask(question)
    expect(markdown.length).toBeGreaterThan(10)
    expect(markdown.length).toBeLessThan(30_000)
  })

  test.each([
    ['add a task ', 'a '],
    ['add a task ', 'add a task '],
    ['write an e-mail to ', 'to the '],
    ['make a plan for ', 'for the '],
    ['agenda for ', 'on about with '],
    ['compare ', 'and or '],
    ['days between ', 'and from '],
    ['what time is ', '3 in '],
    ['what does it say about ', 'in the '],
    ['summarise ', 'the file '],
    ['convert ', '5 ft 11 in '],
    ['average of ', '1 and '],
    ['15% tip on ', '64.20 split '],
    ['flashcard: ', '= - : '],
    ['hello ', 'hello '],
    ['top 5 ', 'by the '],
    ['which ', 'had the highest '],
    ['twenty ', 'hundred and '],
    ['what is ', 'of the '],
    ['', '1,'],
    ['', '- '],
    ['', 'please can you '],
  ])('“%s” and then “%s” over and over ends', async (head, again) => {
    const csv = file('d.csv', 'a,b,c\nx,1,2025-01-01\ny,2,2025-02-01\n')
    for (const files of [[], [csv]]) {
      const { markdown } = await ask((head + again.repeat(600)).slice(0, 599), { files })
      expect(markdown.length).toBeLessThan(30_000)
    }
  })

  test('patterns of a module that invite backtracking end as well', async () => {
    const [tasks] = modules
    const many = {
      ...tasks,
      id: 'many',
      actions: {
        x: {
          ...(tasks as NonNullable<typeof tasks>).actions.add,
          examples: ['do {title} {due} {priority} {title} and {due} and {priority}'],
        },
      },
    } as (typeof modules)[number]
    const { markdown } = await ask(`do ${'a and '.repeat(110)}`, { modules: [many] })
    expect(markdown.length).toBeGreaterThan(0)
  })
})

describe('whatever is said', () => {
  const words = [
    'add',
    'a',
    'task',
    'what',
    'is',
    'the',
    'of',
    'in',
    'to',
    'how',
    'many',
    'days',
    'until',
    '5',
    'ft',
    '11',
    '%',
    '17',
    '2,340',
    '(',
    ')',
    '^',
    '+',
    '/',
    '-',
    'cm',
    '1 March',
    'summarise',
    'this',
    'write',
    'an',
    'e-mail',
    'plan',
    'compare',
    'vs',
    'and',
    'by',
    'average',
    'amount',
    'region',
    '"',
    "'",
    ':',
    '?',
    '\n',
    'Infinity',
    '1e9',
    '½',
    '°',
    '$',
    '€',
    'top',
    'which',
    'highest',
    'where',
    'Monday',
    'Tokyo',
    '3pm',
    'born',
    'factorial',
    'cancel',
    'yes',
    '/task',
    '2025-13-45',
    '31',
    'February',
    'thousand',
    'half',
  ]
  const sentence = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((parts) => parts.join(' '))
  const anything = fc.oneof(
    sentence,
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.tuple(sentence, fc.string({ maxLength: 20 })).map(([a, b]) => a + b),
  )
  const turn = fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const),
    text: fc.oneof(
      anything,
      fc.constantFrom(
        'To add a task I need one more thing.\n\nWhat should the **title** be?',
        '**Draft: e-mail** (formal)',
        'add a task',
        'write an e-mail',
      ),
    ),
    at: fc.constant(new Date('2026-01-15T10:00:00Z')),
  })
  const csv = file('d.csv', 'region,amount,day\nNorth,"1,200.50",2025-01-01\nSouth,,2025-02-30\n')
  const situation: fc.Arbitrary<Partial<GuideContext>> = fc.record({
    turns: fc.array(turn, { maxLength: 6 }),
    files: fc.subarray([
      csv,
      file('t.txt', 'Some text. It has two sentences, or three.\fAnd a page.'),
      file('empty.pdf', ''),
    ]),
    locale: fc.constantFrom('en', 'de', 'fr', 'ar', 'hi', 'en-IN', 'xx', 'not a locale', ''),
    timeZone: fc.constantFrom('UTC', 'Asia/Tokyo', 'Nowhere/Land', ''),
    persona: fc.constantFrom('personal' as const, 'hustler' as const, 'smb' as const, 'enterprise' as const),
    introduce: fc.boolean(),
  })

  test('there is an answer and never an error', async () => {
    await fc.assert(
      fc.asyncProperty(anything, situation, async (question, change) => {
        const { markdown, skill } = await ask(question, change)
        expect(markdown.trim()).not.toBe('')
        expect(skill).not.toBe('')
        expect(markdown).not.toMatch(/\bundefined\b|\bNaN\b|\[object Object\]/u)
      }),
      {
        numRuns: 600,
        examples: [
          ['2025-13-45 - 31', {}],
          ['5 ft 11', { locale: '' }],
          ['days until 31 February', { timeZone: '' }],
        ],
      },
    )
  })
})
