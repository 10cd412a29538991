// Statements of banks: QIF, OFX, CAMT.053, MT940.
import { external, laughs, quadratic } from './documents.ts'
import { type HostileFile, hostile, MB, many, worst } from './file.ts'

const qif = (inside: string) => `!Type:Bank\n${inside}`
const camt = (inside: string, head = '<?xml version="1.0"?>') =>
  `${head}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>${inside}</Stmt></BkToCstmrStmt></Document>`
const booking = (details = '') =>
  `<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-05</Dt></BookgDt>${details}</Ntry>`
const ofx = (inside: string) =>
  `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>${inside}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const payment = '<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260105<TRNAMT>-1.00<FITID>1<NAME>a</STMTTRN>'
const mt940 = (inside: string) =>
  `:20:1\r\n:25:DE89370400440532013000\r\n:28C:1/1\r\n:60F:C260101EUR0,\r\n${inside}:62F:C260131EUR0,\r\n-\r\n`

export const statements: readonly HostileFile[] = [
  worst('rows-200000.qif', '200,000 rows', () => qif('D01/05/2026\nT-1.00\nPa\n^\n'.repeat(200_000))),
  hostile('rows-different-200000.qif', '200,000 rows, each another', () =>
    qif(many(200_000, (at) => `D01/05/2026\nT-${at}.00\nPpayee ${at}\nLcategory ${at}\n^\n`)),
  ),
  hostile('splits.qif', 'a payment split 300,000 times', () =>
    qif(`D01/05/2026\nT-1.00\n${'Sa\n$-1.00\n'.repeat(300_000)}^\n`),
  ),
  hostile('never-ends.qif', 'a payment of 500,000 lines without an end', () => qif('Pa\n'.repeat(500_000))),
  hostile('empty-rows.qif', 'five million ends', () => qif('^\n'.repeat(2_500_000))),
  hostile('category.qif', 'a category of 300,000 below one another', () =>
    qif(`D01/05/2026\nT-1.00\nL${'a:'.repeat(300_000)}\n^\n`),
  ),
  hostile('amount.qif', 'an amount of a million digits, of commas, of exponents', () =>
    qif(
      `D1/1'26\nT${'9'.repeat(MB)}\n^\nD1/1'26\nT${'1,'.repeat(MB)}\n^\nD1/1'26\nT1e999999999\n^\nD1/1'26\nT-${'-'.repeat(MB)}1\n^\n`,
    ),
  ),
  hostile('date.qif', 'dates of a megabyte', () =>
    qif(`D${'1/'.repeat(500_000)}\nT1\n^\nD${' '.repeat(MB)}1\nT1\n^\nD${"1'".repeat(500_000)}\nT1\n^\n`),
  ),
  hostile('accounts.qif', '100,000 accounts', () =>
    many(100_000, (at) => `!Account\nNa${at}\nTBank\n^\n!Type:Bank\nD01/05/2026\nT-1\n^\n`),
  ),
  hostile('kinds.qif', '500,000 heads', () => '!Type:Bank\n'.repeat(500_000)),
  worst('attributes-200000.xml', 'CAMT with an element of 200,000 attributes', () =>
    camt(`<Ntry ${many(200_000, (at) => `a${at}="1" `)}/>`),
  ),
  hostile('attribute.xml', 'an attribute of 10 MB', () => camt(`<Ntry a="${'a'.repeat(10 * MB)}"/>`)),
  hostile('same-attribute.xml', 'one attribute 300,000 times', () => camt(`<Ntry ${'a="1" '.repeat(300_000)}/>`)),
  hostile('deep.xml', 'CAMT 500,000 deep', () => camt(`${'<Ntry>'.repeat(500_000)}${'</Ntry>'.repeat(500_000)}`)),
  hostile('deep-open.xml', 'a million elements that are never closed', () => camt('<Ntry>'.repeat(MB))),
  hostile('laughs.xml', 'CAMT with a billion laughs', () =>
    camt(booking('<AddtlNtryInf>&l9;</AddtlNtryInf>'), laughs('Document')),
  ),
  hostile('quadratic.xml', 'CAMT that names an entity of 100 KB 100,000 times', () =>
    camt(booking(`<AddtlNtryInf>${'&a;'.repeat(100_000)}</AddtlNtryInf>`), quadratic('Document')),
  ),
  hostile('external.xml', 'CAMT with entities that are files and addresses', () =>
    camt(booking('<AddtlNtryInf>&x;</AddtlNtryInf>'), external('Document')),
  ),
  hostile('doctype.xml', 'a document type of 500,000 declarations that never ends', () =>
    camt('', `<!DOCTYPE a [${'<!ENTITY a "b">'.repeat(500_000)}`),
  ),
  hostile('bookings.xml', '60,000 bookings', () => camt(booking().repeat(60_000))),
  hostile('details.xml', 'a booking of 100,000 payments', () =>
    camt(booking(`<NtryDtls>${'<TxDtls><Amt Ccy="EUR">1</Amt></TxDtls>'.repeat(100_000)}</NtryDtls>`)),
  ),
  hostile('statements.xml', '100,000 statements of other accounts', () =>
    camt('').replace(/<Stmt>.*<\/Stmt>/, () =>
      many(100_000, (at) => `<Stmt><Acct><Id><Othr><Id>${at}</Id></Othr></Id></Acct></Stmt>`),
    ),
  ),
  hostile('comments.xml', 'comments, sections and instructions that never end', () =>
    camt('<!-- <![CDATA[ <? '.repeat(300_000)),
  ),
  hostile('spaces.xml', '10 MB of spaces in a tag', () => camt(`<Ntry ${' '.repeat(10 * MB)}>`)),
  hostile('namespaces.xml', '100,000 names of spaces', () =>
    camt(`<Ntry ${many(100_000, (at) => `xmlns:a${at}="urn:${at}" `)}>${many(1000, (at) => `<a${at}:b/>`)}</Ntry>`),
  ),
  hostile('long-name.xml', 'a name of 10 MB', () => camt(`<${'a'.repeat(10 * MB)}/>`)),
  hostile('references.xml', 'a million references to characters', () =>
    camt(booking(`<AddtlNtryInf>${'&#x41;'.repeat(MB)}&#xD800;&#0;&#xFFFFFFFFFFFF;</AddtlNtryInf>`)),
  ),
  hostile('open-brackets.xml', 'two million opening brackets', () => camt('<'.repeat(2 * MB))),
  hostile('utf16.xml', 'CAMT in UTF-16 with half characters and an odd byte', () =>
    Buffer.concat([
      Buffer.from(`\ufeff${camt(booking('<AddtlNtryInf>\ud800</AddtlNtryInf>'))}`, 'utf16le'),
      Buffer.from([0]),
    ]),
  ),
  hostile('payments-100000.ofx', '100,000 payments of one number', () => ofx(payment.repeat(100_000))),
  hostile('payments-others.ofx', '60,000 payments', () =>
    ofx(many(60_000, (at) => payment.replace('<FITID>1', `<FITID>${at}`))),
  ),
  hostile('open.ofx', '500,000 elements that are never closed', () => ofx('<STMTTRN>'.repeat(500_000))),
  hostile('deep.ofx', '300,000 in one another', () => ofx(`${'<A>'.repeat(300_000)}${'</A>'.repeat(300_000)}`)),
  hostile('closings.ofx', '500,000 closing tags', () => ofx('</STMTTRN>'.repeat(500_000))),
  hostile('heads.ofx', 'heads without end', () => `OFXHEADER:100\n${'A:B\n'.repeat(MB)}`),
  hostile('name.ofx', 'a payee of 10 MB, of spaces and entities', () =>
    ofx(payment.replace('<NAME>a', `<NAME>${' &amp;'.repeat(2 * MB)}`)),
  ),
  hostile(
    'laughs.ofx',
    'OFX 2 with a billion laughs',
    () => `${laughs('OFX')}<?OFX OFXHEADER="200" VERSION="200"?><OFX><NAME>&l9;</NAME></OFX>`,
  ),
  hostile('brackets.ofx', 'two million opening brackets', () => ofx('<'.repeat(2 * MB))),
  hostile('date.ofx', 'dates of a megabyte', () =>
    ofx(payment.replace('20260105', '1'.repeat(MB)) + payment.replace('20260105', '20260105[-999999:EST]')),
  ),
  hostile('lines-200000.sta', '200,000 payments', () =>
    mt940(':61:2601050105D1,00NTRFNONREF//1\r\n:86:a\r\n'.repeat(200_000)),
  ),
  hostile('information.sta', 'information of 10 MB at one payment', () =>
    mt940(`:61:2601050105D1,00NTRFNONREF//1\r\n:86:${'?20a'.repeat(2 * MB)}\r\n`),
  ),
  hostile('information-lines.sta', 'information of a million lines', () =>
    mt940(`:61:2601050105D1,00NTRFNONREF\r\n:86:a\r\n${'b\r\n'.repeat(MB)}`),
  ),
  hostile('amount.sta', 'an amount of a million digits and commas', () =>
    mt940(`:61:260105D${'9'.repeat(MB)},${'9'.repeat(MB)}NTRF\r\n:61:260105D${','.repeat(MB)}NTRF\r\n`),
  ),
  hostile('colons.sta', 'five million colons', () => mt940(':'.repeat(5 * MB))),
  hostile('tags.sta', 'a million tags', () => mt940(':61:\r\n'.repeat(MB))),
  hostile('blocks.sta', '200,000 blocks of SWIFT in one another', () => `${'{1:'.repeat(200_000)}${mt940('')}`),
  hostile('statements.sta', '60,000 statements', () => mt940('').repeat(60_000)),
]
