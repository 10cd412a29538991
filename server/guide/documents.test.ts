import { describe, expect, test } from 'vitest'
import { converse, file, world } from './test-context.ts'

const sales = file(
  'sales.csv',
  `Date,Region,Product,Amount (EUR),Qty,Paid
2025-01-05,North,Lamp,"1,200.50",3,yes
2025-01-17,South,Desk,80.10,1,no
2025-02-03,North,Desk,99.90,2,yes
2025-02-20,East,Lamp,,1,yes
2025-03-01,South,Chair,450.00,4,no
2025-03-11,North,Chair,20.25,1,yes`,
)

const text = `The Alder Street Library reopened on 3 May 2025 after two years of repairs. The council spent €4.2 million on the building, most of it on the roof and the heating. Visitors will find twice as many reading desks as before.

Dr. Lena Hofer, who has led the library since 2019, said the new children's floor was the part she was proudest of. She asked the council for longer opening hours, and it agreed to open on Sundays from September. The library now lends tools and instruments as well as books.

Some residents criticised the cost. A petition with 1,300 signatures had asked for a swimming pool instead. The council answered that the roof could not have waited another winter, and that repairs to the library had been promised since 2016.

The deadline for comments on the Sunday opening is 30 June 2025. Comments can be sent to library@alder.example or left at the desk. A review of the first year is planned for May 2026.`
const library = file('library.txt', text)

const { ask } = world()

describe('data', () => {
  test.each([
    ['how many rows', '**6 rows**'],
    ['how many rows where paid is yes?', '**4 rows** where Paid = yes'],
    ['how many orders in North', '**3 rows** where Region = North'],
    ['average of amount by region', '| North | 440.22 | 3 |'],
    ['average amount per region', '| South | 265.05 | 2 |'],
    ['total amount by month', '| 2025-01 | 1,280.60 | 2 |'],
    ['total amount by month', 'In all: **1,850.75**'],
    ['amount by quarter', '| 2025 Q1 | 1,850.75 | 6 |'],
    ['sum qty for each product', '| Chair | 5 | 2 |'],
    ['average of amount by region and product', '| North | Lamp | 1,200.50 | 1 |'],
    ['total amount by region where paid is yes', '| North | 1,320.65 | 3 |'],
    ['which month had the highest amount', '**2025-01** has the highest sum of Amount (EUR): **1,280.60**'],
    ['which month had the highest sales?', '**2025-01**'],
    ['which region had the highest sales', '**North**'],
    ['which product has the lowest total amount', '**Desk** has the lowest sum of Amount (EUR): **180.00**'],
    ['top 2 products by amount', '| Chair | 470.25 |'],
    ['top 3 rows by amount', '| 2025-02-03 | North | Desk | 99.90 | 2 | yes |'],
    ['sum of amount', '**1,850.75**, over 5 rows'],
    ['what is the median qty', '**1.5**'],
    ['max amount', '**1,200.50**'],
    ['highest qty in North', '**3**, over 3 rows where Region = North'],
    ['average amount where qty > 1', '**583.47**, over 3 rows where Qty \\> 1'],
    ['total amount in February 2025', '**99.90**'],
    ['earliest date', 'January 5, 2025'],
    ['standard deviation of amount', '**493.82**'],
    ['distinct regions', '**3 distinct values**'],
    ['how many different products are there', '**3 distinct values**'],
    ['count by product', '| Lamp | 2 |'],
    ['make a table of region and amount', '| East | — |'],
    ['first 2 rows', '| 2025-01-17 | South | Desk | 80.10 | 1 | no |'],
    ['statistics', '| Amount (EUR) | number | 1 | 5 | 20.25 | 1,200.50 | 370.15 | 99.90 | 493.82 | — |'],
    ['summarise this', '6 rows and 6 columns'],
    ['average of profit by region', 'could not tell which column'],
    ['average of amount by planet', 'no column like “planet”'],
  ])('%s', async (question, expected) => {
    const { skill, markdown } = await ask(question, { files: [sales] })
    expect(skill).toBe('summary')
    expect(markdown).toContain(expected)
  })

  test('reads the notation of the file: semicolons, decimal commas, days first', async () => {
    const books = file(
      'umsatz.csv',
      'Datum;Kunde;Betrag\n05.01.2025;Müller;1.234,50\n17.01.2025;Schmidt;99,90\n13.02.2025;Müller;100,10\n',
    )
    const { markdown } = await ask('total Betrag by Kunde', { files: [books], locale: 'de' })
    expect(markdown).toContain('| Müller | 1.334,60 | 2 |')
    expect((await ask('sum of Betrag by month', { files: [books], locale: 'en' })).markdown).toContain(
      '| 2025-01 | 1,334.40 | 2 |',
    )
  })

  test('adds money without losing cents', async () => {
    const rows = Array.from({ length: 1_000 }, () => '0.10').join('\n')
    expect(
      (
        await ask('sum of price', {
          files: [
            file(
              'p.csv',
              `item,price\n${rows
                .split('\n')
                .map((price, index) => `i${index},${price}`)
                .join('\n')}`,
            ),
          ],
        })
      ).markdown,
    ).toContain('**100.00**')
  })

  test('leaves identifiers and postcodes as they are', async () => {
    const { markdown } = await ask('statistics', { files: [file('c.csv', 'zip,n\n01067,1\n80331,2\n')] })
    expect(markdown).toContain('| zip | text |')
  })

  test('answers nothing else from the data, and arithmetic in spite of it', async () => {
    expect((await ask('what is the capital of France?', { files: [sales] })).skill).toBe('beyond')
    expect((await ask('average of 3, 4 and 8', { files: [sales] })).skill).toBe('arithmetic')
    expect((await ask('17% of 2,340', { files: [sales] })).skill).toBe('arithmetic')
  })

  test('a value cannot break out of its table', async () => {
    const { markdown } = await ask('distinct name', {
      files: [file('x.csv', 'name,n\n"a | b **c** [x](http://evil)",1\nplain,2\n')],
    })
    expect(markdown).toContain('a \\| b \\*\\*c\\*\\* \\[x\\](http://evil)')
  })

  test('takes data that stands in the message', async () => {
    expect((await ask(`average of amount by region:\n${sales.text}`)).markdown).toContain('| South | 265.05 | 2 |')
    expect((await ask(sales.text)).markdown).toContain('6 rows and 6 columns')
  })
})

