import { describe, expect, test } from 'vitest'
import { file, world } from '../test-context.ts'

const { ask } = world()

/** Five pages; the third is empty, and a sentence of the first is broken over lines. */
const report = file(
  'report.pdf',
  `Annual report

The library reopened in May after two years
of repairs. The council paid for the roof.
\fDr. Lena Hofer has led the library since 2019. She asked the council for longer hours.
\f\fResidents had asked for a swimming pool instead. The council refused.

\f
The deadline for comments is 30 June 2025. The library takes them at the desk.`,
  'application/pdf',
)
const note = file('note.txt', 'The roof leaks.\n\nIt is repaired in May.')
const say = async (question: string, of = report): Promise<string> => (await ask(question, { files: [of] })).markdown

describe('pages', () => {
  test.each([
    ['what does it say about the swimming pool', 'p. 4'],
    ['does it mention Lena Hofer?', 'p. 2'],
    ['on which page is the deadline', 'p. 5'],
    ['which page mentions the pool?', 'p. 4'],
    ['where is the pool mentioned', 'p. 4'],
    ['when is the deadline', 'p. 5'],
    ['list the dates', '| 30 June 2025 | p. 5 |'],
    ['how many pages', '**5 pages**'],
  ])('are cited by their breaks, an empty one counted: %s', async (question, expected) => {
    expect(await say(question)).toContain(expected)
  })

  test.each([
    ['summarise page 2', 'Page 2 of **report.pdf** says:\n\n> Dr. Lena Hofer has led'],
    ['what does page 1 say', 'after two years of repairs. The council paid'],
    ["what's on page 4?", 'Residents had asked'],
    ['show me the last page', 'The deadline for comments'],
    ['page 3', 'Page 3 of **report.pdf** has no readable text.'],
    ['summarise page 9', 'has 5 pages; there is no page 9'],
    ['what does the first paragraph say', 'Annual report'],
  ])('%s', async (question, expected) => {
    const { skill, markdown } = await ask(question, { files: [report] })
    expect(skill).toBe('summary')
    expect(markdown).toContain(expected)
  })

  test('a last page without text is a page', async () => {
    expect(await say('how many pages?', file('scan.pdf', 'One page of text.\f', 'application/pdf'))).toContain(
      '**2 pages**',
    )
  })

  test('a text without breaks has paragraphs, and no page is made up', async () => {
    expect(await say('summarise page 1', note)).toContain('carries no page breaks')
    expect(await say('what does it say about the roof', note)).toContain('¶ 1')
  })
})

describe('words in a text', () => {
  test.each([
    ['how many times does it mention library', '“library” stands **3 times** in **report.pdf**: p. 1, p. 2, p. 5.'],
    ['how often is council mentioned', '**3 times**'],
    ['how many times does it say pool', '**once** in **report.pdf**: p. 4'],
    ['how many times is a dragon mentioned', 'does not stand'],
  ])('%s', async (question, expected) => {
    expect(await say(question)).toContain(expected)
  })

  test('a question about the product is not searched for in the file', async () => {
    expect((await ask('where is the Legal space?', { files: [note] })).skill).toBe('find')
  })
})
