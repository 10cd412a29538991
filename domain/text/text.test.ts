import { expect, test } from 'vitest'
import { camelCase, kebabCase, sentenceCase, snakeCase, titleCase, upperCase } from './cases.ts'
import { fromBase64, fromPercent } from './codecs.ts'
import { countText, wordsOf } from './counts.ts'
import { diffLines, unifiedDiff } from './differences.ts'
import { datesIn, emailsIn, hashtagsIn, linksIn, numbersIn, phonesIn } from './extraction.ts'
import { markdownGrid, readGrid } from './grids.ts'
import { itemsOf, sortItems, unmarked } from './items.ts'
import { formatJson, jsonFault, jsonValue } from './json.ts'
import { languageOfWords } from './language.ts'
import type { ReadingLanguage } from './readability.ts'
import { gridRecords, recordsGrid } from './records.ts'
import { replaceAll } from './replacing.ts'
import { slugOf } from './slugs.ts'
import { syllablesOf } from './syllables.ts'
import { tidied, unwrapped, withoutEmptyLines } from './tidying.ts'

test('words are counted in scripts without spaces, and with a hyphen as one', () => {
  expect(wordsOf("A state-of-the-art well: it's e-mail - no?", 'en')).toEqual([
    'A',
    'state-of-the-art',
    'well',
    "it's",
    'e-mail',
    'no',
  ])
  expect(countText('吾輩は猫である。', 'ja').words).toBe(5)
  expect(countText('👩‍👩‍👧 é', 'en')).toEqual({ words: 1, characters: 3, withoutSpaces: 2, lines: 1 })
})
test('a list is lines, or one line with commas', () => {
  expect(itemsOf('b\n\n a\n')).toEqual({ items: ['b', ' a'], joint: '\n' })
  expect(itemsOf('pears, apples,figs')).toEqual({ items: ['pears', 'apples', 'figs'], joint: ', ' })
  expect(itemsOf('1,5; 2,5')).toEqual({ items: ['1,5', '2,5'], joint: '; ' })
  expect(itemsOf('1,5, 2,5')).toEqual({ items: ['1,5', '2,5'], joint: ', ' })
  expect(itemsOf('3 1 2').joint).toBe(' ')
  expect(['- a', '• b', '12. c', '-5', '3.5 d'].map(unmarked)).toEqual(['a', 'b', 'c', '-5', '3.5 d'])
})
test('words are sorted as their language has them, numbers by their worth', () => {
  const sort = (items: string[], language = 'en') => sortItems(items, { by: 'words', language })
  expect(sort(['zebra', 'Äpfel', 'Apfel', 'öl', 'Ofen'], 'de')).toEqual(['Apfel', 'Äpfel', 'Ofen', 'öl', 'zebra'])
  expect(sort(['file 10', 'file 9'])).toEqual(['file 9', 'file 10'])
  expect(sort(['10', '9', '-3', '1,200', '9.5'])).toEqual(['-3', '9', '9.5', '10', '1,200'])
  expect(sortItems(['1.000,5', '2,5', '999'], { by: 'numbers', language: 'de', decimal: ',' })).toEqual([
    '2,5',
    '999',
    '1.000,5',
  ])
  expect(sortItems(['x', 'b 2', 'a 10'], { by: 'numbers', language: 'en', isDescending: true })).toEqual([
    'a 10',
    'b 2',
    'x',
  ])
})
test('titles and sentences keep the capitals that are part of a name', () => {
  expect(titleCase('the lord of the rings: a story for the NASA of', 'en')).toBe(
    'The Lord of the Rings: A Story for the NASA Of',
  )
  expect(titleCase('THE END', 'en')).toBe('The End')
  expect(titleCase('el señor de los anillos', 'es')).toBe('El Señor De Los Anillos')
  expect(titleCase('ijs en ijsland', 'nl')).toBe('IJs En IJsland')
  expect(sentenceCase('THIS IS LOUD. YES! IT IS', 'en')).toBe('This is loud. Yes! It is')
  expect(sentenceCase('The Quick iPhone And i. new Day', 'en')).toBe('The quick iPhone and I. New day')
  expect(sentenceCase('das Haus ist da. es steht', 'de')).toBe('Das Haus ist da. Es steht')
  expect(upperCase('istanbul', 'tr')).toBe('İSTANBUL')
})
test('names of programs are put together line by line', () => {
  expect(camelCase("Due date of the customer's invoice\nHTTP response_v2")).toBe(
    'dueDateOfTheCustomersInvoice\nhttpResponseV2',
  )
  expect([snakeCase('parseHTTPResponse'), kebabCase('Größe der Datei!')]).toEqual([
    'parse_http_response',
    'größe-der-datei',
  ])
})
test('what is found is as it is written, once each', () => {
  expect(
    emailsIn('Write to Jo.Doe+x@example.co.uk, (ann@b.de) or jo.doe+x@EXAMPLE.co.uk; not @me or a@b. müller@täst.de'),
  ).toEqual(['Jo.Doe+x@example.co.uk', 'ann@b.de', 'müller@täst.de'])
  expect(
    linksIn('See https://a.example/b_(c)?d=1#e, (http://x.example/y). [z](https://z.example) www.q.example! nowww.x'),
  ).toEqual(['https://a.example/b_(c)?d=1#e', 'http://x.example/y', 'https://z.example', 'www.q.example'])
  expect(numbersIn('Pay 1,234.50 or -3, 12% of A4 and 2 000 x 5, v1.2')).toEqual([
    '1,234.50',
    '-3',
    '12%',
    '2',
    '000',
    '5',
  ])
  expect(hashtagsIn('#one, #Two_2 #1 a#b #two_2 https://x/#y #日本')).toEqual(['#one', '#Two_2', '#日本'])
})
test('dates in figures and in words of several languages, no years or verbs alone', () => {
  expect(datesIn('On 2026-11-28, 3/4/2025, 31.12.99 and 99/99/2020. It may 3 times. In 2024.')).toEqual([
    '2026-11-28',
    '3/4/2025',
    '31.12.99',
  ])
  expect(datesIn('15 March 2026, March 3rd, 2025; May 2024, on 7 June')).toEqual([
    '15 March 2026',
    'March 3rd, 2025',
    'May 2024',
    '7 June',
  ])
  expect(datesIn('am 15. März 2026, el 3 de enero de 2025, le 1er mai, 5 мая 2024')).toEqual([
    '15. März 2026',
    '3 de enero de 2025',
    '1er mai',
    '5 мая 2024',
  ])
  expect(datesIn('2026年1月15日と3月4日、2026년 5월 6일')).toEqual(['2026年1月15日', '3月4日', '2026년 5월 6일'])
})
test('telephone numbers are told from dates, amounts, years and addresses', () => {
  expect(
    phonesIn(
      'Call +1 (415) 555-0132, 030 901820, (020) 7946 0958 or 555-123-4567 from 2019-2024, 12.03.2026, 1,234,567, 192.168.10.12',
    ),
  ).toEqual(['+1 (415) 555-0132', '030 901820', '(020) 7946 0958', '555-123-4567'])
})
test('what is sought is replaced as written, as a whole word, or in another case where it is nowhere as written', () => {
  expect(replaceAll('cat category cat', 'cat', 'dog')).toEqual({
    text: 'dog dogegory dog',
    count: 3,
    isOtherCase: false,
  })
  expect(replaceAll('cat category concat', 'cat', 'dog', true).text).toBe('dog category concat')
  expect(replaceAll('Cat $&', 'cat', '$1')).toEqual({ text: '$1 $&', count: 1, isOtherCase: true })
  expect(replaceAll('aaa', 'aa', 'b').text).toBe('ba')
})
test('texts are tidied', () => {
  expect(tidied('\n a  b\u00a0 c \n\n\n\td\n\n')).toBe('a b c\n\nd')
  expect(withoutEmptyLines('a\n\n  \nb')).toBe('a\nb')
  expect(unwrapped('a\nb\n\nc\n日\n本')).toBe('a b\n\nc 日本')
})
test('a fault of JSON says what was expected', () => {
  const expected = (text: string) => [jsonFault(text)?.expected, jsonFault(text)?.found]
  expect(expected('{"a": 1,}')).toEqual(['name', '}'])
  expect(expected('[1, 2')).toEqual(['commaOrBracket', ''])
  expect(expected('{"a" 1}')).toEqual(['colon', '1'])
  expect(expected('["a')).toEqual(['quote', ''])
  expect(expected('["\\x"]')).toEqual(['escape', '\\'])
  expect(expected('{"a":1 "b"}')).toEqual(['commaOrBrace', '"'])
  expect(expected('01')).toEqual(['end', '1'])
  expect(expected('1.')).toEqual(['digit', ''])
  expect(expected('[True]')).toEqual(['valueOrEnd', 'True'])
  expect(expected('['.repeat(201))).toEqual(['depth', '['])
  expect(formatJson('{"a":[],"b":{},"a":1.0}')).toBe('{\n  "a": [],\n  "b": {},\n  "a": 1.0\n}')
})
test('tables are read of Markdown, separated values and columns held apart by blanks', () => {
  const rows = [
    ['Name', 'Pay'],
    ['Ann', '1200'],
    ['Bo', '900'],
  ]
  for (const text of [
    'Name,Pay\nAnn,1200\nBo,900',
    'Name\tPay\nAnn\t1200\nBo\t900',
    '| Name | Pay |\n| --- | ---: |\n| Ann | 1200 |\n| Bo | 900 |',
    'Name    Pay\n----    ---\nAnn     1200\nBo      900',
    'Name;Pay\nAnn;1200\nBo;900',
  ])
    expect(readGrid(text)).toEqual({ rows, isNamed: true })
  expect(markdownGrid({ rows, isNamed: true }, String)).toBe(
    '| Name |  Pay |\n| ---- | ---: |\n| Ann  | 1200 |\n| Bo   |  900 |',
  )
  expect(readGrid('| a \\| b | c |')?.rows).toEqual([['a | b', 'c']])
  expect(readGrid('one line without any')).toBeNull()
})
test('rows are values and values are rows', () => {
  const grid = {
    rows: [
      ['id', 'zip', 'ok', '__proto__'],
      ['1', '01067', 'true', 'x'],
      ['2', '10115', '', 'y'],
    ],
    isNamed: true,
  }
  const records = gridRecords(grid)
  expect(JSON.stringify(records)).toBe(
    '[{"id":1,"zip":"01067","ok":true,"__proto__":"x"},{"id":2,"zip":"10115","ok":null,"__proto__":"y"}]',
  )
  expect(
    recordsGrid([
      { a: 1, b: { c: 2 } },
      { a: null, d: [1] },
    ])?.rows,
  ).toEqual([
    ['a', 'b', 'd'],
    ['1', '{"c":2}', ''],
    ['', '', '[1]'],
  ])
  expect(recordsGrid(jsonValue('[[1,12345678901234567890],["x"]]'))?.rows).toEqual([
    ['1', '12345678901234567890'],
    ['x', ''],
  ])
  expect(recordsGrid(['a', 'b'])?.rows).toEqual([['value'], ['a'], ['b']])
  expect(recordsGrid(Array.from({ length: 2_000 }, (_, at) => ({ [`n${at}`]: 1 })))).toBeNull()
})
test('differences are written in the unified format', () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
  const lines = diffLines(before, ['a', 'b', 'c', 'd', 'X', 'f', 'g', 'h', 'i', 'j', 'k'])
  expect(unifiedDiff(lines, 1)).toBe('@@ -4,3 +4,3 @@\n d\n-e\n+X\n f\n@@ -10 +10,2 @@\n j\n+k')
  expect(unifiedDiff(diffLines([], ['a']))).toBe('@@ -0,0 +1 @@\n+a')
})
test('texts with thousands of differences keep the lines that stand once in both', () => {
  const before = Array.from({ length: 3_000 }, (_, at) => (at % 3 === 0 ? `same ${at}` : `old ${at}`))
  const lines = diffLines(
    before,
    before.map((line) => line.replace('old', 'new')),
  )
  expect(lines.filter(({ sign }) => sign === ' ')).toHaveLength(1_000)
})
test('what is no text is said to be none', () => {
  expect(fromBase64('aGk')).toEqual({ text: 'hi' })
  expect(fromBase64('aGk*')).toEqual({ fault: 'sign', at: 3 })
  expect(fromBase64('aGk=aGk=')).toEqual({ fault: 'sign', at: 3 })
  expect(fromBase64('aGkxa')).toEqual({ fault: 'length', at: 5 })
  expect(fromBase64('/////w==')).toEqual({ fault: 'binary', at: 0 })
  expect([fromPercent('a%zz%20b+c'), fromPercent('q=a+b%C3%A9'), fromPercent('%ff')]).toEqual([
    { text: 'a%zz b+c' },
    { text: 'q=a bé' },
    { fault: 'binary', at: 0 },
  ])
})
test('slugs are of small letters and hyphens', () => {
  expect(slugOf("  Crème brûlée: the cook's 2nd try & more! ", 'en')).toBe('creme-brulee-the-cooks-2nd-try-and-more')
  expect([slugOf('Über Größe', 'de'), slugOf('Привет, мир', 'ru'), slugOf('!!', 'en')]).toEqual([
    'ueber-groesse',
    'привет-мир',
    '',
  ])
})

