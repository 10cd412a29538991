import { describe, expect, test } from 'vitest'
import { say } from '../say.ts'
import { readCamt } from './camt.ts'
import { readDate } from './dates.ts'
import { readStatement } from './detect.ts'
import { entryOf, joined, type Read } from './entry.ts'
import { readMt940 } from './mt940.ts'
import { readOfx } from './ofx.ts'
import { readQif } from './qif.ts'
import { sent } from './sent.ts'

// Files that somebody sends to stop the server. What is not read in one pass does not come to its end within the time of a test.

async function refusal(read: Promise<unknown>): Promise<string> {
  const message = await read.then(
    () => 'It was taken.',
    (error: Error) => error.message,
  )
  expect(message.length).toBeLessThan(2_000)
  return message
}
const all = async (rows: () => Iterable<Read>) => [...rows()]

test('a date that no calendar has is none, however long', () => {
  for (const text of [`1${' '.repeat(500_000)}`, `1 ${'\u3000'.repeat(500_000)}x`, '1/'.repeat(300_000)])
    expect(readDate(text, 'dmy', 2026)).toBeNull()
})

test('a day that is not kept loses its row and no other, in whichever format', async () => {
  const far = ['99999-01-01', '+275000-01-01', '0000-01-01', '9990-01-01', '1899-12-31', '2026-02-30']
  for (const day of far) {
    expect(readDate(day, 'dmy', 2026), day).toBeNull()
    const qif = await all(() =>
      readQif(`!Type:Bank\nD${day}\nT1.00\n^\nD2026-01-05\nT2.00\n^\n`, { timeZone: 'Europe/Berlin', thisYear: 2026 }),
    )
    expect(
      qif.map((row) => 'refused' in row),
      day,
    ).toEqual([true, false])
  }
})

describe('a QIF file', () => {
  const quicken = { timeZone: 'Europe/Berlin', thisYear: 2026 }
  test('of more rows than an import takes is refused before its first row', async () => {
    const rows = readQif(`!Type:Bank\n${'D2026-01-15\nT-1\n^\n'.repeat(100_001)}`, quicken)
    expect(() => rows.next()).toThrow('more than 100,000 rows')
  })
  test('whose entry never ends is refused; one of blank lines has nothing in it', async () => {
    expect(await refusal(all(() => readQif(`!Type:Bank\n${'D2026-01-15\n'.repeat(500_000)}`, quicken)))).toContain(
      'The entry that begins on line 2 is never ended',
    )
    expect(await all(() => readQif(`!Type:Bank\n${'\r'.repeat(20_000_000)}`, quicken))).toEqual([])
  })
})

describe('an OFX file', () => {
  const one = '<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260115<TRNAMT>-1.00<FITID>1<NAME>Kiosk</STMTTRN>'
  test('of one line is read from its beginning to its end once', () => {
    const rows = [...readOfx(`OFXHEADER:100\n<OFX>${one.repeat(90_000)}`, 2026)]
    expect(rows).toHaveLength(90_000)
    expect(rows.at(-1)).not.toHaveProperty('refused')
  })
  test('still says on which line what is refused stands', () => {
    const rows = [...readOfx(`<OFX>\n\n<STMTTRN><DTPOSTED>x</STMTTRN>\n${one}\n<STMTTRN><DTPOSTED>y</STMTTRN>`, 2026)]
    expect(rows.map((row) => row.line)).toEqual([3, 4, 5])
  })
  test('of brackets, tags without an end and references has nothing in it', () => {
    for (const text of [
      '<'.repeat(2_000_000),
      `<${'a'.repeat(2_000_000)}`,
      '&#'.repeat(1_000_000),
      '<a.'.repeat(700_000),
    ])
      expect([...readOfx(`<OFX>${text}`, 2026)]).toEqual([])
  })
})

describe('a CAMT file', () => {
  const wrapped = (text: string) =>
    `<?xml version="1.0"?>\n<!-- from the bank -->\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>${text}</Stmt></BkToCstmrStmt></Document>`
  test('of 200,000 attributes, of entities of its own, or very deep is refused', async () => {
    const attributes = Array.from({ length: 200_000 }, (_, n) => `a${n}="<>"`).join(' ')
    expect(await refusal(all(() => readCamt(wrapped(`<Ntry ${attributes}/>`))))).toContain(
      'tags that no bank statement has',
    )
    expect(await refusal(all(() => readCamt(wrapped(`<Ntry a="${'x'.repeat(5_000)}"/>`))))).toContain(
      'tags that no bank',
    )
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n} "${`&a${n || ''};`.repeat(10)}">`).join('')}]>`
    expect(await refusal(all(() => readCamt(bomb + wrapped('<Ntry>&a8;</Ntry>'))))).toContain('DOCTYPE')
    expect(await refusal(all(() => readCamt(wrapped('<a>'.repeat(100_000) + '</a>'.repeat(100_000)))))).toContain(
      'broken',
    )
  })
})

test('an MT940 file whose field goes on for 300,000 lines keeps as much of it as a field has', () => {
  const rows = [
    ...readMt940(`:20:x\n:25:123\n:61:2601150115D1,00NTRFNONREF\n:86:${'words of a purpose\n'.repeat(300_000)}`),
  ]
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows[0]).length).toBeLessThan(12_000)
})

test('a hundred thousand lines of purpose are joined as far as a row keeps them', () => {
  const text = joined(Array.from({ length: 100_000 }, (_, n) => `purpose number ${String(n).padStart(9, '0')} of it`))
  expect(text).toMatch(/^purpose number 000000000 of it · purpose number 000000001/)
  expect(text.length).toBeLessThan(3_000)
})

test('a file of line ends is no statement', async () => {
  for (const text of ['\n'.repeat(20_000_000), ` \r`.repeat(5_000_000), '\u2028'.repeat(1_000_000)])
    expect(
      await refusal(Array.fromAsync(readStatement(text, { timeZone: 'Europe/Berlin', thisYear: 2026 }))),
    ).toContain('no bank statement')
})

test('texts of megabytes are cut before they leave the reader', () => {
  const long = 'x'.repeat(12_000_000)
  const account = { id: long, name: long, kind: 'checking', currency: 'EUR' } as const
  const texts = { payee: long, memo: long, ref: long, category: long }
  const splits = [{ category: long, amount: '1', memo: long }]
  const entry = {
    ...entryOf({ date: '2026-01-05', amount: '1', ...texts, splits }),
    account,
    income: new Map([[long, true]]),
  }
  const row = sent(entry)
  expect(JSON.stringify(row).length).toBeLessThan(10_000)
  expect(row).toMatchObject({ amount: '1', payee: 'x'.repeat(1000), income: { ['x'.repeat(1000)]: true } })
  expect(JSON.stringify(sent({ refused: long, text: long })).length).toBeLessThan(3_000)
  expect(JSON.stringify(sent({ refused: say('dateUnreadable', { date: long }) })).length).toBeLessThan(3_000)
})
