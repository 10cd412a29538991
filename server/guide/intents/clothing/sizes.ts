import { codeOf, en13402, jis, type LetterCode, lettersFor, type Wearer } from '@atrium/domain/clothing/letter-codes'
import type { GuideContext } from '../../guide.ts'
import type { Quantity } from '../../measures/quantity.ts'
import { inBase } from '../../measures/quantity.ts'
import type { GuideLanguage, IntentReply } from '../intent.ts'
import { says } from '../words.ts'
import { replyOf } from '../writing.ts'
import { say } from './say.ts'
import words from './words.json' with { type: 'json' }

/** Girths of adults in centimetres. */
const GIRTH = { least: 50, most: 200 } as const
const japanese = { men: 'JIS L 4004', women: 'JIS L 4005' } as const
/** Capitals, or after “size”: an “s” or “l” may be anything. */
const letterIn = /(?<![\p{L}\p{N}'’])(?:[2-4]?X{0,3}[SL]|M|LL|(?<=size )[sml]|[2-4]?x{1,3}[sl])(?![\p{L}\p{N}'’])/u

const inches = (centimetres: number): string => String(Math.round(centimetres / 2.54))
const written = ({ letter, girth: [from, to] }: LetterCode) =>
  `**${letter}** (${from}–${to} cm, ${inches(from)}–${inches(to)} in)`

/** Letters of clothes by the chest or bust, and the other way round; null where neither is said. */
export function letterReply(
  girth: Quantity | undefined,
  context: GuideContext,
  language: GuideLanguage,
): IntentReply | null {
  const wearers = wearersIn(context.question, language)
  const line = (wearer: Wearer, codes: (all: readonly LetterCode[]) => LetterCode[]) => {
    const found = [
      [codes(en13402[wearer]), 'EN 13402-3'],
      [codes(jis[wearer]), japanese[wearer]],
    ] as const
    const parts = found.map(([list, standard]) => {
      const letters = list.map((code) => written(code)).join(', ')
      return `${standard}: ${letters || say(language, 'noLetter')}`
    })
    return `${say(language, wearer === 'men' ? 'menChest' : 'womenBust')}: ${parts.join(' · ')}`
  }
  if (girth?.parts[0]?.unit.dimension === 'length') {
    const centimetres = inBase(girth).times(100)
    if (centimetres.lt(GIRTH.least) || centimetres.gt(GIRTH.most))
      return { markdown: say(language, 'sizeRange', { least: `${GIRTH.least} cm`, most: `${GIRTH.most} cm` }) }
    const body = centimetres.toNumber()
    const lines = wearers.map((wearer) => line(wearer, (all) => lettersFor(body, all)))
    return replyOf([...lines, say(language, 'sizeCaution')])
  }
  const name = letterIn.exec(context.question)?.[0]
  if (!name) return null
  const one = (all: readonly LetterCode[]) => [codeOf(name, all)].filter((code) => code !== null)
  return replyOf([...wearers.map((wearer) => line(wearer, one)), say(language, 'sizeCaution')])
}

function wearersIn(question: string, language: GuideLanguage): readonly Wearer[] {
  const [women, men] = [says(question, words.women, language), says(question, words.men, language)]
  return women === men ? ['men', 'women'] : [women ? 'women' : 'men']
}
