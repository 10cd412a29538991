import { expect, test } from 'vitest'
import { Exact } from '../../calculation/numbers.ts'
import { world } from '../../test-context.ts'
import type { GuideLanguage, Intent, IntentReply } from '../intent.ts'
import { textIntents } from './all.ts'
import { fenced } from './result.ts'

const intent = (id: string): Intent => {
  const found = textIntents.find((one) => one.id === `text.${id}`)
  if (!found) throw new Error(`no intent text.${id}`)
  return found
}
const run = async (
  id: string,
  values: object,
  language: GuideLanguage = 'en',
  locale: string = language,
): Promise<IntentReply> => intent(id).reply(values as never, world().context('', { locale }), language)
const block = (text: string, name: string | null = null) => ({ text, name })
const said = async (id: string, text: string, language: GuideLanguage = 'en'): Promise<string[]> =>
  (await run(id, { text: block(text) }, language)).markdown.split('\n\n')
/** What stands in the code block. */
const made = async (id: string, text: string, language: GuideLanguage = 'en'): Promise<string | undefined> =>
  /\n*(`{3,})\w*\n(.*)\n\1$/s.exec((await run(id, { text: block(text) }, language)).markdown)?.[2]

test('a text is counted, in words that can be counted on', async () => {
  const reply = await run('count', { text: block('One two three. Four!\n\nFive') })
  expect(reply.markdown).toBe(
    'Words: **5**\n\n- Characters: 24, without spaces: 21\n- Sentences: 3 · paragraphs: 2 · lines: 3\n- Reading time: about 5 seconds',
  )
  expect(reply.number?.toNumber()).toBe(5)
  expect((await said('count', '吾輩は猫である。', 'ja'))[0]).toContain('5')
})
test('lists are sorted, and come back as they were given', async () => {
  expect(await said('sort', 'pears, apples, figs')).toEqual([
    'Sorted from A to Z. Entries: 3.',
    '```\napples, figs, pears\n```',
  ])
  expect(await made('sort-descending', 'a\nc\nb')).toBe('c\nb\na')
  expect(await made('sort-numbers', '1.000,5\n2,5\n999', 'de')).toBe('2,5\n999\n1.000,5')
  expect(await said('sort-numbers-descending', 'a 1\nb\nc 3')).toEqual([
    'Sorted by number, the largest first. Entries: 3.',
    'Without a number, at the end: 1.',
    '```\nc 3\na 1\nb\n```',
  ])
  expect([await made('sort-shortest', 'ccc\na\nbb'), await made('sort-longest', 'a\nccc\nbb')]).toEqual([
    'a\nbb\nccc',
    'ccc\nbb\na',
  ])
})
test('duplicates go, and are counted', async () => {
  expect(await said('dedupe', 'a\nb\na\na\n')).toEqual(['Duplicates removed: **2**. Left: 2.', '```\na\nb\n```'])
  expect(await said('dedupe', 'a\nb')).toEqual(['There are no duplicates. Entries: 2.'])
})
test('cases by the language of the person', async () => {
  expect(await made('upper', 'istanbul', 'tr')).toBe('İSTANBUL')
  expect([
    await made('title', 'war and peace'),
    await made('camel', 'due date'),
    await made('kebab', 'Due Date'),
  ]).toEqual(['War and Peace', 'dueDate', 'due-date'])
})
test('what is found is listed and counted', async () => {
  expect(await said('emails', 'a@b.de, c@d.org')).toEqual(['E-mail addresses: **2**', '```\na@b.de\nc@d.org\n```'])
  expect(await said('links', 'nothing here')).toEqual(['Links: **0**', 'I found none in this text.'])
})
test('replacing says how often, and leaves out the quotation marks of the request', async () => {
  const reply = (id: string, find: string, replacement: string, text: string) =>
    run(id, { find, replacement, text: block(text) })
  expect((await reply('replace', '"cat"', '“dog”', 'cat category')).markdown).toBe(
    'Replaced `cat` with `dog`. Times: **2**.\n\n```\ndog dogegory\n```',
  )
  expect((await reply('replace-words', 'cat', 'dog', 'cat category')).markdown).toContain('dog category')
  expect((await reply('replace', 'Cat', 'dog', 'a cat')).markdown).toContain('other capitals')
  expect((await reply('replace', 'x', 'y', 'a cat')).markdown).toBe('`x` is not in this text.')
  expect((await run('remove', { find: ',', text: block('a,b,c') })).markdown).toContain(
    'Times: **2**.\n\n```\nabc\n```',
  )
})
test('texts are tidied and lists are written another way', async () => {
  expect(await said('clean', ' a  b \n\n\nc')).toEqual([
    'Extra spaces and empty lines are gone. Characters fewer: **4**.',
    '```\na b',
    'c\n```',
  ])
  expect(await said('clean', 'a b')).toEqual(['There was nothing to change.'])
  expect([await made('clean-lines', 'a\n\nb'), await made('unwrap', 'a\nb')]).toEqual(['a\nb', 'a b'])
  expect([
    await made('number-lines', '- a\n- b'),
    await made('bullets', 'a, b'),
    await made('join', '1. a\n2. b'),
  ]).toEqual(['1. a\n2. b', '- a\n- b', 'a, b'])
  expect([await made('split', 'a, b,c'), await made('reverse', 'abc'), await made('reverse-lines', 'a\nb\nc')]).toEqual(
    ['a\nb\nc', 'cba', 'c\nb\na'],
  )
})
test('tables and back', async () => {
  expect(await said('to-table', 'Name,Pay\nAnn,1200')).toEqual([
    'As a table. Rows: 1, columns: 2.',
    '| Name |  Pay |\n| ---- | ---: |\n| Ann  | 1200 |',
    '```markdown\n| Name |  Pay |\n| ---- | ---: |\n| Ann  | 1200 |\n```',
  ])
  expect(await made('to-csv', '| Name | Pay |\n|---|---|\n| Ann, B | 1200 |')).toBe('Name,Pay\n"Ann, B",1200')
  expect(await made('to-csv', '[{"a":1,"b":"x"},{"a":2}]')).toBe('a,b\n1,x\n2,')
  expect(await made('to-csv', '- a: 1\n  b: x\n- a: 2\n  b: y')).toBe('a,b\n1,x\n2,y')
  expect(await said('to-table', 'just a sentence')).toEqual([expect.stringContaining('no table')])
})
test('JSON, YAML and tables become each other', async () => {
  expect(await made('to-json', 'id,name\n1,Ann\n2,Bo')).toBe(
    '[\n  {\n    "id": 1,\n    "name": "Ann"\n  },\n  {\n    "id": 2,\n    "name": "Bo"\n  }\n]',
  )
  expect(await made('to-json', 'a: 1\nb:\n  - x\n  - 12345678901234567890')).toBe(
    '{\n  "a": 1,\n  "b": [\n    "x",\n    12345678901234567890\n  ]\n}',
  )
  expect(await made('to-yaml', '{"a":{"b":[1,"yes"]}}')).toBe('a:\n  b:\n    - 1\n    - "yes"')
  expect(await made('to-yaml', 'id,name\n1,Ann')).toBe('- id: 1\n  name: Ann')
  expect(await made('json-format', '{"a":[1,1.0]}')).toBe('{\n  "a": [\n    1,\n    1.0\n  ]\n}')
  expect(await said('json-minify', '{ "a": 1 }')).toEqual([
    'Valid JSON, minified. Characters: 10 → 7.',
    '```json\n{"a":1}\n```',
  ])
  expect(await said('to-json', 'a: 1\nb: 2\na: 3')).toEqual(['This is not valid YAML: **line 3, column 1**.'])
  expect(await said('to-json', 'just a sentence')).toEqual([expect.stringContaining('neither JSON nor YAML')])
})
test('a fault of JSON or YAML is said with its place', async () => {
  expect(await said('json-format', '{\n  "a": 1\n  "b": 2\n}')).toEqual([
    'This is not valid JSON: **line 3, column 3**.',
    'Expected: `,` or `}`. Found: `"`',
  ])
  expect(await said('json-minify', '[1, 2')).toEqual([
    'This is not valid JSON: **line 1, column 6**.',
    'Expected: `,` or `]`. The text ends there.',
  ])
  expect(await said('to-json', 'a: 1\nb: [1\nc: 2')).toEqual([
    expect.stringMatching(/^This is not valid YAML: \*\*line \d, column \d+\*\*\.$/),
  ])
})
test('texts that would grow without bounds are refused', async () => {
  const laughs = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(',')}]`).join('\n')}`
  expect(await said('to-json', laughs)).toEqual([expect.stringContaining('refers to itself')])
  const deep = 'It is nested deeper than 200 levels; I do not open it.'
  for (const text of ['['.repeat(100_000), '{"a":'.repeat(30_000)])
    expect(await said('json-format', text)).toEqual([deep])
  for (const text of ['['.repeat(40_000), `a: ${'['.repeat(1_000)}`, `${'- '.repeat(20_000)}x`])
    expect(await said('to-json', text)).toEqual([deep])
  expect(await said('to-json', `${'n'.repeat(190)},b\n${'1,2\n'.repeat(45_000)}`)).toEqual([
    expect.stringContaining('too large'),
  ])
})
test('two texts are compared line by line', async () => {
  const compare = async (...texts: string[]) =>
    (await run('compare', { texts: texts.map((text) => block(text)) })).markdown
  expect(await compare('a\nb\nc', 'a\nx\nc')).toBe(
    'Lines removed: **1** · added: **1** · unchanged: 2.\n\n```diff\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n```',
  )
  expect(await compare('a\r\nb', 'a\nb\n')).toBe('The two texts are the same. Lines: 2.')
  expect(await compare('a')).toContain('two texts')
})
test('the reading level is that of the text’s own language', async () => {
  const english = 'The cat sat on the mat. It was a good day for the cat. '.repeat(10)
  const [first, ...rest] = await said('level', english)
  expect(first).toBe('Reading ease: **100** of 100, very easy (Flesch).')
  expect(rest).toEqual(['Words per sentence: 7 · syllables per word: 1', 'US school grade (Flesch–Kincaid): 0'])
  const german =
    'Die Verantwortung für die Übereinstimmung der Vereinbarungen mit den gesetzlichen Bestimmungen ist nicht übertragbar.'
  expect(await said('level', german)).toEqual([
    expect.stringMatching(/very difficult \(Flesch–Amstad\)/),
    expect.stringContaining('Words per sentence: 14'),
    expect.stringContaining('this text has 14'),
  ])
  expect(await said('level', 'これは日本語の文章です。とても短いです。')).toEqual([
    'I know no published measure for the language of this text (Japanese).',
  ])
})
test('codes there and back, and what is none is said to be none', async () => {
  expect([
    await made('base64', 'hé'),
    await made('base64-decode', 'aMOp'),
    await made('url-encode', 'a b&c'),
    await made('url-decode', 'a%20b%26c'),
  ]).toEqual(['aMOp', 'hé', 'a%20b%26c', 'a b&c'])
  expect(await said('base64-decode', 'ab*c')).toEqual(['This is not Base64: character 3 does not belong there.'])
  expect(await made('slug', 'Crème brûlée!\nTwo')).toBe('creme-brulee\ntwo')
  expect(await said('slug', '!!!')).toEqual(['For a web address:', 'Nothing is left of this text.'])
})
test('Roman numerals', async () => {
  const reply = await run('roman', { number: new Exact(1994) })
  expect([reply.markdown, reply.number?.toNumber()]).toEqual(['1994 in Roman numerals is **MCMXCIV**.', 1994])
  expect((await run('roman', { number: new Exact(4000) })).markdown).toContain('go from 1 to 3999; 4,000 has none')
  expect((await run('roman-number', { numeral: 'xiv?' })).markdown).toBe('XIV is **14**.')
  expect((await run('roman-number', { numeral: 'IIX' })).markdown).toBe('`IIX` is not a Roman numeral.')
})
test('an empty text, and one too long, get a sentence', async () => {
  for (const { id, slots } of textIntents) {
    if (!('text' in slots)) continue
    const values = { find: 'a', replacement: 'b' }
    const reply = await run(id.replace('text.', ''), { ...values, text: block(' \n') })
    expect([id, reply.markdown]).toEqual([id, 'Paste the text after your request, or attach a file.'])
    expect((await run(id.replace('text.', ''), { ...values, text: block('a'.repeat(200_001)) })).markdown).toContain(
      '200,001',
    )
  }
})
test('a fence is longer than any within, and a long result is a file', async () => {
  expect(fenced('a ```` b', 'md')).toBe('`````md\na ```` b\n`````')
  const long = Array.from({ length: 10_000 }, (_, at) => `line ${at}`).join('\n')
  const { markdown, file } = await run('upper', { text: block(long, 'my notes.txt') })
  expect(file).toEqual({ name: 'my notes.txt', mime: 'text/plain', text: long.toUpperCase() })
  expect(markdown).toContain('This is its beginning.')
  expect(markdown.length).toBeLessThan(60_200)
  expect(markdown.endsWith('\n```')).toBe(true)
})
