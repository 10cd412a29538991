import { evaluate } from '../../calculation/evaluate.ts'
import { figuresIn, looseExpression } from '../../calculation/loose.ts'
import { Exact, showNumber } from '../../calculation/numbers.ts'
import { Incalculable } from '../../calculation/parser.ts'
import { momentOf } from '../../calendar/reading.ts'
import { longest, mentionsIn } from '../../understanding/mentions.ts'
import { defineIntent, type GuideLanguage, type IntentReply } from '../intent.ts'
import { says } from '../words.ts'
import { replyOf, styleOf, writePercent } from '../writing.ts'
import { examples, say } from './say.ts'
import { calcSlots } from './slots.ts'
import words from './words.json' with { type: 'json' }

interface Figures {
  text: string
  language: GuideLanguage
  percents: { value: Exact; from: number }[]
  numbers: { value: Exact; from: number; to: number }[]
}

const hundred = new Exact(100)
const one = new Exact(1)

/** “18 compared with 24”, “130 more than 100”: the second is what is compared with. */
const AGAINST =
  /\b(?:compared (?:with|to)|(?:more|less|bigger|larger|smaller|higher|lower|greater|fewer)\b.*\bthan|relative to|against|versus|vs)\b/iu
/** “What percentage of 60 is 15” */
const WHOLE_FIRST =
  /(?:percent(?:age)?|per cent|%|part|portion|share) (?:of|from) (?:the |my |our |a |all )?[\p{Sc}]? ?\d/iu
const PART_OF = /\d\s*(?:\p{L}+ ){0,3}?(?:out of|of (?:the |my |our |a |all )?|from|\/)\s*[\p{Sc}]?\s*\d/iu
/** “From 80 to 100” */
const FROM_TO =
  /(?:(?<!\p{L})(?:from|von|da|van|z|dari|с|от|من)|从)\s*[\p{Sc}]?[\d.,]+\s*\p{L}{0,3}\s*(?:to|auf|a|naar|na|do|до|ke|إلى|到)\s*[\p{Sc}]?\d|(?<!\p{L})de\s*[\d.,]+\s*(?:à|a|para)\s*\d|\bwas\b.*\b(?:now|is)\b|\d から \d/iu
/** “25 % equals 80” */
const IS_PART = /(?:%|percent) (?:is|are|equals?|makes?|=) [\p{Sc}]?\d/iu

const isOf = (figures: Figures, list: Readonly<Partial<Record<GuideLanguage, readonly string[]>>>) =>
  says(figures.text, list, figures.language)

/** What was meant with per cent and one number. */
function withOne(
  figures: Figures,
  percent: Exact,
  number: Exact,
): { value: Exact; sign: '×' | '÷'; factor: string } | null {
  const up = isOf(figures, words.up)
  const down = isOf(figures, words.down)
  const isBackwards = isOf(figures, words.reverse) || IS_PART.test(figures.text)
  if (isBackwards) {
    if (up || down || /\breverse\b/iu.test(figures.text))
      return {
        value: number.div(!down ? one.plus(percent.div(hundred)) : one.minus(percent.div(hundred))),
        sign: '÷',
        factor: !down ? '+' : '−',
      }
    return percent.isZero() ? null : { value: number.times(hundred).div(percent), sign: '÷', factor: '' }
  }
  if (up) return { value: number.times(one.plus(percent.div(hundred))), sign: '×', factor: '+' }
  if (down) return { value: number.times(one.minus(percent.div(hundred))), sign: '×', factor: '−' }
  return { value: number.times(percent).div(hundred), sign: '×', factor: '' }
}

