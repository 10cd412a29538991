import { expect, test } from 'vitest'
import { partings } from './given-text.ts'
import type { GuideFile } from './guide.ts'
import { converse, world } from './test-context.ts'

const { ask } = world()
const file = (text: string): GuideFile => ({ name: 'notes.txt', mime: 'text/plain', text })

test.each([
  ['sort these: pear, apple, fig', 'text.sort', 'apple, fig, pear'],
  ['pear, apple, fig – alphabetical please', 'text.sort', 'apple, fig, pear'],
  ['pear\napple\nfig\nsort these lines', 'text.sort', 'apple\nfig\npear'],
  ['could you sort this list for me?\npear\napple', 'text.sort', 'apple\npear'],
  ['```\npear\napple\n```\nsort these lines', 'text.sort', 'apple\npear'],
  ['sort these: pear, apple and fig', 'text.sort', 'apple, fig, pear'],
  ['My list has doubles. Can you remove the duplicates? a, b, a', 'text.dedupe', 'a, b'],
  ['turn "user account settings" into snake case', 'text.case', 'user_account_settings'],
  ['In "Dear Mr Smith, thank you Mr Smith" change Smith to Jones', 'text.replace', 'Dear Mr Jones, thank you Mr Jones'],
  ['swap every comma for a semicolon in a,b,c', 'text.replace', 'a;b;c'],
  ['remove extra spaces: a   b', 'text.format', 'a b'],
  ['json to yaml: {"name":"Tom"}', 'text.format', 'name: Tom'],
  ['make a table out of this: name, age; Tom, 31', 'text.table', '| Tom'],
  ['how many words is this: the quick brown fox', 'text.count', '**4**'],
])('%s', async (question, intent, part) => {
  const answer = await ask(question)
  expect(answer.intent).toBe(intent)
  expect(answer.markdown).toContain(part)
})

test('works on what is attached, and on what was said before', async () => {
  const answer = await ask('could you sort the lines in the file', { files: [file('pear\napple')] })
  expect(answer.markdown).toContain('apple\npear')
  const answers = await converse(['sort these: pear, apple, fig', 'now in upper case', 'how many words is that?'])
  expect(answers[1]?.markdown).toContain('APPLE, FIG, PEAR')
  expect(answers[2]?.markdown).toContain('**3**')
})

test('what asks for something else is not taken for a text', async () => {
  for (const question of [
    'how many days until 1 March',
    'remind me to sort the laundry',
    'what is the difference between a virus and a bacterium',
    'todo: count the money',
  ])
    expect((await ask(question)).intent ?? '').not.toMatch(/^text\./u)
})

test('where nothing is given it says how to give it', async () => {
  const answer = await ask('could you sort these lines alphabetically for me')
  expect(answer.how).toBe('asked')
  expect(answer.intent).toBe('text.sort')
})

test('an address and a time of day part nothing', () => {
  expect(partings('open https://example.com at 10:30')).toEqual([])
})

test('a text of any length is parted in time', () => {
  for (const text of [
    '"'.repeat(100_000),
    'a: '.repeat(50_000),
    '`'.repeat(100_000),
    '```\n'.repeat(30_000),
    '? '.repeat(60_000),
  ])
    expect(partings(text).length).toBeLessThan(12)
})
