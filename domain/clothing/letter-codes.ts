// Letters of clothes by the girth of the chest (men) or bust (women), in centimetres of the body: from a number up to the next.

export type Wearer = 'men' | 'women'
export interface LetterCode {
  letter: string
  /** From, and up to */
  girth: readonly [number, number]
}

const inARow = (letters: string, edges: readonly number[]): LetterCode[] =>
  letters.split(' ').map((letter, at) => ({ letter, girth: [edges[at] as number, edges[at + 1] as number] }))

/** EN 13402-3, letter codes; between L and XL of women a centimetre is left out. */
export const en13402: Readonly<Record<Wearer, readonly LetterCode[]>> = {
  men: inARow('XXS XS S M L XL XXL 3XL', [70, 78, 86, 94, 102, 110, 118, 129, 141]),
  women: [...inARow('XXS XS S M L', [66, 74, 82, 90, 98, 106]), ...inARow('XL XXL 3XL', [107, 119, 131, 143])],
}

/** JIS L 4004 (men) and L 4005 (women), ranges of the plain letters; women's overlap. */
export const jis: Readonly<Record<Wearer, readonly LetterCode[]>> = {
  men: inARow('S M L LL 3L', [80, 88, 96, 104, 112, 120]),
  women: [
    { letter: 'S', girth: [72, 80] },
    { letter: 'M', girth: [79, 87] },
    { letter: 'L', girth: [86, 94] },
    { letter: 'LL', girth: [93, 101] },
    { letter: '3L', girth: [100, 108] },
  ],
}

/** The codes that are for a girth; two where ranges overlap, none beyond the table. */
export const lettersFor = (girth: number, codes: readonly LetterCode[]): LetterCode[] =>
  codes.filter(({ girth: [from, to] }) => girth >= from && girth < to)

const same: Readonly<Record<string, string>> = { '2XS': 'XXS', '2XL': 'XXL', XXXL: '3XL', XL: 'LL', XXL: '3L' }

/** The code of a letter as people write it: `xxxl` is 3XL, and XL of Japan is LL. */
export function codeOf(letter: string, codes: readonly LetterCode[]): LetterCode | null {
  const name = letter.trim().toUpperCase()
  return codes.find((code) => code.letter === name) ?? codes.find((code) => code.letter === same[name]) ?? null
}
