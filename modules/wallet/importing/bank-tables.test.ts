import { beforeAll, describe, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { type TestModules, testModules } from '../../../server/records/test-module.ts'
import type { AccountView, TransactionView } from '../module.ts'
import wallet from '../server.ts'

// Layouts as banks document them or people publish them; the payments are made up. Each is the first file that its person brings.

let at: TestModules
beforeAll(async () => {
  at = await testModules(wallet)
})

type Expected = [date: string, amount: number, payee: string, memo?: string]
interface Layout {
  name: string
  currency?: string
  encoding?: string
  timeZone?: string
  text: string
  expected: Expected[]
  /** Rows that are told of, and why. */
  refused?: string[]
  options?: object
}

/** The bytes of a text in an old encoding, by turning the decoder round. */
function encoded(text: string, encoding = 'utf-8'): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  if (encoding === 'utf-16le') return Buffer.from(`\uFEFF${text}`, 'utf16le')
  const decoder = new TextDecoder(encoding)
  const table = new Map<string, number[]>()
  const add = (...bytes: number[]) => {
    const sign = decoder.decode(Uint8Array.from(bytes))
    if ([...sign].length === 1 && !table.has(sign)) table.set(sign, bytes)
  }
  for (let byte = 0; byte < 256; byte++) add(byte)
  if (encoding === 'shift_jis')
    for (let lead = 0x81; lead < 0xfd; lead++) for (let trail = 0x40; trail < 0xfd; trail++) add(lead, trail)
  return Uint8Array.from([...text].flatMap((sign) => table.get(sign) ?? [0x3f]))
}