describe('texts', () => {
  test.each([
    ['summarise this', 'reopened on 3 May 2025'],
    ['Can you summarize the document?', 'reopened on 3 May 2025'],
    ['tl;dr', 'library.txt'],
    ['what is this document about?', 'Summary of **library.txt**'],
    ['summarise library.txt', 'Summary of **library.txt**'],
    ['key points', '- The Alder Street Library'],
    ['what does it say about the roof?', 'could not have waited another winter'],
    ['what does the document say about swimming', '¶ 3'],
    ['does it mention dragons?', 'nothing about “dragons”'],
    ['how many words?', '**167 words**'],
    ['how many sentences does it have', '**12 sentences**'],
    ['how many paragraphs', '**4 paragraphs**'],
    ['how long does it take to read this?', 'About a minute'],
    ['make a table of the dates', '| 30 June 2025 | ¶ 4 |'],
    ['list the amounts', '| €4.2 million | ¶ 1 |'],
    ['find e-mails in the document', '| library@alder.example | ¶ 4 |'],
    ['what is the deadline for comments?', '30 June 2025'],
  ])('%s', async (question, expected) => {
    const { skill, markdown } = await ask(question, { files: [library] })
    expect(skill).toBe('summary')
    expect(markdown).toContain(expected)
  })

  test('a summary has the number of sentences that was asked for, all of them from the text', async () => {
    for (const [question, count] of [
      ['summarise this in 2 sentences', 2],
      ['give me 3 key points', 3],
      ['one-sentence summary', 1],
    ] as const) {
      const { markdown } = await ask(question, { files: [library] })
      const quoted = [
        ...markdown
          .split('\n\n')
          .slice(1)
          .join(' ')
          .matchAll(/(?:- )?(.+?) \(¶ \d\)/gu),
      ].map((match) => (match[1] as string).replaceAll('\\', '').trim())
      expect(quoted).toHaveLength(count)
      for (const sentence of quoted) expect(text).toContain(sentence)
    }
  })

  test('cites pages where the text has them', async () => {
    const pdf = file('report.pdf', text.split('\n\n').join('\f'), 'application/pdf')
    expect((await ask('what does it say about swimming', { files: [pdf] })).markdown).toContain('p. 3')
    expect((await ask('how many pages?', { files: [pdf] })).markdown).toContain('**4 pages**')
    expect((await ask('how many pages?', { files: [library] })).markdown).toContain('no page breaks')
  })

  test('chooses the file that is named, and the newest otherwise', async () => {
    const other = file(
      'garden.txt',
      'Roses need sun and a deep soil. They are cut back in March before the leaves come.',
    )
    expect((await ask('summarise library.txt', { files: [library, other] })).markdown).toContain('library.txt')
    expect((await ask('summarise this', { files: [library, other] })).markdown).toContain('garden.txt')
    const both = (await ask('summarise both files', { files: [library, other] })).markdown
    expect(both).toContain('library.txt')
    expect(both).toContain('garden.txt')
  })

  test('without a file says so, and how to attach one', async () => {
    for (const question of [
      'summarise this',
      'key points',
      'what does the document say about pets?',
      'how many words does the pdf have',
    ]) {
      const { skill, markdown } = await ask(question)
      expect(skill).toBe('summary')
      expect(markdown).toContain('paper clip')
    }
    expect((await ask('summarise this', { files: [file('scan.pdf', ' ')] })).markdown).toContain('no readable text')
  })

  test('takes a text that stands in the message, now or before', async () => {
    expect((await ask(`Summarise this: ${text}`)).markdown).toContain('Summary of **the text you sent**')
    expect((await ask(text)).markdown).toContain('Ask for key points')
    const answers = await converse(['hi', text, 'what does it say about swimming?'])
    expect(answers[2]?.markdown).toContain('petition')
  })

  test('a file without a word from the person is summarised', async () => {
    expect((await ask('', { files: [library] })).markdown).toContain('Summary of **library.txt**')
    expect((await ask('')).markdown).toContain('no text in that message')
  })
})
