import type { Moment } from '../calendar/reading.ts'
import type { FigureWord, LanguageManners } from '../understanding/manners.ts'
import { longest, mentionsIn } from '../understanding/mentions.ts'
import { wordsOf } from '../understanding/words.ts'
import type { GoingOn } from './going-on.ts'

const WITH_VALUE: Readonly<Partial<Record<FigureWord, string>>> = { plus: '+', minus: '-', times: '*', over: '/' }
const ALONE: Readonly<Partial<Record<FigureWord, string>>> = {
  half: '/ 2',
  double: '* 2',
  triple: '* 3',
  square: '^ 2',
}

/** The number that an answer gave, as it stands there: the last that is set in bold, or else the last of its first line. */
export async function figureIn(text: string, moment: Moment, language: string): Promise<string | null> {
  const [line = ''] = text.split('\n')
  const bold = [...line.matchAll(/\*\*([^*\n]{1,80})\*\*/gu)].map((match) => match[1] as string)
  for (const part of [...bold.toReversed(), line]) {
    const values = longest(await mentionsIn(part, moment, language)).filter(({ kind }) => kind !== 'date')
    const last = values.at(-1)
    if (last) return part.slice(last.from, last.to)
  }
  return null
}

/** Sentences that do with the number of the last answer what is asked: “half of it”, “plus 10”, “and in pounds”. */
export async function withFigure(
  sentence: string,
  { rest, words }: GoingOn,
  figure: string,
  moment: Moment,
  language: string,
  { figures, pronouns, courtesy }: LanguageManners,
): Promise<string[]> {
  const bare = (await mentionsIn(figure, moment, language)).find(({ kind }) => kind === 'number')
  const number = bare ? figure.slice(bare.from, bare.to) : figure
  const both = [...new Set([figure, number])]
  const found: string[] = []
  const done = words.map(({ key }) => figures.get(key)).find((one) => one !== undefined)
  const named = wordsOf(rest).filter(({ key }) => figures.has(key))
  const values = longest(await mentionsIn(rest, moment, language)).filter(
    // “Half” is a number too.
    ({ kind, from, to }) => kind !== 'date' && !named.some((word) => word.from >= from && word.to <= to),
  )
  const value = values.length === 1 ? values[0] : undefined
  const sign = done && WITH_VALUE[done]
  if (sign && value) found.push(...both.map((one) => `${one} ${sign} ${rest.slice(value.from, value.to)}`))
  const alone = done && ALONE[done]
  const isPlain = words.every(({ key }) => figures.has(key) || pronouns.has(key) || courtesy.has(key) || key.length < 4)
  if (alone && !value && isPlain) found.push(...both.map((one) => `${one} ${alone}`))
  if (done === 'round' && !value) found.push(...both.map((one) => `round ${one}`))
  if (/^[-+*/×÷^−]/u.test(rest)) found.push(...both.map((one) => `${one} ${rest}`))
  for (const { from, to } of wordsOf(sentence)
    .filter(({ key }) => pronouns.has(key))
    .toReversed())
    found.push(...both.map((one) => `${sentence.slice(0, from)}${one}${sentence.slice(to)}`))
  if (rest !== '') found.push(...both.map((one) => `${one} ${rest}`))
  return [...new Set(found)]
}
