import { fileURLToPath } from 'node:url'
import { strToU8, zipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { decks } from '../../e2e/hostile/decks.ts'
import { jsons } from '../../e2e/hostile/json.ts'
import { silentLog } from '../platform/telemetry.ts'
import { discover } from './discover.ts'
import { type TestModules, testModules } from './test-module.ts'

const modules = await discover(fileURLToPath(new URL('../../modules', import.meta.url)), silentLog)
let at: TestModules
beforeAll(async () => {
  at = await testModules(...modules)
})

/** NUL, and emoji that a cut at any even place halves. */
const SAID = `a\0x${'😀'.repeat(400)}`
/** The same as XML and SGML may say it, and halves of a character. */
const REFERRED = `a&#0;&#xD83D;x&#xDC00;${'😀'.repeat(400)}`
/** What no text has in its beginning is a binary file: it comes after more than what is looked at. */
const after = (rows: (at: number, said: string) => string, said = SAID) =>
  Array.from({ length: 180 }, (_, row) => rows(row, 'Something quite ordinary. '.repeat(16))).join('') + rows(180, said)
const day = (row: number) => String((row % 28) + 1).padStart(2, '0')

const table = (separator: string) =>
  ['Date', 'Description', 'Amount', 'Title', 'Start'].join(separator) +
  '\n' +
  after(
    (row, said) =>
      [`2026-01-${day(row)}`, `${said} ${row}`, '-1.00', `${said} ${row}`, `2026-01-${day(row)}`].join(separator) +
      '\n',
  )
const cards = after((row, said) => `${said} ${row}\t${said}\t${said}\n`)
const ofx = `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>2<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>${after(
  (row, said) =>
    `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>202601${day(row)}<TRNAMT>-1.00<FITID>${row}<NAME>${said}</STMTTRN>\n`,
  REFERRED,
)}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const camt = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>${after(
  (row, said) =>
    `<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-${day(row)}</Dt></BookgDt><AcctSvcrRef>R${row}</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Ustrd>${said}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  REFERRED,
)}</Stmt></BkToCstmrStmt></Document>`
const qif = `!Type:Bank\n${after((row, said) => `D01/${day(row)}/2026\nT-1.00\nP${said}\nM${said}\n^\n`)}`
const mt940 = `:20:STARTUMS\n:25:37040044/0532013000\n:28C:1/1\n:60F:C260101EUR1000,00\n${after((row, said) => `:61:2601${day(row)}01${day(row)}D1,00NMSCNONREF//B${row}\n:86:${said}\n`)}:62F:C260131EUR1,00\n-`
const ics = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n${after((row, said) => `BEGIN:VEVENT\r\nUID:${row}\r\nDTSTART:202601${day(row)}T090000Z\r\nSUMMARY:${said}\r\nDESCRIPTION:${said}\r\nEND:VEVENT\r\n`)}END:VCALENDAR\r\n`
const todos = ics.replaceAll('VEVENT', 'VTODO').replaceAll('DTSTART:', 'DUE:')
const corpus = (files: readonly { name: string; bytes: () => Buffer }[], name: string) => () => {
  const file = files.find((one) => one.name.endsWith(name))
  if (!file) throw new Error(`the corpus has no ${name}`)
  return file.bytes()
}
const rows = after((row, said) => `${JSON.stringify({ row, said, half: '\ud83d' })}\n`)

const todoist = `TYPE,CONTENT,PRIORITY,INDENT,DATE\n${after((row, said) => `task,${said} ${row},4,1,2026-01-${day(row)}\n`)}`
const register = `Account,Flag,Date,Payee,Category Group/Category,Category Group,Category,Memo,Outflow,Inflow,Cleared\n${after(
  (row, said) => `Giro,,2026-01-${day(row)},${said} ${row},${said}: Food,${said},Food,${said},1.00,0.00,Cleared\n`,
)}`
const budget = () => Buffer.from(zipSync({ 'Register.csv': strToU8(register) }))

/** By ending; where an ending means different things to two imports, by the import. */
const FILES: Record<string, string | (() => Buffer)> = {
  '.csv': table(','),
  '.tsv': table('\t'),
  '.tab': table('\t'),
  '.psv': table('|'),
  '.txt': table(','),
  'flash.text': cards,
  'wallet.statement.txt': qif,
  '.ofx': ofx,
  '.qfx': ofx,
  '.qif': qif,
  '.xml': camt,
  '.camt': camt,
  '.sta': mt940,
  '.mt940': mt940,
  '.940': mt940,
  '.ics': ics,
  '.ical': ics,
  '.ifb': ics,
  'tasks.ics': todos,
  'tasks.todoist': todoist,
  'wallet.budget': budget,
  '.json': corpus(jsons, 'escapes.json'),
  '.jsonl': rows,
  '.ndjson': rows,
  '.apkg': corpus(decks, 'characters.apkg'),
  '.colpkg': corpus(decks, 'characters.apkg'),
}
/** Formats that have no such characters: Parquet's texts are decoded as UTF-8, and a sheet's XML that refers to one is refused. */
const SOUND = new Set(['.parquet', '.xlsx'])

/** As JSON says it: a task keeps what a calendar said as JSON of its own, where the same is text. */
const BROKEN = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

const imports = modules.flatMap(({ module }) =>
  Object.entries(module.imports ?? {}).flatMap(([name, { accepts }]) =>
    accepts.filter((ending) => !SOUND.has(ending)).map((ending) => [`${module.id}.${name}`, ending] as const),
  ),
)

describe('a file with NUL, halves of characters and emoji at every cut', () => {
  test.each(imports)('is taken in by %s as %s', async (place, ending) => {
    const made = FILES[`${place}${ending}`] ?? FILES[place] ?? FILES[ending]
    if (made === undefined) throw new Error(`Write a file for ${ending}.`)
    const bytes = typeof made === 'string' ? made : made()
    const who = `${place}${ending}`.replace(/[^a-z\d]/g, '-')
    const { status, error, report } = await at.importFile(who, place, { name: `a\u{1f600}${ending}`, bytes })
    expect([status, error]).toEqual([200, ''])
    expect(report.added).toBeGreaterThan(0)
    const { rows: kept } = await at.db.$client.query('select data from records where scope_id = $1', [who])
    expect(kept.length).toBeGreaterThan(0)
    for (const { data } of kept) expect(JSON.stringify(data)).not.toMatch(BROKEN)
  })
})