/** Percentages of numbers, from numbers, up and down and backwards. */
export const percent = defineIntent({
  id: 'calc.percent',
  slots: calcSlots,
  examples: examples('calc.percent'),
  async reply(_, context, language): Promise<IntentReply> {
    const style = styleOf(context)
    const text = context.question.replaceAll(/\s+/gu, ' ').trim()
    const mentions = longest(
      (await mentionsIn(text, momentOf(context), language)).filter(({ kind }) => kind !== 'date'),
    )
    const fraction = /(?<![\d.,])(\d{1,9})\s?\/\s?(\d{1,9})(?![\d.,]*\d)/u.exec(text)
    // “57/75 percent” asks for it.
    const isInFraction = (from: number) =>
      fraction !== null && from >= fraction.index && from < fraction.index + fraction[0].length
    const percents = mentions.flatMap((mention) =>
      mention.kind === 'percent' && !isInFraction(mention.from)
        ? [{ value: mention.value, from: mention.from, to: mention.to }]
        : [],
    )
    const numbers = figuresIn(text, style, language).filter(
      ({ from, to }) => !percents.some((other) => other.from <= from && to <= other.to),
    )
    const figures: Figures = { text, language, percents, numbers }
    const show = (value: Exact) => showNumber(value.toSignificantDigits(15), style).text
    const written = (value: Exact) => writePercent(value, style, 2)
    const [first, second] = numbers
    const [rate, next] = percents
    const share = (part: Exact, whole: Exact) =>
      whole.isZero()
        ? { markdown: say(language, 'percentOfZero') }
        : replyOf(
            [`**${written(part.div(whole).times(hundred))}**`, `${show(part)} ÷ ${show(whole)} × 100`],
            part.div(whole).times(hundred),
          )
    if (rate && !first) {
      if (!next) return { markdown: say(language, 'percentAsk') }
      if (/\bpoints?\b/iu.test(text) || isOf(figures, words.change)) {
        const points = next.value.minus(rate.value)
        return replyOf(
          [`**${show(points)}** ${say(language, 'points')}`, `${written(next.value)} − ${written(rate.value)}`],
          points,
        )
      }
      const value = rate.value.times(next.value).div(hundred)
      return replyOf([`${written(rate.value)} × ${written(next.value)} = **${written(value)}**`], value)
    }
    if (!rate && first && !second) {
      const value = first.value.times(hundred)
      return replyOf([`**${written(value)}**`, `${show(first.value)} × 100`], value)
    }
    if (!first) return { markdown: say(language, 'percentAsk') }
    if (!rate || rate.value.isZero()) {
      if (fraction && numbers.length === 2)
        return share(new Exact(fraction[1] as string), new Exact(fraction[2] as string))
      const [a, b] = [first.value, (second as NonNullable<typeof second>).value]
      if ((isOf(figures, words.change) || FROM_TO.test(text)) && !/\bout of\b/iu.test(text)) {
        const [from, to] = AGAINST.test(text) && !/\bfrom\b/iu.test(text) ? [b, a] : [a, b]
        if (from.isZero()) return { markdown: say(language, 'percentOfZero') }
        const value = to.minus(from).div(from.abs()).times(hundred)
        const sign = value.isNegative() ? '' : '+'
        return replyOf(
          [`**${sign}${written(value)}**`, `(${show(to)} − ${show(from)}) ÷ ${show(from.abs())} × 100`],
          value,
        )
      }
      const whole = WHOLE_FIRST.exec(text)
      const isWholeFirst =
        whole !== null && whole.index < first.from && !/\bout of\b/iu.test(text)
          ? true
          : PART_OF.test(text) || whole
            ? false
            : a.gt(b)
      return isWholeFirst ? share(b, a) : share(a, b)
    }
    const chained = percents.filter(({ value }) => !(value.eq(100) && isOf(figures, words.reverse)))
    if (numbers.length > 1) {
      const loose = looseOf(figures, context.question, style)
      if (loose) return replyOf([`**${show(loose)}**`], loose)
    }
    const number = numbers.toSorted((x, y) => y.value.cmp(x.value))[0]?.value ?? first.value
    if (chained.length > 1) {
      const up = isOf(figures, words.up)
      const down = isOf(figures, words.down)
      const factorOf = (value: Exact) =>
        up ? one.plus(value.div(hundred)) : down ? one.minus(value.div(hundred)) : value.div(hundred)
      const value = chained.reduce((product, { value: part }) => product.times(factorOf(part)), number)
      const sign = up ? '1 + ' : down ? '1 − ' : ''
      return replyOf(
        [
          `**${show(value)}**`,
          `${show(number)} × ${chained.map(({ value: part }) => `(${sign}${written(part)})`).join(' × ')}`,
        ],
        value,
      )
    }
    const found = withOne(figures, (chained[0] ?? rate).value, number)
    if (!found?.value.isFinite()) return { markdown: say(language, 'percentOfZero') }
    const { value, sign, factor } = found
    const part = writePercent((chained[0] ?? rate).value, style)
    return replyOf([`${show(number)} ${sign} ${factor ? `(1 ${factor} ${part})` : part} = **${show(value)}**`], value)
  },
})

/** An expression with per cent in it: `20% of (50 + 30)`. */
function looseOf({ language }: Figures, question: string, style: ReturnType<typeof styleOf>): Exact | null {
  try {
    const loose = looseExpression(question, style, language)
    return loose && loose.skipped.length <= 4 ? evaluate(loose.expression) : null
  } catch (error) {
    if (error instanceof Incalculable) return null
    throw error
  }
}
