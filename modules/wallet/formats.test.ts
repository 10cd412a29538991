import { AppError } from '@atrium/contract/errors'
import { describe, expect, test } from 'vitest'
import { readCamt } from './importing/camt.ts'
import { readDate } from './importing/dates.ts'
import { readStatement } from './importing/detect.ts'
import type { Entry, Read } from './importing/entry.ts'
import { readMt940 } from './importing/mt940.ts'
import { readOfx } from './importing/ofx.ts'
import { readQif } from './importing/qif.ts'

const brief = (rows: Iterable<Read>) =>
  [...rows].map((row) =>
    'refused' in row ? row.refused : [row.date, row.amount, row.payee, row.memo, row.ref].join(' | '),
  )
const quicken = { timeZone: 'Europe/Berlin', thisYear: 2026 }

describe('dates', () => {
  test('are read in the forms of banks and of Quicken', () => {
    const read = (text: string, order: 'dmy' | 'mdy' = 'dmy') => readDate(text, order, 2026)
    expect(["1/15'26", "1/ 5' 6", "12/31'1999", '1/15/2026'].map((text) => read(text, 'mdy'))).toEqual([
      '2026-01-15',
      '2006-01-05',
      '1999-12-31',
      '2026-01-15',
    ])
    expect(
      [
        '15.1.26',
        '15/01/2026',
        '15-01-2026',
        '2026-01-15',
        '20260115',
        '2026/1/15',
        '15 Jan 2026',
        'Jan 15, 2026',
        '15. März 2026',
        '15.01.2026 13:45',
        '2026-01-15T10:00:00Z',
        '15/01/94',
      ].map((text) => read(text)),
    ).toEqual([...Array<string>(8).fill('2026-01-15'), '2026-03-15', '2026-01-15', '2026-01-15', '1994-01-15'])
    expect(['30.02.2026', '', 'soon', '13/13/2026', '0/1/2026'].map((text) => read(text))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })
})

const OFX1 = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
ENCODING:USASCII
CHARSET:1252

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD
<BANKACCTFROM><BANKID>121000248<ACCTID>0001234567<ACCTTYPE>SAVINGS</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260101<DTEND>20260131
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260115120000.000[-5:EST]<TRNAMT>-12.50<FITID>A1<NAME>Joe&apos;s Caf&eacute; &amp; Bar<MEMO>Card 1234</STMTTRN>
<STMTTRN>
<TRNTYPE>CHECK
<DTPOSTED>20260116
<TRNAMT>-1,234.00
<FITID>A2
<CHECKNUM>77
<PAYEE><NAME>Landlord<ADDR1>1 Main St<CITY>Town</PAYEE>
</STMTTRN>
<STMTTRN><DTPOSTED>2026<TRNAMT>1<FITID>A3</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

describe('OFX', () => {
  test('version 1, whose values have no closing tags', () => {
    const rows = [...readOfx(OFX1, 2026)]
    expect(brief(rows)).toEqual([
      "2026-01-15 | -12.50 | Joe's Caf&eacute; & Bar | Card 1234 | A1",
      '2026-01-16 | -1234.00 | Landlord | No. 77 | A2',
      'Its date (DTPOSTED) cannot be read: “2026”.',
    ])
    expect((rows[0] as Entry).account).toEqual({
      id: '0001234567',
      kind: 'savings',
      currency: 'USD',
      name: 'Savings 4567',
    })
    expect(rows.map(({ line }) => line)).toEqual([10, 11, 19])
  })
  test('version 2, which is XML, with a credit card and a decimal comma', () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?><OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS>
<CURDEF>EUR</CURDEF><CCACCTFROM><ACCTID>4111</ACCTID></CCACCTFROM><BANKTRANLIST>
<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260131</DTPOSTED><TRNAMT>-9,99</TRNAMT><FITID>x</FITID><NAME>Caf\u00e9 \u20ac</NAME></STMTTRN>
</BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`
    const rows = [...readOfx(xml, 2026)]
    expect(brief(rows)).toEqual(['2026-01-31 | -9.99 | Café € |  | x'])
    expect((rows[0] as Entry).account).toMatchObject({ id: '4111', kind: 'card', currency: 'EUR' })
  })
})

describe('QIF', () => {
  test('with accounts, splits, cleared marks and American dates', () => {
    const text = `!Account\nNChecking\nTBank\n^\n!Type:Bank\nD1/15'26\nT-1,250.00\nCX\nPLidl\nMweekly\nLFood:Groceries\n^\nD1/ 3'26\nT-30.00\nPShop\nSFood\nEbread\n$-10.00\nSHome\n$-20.00\n^\n!Type:Invst\nD1/4'26\nNBuy\n^\n`
    const rows = [...readQif(text, quicken)]
    expect(brief(rows)).toEqual([
      '2026-01-15 | -1250.00 | Lidl | weekly | ',
      '2026-01-03 | -30.00 | Shop |  | ',
      expect.stringContaining('“!Type:invst”'),
    ])
    expect(rows[0]).toMatchObject({ category: 'Food:Groceries', cleared: 'reconciled', account: { name: 'Checking' } })
    expect((rows[1] as Entry).splits).toEqual([
      { category: 'Food', amount: '-10.00', memo: 'bread' },
      { category: 'Home', amount: '-20.00', memo: '' },
    ])
  })
  test('reads its dates by those that leave no doubt, then by where the person is', () => {
    const text = (...days: string[]) => `!Type:Bank\r\n${days.map((day) => `D${day}\r\nT5\r\n^`).join('\r\n')}`
    const dates = (rows: Iterable<Read>) => [...rows].map((row) => ('date' in row ? row.date : row.refused))
    expect(dates(readQif(text('03/04/2026', '04/25/2026'), quicken))).toEqual(['2026-03-04', '2026-04-25'])
    expect(dates(readQif(text('03/04/2026'), quicken))).toEqual(['2026-04-03'])
    expect(dates(readQif(text('03/04/2026'), { ...quicken, timeZone: 'America/New_York' }))).toEqual(['2026-03-04'])
    expect(dates(readQif(text('03/04/2026'), { ...quicken, order: 'mdy' }))).toEqual(['2026-03-04'])
  })
})

