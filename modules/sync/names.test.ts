import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanName, freeName, namesOf, numbered } from './names.ts'

describe('a name', () => {
  test('keeps what people call their files', () => {
    for (const name of ['Café €Rémy.pdf', 'résumé (final).docx', '.profile', '日本語.txt', 'a.tar.gz', 'عربي.md'])
      expect(cleanName(name)).toBe(name)
  })
  test('cannot leave its folder, hide its ending or be nothing', () => {
    expect(cleanName('../../etc/passwd')).toBe('.._.._etc_passwd')
    expect(cleanName('a\\b/c')).toBe('a_b_c')
    expect(cleanName('photo\u202Egpj.exe')).toBe('photogpj.exe')
    expect(cleanName('..')).toBe('')
    expect(cleanName(' \u0000\n ')).toBe('')
  })
  test('is one that Windows can hold too', () => {
    const cleaned = (name: string) => cleanName(name)
    expect(
      ['CON', 'con.txt', 'Aux', 'NUL.tar.gz', 'com1', 'LPT9.log', 'COM\u00b9', 'prn .txt', 'CONIN$'].map(cleaned),
    ).toEqual(['_CON', '_con.txt', '_Aux', '_NUL.tar.gz', '_com1', '_LPT9.log', '_COM\u00b9', '_prn .txt', '_CONIN$'])
    expect(['CONTRACT.pdf', 'com10', 'console', 'auxiliary.txt', 'LPT', 'my con.txt'].map(cleaned)).toEqual([
      'CONTRACT.pdf',
      'com10',
      'console',
      'auxiliary.txt',
      'LPT',
      'my con.txt',
    ])
    expect(['a:b', 'what?', '<a>|"b"*.txt', 'C:\\x'].map(cleaned)).toEqual(['a_b', 'what_', '_a___b__.txt', 'C__x'])
    expect(['x.', 'x. . .', 'x ', 'x.txt.', '...x', 'x\u00a0.', '. .', '. '].map(cleaned)).toEqual([
      'x',
      'x',
      'x',
      'x.txt',
      '...x',
      'x',
      '',
      '',
    ])
    expect(
      ['a\u202Eb', 'a\u0007b', '\u2066a\u2069', 'a\u200Bb', '\uFEFFa', 'a\u2028b', 'CON\u200B'].map(cleaned),
    ).toEqual(['ab', 'ab', 'a', 'ab', 'a', 'ab', '_CON'])
  })
  test('is the same however its accents were typed', () => {
    expect(cleanName('Cafe\u0301.txt')).toBe('Caf\u00e9.txt')
  })
  test('that is very long is cut before its ending', () => {
    const cut = cleanName(`${'x'.repeat(500)}.jpeg`)
    expect([cut.length, cut.endsWith('x.jpeg')]).toEqual([200, true])
  })
  test('once cleaned is clean, whatever was sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (sent) => {
        const name = cleanName(sent)
        expect(cleanName(name)).toBe(name)
        expect(name).not.toMatch(/[/\\\0]/)
        expect(name.length).toBeLessThanOrEqual(200)
        expect(name).not.toMatch(/[<>:"|?*\p{Cc}\p{Cf}]|[.\s]$|^\s/u)
      }),
    )
  })
})

test('a taken name gets a number before its ending, and the next one the next number', () => {
  const taken = new Set(['a.txt', 'a (2).txt', 'dir', '.env'])
  expect(freeName('b.txt', taken)).toBe('b.txt')
  expect(freeName('a.txt', taken)).toBe('a (3).txt')
  expect(freeName('a (2).txt', taken)).toBe('a (3).txt')
  expect(freeName('dir', taken)).toBe('dir (2)')
  expect(freeName('.env', taken)).toBe('.env (2)')
})

test('a number cuts no sign of a long name in two', () => {
  const name = cleanName(`a${'😀'.repeat(97)}.txt`)
  for (const n of [2, 10, 100]) expect(cleanName(numbered(name, n))).toBe(numbered(name, n))
})

test('a path is its names, from whatever system it comes, and leads nowhere else', () => {
  expect(namesOf('/a//b/./c/')).toEqual(['a', 'b', 'c'])
  expect(namesOf('a\\b')).toEqual(['a', 'b'])
  expect(namesOf('../../x')).toEqual(['x'])
  expect(namesOf('')).toEqual([])
})
