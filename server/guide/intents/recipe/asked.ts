import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { amountSource } from '@atrium/domain/recipe/amounts'
import { Exact } from '../../calculation/numbers.ts'
import { quantityAt } from '../../calculation/tokens.ts'
import type { GuideLanguage } from '../intent.ts'
import { says, type WordsByLanguage, wordsIn } from '../words.ts'
import words from './words.json' with { type: 'json' }

/** What is said of a recipe: its ingredients, for how many it is and shall be, or how many times as much. */
export interface AskedOfRecipe {
  recipe: string
  from: Exact | null
  to: Exact | null
  factor: Exact | null
}

interface Figure {
  from: number
  to: number
  value: Exact
}

const LEAD = 22
const NEXT = 18
/** What is weighed, poured or spooned is an ingredient, whatever stands around it. */
const MEASURE =
  /^\s?(?:kg|mg|g|gr|grams?|gramm|dag|ml|cl|dl|l|lit(?:er|re)s?|oz|ounces?|lbs?|pounds?|fl|cups?|tbsps?|tablespoons?|tsps?|teaspoons?|pints?|sticks?|tins?|cans?|cloves?|slices?|pinch(?:es)?|EL|TL|克|毫升|г|мл|кг|л|ग्राम|جم|غرام|그램|グラム|el|tl|cs|cc|c\. à s\.|cda|cdta)(?![\p{L}\p{M}])/iu
/** A number that ends a clause counts people, no ingredient. */
const ENDS = /^[\s]*(?:$|[:.,;?!\n]|\b(?:please|pls|instead|now|tonight|but|and|i|we|it|need|want)\b)/iu

function figuresIn(text: string, style: NumberStyle): Figure[] {
  const found: Figure[] = []
  for (let at = 0; at < text.length; at++) {
    if (/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ') || /^an?\b/iu.test(text.slice(at, at + 3))) continue
    const number = quantityAt(text, at, style)
    if (!number) continue
    found.push({ from: at, to: number.end, value: number.value })
    at = number.end - 1
  }
  return found
}

const said: readonly (readonly [keyof typeof words & ('double' | 'triple' | 'half'), Exact])[] = [
  ['double', new Exact(2)],
  ['triple', new Exact(3)],
  ['half', new Exact('0.5')],
]
/** English fractions and multiples that are said without a figure. */
const SPOKEN: readonly (readonly [RegExp, Exact])[] = [
  [/\b(?:one|1) and a half times\b|\b(?:time and a half|half as much again)\b/iu, new Exact('1.5')],
  [/\b(?:a|one|to a|1\/) ?third\b/iu, new Exact(1).div(3)],
  [/\b(?:a|one) quarter\b|\bquarter (?:the|this|it)\b/iu, new Exact('0.25')],
  [/\b(?:two|2) thirds\b/iu, new Exact(2).div(3)],
  [/\bquadruple\b|\bfour times\b/iu, new Exact(4)],
]
const TIMES =
  /(?:^|[^\p{L}\d])(\d+(?:[.,]\d+)?)\s?(?:x|×|times|fold|-fold|mal|fach|fois|veces|vezes|volte|keer|maal|раза?|razy|kat|倍|배|kali|गुना|مرات)(?![\p{L}])|(?:\bx|×|\btimes|\bmultipl\p{L}*(?: \p{L}+){0,4} (?:by|with|mit)|\bfactor(?: of)?) ?(\d+(?:[.,]\d+)?)(?!\d)/iu
const DIVIDED = /\bdivid\p{L}*(?: \p{L}+){0,4} by ?(\d+)/iu

function factorIn(request: string, language: GuideLanguage): Exact | null {
  const spoken = SPOKEN.find(([pattern]) => pattern.test(request))
  if (spoken) return spoken[1]
  const divided = DIVIDED.exec(request)?.[1]
  if (divided && Number(divided) > 0) return new Exact(1).div(divided)
  const times = TIMES.exec(request)
  if (times) return new Exact((times[1] ?? times[2] ?? '').replace(',', '.'))
  return said.find(([word]) => says(request, words[word], language))?.[1] ?? null
}

/** Whether a figure counts people or pieces: “for 4”, “7 people”, “makes 12 muffins”, “I want 30”. */
function isPeople(text: string, { from, to }: Figure, language: GuideLanguage): boolean {
  const after = text.slice(to, to + NEXT)
  if (MEASURE.test(after) || /^(?:\s+and a half)?\s*(?:times|x|fold)(?!\p{L})/iu.test(after)) return false
  const before = text.slice(Math.max(0, from - LEAD), from)
  const ends = (list: WordsByLanguage) =>
    wordsIn(before, list, language).some(({ index, length }) =>
      /^[\s:]*(?:only |just |about )?$/u.test(before.slice(index + length)),
    )
  if (wordsIn(after, words.servings, language).some(({ index }) => index <= 2)) return true
  if (ends(words.cues.from) || ends(words.cues.to)) return true
  return ENDS.test(after) && ends(words.wanting)
}

/** Where the ingredients stand in a single line: from the first figure that counts no people to the end of the last one's name. */
function ingredientsIn(
  text: string,
  figures: readonly Figure[],
  language: GuideLanguage,
): readonly [number, number] | null {
  const colon = /[:：](?!\d)\s*/u.exec(text)
  const others = figures.filter((one) => !isPeople(text, one, language))
  const behind = colon && others.some(({ from }) => from > colon.index)
  const first = behind ? colon.index + colon[0].length : others[0]?.from
  const last = others.at(-1)
  if (first === undefined || !last) return null
  const rest = text.slice(last.to)
  // The name goes on until a clause about people begins.
  const end =
    /[.?!](?:\s|$)|\s+(?:is|are|for|but|to|times|instead|make|serves|please|pls|doubled|halved|tripled|i|we|how|what|it's|für|para|pour|per|voor|dla|на)(?![\p{L}'’])|\s[x×]\s?\d|\n/iu.exec(
      rest,
    )
  return [first, last.to + (end?.index ?? rest.length)]
}

