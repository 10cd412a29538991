import { type NumberStyle, numberStyle } from '@atrium/domain/numbers/number-style'
import { answerAmount } from './calculation/answer.ts'
import { currencyOf, evaluate } from './calculation/evaluate.ts'
import { answerBase, sayCommon, sayFactors, sayPrime } from './calculation/integers.ts'
import { answerList } from './calculation/lists.ts'
import { looseExpression } from './calculation/loose.ts'
import { Exact, showNumber } from './calculation/numbers.ts'
import { Incalculable, Malformed } from './calculation/parser.ts'
import { answerPercentage } from './calculation/percentages.ts'
import { readAmount, readList } from './calculation/reading.ts'
import { equation, write } from './calculation/write.ts'
import { pastedNumbers } from './intents/calc/average.ts'
import { isLong, request } from './phrasing.ts'
import { certainty, type Match, type Skill } from './skill.ts'
import { languagesOf } from './understanding/understand.ts'

const opening =
  /^(?:what(?:'s|s| is| are| would be| does)?|how much(?: is| are| does)?|calculate|compute|work out|evaluate|solve|figure out|find|give me|was ist|was sind|wie viel ist|combien font|combien fait|cu[aá]nto es|quanto [eéè]|hoeveel is|=) ?(?:the |:)? ?/iu
const ending = /(?: ?=| equals?| equal to| make| come to)?[\s?.!=]*$/iu

/** The expression in a question: "What's 2 + 2?" → "2 + 2". */
function expressionIn(question: string): string {
  let text = request(question)
  for (let round = 0; round < 3; round++) text = text.replace(opening, '')
  // A factorial at the end ("5!") is not an exclamation.
  const factorials = /\d ?(!+)$/u.exec(text)?.[1] ?? ''
  text = text.replace(ending, '') + factorials
  return text
    .replace(/ (?:raised )?to the (\d{1,3})(?:st|nd|rd|th) power\b/giu, '^$1')
    .replace(/(\d) ?(?:dollars?|bucks|usd)\b/giu, '$1$$')
    .replace(/(\d) ?(?:euros?|eur)\b/giu, '$1€')
    .replace(/(\d) ?(?:quid|gbp)\b/giu, '$1£')
    .trim()
}

/** Dates, times, telephone and card numbers and versions are written with the signs of arithmetic and are not it. */
const lookalikes = [
  /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{4}|\d{1,2}([/.])\d{1,2}\3\d{2})$/u,
  /^(?:\+?\d{1,3}-)?\d{3}-\d{3,4}(?:-\d{4})?$|^\(\d{2,5}\) ?\d{2,4}[- ]\d{3,8}$|^\+\d[\d -]{6,}$/u,
  /^\d{4}(?:-\d{4}){3}$|^\d{3}-\d{2}-\d{4}$|^\d{5}-\d{4}$|^97[89]-[\d-]{8,14}$/u,
  /^\d+(?:\.\d+){2,}$|^24\/7$/u,
]
const clockTime = /(?<![\d:.])\d{1,2}:[0-5]\d(?![\d:.])/u
/** 10-5-20 is a date or a subtraction. */
const either = /^\d{1,2}-\d{1,2}-\d{2}$/u
const isLookalike = (text: string): boolean => clockTime.test(text) || lookalikes.some((pattern) => pattern.test(text))
const commanded = /^(?:.{0,20} )?(?:calculate|compute|work out|evaluate|solve|how much)\b/iu

interface Single {
  pattern: RegExp
  answer: (groups: Record<string, string | undefined>, style: NumberStyle) => string | null
}

const singles: Single[] = [
  {
    pattern: /^is (?<n>.{1,40}?) (?:a )?prime(?: number)?$/iu,
    answer: ({ n }, style) => amountThen(n, style, (value) => sayPrime(value, style)),
  },
  {
    pattern: /^(?:factori[sz]e|prime factors of|prime factori[sz]ation of|factors of) (?<n>.{1,40})$/iu,
    answer: ({ n }, style) => amountThen(n, style, (value) => sayFactors(value, style)),
  },
  {
    pattern: /^(?:gcd|gcf|hcf|greatest common (?:divisor|factor)|highest common factor)(?: of)? ?(?<list>.{1,200})$/iu,
    answer: ({ list }, style) => listThen(list, style, (values) => sayCommon(values, 'greatest', style)),
  },
  {
    pattern: /^(?:lcm|(?:least|lowest) common multiple)(?: of)? ?(?<list>.{1,200})$/iu,
    answer: ({ list }, style) => listThen(list, style, (values) => sayCommon(values, 'least', style)),
  },
  {
    pattern:
      /^remainder (?:when|of|after|if)(?: you divide| dividing)? ?(?<a>.{1,60}?) (?:is )?(?:divided )?by (?<b>.{1,60})$/iu,
    answer: ({ a, b }, style) => expressionThen(`(${a}) mod (${b})`, style),
  },
  {
    pattern:
      /^(?:round )?(?<n>.{1,80}?) (?:rounded )?to (?:the nearest (?:whole number|integer)|(?<d>\d{1,2}) (?:decimals?|decimal places?|dp|digits?))$/iu,
    answer: ({ n, d }, style) =>
      amountThen(
        n,
        style,
        (value) =>
          `${showNumber(value, style).text} ≈ **${showNumber(value.toDecimalPlaces(Math.min(Number(d ?? 0), 40)), style).text}**`,
      ),
  },
  {
    pattern:
      /^(?:split|divide|share) (?<a>.{1,60}?) (?:between|among|by|into|in) (?<b>.{1,30}?)(?: ways| people| persons| friends| of us| parts| equal parts)?$/iu,
    answer: ({ a, b }, style) => expressionThen(`(${a}) / (${b})`, style),
  },
  {
    pattern: /^(?:multiply) (?<a>.{1,60}?) (?:by|and|with) (?<b>.{1,60})$/iu,
    answer: ({ a, b }, style) => expressionThen(`(${a}) * (${b})`, style),
  },
  {
    pattern: /^(?:subtract|take) (?<b>.{1,60}?) (?:from|away from) (?<a>.{1,60})$/iu,
    answer: ({ a, b }, style) => expressionThen(`(${a}) - (${b})`, style),
  },
  {
    pattern: /^add (?<a>.{1,60}?) (?:to|and|with) (?<b>.{1,60})$/iu,
    answer: ({ a, b }, style) => expressionThen(`(${a}) + (${b})`, style),
  },
  {
    pattern: /^(?<n>.{1,60}?) (?:as|in|to) (?:a )?(?:percentage|percent|%)$/iu,
    answer: ({ n }, style) =>
      amountThen(n, style, (value, text) => `${text} = **${showNumber(value.times(100), style).text}%**`),
  },
  {
    pattern:
      /^(?:sum|total) (?:of )?(?:all |the )*(?:whole |natural )?(?:numbers |integers )?(?:from )?(?<a>\d{1,9}) to (?<b>\d{1,9})$/iu,
    answer: ({ a, b }, style) => sumOfRange(Number(a), Number(b), style),
  },
  {
    pattern: /^(?<n>.{1,60}?) as (?:a )?decimal$/iu,
    answer: ({ n }, style) => amountThen(n, style, (value, text) => equation(text, value, null, style)),
  },
  {
    pattern: /^(?<n>.{1,60}?) as (?:a )?fraction$/iu,
    answer: ({ n }, style) =>
      amountThen(n, style, (value, text) => {
        const [top, bottom] = value.toFraction(1_000_000) as unknown as [Exact, Exact]
        const exact = top.div(bottom).eq(value)
        return `${text} ${exact ? '=' : '≈'} **${top.toFixed()}/${bottom.toFixed()}**`
      }),
  },
]

function sumOfRange(from: number, to: number, style: NumberStyle): string | null {
  if (from >= to) return null
  const count = new Exact(to).minus(from).plus(1)
  const sum = count.times(new Exact(from).plus(to)).div(2)
  const show = (value: Exact) => showNumber(value, style).text
  return `The sum of the ${show(count)} whole numbers from ${show(new Exact(from))} to ${show(new Exact(to))} is **${show(sum)}**.\n\n${show(count)} × (${show(new Exact(from))} + ${show(new Exact(to))}) ÷ 2`
}

function amountThen(
  text: string | undefined,
  style: NumberStyle,
  say: (value: Exact, text: string) => string,
): string | null {
  const amount = text === undefined ? null : readAmount(text, style)
  return amount && say(amount.value, amount.text)
}

function listThen(text: string | undefined, style: NumberStyle, say: (values: Exact[]) => string): string | null {
  const list = text === undefined ? null : readList(text, style)
  return list && say(list.values)
}

function expressionThen(text: string, style: NumberStyle): string | null {
  const amount = readAmount(text, style)
  return amount && equation(amount.text.replace(/\(([^()]*)\)/gu, '$1'), amount.value, amount.currency, style)
}

function answerExpression(text: string, style: NumberStyle): string | null {
  const amount = readAmount(text, style)
  return amount && answerAmount(amount, style, text)
}

/** Words by which a calculation is asked for, that compute nothing. */
const ASKING = new Set(
  `a an the what whats what's is are was be would will wd how much many do does did i you u we me my it its that this these those get got have need want know tell give say
  show please pls plz can could calculate compute calc solve evaluate work works out find result answer total sum altogether together equal equals equal to make makes made
  come comes add up gives for with quick one hey hi hello ok okay so just maths math problem question sum if was wondering find hwo wat wats of and then exactly again help figure
  quickly thanks thx ty atrium guide there now let's lets try do run number numbers as on in your head cheers mate`
    .split(/\s+/u)
    .filter((word) => word !== ''),
)

/** An expression among words that only ask for it: “hey, quick one: what would 7 × 8 + 4 be”. */
function answerAsked(question: string, style: NumberStyle): string | null {
  const loose = looseExpression(question, style)
  if (!loose || loose.skipped.length > 14 || !loose.skipped.every((word) => ASKING.has(word.toLowerCase()))) return null
  const { expression } = loose
  const amount = {
    expression,
    value: evaluate(expression),
    currency: currencyOf(expression),
    text: write(expression, style),
  }
  return answerAmount(amount, style, question)
}

/** What the intents of money answer better, in cents and with the total, where they understand it. */
const MONEY = /\b(?:tip|gratuity|service|vat|sales tax|tax|gst|interest|off|discount)\b/iu

/** Signs and digits only, and at least one of each: a person who typed this wants it computed. */
const bareMathematics = /^(?=.*\d)(?=.*[+*/^×÷−!√()-])[\d\s.,+\-*/^×÷−–!√()[\]%²³π]+$/u

const EXPRESSION_MAX = 400
const LONG_MAX = 20_000
const tooLong: Match = {
  skill: 'arithmetic',
  confidence: certainty.partial,
  reply: () => `That expression is longer than the ${EXPRESSION_MAX} characters that I calculate. Send it in parts.`,
}

function ambiguous(text: string, style: NumberStyle): Match | null {
  const sum = answerExpression(text, style)
  const sentence = `“${text}” may be a date. As a subtraction:\n\n${sum}`
  return sum === null ? null : { skill: 'arithmetic', confidence: certainty.partial, reply: () => sentence }
}

/** Lines of numbers with a line that asks for their sum or average, in the language of that line. */
function pastedIn(question: string, locale: string): string | null {
  if (!/\n.*\n/u.test(question.trim())) return null
  for (const language of languagesOf(question.replaceAll(/[\d\n]+/gu, ' '), locale)) {
    const said = pastedNumbers(question, numberStyle(locale), language)
    if (said) return said
  }
  return null
}

/** Arithmetic, percentages and questions about numbers. It answers only when every word of the sentence is understood. */
export const arithmetic: Skill = ({ question, locale }) => {
  const pasted = question.length < LONG_MAX ? pastedIn(question, locale) : null
  // Lines of bare numbers are added up as they stand, not as a table with a column.
  if (pasted)
    return { skill: 'arithmetic', intent: 'calc.average', confidence: certainty.parsed + 0.01, reply: () => pasted }
  if (isLong(question)) return question.length < LONG_MAX && bareMathematics.test(question) ? tooLong : null
  const style = numberStyle(locale)
  const text = expressionIn(question)
  if (text.length > EXPRESSION_MAX) return bareMathematics.test(text) ? tooLong : null
  if (!/[\p{N}\p{L}]/u.test(text)) return null
  const asked = commanded.test(question) || /=\s*\??\s*$/u.test(question)
  if (isLookalike(text) && !asked) return null
  if (either.test(text) && !asked) return ambiguous(text, style)
  let problem: Incalculable | null = null
  const attempts = [
    () => answerPercentage(text, style),
    () => answerBase(text),
    ...singles.map((single) => () => {
      const groups = single.pattern.exec(text)?.groups
      return groups ? single.answer(groups, style) : null
    }),
    () => answerList(text, style),
    () => answerExpression(text, style),
    // What was read whole and has no result has none in parts either: “9!!!!!” is not 9!.
    () => (problem && !(problem instanceof Malformed) ? null : answerAsked(question, style)),
  ]
  for (const attempt of attempts) {
    try {
      const markdown = attempt()
      if (markdown !== null)
        return {
          skill: 'arithmetic',
          confidence: MONEY.test(text) ? certainty.partial : certainty.parsed,
          reply: () => markdown,
        }
    } catch (error) {
      if (!(error instanceof Incalculable)) throw error
      problem ??= error
    }
  }
  if (!problem) return null
  const sentence = problem.message
  // A sentence in words that is nearly an expression may mean something else: only clear mathematics is told what is wrong with it.
  if (problem instanceof Malformed && !bareMathematics.test(text)) return null
  return { skill: 'arithmetic', confidence: certainty.partial, reply: () => sentence }
}
