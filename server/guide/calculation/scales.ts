/** Words that multiply the number before them, by the power of ten; of several languages, since people mix. */
const SCALES = new Map<string, number>(
  (
    [
      [
        3,
        'k thousand grand tausend tsd duizend ribu rb mila tysiąc tysiące tysięcy tys тыс тысяча тысячи тысяч ألف الف آلاف हज़ार हजार',
      ],
      [5, 'lakh lakhs लाख'],
      [
        6,
        'million millions mio mn millionen millones millón milhões milhão milioni milione miljoen miliony milionów mln milyon juta jt',
      ],
      [6, 'млн миллион миллиона миллионов مليون ملايين'],
      [7, 'crore crores करोड़'],
      [
        9,
        'billion bn milliarde milliarden mrd milliard milliards miliardi miljard miliard miliarda milyar miliar млрд миллиард مليار',
      ],
      [12, 'trillion tn'],
    ] as const
  ).flatMap(([power, words]) => words.split(' ').map((word): [string, number] => [word, power])),
)

/** Words that are such in one language and something else in others: “5 mil pesos”, “5 bin lira”, “10 mille euros”. */
const OWN: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  es: { mil: 3 },
  pt: { mil: 3 },
  fr: { mille: 3 },
  it: { mille: 3 },
  tr: { bin: 3 },
}

const UNSPACED: Readonly<Record<string, number>> = {
  ...{ 百: 2, 千: 3, 万: 4, 萬: 4, 億: 8, 亿: 8 },
  ...{ 백: 2, 천: 3, 만: 4, 억: 8 },
  ...{ 百万: 6, 千万: 7, 백만: 6, 천만: 7 },
}

export interface Scale {
  power: number
  /** Index after it. */
  end: number
  isUnspaced: boolean
}

/** The scale after a number that ends at `at`; “5 m” is five metres, and the bare k is one only where it touches its number. */
export function scaleAt(text: string, at: number, language: string): Scale | null {
  const unspaced = /^ ?((?:百|千)?万|百|千|萬|億|亿|백만|천만|백|천|만|억)/u.exec(text.slice(at, at + 4))
  if (unspaced)
    return { power: UNSPACED[unspaced[1] as string] as number, end: at + unspaced[0].length, isUnspaced: true }
  const found = /^ ?([\p{L}\p{M}]{1,11})(?![\p{L}\p{M}])/u.exec(text.slice(at, at + 13))
  const word = found?.[1]
  if (!found || !word || word === 'K' || (word === 'k' && found[0].startsWith(' '))) return null
  const key = word.toLowerCase()
  const power = SCALES.get(key) ?? OWN[language.slice(0, 2)]?.[key]
  return power === undefined ? null : { power, end: at + found[0].length, isUnspaced: false }
}