const layouts: Layout[] = [
  {
    name: 'Sparkasse, CSV-CAMT V8',
    encoding: 'windows-1252',
    text: `"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Sammlerreferenz";"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"
"DE89370400440532013000";"15.01.26";"15.01.26";"FOLGELASTSCHRIFT";"Strom Januar Vertrag 4711";"DE98ZZZ09999999999";"M-1";"";"";"";"";"Stadtwerke Köln";"DE02120300000000202051";"BYLADEM1001";"-1.084,50";"EUR";"Umsatz gebucht"
"DE89370400440532013000";"16.01.26";"16.01.26";"GUTSCHR. UEBERWEISUNG";"Gehalt";"";"";"";"";"";"";"Müller GmbH";"DE02500105170137075030";"INGDDEFF";"2.500,00";"EUR";"Umsatz gebucht"
"DE89370400440532013000";"17.01.26";"";"KARTENZAHLUNG";"";"";"";"";"";"";"";"Bäcker";"";"";"-3,20";"EUR";"Umsatz vorgemerkt"
`,
    expected: [
      ['2026-01-15', -1084_50, 'Stadtwerke Köln', 'Strom Januar Vertrag 4711'],
      ['2026-01-16', 2500_00, 'Müller GmbH', 'Gehalt'],
    ],
    refused: ['It is not booked (“Umsatz vorgemerkt”).'],
  },
  {
    name: 'DKB',
    text: `\uFEFF"Girokonto";"DE02120300000000202051"\n"Zeitraum:";"01.01.2026 - 31.01.2026"\n"Kontostand vom 31.01.2026:";"1.234,56 €"\n""\n"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"
"24.01.26";"24.01.26";"Gebucht";"ISSUER";"REWE SAGT DANKE";"VISA Debitkartenumsatz";"Ausgang";"DE96120300009005290904";"-85,40";"";"";"47110815"
"23.01.26";"23.01.26";"Gebucht";"Arbeit AG";"Erika Mustermann";"Lohn";"Eingang";"DE02100100100006820101";"2.845,5";"";"";""
"22.01.26";"";"Vorgemerkt";"ISSUER";"Amazon";"";"Ausgang";"";"-50";"";"";""
`,
    expected: [
      ['2026-01-24', -85_40, 'REWE SAGT DANKE', 'VISA Debitkartenumsatz'],
      ['2026-01-23', 2845_50, 'Arbeit AG', 'Lohn'],
    ],
    refused: ['It is not booked (“Vorgemerkt”).'],
  },
  {
    name: 'N26',
    text: `"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"
2026-01-10,2026-01-10,"Google, Inc.",,"Presentment","",Hauptkonto,-40.00,-43.50,USD,0.91954
2026-01-11,2026-01-11,Anna Schmidt,DE02120300000000202051,"Credit Transfer",Miete,Hauptkonto,950.0,,,
`,
    expected: [
      ['2026-01-10', -40_00, 'Google, Inc.'],
      ['2026-01-11', 950_00, 'Anna Schmidt', 'Miete'],
    ],
  },
  {
    name: 'Revolut',
    currency: 'GBP',
    text: `Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance
CARD_PAYMENT,Current,2026-01-31 19:48:40,2026-02-01 07:30:04,Sainsbury's,-39.90,0.00,GBP,COMPLETED,1057.82
EXCHANGE,Current,2026-02-02 09:00:00,2026-02-02 09:00:00,Exchanged to EUR,-100.00,1.00,GBP,COMPLETED,956.82
CARD_PAYMENT,Current,2026-02-03 10:00:00,,Hotel,-70.00,0.00,GBP,REVERTED,
`,
    expected: [
      ['2026-02-01', -39_90, "Sainsbury's", 'CARD_PAYMENT'],
      ['2026-02-02', -101_00, 'Exchanged to EUR', 'EXCHANGE'],
    ],
    refused: ['It is not booked (“REVERTED”).'],
  },
  {
    name: 'PayPal',
    currency: 'USD',
    timeZone: 'America/New_York',
    text: `\uFEFF"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","To Email Address","Transaction ID","Balance"
"09/02/2026","10:00:00","PDT","Jane Client","Invoice Payment","Completed","USD","1,500.00","-14.80","1,485.20","jane@example.com","me@example.com","8AB12345CD","1,485.20"
"09/13/2026","11:00:00","PDT","Spotify USA Inc","PreApproved Payment Bill User Payment","Completed","USD","-10.99","0.00","-10.99","me@example.com","s@example.com","9AB12345CE","1,474.21"
"09/14/2026","11:00:00","PDT","Shop","Express Checkout Payment","Pending","USD","-5.00","0.00","-5.00","","","7AB12345CF","1,474.21"
`,
    expected: [
      ['2026-09-02', 1485_20, 'Jane Client', 'Invoice Payment'],
      ['2026-09-13', -10_99, 'Spotify USA Inc', 'PreApproved Payment Bill User Payment'],
    ],
    refused: ['It is not booked (“Pending”).'],
  },
  {
    name: 'Chase, checking',
    currency: 'USD',
    timeZone: 'America/New_York',
    text: `Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #
DEBIT,07/15/2026,"HOME DEPOT #6832, FREMONT CA",-3184.22,DEBIT_CARD,957.50,,
CREDIT,07/06/2026,PAYROLL PPD ID: 1234567890,1500.00,ACH_CREDIT,2457.50,,
CHECK,07/17/2026,CHECK 1088,-200.00,CHECK_PAID,2257.50,1088,
`,
    expected: [
      ['2026-07-15', -3184_22, 'HOME DEPOT #6832, FREMONT CA', 'DEBIT_CARD'],
      ['2026-07-06', 1500_00, 'PAYROLL PPD ID: 1234567890', 'ACH_CREDIT'],
      ['2026-07-17', -200_00, 'CHECK 1088', 'CHECK_PAID'],
    ],
  },
  {
    name: 'Bank of America',
    currency: 'USD',
    timeZone: 'America/New_York',
    text: `Description,,Summary Amt.
Beginning balance as of 01/01/2026,,"1,000.00"
Total credits,,"250.00"
Total debits,,"-625.34"
Ending balance as of 01/31/2026,,"624.66"

Date,Description,Amount,Running Bal.
01/01/2026,Beginning balance as of 01/01/2026,,"1,000.00"
01/20/2026,"ONLINE TRANSFER CR",-500.00,"500.00"
01/21/2026,"BILL PAY - ELECTRIC CO",-125.34,"374.66"
01/22/2026,"ZELLE PAYMENT FROM FRIEND",250.00,"624.66"
`,
    expected: [
      ['2026-01-20', -500_00, 'ONLINE TRANSFER CR'],
      ['2026-01-21', -125_34, 'BILL PAY - ELECTRIC CO'],
      ['2026-01-22', 250_00, 'ZELLE PAYMENT FROM FRIEND'],
    ],
    refused: ['There is no amount that can be read.'],
  },
  {
    name: 'HSBC UK, without names',
    currency: 'GBP',
    text: `15/01/2026,"TESCO STORES 3456 LONDON","-1,012.50"\n16/01/2026,"J SMITH RENT","700.00"\n28/01/2026,TFL TRAVEL CH,-6.70\n`,
    expected: [
      ['2026-01-15', -1012_50, 'TESCO STORES 3456 LONDON'],
      ['2026-01-16', 700_00, 'J SMITH RENT'],
      ['2026-01-28', -6_70, 'TFL TRAVEL CH'],
    ],
  },
  {
    name: 'ING (NL)',
    text: `"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen";"Saldo na mutatie";"Tag"
"20260115";"ALBERT HEIJN 1234";"NL01INGB0001234567";"NL02ABNA0009876543";"BA";"Af";"1025,50";"Betaalautomaat";"Pasvolgnr: 001 15-01-2026";"200,00";""
"20260201";"WERKGEVER BV";"NL01INGB0001234567";"NL03RABO0001112223";"OV";"Bij";"2500,00";"Overschrijving";"Salaris";"2700,00";""
`,
    expected: [
      ['2026-01-15', -1025_50, 'ALBERT HEIJN 1234', 'Pasvolgnr: 001 15-01-2026'],
      ['2026-02-01', 2500_00, 'WERKGEVER BV', 'Salaris'],
    ],
  },
  {
    name: 'BNP Paribas',
    encoding: 'windows-1252',
    text: `"Compte de chèques";"****1234";"31/01/2026";"";"1 234,56"
"Date operation";"Libelle court";"Type operation";"Libelle operation";"Montant operation en euro"
"15/01/2026";"FACTURE CARTE";"FACTURE CARTE";"FACTURE CARTE DU 140126 CARREFOUR PARIS";"-1 012,50"
"28/01/2026";"VIREMENT RECU";"VIREMENT RECU";"VIREMENT SEPA RECU /DE EMPLOYEUR";"2 000,00"
`,
    expected: [
      ['2026-01-15', -1012_50, 'FACTURE CARTE DU 140126 CARREFOUR PARIS', 'FACTURE CARTE'],
      ['2026-01-28', 2000_00, 'VIREMENT SEPA RECU /DE EMPLOYEUR', 'VIREMENT RECU'],
    ],
  },
  {
    name: 'Wise',
    text: `"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Exchange From","Exchange To","Exchange Rate","Payer Name","Payee Name","Payee Account Number",Merchant,"Card Last Four Digits","Card Holder Full Name",Attachment,Note,"Total fees"
CARD-1,15-01-2026,-10.00,EUR,"Card transaction of 10.00 EUR issued by Coffee House",,990.00,,,,,,,"Coffee House",1234,"Ann",,,0.00
TRANSFER-2,31-01-2026,1000.00,EUR,"Received money from Work Ltd",Salary,1000.00,,,,"Work Ltd",,,,,,,,0.00
`,
    expected: [
      ['2026-01-15', -10_00, 'Coffee House'],
      ['2026-01-31', 1000_00, 'Work Ltd', 'Salary'],
    ],
  },
  {
    name: 'Postbank',
    text: `Umsätze;;;;;;;;;;;;;;;;;
Konto;Filial-/Kontonummer;IBAN;Währung;;;;;;;;;;;;;;
Giro plus;100 1234567 00;DE02100100100006820101;EUR;;;;;;;;;;;;;;

1.1.2026 - 31.1.2026;;;;;;;;;;;;;;;;;
Letzter Kontostand;;;;1.500,00;EUR;;;;;;;;;;;;
Vorgemerkte und noch nicht gebuchte Umsätze sind nicht Bestandteil dieser Übersicht.;;;;;;;;;;;;;;;;;
Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN / Kontonummer;BIC;Kundenreferenz;Mandatsreferenz;Gläubiger ID;Fremde Gebühren;Betrag;Abweichender Empfänger;Anzahl der Aufträge;Anzahl der Schecks;Soll;Haben;Währung
5.1.2026;5.1.2026;SEPA Lastschrift;Telekom Deutschland GmbH;Festnetz Vertragskonto 9876543210;DE02200505501015871393;HASPDEHHXXX;;M-9;DE93ZZZ00000078611;;-1.039,95;;;;-1.039,95;;EUR
13.1.2026;13.1.2026;SEPA Überweisung;Max Mustermann;Danke;DE02300209000106531065;CMCIDEDD;;;;;40,0;;;;;40,0;EUR
`,
    expected: [
      ['2026-01-05', -1039_95, 'Telekom Deutschland GmbH', 'Festnetz Vertragskonto 9876543210'],
      ['2026-01-13', 40_00, 'Max Mustermann', 'Danke'],
    ],
  },
  {
    name: 'mBank',
    currency: 'PLN',
    encoding: 'windows-1250',
    text: `mBank S.A. Bankowość Detaliczna;\nSkrytka Pocztowa 2108;\n\n#Klient;\nJAN KOWALSKI;\n\n#Data operacji;#Opis operacji;#Rachunek;#Kategoria;#Kwota;
2026-01-15;"ŻABKA ŁÓDŹ";"eKonto";"Żywność";-1 012,50 PLN;
2026-01-16;"PRZELEW PRZYCHODZĄCY";"eKonto";"Wpływy";2 500,00 PLN;
`,
    expected: [
      ['2026-01-15', -1012_50, 'ŻABKA ŁÓDŹ'],
      ['2026-01-16', 2500_00, 'PRZELEW PRZYCHODZĄCY'],
    ],
  },
  {
    name: 'Rakuten (JP)',
    currency: 'JPY',
    encoding: 'shift_jis',
    timeZone: 'Asia/Tokyo',
    text: `取引日,入出金(円),取引後残高(円),入出金内容
20260115,-1200,98800,スーパー東京
20260125,250000,348800,給与
`,
    expected: [
      ['2026-01-15', -1200, 'スーパー東京'],
      ['2026-01-25', 250000, '給与'],
    ],
  },
  {
    name: 'T-Bank (RU)',
    currency: 'RUB',
    encoding: 'windows-1251',
    timeZone: 'Europe/Moscow',
    text: `"Дата операции";"Дата платежа";"Номер карты";"Статус";"Сумма операции";"Валюта операции";"Сумма платежа";"Валюта платежа";"Кэшбэк";"Категория";"MCC";"Описание"
"15.01.2026 12:30:45";"16.01.2026";"*1234";"OK";"-1012,50";"RUB";"-1012,50";"RUB";"";"Супермаркеты";"5411";"Пятёрочка"
"17.01.2026 10:00:00";"17.01.2026";"";"FAILED";"-5,00";"RUB";"-5,00";"RUB";"";"";"";"Кафе"
`,
    expected: [['2026-01-15', -1012_50, 'Пятёрочка']],
    refused: ['It is not booked (“FAILED”).'],
  },
  {
    name: 'an Australian bank: no names, a balance',
    currency: 'AUD',
    text: `21/01/2026,"-1,045.30","WOOLWORTHS 1234 SYDNEY","+954.70"\n20/01/2026,"+2,000.00","Salary ACME PTY","+2,000.00"\n`,
    expected: [
      ['2026-01-21', -1045_30, 'WOOLWORTHS 1234 SYDNEY'],
      ['2026-01-20', 2000_00, 'Salary ACME PTY'],
    ],
  },
]

