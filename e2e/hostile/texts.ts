// Tables and plain texts: what a reader goes through again and again, and what is no text at all.
import { type HostileFile, hostile, MB, many, worst } from './file.ts'

const wide = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`)
const bank = 'Date;Payee;Amount\n2026-01-05;a;-1.00\n'
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const repeatTo = (bytes: number, unit: string) => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))

/** Runs of one kind of character: what a regular expression that looks for words, links or numbers goes back over. */
const RUNS: [name: string, unit: string, megabytes: number][] = [
  ['spaces', ' ', 2],
  ['tabs', '\t', 2],
  ['dashes', '-', 2],
  ['digits', '1', 2],
  ['commas', ',', 2],
  ['dots', '.', 2],
  ['at-signs', 'a@', 2],
  ['brackets', '[', 1],
  ['brackets-in-pairs', '[](', 1],
  ['braces', '{{', 1],
  ['stars', '*', 1],
  ['backticks', '`', 1],
  ['slashes', 'http://', 1],
  ['ampersands', '&', 2],
  ['backslashes', '\\', 2],
  ['percents', '%', 2],
  ['digits-and-dots', '1.', 2],
  ['digits-and-spaces', '1 ', 2],
  ['hashes', '#', 1],
  ['pipes', '|', 2],
  ['lines', '\n', 5],
  ['carriage-returns', '\r', 5],
  ['spaces-and-lines', ' \n', 2],
  ['accents', '\u0301', 2],
  ['letters-of-two-ways', '\u202e\u202d', 2],
  ['ligature', '\ufdfa', 2],
  ['family', '\u{1f469}\u200d', 2],
  ['nul', '\0', 2],
]

