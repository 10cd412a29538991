import { figuresIn } from '../../calculation/loose.ts'
import { Exact, showNumber } from '../../calculation/numbers.ts'
import { sum } from '../../calculation/reading.ts'
import { defineIntent, type GuideLanguage, type IntentReply } from '../intent.ts'
import { says } from '../words.ts'
import { styleOf } from '../writing.ts'
import { examples, say } from './say.ts'
import { calcSlots } from './slots.ts'
import words from './words.json' with { type: 'json' }

type Style = ReturnType<typeof styleOf>

const sorted = (values: readonly Exact[]): Exact[] => [...values].sort((a, b) => a.cmp(b))
const mean = (values: readonly Exact[]): Exact => sum(values).div(values.length)
const variance = (values: readonly Exact[]): Exact | null =>
  values.length < 2 ? null : sum(values.map((value) => value.minus(mean(values)).pow(2))).div(values.length - 1)

function median(values: readonly Exact[]): Exact {
  const order = sorted(values)
  const middle = order.length >> 1
  const upper = order[middle] as Exact
  return order.length % 2 ? upper : upper.plus(order[middle - 1] as Exact).div(2)
}

/** The values that stand most often, if one stands more than once. */
function modes(values: readonly Exact[]): Exact[] {
  const counts = Map.groupBy(values, (value) => value.toString())
  const most = Math.max(...[...counts.values()].map((those) => those.length))
  return most < 2 ? [] : [...counts.values()].filter((those) => those.length === most).map((those) => those[0] as Exact)
}

/** What can be said of some numbers; null where it has no value. */
const STATISTICS = {
  mean,
  median,
  mode: modes,
  range: (values) => (sorted(values).at(-1) as Exact).minus(sorted(values)[0] as Exact),
  deviation: (values) => variance(values)?.sqrt() ?? null,
  variance,
  sum,
  largest: (values) => sorted(values).at(-1) as Exact,
  smallest: (values) => sorted(values)[0] as Exact,
} as const satisfies Record<string, (values: readonly Exact[]) => Exact | Exact[] | null>
type Statistic = keyof typeof STATISTICS
const NAMES = Object.keys(STATISTICS) as Statistic[]
const LINES_MAX = 4
const SHOWN_MAX = 30

const isAsked = (name: Statistic, text: string, language: GuideLanguage): boolean => says(text, words[name], language)

/** What a text asks of the numbers in it; null where it asks nothing of the kind or has not enough of them. */
export function statisticsOf(
  text: string,
  asking: string,
  style: Style,
  language: GuideLanguage,
  isSure = false,
): string | null {
  const found = figuresIn(text, style, language)
  // “My last three tips”: a count in words, where the others are in digits.
  const digits = found.filter(({ from, to }) => /\d/u.test(text.slice(from, to)))
  const values = (digits.length >= 2 ? digits : found).map(({ value }) => value)
  if (values.length < 2) return null
  const asked = NAMES.filter((name) => isAsked(name, asking, language))
  const special = specialMean(asking, values)
  const wanted =
    asked.length > 0 ? asked.slice(0, LINES_MAX) : isSure ? (['mean', 'median', 'sum', 'range'] as const) : []
  if (wanted.length === 0) return null
  const show = (value: Exact) => showNumber(value.precision() > 20 ? value.toSignificantDigits(10) : value, style).text
  /** With more decimals than anybody reads, rounded. */
  const told = (value: Exact) =>
    value.decimalPlaces() > 4
      ? `**${showNumber(value.toDecimalPlaces(2), style).text}** (${show(value)})`
      : `**${show(value)}**`
  const lines = wanted.map((name) => {
    const value = (name === 'mean' && special) || STATISTICS[name](values)
    if (value === null || (Array.isArray(value) && value.length === 0))
      return `${say(language, name)}: ${say(language, 'noValue')}`
    return `${say(language, name)}: ${(Array.isArray(value) ? value : [value]).map((one) => told(one as Exact)).join(', ')}`
  })
  const written = values.length <= SHOWN_MAX ? values.map(show) : null
  const only = wanted.length === 1 ? wanted[0] : null
  const working =
    only === 'mean' && !special && written
      ? `(${written.join(' + ')}) ÷ ${values.length}`
      : only === 'sum' && written
        ? written.join(' + ')
        : written
          ? sorted(values).map(show).join(', ')
          : null
  return [...lines, ...(working ? [working] : [])].join('\n\n')
}

/** The geometric mean, the harmonic one, and that of “80 and 90 with weights 2 and 3”; null for the usual one. */
function specialMean(text: string, values: readonly Exact[]): Exact | null {
  const areAbove0 = values.every((value) => value.gt(0))
  if (/\bgeometric\b/iu.test(text) && areAbove0)
    return sum(values.map((value) => value.ln()))
      .div(values.length)
      .exp()
      .toSignificantDigits(15)
  if (/\bharmonic\b/iu.test(text) && areAbove0)
    return new Exact(values.length).div(sum(values.map((value) => new Exact(1).div(value)))).toSignificantDigits(15)
  return weightsOf(text, values)
}

/** “80 and 90 with weights 2 and 3” */
function weightsOf(text: string, values: readonly Exact[]): Exact | null {
  if (!/\bweight(?:s|ed)\b/iu.test(text) || values.length < 4 || values.length % 2 === 1) return null
  const half = values.length / 2
  const weights = values.slice(half)
  const all = sum(weights)
  return all.isZero() ? null : sum(values.slice(0, half).map((value, at) => value.times(weights[at] as Exact))).div(all)
}

/** A line that is one number, perhaps with what it is of: `12.50`, `rent 830`, `- 7`. */
const NUMBER_LINE =
  /^[-*•\s]*(?:[\p{L}\p{M}][\p{L}\p{M}\s.:&'-]{0,40}[:\s])?\s*[\p{Sc}]?\s*[-−]?[\d][\d.,'\s]*\s*(?:\p{Sc}|%|[\p{L}]{1,6})?$/u

/** The answer to lines of numbers with a line that asks for their sum or average; null for anything else. */
export function pastedNumbers(text: string, style: Style, language: GuideLanguage): string | null {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length < 3 || lines.length > 5_000) return null
  const numbers = lines.filter((line) => NUMBER_LINE.test(line))
  const asking = lines.filter((line) => !NUMBER_LINE.test(line))
  if (numbers.length < 2 || asking.length === 0 || asking.length > 2) return null
  return statisticsOf(numbers.join('; '), asking.join(' '), style, language)
}

/** Averages and other statistics of numbers. */
export const average = defineIntent({
  id: 'calc.average',
  slots: calcSlots,
  examples: examples('calc.average'),
  reply(_, context, language): IntentReply {
    const style = styleOf(context)
    const { question } = context
    return {
      markdown:
        pastedNumbers(question, style, language) ??
        statisticsOf(question, question, style, language, true) ??
        say(language, 'averageAsk'),
    }
  },
})