const act = <T>(who: string, action: string, input: unknown = {}) => at.act<T>(who, `wallet.${action}`, input)
const list = async (who: string) =>
  (await act<{ transactions: TransactionView[] }>(who, 'transactions')).output.transactions.toReversed()
const open = (who: string, currency = 'EUR', name = 'Bank') =>
  act<AccountView>(who, 'addAccount', { name, currency }).then(({ output }) => output)
const take = (who: string, bytes: Uint8Array | string, options: object = {}, more: object = {}) =>
  at.importFile(who, 'wallet.table', { name: 'bank.csv', bytes }, { options, ...more })

describe('the table of', () => {
  test.each(layouts.map((layout) => [layout.name, layout] as const))(
    '%s is understood as it is',
    async (name, layout) => {
      const { text, encoding, currency, timeZone = 'Europe/Berlin', expected, refused = [] } = layout
      const who = `bank-${name}`.replace(/\W+/g, '-')
      await open(who, currency)
      const { report, error } = await take(who, encoded(text, encoding), layout.options, { timeZone })
      expect(error).toBe('')
      expect(report.rows.refused.map(({ reason }) => reason)).toEqual(refused)
      expect(report.table?.dates.by).not.toBe('mixed')
      if (encoding) expect(report.table?.encoding).toBe(encoding)
      const rows = (await list(who)).map(({ date, amount, payee, memo }) => [date, amount, payee, memo])
      const wanted = expected.map(([date, amount, payee, memo = '']) => [date, amount, payee, memo])
      expect(rows.toSorted()).toEqual(wanted.toSorted())
      if (layout === layouts[0])
        expect((await take(who, encoded(text, encoding))).report).toMatchObject({ added: 0, same: 2 })
    },
  )
})

