import { answerAmount, fractionOf, mixedOf, writeFraction } from '../../calculation/answer.ts'
import { currencyOf, evaluate } from '../../calculation/evaluate.ts'
import { figuresIn, looseExpression } from '../../calculation/loose.ts'
import { Exact, showNumber } from '../../calculation/numbers.ts'
import { Incalculable } from '../../calculation/parser.ts'
import { readAmount } from '../../calculation/reading.ts'
import { worded } from '../../calculation/wordings.ts'
import { write } from '../../calculation/write.ts'
import { defineIntent, type GuideLanguage, type IntentReply } from '../intent.ts'
import { says } from '../words.ts'
import { styleOf } from '../writing.ts'
import { examples, say } from './say.ts'
import { calcSlots } from './slots.ts'
import words from './words.json' with { type: 'json' }

type Style = ReturnType<typeof styleOf>
interface Part {
  text: string
  value: Exact
  from: number
  to: number
}

const WRITTEN = /(?<![\d./])(?:(\d{1,9})\s+)?(\d{1,9})\s?\/\s?(\d{1,9})(?![\d/])/gu

/** The fractions of a sentence: `2 3/4`, “three eighths”. */
function fractionsIn(text: string, style: Style, language: GuideLanguage): Part[] {
  const written = [...text.matchAll(WRITTEN)].flatMap((match): Part[] => {
    const [all, whole, top, bottom] = match
    if (Number(bottom) === 0) return []
    const value = new Exact(whole ?? 0).plus(new Exact(top as string).div(bottom as string))
    return [{ text: all, value, from: match.index, to: match.index + all.length }]
  })
  const said = figuresIn(text, style, language)
    .filter(({ value, from, to }) => !value.isInteger() && !written.some((one) => one.from <= from && to <= one.to))
    .map(({ value, from, to }) => ({ text: text.slice(from, to), value, from, to }))
  return [...written, ...said].sort((a, b) => a.from - b.from)
}

function answered(question: string, style: Style, language: GuideLanguage): string | null {
  const text = question.replaceAll(/\s+/gu, ' ').trim()
  const parts = fractionsIn(text, style, language)
  const [first, second] = parts
  const decimal = (value: Exact) => showNumber(value.toSignificantDigits(12), style).text
  const told = (left: string, value: Exact) => {
    const fraction = fractionOf(value)
    if (!fraction) return `${left} ≈ **${decimal(value)}**`
    const all = [writeFraction(fraction), mixedOf(fraction), decimal(value)].filter(
      (one) => one !== null && one !== left,
    )
    return [left, ...new Set(all.map((one) => `**${one}**`))].join(' = ')
  }
  if (first && second && parts.length === 2 && says(text, words.compare, language)) {
    const order = first.value.cmp(second.value)
    const [a, b] = order >= 0 ? [first, second] : [second, first]
    return `**${a.text}** ${order === 0 ? '=' : '>'} ${b.text}\n\n${decimal(a.value)} ${order === 0 ? '=' : '>'} ${decimal(b.value)}`
  }
  if (/\bcommon denominator\b/iu.test(text) && first && second) {
    const bottoms = parts.map(({ value }) => fractionOf(value)?.bottom ?? new Exact(1))
    const common = bottoms.reduce((a, b) => a.times(b).div(greatest(a, b)))
    return `**${common.toFixed()}**: ${parts.map((part) => `${part.text} = ${part.value.times(common).round().toFixed()}/${common.toFixed()}`).join(', ')}`
  }
  if (first && parts.length === 1) {
    if (/\b(?:reciprocal|inverse)\b/iu.test(text) && !first.value.isZero())
      return told(`1 ÷ (${first.text})`, new Exact(1).div(first.value))
    if (/\bequivalent\b/iu.test(text)) {
      const fraction = fractionOf(first.value)
      if (fraction)
        return [2, 3, 4, 5]
          .map((by) => `**${fraction.top.times(by).toFixed()}/${fraction.bottom.times(by).toFixed()}**`)
          .join(' = ')
    }
  }
  const numbers = figuresIn(text, style, language)
  if (
    parts.length === 0 &&
    numbers.length === 2 &&
    numbers[1] &&
    numbers[0] &&
    !numbers[1].value.isZero() &&
    /\b(?:of|out of|from|in)\b/iu.test(text)
  )
    return told(`${decimal(numbers[0].value)}/${decimal(numbers[1].value)}`, numbers[0].value.div(numbers[1].value))
  if (parts.length === 0 && numbers.length === 1 && numbers[0] && /%|percent/iu.test(text))
    return told(`${decimal(numbers[0].value)}%`, numbers[0].value.div(100))
  if (parts.length <= 1) {
    const only = first ?? numbers[0]
    const isOnly = only && numbers.every(({ from, to }) => from >= only.from && to <= only.to)
    if (only && isOnly && /%|percent/iu.test(text))
      return told(`${text.slice(only.from, only.to)}%`, only.value.div(100))
    if (only && isOnly) {
      const isDouble = /\bdouble\b/iu.test(text)
      return told(`${isDouble ? '2 × ' : ''}${text.slice(only.from, only.to)}`, only.value.times(isDouble ? 2 : 1))
    }
  }
  const inWords = language === 'en' && !text.includes('/') ? worded(text, style) : null
  if (inWords) {
    const amount = readAmount(inWords.expression, { ...style, decimal: '.', group: ',' })
    if (amount) return told(amount.text, amount.value)
  }
  const isDifference = /\b(?:subtract|take)\b.*\bfrom\b/iu.test(text)
  if (first && second && parts.length === 2 && isDifference)
    return told(`${second.text} − ${first.text}`, second.value.minus(first.value))
  if (parts.length > 1 && /\b(?:multiply|product)\b/iu.test(text))
    return told(
      parts.map((part) => part.text).join(' × '),
      parts.reduce((product, { value }) => product.times(value), new Exact(1)),
    )
  const loose = looseExpression(text, style, language, parts)
  if (loose && loose.skipped.filter((word) => /^(?:add|sum)$/iu.test(word)).length === 0) {
    const value = evaluate(loose.expression)
    const left = write(loose.expression, style)
    if (!currencyOf(loose.expression)) return told(left, value)
    return answerAmount(
      { expression: loose.expression, value, currency: currencyOf(loose.expression), text: left },
      style,
      text,
    )
  }
  if (parts.length > 1)
    return told(
      parts.map((part) => part.text).join(' + '),
      parts.reduce((total, { value }) => total.plus(value), new Exact(0)),
    )
  return null
}

const greatest = (a: Exact, b: Exact): Exact => (b.isZero() ? a : greatest(b, a.mod(b)))

/** Fractions: computed with, simplified, from decimals and back, mixed, compared. */
export const fraction = defineIntent({
  id: 'calc.fraction',
  slots: calcSlots,
  examples: examples('calc.fraction'),
  reply(_, context, language): IntentReply {
    try {
      return { markdown: answered(context.question, styleOf(context), language) ?? say(language, 'fractionAsk') }
    } catch (error) {
      if (!(error instanceof Incalculable)) throw error
      return { markdown: error.message }
    }
  },
})