const SYLLABLES: Readonly<Record<ReadingLanguage, string>> = {
  en: 'the:1 people:2 table:2 make:1 wanted:2 walked:1 boxes:2 makes:1 reading:2 going:2 actual:3 material:4 nation:2 create:2 created:3 area:3 video:3 radio:3 science:2 experience:4 quietly:3 statement:2 government:3 understanding:4 communication:5 responsibility:6 information:4 special:2 beautiful:3 houses:2 little:2 played:1 player:2 beyond:2 society:4 million:2 various:3 because:2 something:2 hundred:2 years:1 sentence:2 hopeful:2 nicely:2 apples:2',
  de: 'Haus:1 Bäume:2 Nation:3 Straße:2 Verantwortung:4 geöffnet:3 Zeitung:2 arbeiten:3 Computer:3 Quelle:2 Feuerwehr:3 heute:2 spielen:2 Regierung:3 beachten:3 Idee:2 Bundesrepublik:5',
  es: 'casa:2 ciudad:2 poeta:3 país:2 buey:1 aire:2 ruido:2 viuda:2 leía:3 río:2 huevo:2 muy:1 que:1 guerra:2 universidad:5 también:2 murciélago:4 estudiante:4 pingüino:3 información:4 aéreo:4',
  fr: 'maison:2 créer:2 théâtre:2 naïf:2 royal:2 oui:1 pluie:1 famille:2 travail:2 feuille:1 soleil:2 table:1 petite:2 année:2 nation:2 que:1 beaucoup:2 oiseau:2 université:5 gouvernement:4 bien:1 pays:2',
  it: 'casa:2 città:2 ciao:1 mio:2 due:2 storia:2 università:5 acqua:2 guerra:2 famiglia:3 più:1 poeta:3 paese:3 aiuto:3 giorno:2 scienza:2 perché:2 quello:2 informazione:5 gelato:3',
  nl: 'huis:1 school:1 appel:2 zeeën:2 industrieën:4 koningin:3 eeuw:1 nieuw:1 mooi:1 ijs:1 meisje:2 universiteit:5 regering:3 België:3 water:2 geschiedenis:4 boom:1 bomen:2',
  pt: 'casa:2 coração:3 história:3 dia:2 água:2 muito:2 não:1 pão:1 ciência:3 saúde:3 país:2 informação:4 universidade:6 que:1 guerra:2 também:2 ruim:2 avião:3 leite:2 rainha:3',
  ru: 'дом:1 вода:2 Россия:3 информация:5 университет:5 ещё:2 моя:2 в:1 здравствуйте:3',
}
test.each(Object.entries(SYLLABLES))('syllables are those of the dictionary: %s', (language, words) => {
  for (const entry of words.split(' ')) {
    const [word = '', count] = entry.split(':')
    expect(`${word}:${syllablesOf(word, language as ReadingLanguage)}`).toBe(`${word}:${count}`)
  }
})
test('the language of a text is known by its commonest words', () => {
  const of = (text: string) => languageOfWords(text.split(' '))
  expect(of('the cat sat on the mat and it was happy')).toBe('en')
  expect(of('der Hund ist nicht auf dem Sofa und schläft')).toBe('de')
  expect(of('o gato não está em casa e a porta está aberta')).toBe('pt')
  expect(of('кот сидел на окне и смотрел на улицу')).toBe('ru')
  expect(of('これは 日本語 です')).toBe('ja')
  expect(of('lorem ipsum dolor sit amet')).toBeNull()
})

test('the last of a list may be joined with “and”', () => {
  expect(itemsOf('pear, fig and apple').items).toEqual(['pear', 'fig', 'apple'])
  expect(itemsOf('pear, fig, and apple').items).toEqual(['pear', 'fig', 'apple'])
  expect(itemsOf('Birnen, Feigen und Äpfel').items).toEqual(['Birnen', 'Feigen', 'Äpfel'])
  // Of a single thing it is a part.
  expect(itemsOf('salt and pepper\nbread').items).toEqual(['salt and pepper', 'bread'])
})