test('a workbook is a table too: its numbers and days as they are, texts in the hand of its bank, whatever stands above', async () => {
  await open('xia')
  const cell = (value: unknown) => ({ value }) as never
  const rows = [
    ['Umsätze', null, null],
    [null, null, null],
    ['Buchungstag', 'Empfänger', 'Betrag'],
    [new Date('2026-01-15T00:00:00Z'), 'Café Żabka', -1234.5],
    ['16.01.2026', 'Bank', '1.000,01 €'],
    [new Date('2026-01-17T00:00:00Z'), 'Shop', -1.234],
    [new Date('2026-01-18T00:00:00Z'), 'Kiosk', 'kostenlos'],
  ].map((row) => row.map(cell))
  const options = { dateFormat: 'yyyy-mm-dd', buffer: true }
  const bytes = await writeXlsxFile(rows as never, options as never).toBuffer()
  const { report, error } = await at.importFile('xia', 'wallet.table', { name: 'bank.xlsx', bytes })
  expect(error).toBe('')
  expect(report).toMatchObject({ added: 2, refused: 2, table: { header: 3, encoding: null } })
  expect((await list('xia')).map(({ date, amount, payee }) => [date, amount, payee])).toEqual([
    ['2026-01-15', -1234_50, 'Café Żabka'],
    ['2026-01-16', 1000_01, 'Bank'],
  ])
  expect(report.rows.refused.map(({ reason }) => reason)).toEqual([
    '-1.234 EUR has more than 2 decimals, or is too large.',
    'Amount cannot be read: “kostenlos”.',
  ])
  for (const broken of [new Uint8Array([1, 2, 3]), Buffer.from('PK no workbook')]) {
    const refused = await at.importFile('xia', 'wallet.table', { name: 'bank.xlsx', bytes: broken })
    expect([refused.status, refused.error]).toEqual([400, expect.stringContaining('This is no XLSX file')])
  }
})

