import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { type Exact, showNumber } from './numbers.ts'
import { readList, sum } from './reading.ts'
import { writeAmount } from './write.ts'

interface ListPhrase {
  pattern: RegExp
  name: string
  of: (values: Exact[]) => Exact
  working: (texts: string[], values: Exact[]) => string
}

const sorted = (values: readonly Exact[]): Exact[] => [...values].sort((a, b) => a.comparedTo(b))
const mean = (values: readonly Exact[]): Exact => sum(values).div(values.length)

function median(values: readonly Exact[]): Exact {
  const order = sorted(values)
  const middle = order.length >> 1
  const upper = order[middle] as Exact
  return order.length % 2 ? upper : upper.plus(order[middle - 1] as Exact).div(2)
}

const lists: ListPhrase[] = [
  {
    pattern: /^(?:average|mean|avg|arithmetic mean)(?: value)?(?: of| between|:)? ?(?<list>.+)$/iu,
    name: 'average',
    of: mean,
    working: (texts) => `(${texts.join(' + ')}) ÷ ${texts.length}`,
  },
  {
    pattern: /^(?:sum|total|sum total)(?: of|:)? ?(?<list>.+)$/iu,
    name: 'sum',
    of: sum,
    working: (texts) => texts.join(' + '),
  },
  { pattern: /^add(?: up| together)?:? ?(?<list>.+)$/iu, name: 'sum', of: sum, working: (texts) => texts.join(' + ') },
  {
    pattern: /^product(?: of|:)? ?(?<list>.+)$/iu,
    name: 'product',
    of: (values) => values.reduce((a, b) => a.times(b)),
    working: (texts) => texts.join(' × '),
  },
  {
    pattern: /^median(?: of|:)? ?(?<list>.+)$/iu,
    name: 'median',
    of: median,
    working: (_, values) =>
      `in order: ${sorted(values)
        .map((value) => value.toString())
        .join(', ')}`,
  },
  {
    pattern: /^(?:max|maximum|largest|biggest|highest|greatest)(?: of|:| among)? ?(?<list>.+)$/iu,
    name: 'largest',
    of: (values) => sorted(values).at(-1) as Exact,
    working: (texts) => texts.join(', '),
  },
  {
    pattern: /^(?:min|minimum|smallest|lowest|least)(?: of|:| among)? ?(?<list>.+)$/iu,
    name: 'smallest',
    of: (values) => sorted(values)[0] as Exact,
    working: (texts) => texts.join(', '),
  },
  {
    pattern: /^(?:difference) between (?<list>.+)$/iu,
    name: 'difference',
    of: (values) =>
      sorted(values)
        .at(-1)
        ?.minus(sorted(values)[0] as Exact) as Exact,
    working: (texts) => texts.join(', '),
  },
  {
    pattern: /^(?:sample )?standard deviation(?: of|:)? ?(?<list>.+)$/iu,
    name: 'sample standard deviation',
    of: (values) =>
      sum(values.map((value) => value.minus(mean(values)).pow(2)))
        .div(values.length - 1)
        .sqrt(),
    working: (texts) => texts.join(', '),
  },
]

/** "average of 3, 4 and 8" and the like; null for anything else. */
export function answerList(text: string, style: NumberStyle): string | null {
  for (const phrase of lists) {
    const list = phrase.pattern.exec(text)?.groups?.list
    const numbers = list && readList(list.replace(/^(?:the |these )?(?:numbers? |values? )?(?:of )?/iu, ''), style)
    if (!numbers) continue
    const value = phrase.of(numbers.values)
    const shown = numbers.currency
      ? { text: writeAmount(value, numbers.currency, style), exact: value.decimalPlaces() <= 2 }
      : showNumber(value, style)
    const working = numbers.texts.length <= 30 ? `\n\n${phrase.working(numbers.texts, numbers.values)}` : ''
    return `The ${phrase.name} of ${numbers.texts.length} numbers is ${shown.exact ? '' : 'about '}**${shown.text}**.${working}`
  }
  return null
}
