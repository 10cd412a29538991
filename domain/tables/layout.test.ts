import { describe, expect, test } from 'vitest'
import { columnNamed, columnNames, columnsByContent, matchColumns } from './columns.ts'
import { detectLayout } from './layout.ts'

describe('the layout is found', () => {
  test.each([
    ['a,b,c\n1,2,3\n4,5,6', ',', true, 0],
    ['Bank, Konto 1\n\nDatum;Betrag;Text\n1;2,50;a, b\n3;4,50;c', ';', true, 2],
    ['the dog\tel perro, un perro', '\t', true, 0],
    ['who; when, where, why', ';', true, 0],
    ['Region,2024,2025\nNorth,12,14\nSouth,9,11', ',', true, 0],
    ['Bob,2019,12\nAnn,2020,14\nCid,2021,9', ',', false, 0],
    ['Shop;01.01.2026;02.01.2026\nA;5;6\nB;7;8', ';', true, 0],
    ['Name;Betrag\nAnna;1,50\nBert;2,75', ';', true, 0],
    ['a\tb\n1\t2', '\t', true, 0],
    ['a|b|c\n1|2|3', '|', true, 0],
    ['sep=;\nx;y\n1;2', ';', true, 1],
    ['1,2,3\n4,5,6', ',', false, 0],
    ['2026-01-01;5\n2026-01-02;6', ';', false, 0],
    // YNAB's register: every payment says “Cleared” under “Cleared”.
    [
      '"Account","Flag","Date","Payee","Category","Memo","Outflow","Inflow","Cleared"\n"Checking","","05/03/2026","Rewe","Groceries","","$12.50","$0.00","Cleared"\n"Checking","","05/02/2026","Acme","Income","","$0.00","$900.00","Cleared"\n"Checking","","05/01/2026","Shell","Car","fuel","$40.00","$0.00","Cleared"',
      ',',
      true,
      0,
    ],
    ['Bob,new,2019,12\nAnn,new,2020,14\nCid,new,2021,9\nDan,new,2022,n/a', ',', false, 0],
    ['Report of May\n\nname,amount\nA,1\nB,2\nC,3', ',', true, 2],
    ['note\n"Hello, world; again"\n"and; more, words"', ',', true, 0],
    ['name,text\nA,"x;y;z"\nB,"1;2;3"\nC,"q;r;s"', ',', true, 0],
    // Titles and notes above; rows that a spreadsheet padded to one width, with the names or without them.
    ['Sales 2026;;;\n;;;\nBy;Anna;;\n;;;\nRegion;Item;Sum;Day\nN;A;10;2026-01-01\nS;B;20;2026-01-02', ';', true, 4],
    ['Region;Item;Sum\nN;A;10;;\nS;B;20;;\nE;C;30;;', ';', true, 0],
    ['Sales\nup to May\n\nRegion,Item,Sum\nN,A,10,,\nS,B,20,,\nW,B,20,,', ',', true, 3],
    ['Region,Item,Sum,,,\nN,A,10,,,\nS,B,20,,,\nW,C,30,,,', ',', true, 0],
    ['Statement,,,,\nAccount,DE12,,,\n,,,,\nDay,Payee,Sum,,\n2026-01-01,L,-1,,\n2026-01-02,A,-2,,', ',', true, 3],
    ['Account,DE12,,,\nDay,Payee,Sum,,\n2026-01-01,L,-1,,\n2026-01-02,A,-2,,', ',', true, 1],
    ['"Umsatz"\n"Jahr";"2026"\n\n"Tag";"Betrag"\n"01.01.2026";"1,00"\n"02.01.2026";"2,00"', ';', true, 3],
    ['1;2;;;\n3;4;;;\n5;6;;;', ';', false, 0],
  ])('%j', (text, delimiter, header, skip) => {
    expect(detectLayout(text, { isWhole: true })).toEqual({ delimiter, header, skip })
  })
})

describe('columns are found', () => {
  test.each([
    ['amount', ['Date', 'Amount (EUR)'], 1],
    ['due date', ['id', 'dueDate'], 1],
    ['due date', ['id', 'DUE_DATE'], 1],
    ['Zahlungsempfänger*in', ['Zahlungsempfanger in'], 0],
    ['name', ['Namespace', 'Name'], 1],
    ['name', ['Namespace'], -1],
    ['af', ['Af Bij'], -1],
    ['Größe', ['GRÖSSE'], 0],
    ['金額', ['日付', '金額'], 1],
    ['kwota', ['Kwota operacji'], 0],
  ])('%s among %j', (name, columns, at) => {
    expect(columnNamed(columns, [name])).toBe(at)
  })
  test('the best name first, each column once', () => {
    expect(
      matchColumns(['Description', 'Date', 'Text', 'Booking date'], {
        date: ['booking date', 'date'],
        payee: ['description'],
        memo: ['description', 'text'],
      }),
    ).toEqual({ date: 3, payee: 0, memo: 2 })
  })
  test('by what stands in them', () => {
    const rows = [
      ['x', '1', '2026-01-05'],
      ['y', '2', ''],
      ['z', '3', '2026-01-07'],
    ]
    const isDay = (cell: string) => /^\d{4}-\d\d-\d\d$/.test(cell)
    expect(columnsByContent(rows, { day: isDay, amount: (cell) => /^\d+$/.test(cell), other: isDay })).toEqual({
      day: 2,
      amount: 1,
    })
  })
  test('and get names of their own where they have none, or one that stands twice', () => {
    expect(columnNames(['a', '', 'a', ' a '])).toEqual(['a', 'Column 2', 'a 2', 'a 3'])
  })
})