test('why rows of a table are left out is said in the language of its person', async () => {
  await open('ned')
  const reasons = async (text: string) =>
    (await take('ned', text, {}, { language: 'de' })).report.rows.refused.map(({ reason }) => reason)
  expect(
    await reasons(
      'Datum;Empfänger;Betrag;Währung;Status\n15.01.2026;Ann;-2,50;EUR;Pending\n16.01.2026;Ben;-3,50;USD;\n17.01.2026;Cleo;-1,234;EUR;\n18.01.2026;Dan;-4,50;EUR;\n',
    ),
  ).toEqual([
    'Das ist nicht gebucht („Pending“).',
    'Das ist in USD, und „Bank“ ist in EUR.',
    '-1.234 EUR hat mehr als 2 Nachkommastellen oder ist zu groß.',
  ])
  expect(await reasons('wann;was\nAnna;12,00\nBen;13,00\n')).toEqual([
    'Keine Spalte für das Datum gefunden. Sag, welche es ist.',
  ])
})

describe('what a person says of a table', () => {
  const odd = 'wann;wer;was\n03/04/2026;Anna;12,00\n05/04/2026;Ben;1.250,00\n'
  test('is what is taken, shown with every column, and kept for the next table of that bank', async () => {
    await open('kim')
    const shown = await take('kim', odd, {}, { preview: true })
    expect(shown.report).toMatchObject({
      added: 0,
      refused: 1,
      rows: { refused: [{ reason: expect.stringContaining('No column') }] },
    })
    expect(shown.report.table?.columns.map(({ name, field }) => [name, field])).toEqual([
      ['wann', 'date'],
      ['wer', null],
      ['was', null],
    ])
    const said = { columns: { 1: 'payee', 2: 'amount' }, order: 'mdy', sign: 'positive' }
    expect((await take('kim', odd, said)).report).toMatchObject({ added: 2, refused: 0 })
    expect((await list('kim')).map(({ date, amount, payee }) => [date, amount, payee])).toEqual([
      ['2026-03-04', -12_00, 'Anna'],
      ['2026-05-04', -1250_00, 'Ben'],
    ])
    const next = await take('kim', 'wann;wer;was\n06/04/2026;Cleo;3,00\n')
    expect(next.report).toMatchObject({ added: 1, table: { dates: { order: 'mdy', by: 'said' } } })
    expect((await list('kim')).at(-1)).toMatchObject({ date: '2026-06-04', amount: -3_00, payee: 'Cleo' })
    await open('lou')
    expect((await take('lou', odd, {}, { preview: true })).report.added).toBe(0)
  })
  test('may be that spending is positive: a fee is spent beside it', async () => {
    await open('lia')
    const text = 'Date,Description,Amount,Fee\n2026-01-15,Shop,100.00,2.00\n2026-01-16,Refund,-50.00,1.00\n'
    await take('lia', text, { sign: 'positive' })
    expect((await list('lia')).map(({ amount, payee }) => [amount, payee])).toEqual([
      [-102_00, 'Shop'],
      [49_00, 'Refund'],
    ])
  })
  test('is not kept by a preview, and may be changed again', async () => {
    await open('mia')
    const columns = { 1: 'payee', 2: 'amount' }
    await take('mia', odd, { columns, order: 'dmy' }, { preview: true })
    expect((await take('mia', odd, {}, { preview: true })).report.added).toBe(0)
    await take('mia', odd, { columns, order: 'dmy', sign: 'positive' })
    const back = await take('mia', 'wann;wer;was\n06/04/2026;Cleo;3,00\n', { sign: 'negative' })
    expect(back.report.added).toBe(1)
    expect((await list('mia')).find(({ payee }) => payee === 'Cleo')).toMatchObject({
      amount: 3_00,
      date: '2026-04-06',
    })
  })
  test('may be its encoding and the line of its names', async () => {
    await open('noa')
    const text = 'Export 2026;Konto 1;;\nSeite;1;;\nDatum;Empfänger;Betrag;Notiz\n15.01.2026;Żabka;-2,50;ą\n'
    const bytes = encoded(text, 'windows-1250')
    expect((await take('noa', bytes, { encoding: 'no-such' })).error).toBe('“no-such” is no encoding that is known.')
    const { report } = await take('noa', bytes, { encoding: 'windows-1250', header: 3 })
    expect(report).toMatchObject({ added: 1, table: { encoding: 'windows-1250', header: 3, skipped: 2 } })
    expect(await list('noa')).toMatchObject([{ payee: 'Żabka', amount: -2_50 }])
    const none = await take('noa', 'Datum;Betrag\n15.01.2026;-2,50\n', {
      header: 0,
      columns: { 0: 'date', 1: 'amount' },
    })
    expect(none.report).toMatchObject({ refused: 1, added: 1 })
  })
})