export const texts: readonly HostileFile[] = [
  worst('quotes-300kb.csv', '300 KB of quote characters', () => '"'.repeat(300 * 1024)),
  hostile('quotes-2mb.csv', '2 MB of quote characters', () => '"'.repeat(2 * MB)),
  hostile('quotes-odd-2mb.csv', '2 MB of quote characters, and one', () => `${'"'.repeat(2 * MB)}"`),
  hostile(
    'quotes-in-a-statement.csv',
    'a statement of a bank whose second row is 2 MB of quotes',
    () => `${bank}2026-01-05;${'"'.repeat(2 * MB)};1\n`,
  ),
  hostile('quote-once.csv', 'a quote that never ends, then 15 MB', () => `a,b\n1,"${repeatTo(15 * MB, 'x,y\n')}`),
  hostile('quotes-and-commas.csv', 'quotes and commas in turn', () => '",'.repeat(MB)),
  hostile('quotes-and-lines.csv', 'quotes and lines in turn', () => '"\n'.repeat(MB)),
  hostile('quotes-and-spaces.csv', 'quotes and spaces in turn', () => '" '.repeat(MB)),
  hostile('quotes-inside.csv', 'cells with quotes in their middle', () => 'a"b"c,'.repeat(400_000)),
  worst('semicolons-2mb.csv', '2 MB of semicolons', () => ';'.repeat(2 * MB)),
  hostile('commas-2mb.csv', '2 MB of commas', () => ','.repeat(2 * MB)),
  hostile('tabs-2mb.tsv', '2 MB of tabs', () => '\t'.repeat(2 * MB)),
  hostile('separators-in-turn.csv', 'all separators in turn', () => ',;\t|'.repeat(MB / 2)),
  worst('columns-200000.csv', '200,000 columns', () => `${wide(200_000).join(',')}\n${wide(200_000).join(',')}\n`),
  hostile('columns-without-names.csv', '200,000 columns of one name', () => `${'a,'.repeat(200_000)}\n`.repeat(3)),
  hostile('columns-and-rows.csv', '20,000 columns in 500 rows', () => `${'1,'.repeat(20_000)}\n`.repeat(500)),
  hostile(
    'one-wide-row.csv',
    'half a million rows of one cell, and one row of half a million',
    () => `${'1\n'.repeat(500_000)}${'1,'.repeat(500_000)}`,
  ),
  hostile('rows-5000000.csv', 'five million rows of one cell', () => '1\n'.repeat(5_000_000)),
  hostile('rows-without-text.csv', 'ten million empty rows', () => '\n'.repeat(10_000_000)),
  hostile('ragged.csv', 'rows of 1 to 3,000 cells', () => many(3000, (at) => '1,'.repeat(at), '\n')),
  hostile(
    'bank-rows.csv',
    'a statement of 200,000 rows',
    () => `Date;Payee;Amount\n${many(200_000, (at) => `2026-01-05;payee ${at};-${at}.00\n`)}`,
  ),
  hostile(
    'bank-amounts.csv',
    'amounts of a megabyte, dates of a megabyte',
    () => `${bank}2026-01-05;a;${'9'.repeat(MB)}\n2026-01-05;a;${'1.'.repeat(MB)}\n${'1/'.repeat(MB)};a;1\n`,
  ),
  hostile('cell-of-10mb.csv', 'a cell of 10 MB', () => `a,b\n${'x'.repeat(10 * MB)},1\n`),
  hostile('name-of-5mb.csv', 'a column whose name has 5 MB', () => `${'x'.repeat(5 * MB)},b\n1,2\n`),
  hostile(
    'numbers.csv',
    'numbers that are none',
    () =>
      `a\n${many(100_000, (at) => ['1e308', '1e-400', '-0', 'NaN', 'Infinity', '0x10', '1'.repeat(400), '١٢٣'][at % 8] as string, '\n')}`,
  ),
  hostile('formulas.csv', 'formulas and commands', () => `a,b\n${"=cmd|' /C calc'!A0,@SUM(1)\n".repeat(10_000)}`),
  hostile(
    'names-of-objects.csv',
    'columns named as the parts of an object',
    () => '__proto__,constructor,toString,hasOwnProperty,,\n1,2,3,4,5,6\n',
  ),
  hostile(
    'events.csv',
    '100,000 events',
    () =>
      `Subject,Start Date,Start Time,End Date\n${many(100_000, (at) => `event ${at},01/05/2026,09:00,01/05/2026\n`)}`,
  ),
  worst(
    'cards-quotes.txt',
    '2 MB of quotes under the heads of a text for Flashcards',
    () => `#separator:tab\n#html:true\n${'"'.repeat(2 * MB)}`,
  ),
  hostile('cards-heads.txt', '500,000 heads of a text for Flashcards', () => '#separator:;\n'.repeat(500_000)),
  hostile(
    'cards-clozes.txt',
    '100,000 gaps in one another, and 100,000 beside one another',
    () => `${'{{c1::'.repeat(100_000)}a\tb\n${many(100_000, (at) => `{{c${at}::a}}`)}\tb\n`,
  ),
  hostile(
    'cards-tags.txt',
    'a card of 500,000 tags, a deck 100,000 deep',
    () => `#deck column:3\n#tags column:4\na\tb\t${'a::'.repeat(100_000)}\t${'t '.repeat(500_000)}\n`,
  ),
  hostile('cards-200000.txt', '200,000 cards', () => many(200_000, (at) => `front ${at}\tback ${at}\n`)),
  hostile(
    'cards-html.txt',
    'a million tags that never close',
    () => `#html:true\n${'<b '.repeat(MB)}\t${'<!--'.repeat(300_000)}\n`,
  ),
  worst('text-20mb.txt', '20 MB of words', () =>
    repeatTo(20 * MB - 1024, 'the quick brown fox jumps over the lazy dog. '),
  ),
  hostile('text-20mb.csv', '20 MB of a table', () => `a,b,c\n${repeatTo(20 * MB - 1024, '1,two,2026-01-05\n')}`),
  hostile('line-10mb.txt', 'a line of 10 MB', () => 'a'.repeat(10 * MB)),
  hostile('words-different.txt', 'two million words, each another', () =>
    many(1_500_000, (at) => at.toString(36), ' '),
  ),
  hostile('sentences.txt', 'a million sentences of one letter', () => 'A. '.repeat(MB)),
  hostile('abbreviations.txt', 'abbreviations without end', () => 'e.g. i.e. Dr. Mr. a.m. '.repeat(100_000)),
  hostile('addresses.txt', 'an address that is nearly one', () => `${'a@a.'.repeat(300_000)}!`),
  hostile('code-fences.md', '200,000 openings of code', () => '```a\n'.repeat(200_000)),
  ...RUNS.map(([name, unit, megabytes]) =>
    hostile(`run-of-${name}.txt`, `${megabytes} MB of ${name.replaceAll('-', ' ')}`, () =>
      repeatTo(megabytes * MB, unit),
    ),
  ),
  hostile('utf16-odd.csv', 'UTF-16 with an odd byte', () =>
    Buffer.concat([utf16('\ufeffa,b\n1,2\n'), Buffer.from([0x41])]),
  ),
  hostile('utf16-halves.csv', 'UTF-16 of first halves', () =>
    Buffer.concat([utf16('\ufeffa,b\n'), utf16('\ud800,\udc00\n'.repeat(200_000))]),
  ),
  hostile('utf16-big.txt', 'UTF-16, the other way round, of 10 MB', () =>
    Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.alloc(10 * MB, Buffer.from([0, 0x61]))]),
  ),
  hostile('utf32.txt', 'UTF-32', () =>
    Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), Buffer.alloc(MB, Buffer.from([0x61, 0, 0, 0]))]),
  ),
  hostile('halves-in-utf8.csv', 'half characters in UTF-8', () =>
    Buffer.concat([Buffer.from('a,b\n'), Buffer.alloc(MB, Buffer.from([0xed, 0xa0, 0x80, 0x2c]))]),
  ),
  hostile('no-utf8.txt', 'bytes that no character begins with', () =>
    Buffer.alloc(2 * MB, Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xf8])),
  ),
  hostile('cut-utf8.txt', 'first bytes of four, and none of the others', () => Buffer.alloc(2 * MB, 0xf0)),
  hostile('nul-in-cells.csv', 'NUL in names and cells', () => `a\0,b\0\n${'\0,\0\n'.repeat(100_000)}`),
  hostile('nul-once.txt', 'words with a NUL between them', () => 'before\0after '.repeat(1000)),
  hostile(
    'marks-in-the-middle.csv',
    'byte order marks in the middle',
    () => `\ufeffa,\ufeffb\n${'\ufeff1,\ufeff2\n'.repeat(100_000)}`,
  ),
  hostile('controls.txt', 'all control characters', () =>
    Array.from({ length: 160 }, (_, at) => String.fromCharCode(at))
      .join('')
      .repeat(5000),
  ),
  hostile('nothing.csv', 'no byte', () => ''),
  hostile('one-byte.txt', 'one byte that is no character', () => Buffer.from([0x80])),
]