const camt = (
  version: string,
  party: (name: string) => string,
  status: string,
) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><Stmt>
<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Ntry><Amt Ccy="EUR">12.50</Amt><CdtDbtInd>DBIT</CdtDbtInd>${status}<BookgDt><Dt>2026-01-15</Dt></BookgDt><AcctSvcrRef>R1</AcctSvcrRef>
<NtryDtls><TxDtls><RltdPties>${party('Café &amp; Rémy')}</RltdPties><RmtInf><Ustrd>Invoice</Ustrd><Ustrd>77</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">30</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>false</RvslInd>${status}<BookgDt><DtTm>2026-01-16T09:00:00+01:00</DtTm></BookgDt><AcctSvcrRef>R2</AcctSvcrRef>
<NtryDtls><TxDtls><Amt Ccy="EUR">10</Amt><RltdPties>${party('A')}</RltdPties></TxDtls><TxDtls><Amt Ccy="EUR">20</Amt><RltdPties>${party('B')}</RltdPties></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">5</Amt><CdtDbtInd>CRDT</CdtDbtInd>${status.replace('BOOK', 'PDNG')}<BookgDt><Dt>2026-01-17</Dt></BookgDt></Ntry>
</Stmt></BkToCstmrStmt></Document>`

describe('CAMT.053', () => {
  const expected = [
    '2026-01-15 | -12.50 | Café & Rémy | Invoice · 77 | R1',
    '2026-01-16 | -10 | A |  | R2/1',
    '2026-01-16 | -20 | B |  | R2/2',
    'It is not booked yet (PDNG). Import it when it is.',
  ]
  test('version 02, a batch by its payments, what is pending left out', () => {
    const rows = [...readCamt(camt('02', (name) => `<Cdtr><Nm>${name}</Nm></Cdtr>`, '<Sts>BOOK</Sts>'))]
    expect(brief(rows)).toEqual(expected)
    expect((rows[0] as Entry).account).toMatchObject({ id: 'DE89370400440532013000', currency: 'EUR' })
  })
  test('version 08, whose status and parties lie deeper', () => {
    expect(
      brief(readCamt(camt('08', (name) => `<Cdtr><Pty><Nm>${name}</Nm></Pty></Cdtr>`, '<Sts><Cd>BOOK</Cd></Sts>'))),
    ).toEqual(expected)
  })
})

describe('MT940', () => {
  test('with structured (German), named (Dutch) and plain purposes, and reversals', () => {
    const text = `:20:STARTUMS
:25:37040044/0532013000
:28C:1/1
:60F:C260101EUR1000,00
:61:2601150115D12,50NMSCNONREF//B1
:86:105?00Lastschrift?20SVWZ+Einkauf Nr. 7?21 Danke?32Café ?33Rémy
:61:2512310102CR2500,NTRFGEHALT
:86:/NAME/Northwind Ltd/REMI/USTD//Salary/
:61:260116RC5,00NMSCNONREF
:86:Storno
zweite Zeile
:61:kaputt
:62F:C260116EUR3482,50
-`
    const rows = [...readMt940(text)]
    expect(brief(rows)).toEqual([
      '2026-01-15 | -12.50 | Café Rémy | Einkauf Nr. 7 Danke | ',
      '2026-01-02 | 2500 | Northwind Ltd | Salary · GEHALT | ',
      '2026-01-16 | -5.00 | Storno | zweite Zeile | ',
      'The booking (:61:) cannot be read.',
    ])
    expect((rows[0] as Entry).account).toMatchObject({ id: '37040044/0532013000', currency: 'EUR' })
  })
})

test('what is no statement is refused with a sentence, never a fault of ours', async () => {
  for (const text of ['', 'hello', '<a>', '<Document>camt.053</Document>', '<OFX', '\u0000'])
    await expect(Array.fromAsync(readStatement(text, quicken))).rejects.toThrow(AppError)
})