/** One ingredient a line: “300 g flour, 2 eggs and 1 onion”. */
const lined = (text: string): string =>
  text.includes('\n')
    ? text
    : text
        .split(
          new RegExp(
            `\\s*[,;،，、]\\s+|\\s*[;、]\\s*|\\s+(?:and|und|y|et|e|en|i|и|ve|dan|\\+|&)\\s+(?=${amountSource})`,
            'iu',
          ),
        )
        .map((part) => part.trim().replace(/^(?:and|und|y|et|e|en|i|и|ve|dan)\s+(?=\d)/iu, ''))
        .filter((part) => part !== '')
        .join('\n')

/** Reads a request and its ingredients, which stand below it, behind it or within it. */
export function readRecipe(
  question: string,
  block: string | null,
  { style, language }: { style: NumberStyle; language: GuideLanguage },
): AskedOfRecipe {
  const below = block?.trim().includes('\n') ? block : null
  const ownLines = below ?? (question.includes('\n') ? question.slice(question.indexOf('\n') + 1) : null)
  const line = ownLines === null ? question.replaceAll('\n', ' ') : (question.split('\n', 1)[0] as string)
  const figures = figuresIn(line, style)
  // “Milk: 250 ml” is one ingredient, and its colon leads to no list.
  const isNamed = new RegExp(`[:：]\\s*${amountSource}\\s?\\p{L}{0,12}\\s*$`, 'u').test(line)
  const place = ownLines === null && !isNamed ? ingredientsIn(line, figures, language) : null
  const recipe = ownLines ?? (place ? lined(line.slice(...place)) : (block ?? ''))
  const request = place
    ? `${line.slice(0, place[0])} … ${line.slice(place[1])}`
    : block && ownLines === null
      ? line.replace(block, ' ')
      : line
  const outside = figures.filter((one) => (place ? one.from < place[0] || one.from >= place[1] : !isNamed))
  // “Times four”, “scale by 1.5”.
  const by = outside.find(({ from }) => /\b(?:times|by)\s*$/iu.test(line.slice(Math.max(0, from - LEAD), from)))
  const factor = factorIn(request, language) ?? by?.value ?? null
  const others = outside.filter((one) => one !== by)
  const people = others.filter((one) => isPeople(line, one, language))
  const counted = people.length > 0 ? people : factor ? [] : others
  const isFrom = ({ from }: Figure) => {
    const before = line.slice(Math.max(0, from - LEAD), from)
    return wordsIn(before, words.cues.from, language).some(({ index, length }) => before.length - index - length <= 8)
  }
  const [first, second] = counted
  if (!second) {
    const now = first && isFrom(first) && factor !== null ? first.value : null
    return { recipe, from: now, to: first && !now ? first.value : null, factor: first && !now ? null : factor }
  }
  const turned = isFrom(second) && !isFrom(first as Figure)
  const [from, to] = turned ? [second, first as Figure] : [first as Figure, second]
  return { recipe, from: from.value, to: to.value, factor: null }
}
