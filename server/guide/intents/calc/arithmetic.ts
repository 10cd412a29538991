import { answerAmount } from '../../calculation/answer.ts'
import { currencyOf, evaluate } from '../../calculation/evaluate.ts'
import { answerBase, sayCommon, sayFactors, sayPrime } from '../../calculation/integers.ts'
import { answerList } from '../../calculation/lists.ts'
import { figuresIn, looseExpression } from '../../calculation/loose.ts'
import { Exact, showNumber } from '../../calculation/numbers.ts'
import { Incalculable } from '../../calculation/parser.ts'
import { readAmount } from '../../calculation/reading.ts'
import { told, worded } from '../../calculation/wordings.ts'
import { write } from '../../calculation/write.ts'
import { defineIntent, type GuideLanguage, type IntentReply } from '../intent.ts'
import { says } from '../words.ts'
import { styleOf } from '../writing.ts'
import { examples, say } from './say.ts'
import { calcSlots } from './slots.ts'
import words from './words.json' with { type: 'json' }

type Style = ReturnType<typeof styleOf>

/** What is asked of one or some numbers by a word that stands before or behind them, in all languages. */
const OPERATIONS: readonly (readonly [pattern: RegExp, count: number | null, (values: readonly string[]) => string])[] =
  [
    [/平方根|ルート|제곱근|वर्गमूल|karekök|جذر|الجذر/u, 1, ([a]) => `sqrt(${a})`],
    [
      /半分|一半|절반|نصف|आधा|आधी|yarısı|\bmitad\b|\bmetade\b|moitié|hälfte|metà|\bhelft\b|połow|половин|setengah/iu,
      1,
      ([a]) => `${a} / 2`,
    ],
    [
      /multiplizier|malnehmen|multipli[czeq]|vermenigvuldig|pomn[oó]ż|moltiplica|умнож|掛け|かけ|곱해|곱하|गुणा|kalikan|çarp|اضرب/iu,
      null,
      (values) => values.join(' * '),
    ],
    [
      /teile\b|dividier|divide|divise|deel\b|podziel|dividi|раздели|割って|나눠|भाग|bagikan|böl\b|اقسم/iu,
      2,
      ([a, b]) => `${a} / ${b}`,
    ],
    [
      /bleib|übrig|queda|sobra|\breste|resta\b|blijft|\bover\?*$|zostan|остал|残り|남아|남은|剩|بقي|يبقى|बचे|बचा|sisa|kalır|घटा|빼\s?줘/iu,
      null,
      (values) => values.join(' - '),
    ],
  ]

function operated(text: string, values: readonly Exact[]): { expression: string } | null {
  const found = OPERATIONS.find(
    ([pattern, count]) => pattern.test(text) && (count === null ? values.length > 1 : values.length === count),
  )
  return found ? { expression: found[2](values.map((value) => `(${value.toFixed()})`)) } : null
}

/** A question about whole numbers, or a rounding. */
function special(text: string, values: readonly Exact[], style: Style, language: GuideLanguage): string | null {
  const [first, second] = values
  if (!first) return null
  if (says(text, words.greatestCommon, language))
    return values.length > 1 ? sayCommon([...values], 'greatest', style) : null
  if (says(text, words.leastCommon, language)) return values.length > 1 ? sayCommon([...values], 'least', style) : null
  if (/\bfactori[sz]|\bprime factor|\bfactors of/iu.test(text)) return sayFactors(first, style)
  if (/\bprime\b/iu.test(text)) return sayPrime(first, style)
  if (/\b(?:in|to|into|as) (?:hex(?:adecimal)?|binary|octal|decimal|base)\b/iu.test(text))
    return answerBase(text.replace(/^.*?(?=0[xbo]|\d|[a-f\d]{2,} )/iu, ''))
  if (says(text, words.round, language)) {
    const near = /nearest (ten|hundred|thousand|million|\d+)/iu.exec(text)?.[1]?.toLowerCase()
    const step = near ? ({ ten: 10, hundred: 100, thousand: 1_000, million: 1_000_000 }[near] ?? Number(near)) : null
    const places = /\b(?:one|a single) (?:decimal|dp|digit)/iu.test(text)
      ? 1
      : /\btwo (?:decimal|dp|digit|places)/iu.test(text)
        ? 2
        : /\bthree (?:decimal|dp|digit|places)/iu.test(text)
          ? 3
          : (second?.toNumber() ?? 0)
    const value = [...values].sort((a, b) => b.decimalPlaces() - a.decimalPlaces() || b.cmp(a))[0] as Exact
    const rounded = step
      ? value.div(step).round().times(step)
      : Number.isInteger(places) && places >= 0 && places <= 40
        ? value.toDecimalPlaces(places)
        : null
    if (rounded) return `${showNumber(value, style).text} ≈ **${showNumber(rounded, style).text}**`
  }
  const range = /\bfrom (\d{1,9}) (?:to|through|up to) (\d{1,9})\b/iu.exec(text)
  if (range && /\b(?:sum|total|add)\b/iu.test(text)) {
    const [from, to] = [new Exact(range[1] as string), new Exact(range[2] as string)]
    const count = to.minus(from).plus(1)
    if (count.gt(1))
      return `${showNumber(count, style).text} × (${showNumber(from, style).text} + ${showNumber(to, style).text}) ÷ 2 = **${showNumber(count.times(from.plus(to)).div(2), style).text}**`
  }
  return null
}

/** What a sentence asks to be computed, however it is worded: an expression within it, or words that tell what to do with its numbers. */
export function computed(question: string, style: Style, language: GuideLanguage): string | null {
  const text = question.replaceAll(/\s+/gu, ' ').trim()
  const values = figuresIn(text, style, language).map(({ value }) => value)
  const amountOf = (expression: string) => {
    const amount = readAmount(expression, { ...style, decimal: '.', group: ',' })
    return amount && answerAmount({ ...amount, text: amount.text.replace(/\((−?[\d.,]+)\)/gu, '$1') }, style, text)
  }
  const attempts = [
    () => special(text, values, style, language),
    () => (language === 'en' ? worded(text, style) : null),
    () => answerList(text.replace(/[?!.\s]+$/u, ''), style),
    () => looseExpression(text, style, language),
    () => (language === 'en' ? told(text, style) : operated(text, values)),
    () =>
      says(text, words.sum, language) && values.length > 1
        ? { expression: values.map((value) => `(${value.toFixed()})`).join(' + ') }
        : null,
  ]
  for (const attempt of attempts) {
    const found = attempt()
    if (typeof found === 'string') return found
    if (!found) continue
    if (typeof found.expression === 'string') {
      const said = amountOf(found.expression)
      if (said) return said
      continue
    }
    const { expression } = found
    const said = answerAmount(
      { expression, value: evaluate(expression), currency: currencyOf(expression), text: write(expression, style) },
      style,
      text,
    )
    if (said) return said
  }
  return null
}

/** Arithmetic in words or signs, wherever it stands in a sentence. */
export const arithmeticIntent = defineIntent({
  id: 'calc.arithmetic',
  slots: calcSlots,
  examples: examples('calc.arithmetic'),
  reply(_, context, language): IntentReply {
    try {
      return { markdown: computed(context.question, styleOf(context), language) ?? say(language, 'arithmeticAsk') }
    } catch (error) {
      if (!(error instanceof Incalculable)) throw error
      return { markdown: error.message }
    }
  },
})
