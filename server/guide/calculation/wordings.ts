import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { figuresIn } from './loose.ts'
import type { Exact } from './numbers.ts'

/** A sentence with its numbers as `#0`, `#1`, and what those are. */
interface Skeleton {
  text: string
  values: readonly Exact[]
}

export function skeletonOf(sentence: string, style: NumberStyle): Skeleton {
  const figures = figuresIn(sentence, style)
  let text = ''
  let at = 0
  for (const [index, { from, to }] of figures.entries()) {
    text += `${sentence.slice(at, from)}#${index}`
    at = to
  }
  return {
    text: (text + sentence.slice(at)).replaceAll(/\s+/gu, ' ').trim(),
    values: figures.map(({ value }) => value),
  }
}

/** What a wording asks to be computed: `{0} - {1}`, with the numbers of its groups. */
type Wording = readonly [pattern: RegExp, expression: string]

const N = '(?:the |a |an |my |about )?(?:[\\p{Sc}] ?)?#(\\d+)'
/** At most a few words between. */
const W = "(?: [\\p{L}'’]+){0,4}?"
const of = (source: string) => new RegExp(source.replaceAll('N', N).replaceAll('_', W), 'iu')

const ORDINALS: Readonly<Record<string, number>> = {
  ...{ second: 2, third: 3, fourth: 4, fifth: 5, sixth: 6, seventh: 7, eighth: 8, ninth: 9, tenth: 10, twelfth: 12 },
}
const ORDINAL = Object.keys(ORDINALS).join('|')

/** How people ask for a calculation where the order of the words tells what is done with which number. */
const WORDINGS: readonly Wording[] = [
  [
    of(
      '(?:remainder|rest|modulo|what remains|what is left over|left over)_ (?:of |when |if |after |from )?(?:you divide |dividing )?N_ (?:is |are )?(?:divided by|over|by|/|÷|and|mod) N',
    ),
    '{0} mod {1}',
  ],
  [of('cube root (?:of |from )?N'), 'cbrt({0})'],
  [of('factorial (?:of )?N'), '{0}!'],
  [of('area of_ circle_ radius (?:of )?N'), 'pi * {0} ^ 2'],
  [of('(?:subtract|take|takes|taking|deduct|remove)(?: away)? N_ (?:away )?(?:from|off|out of) N'), '{1} - {0}'],
  [of('take(?: away)? N_ from N'), '{1} - {0}'],
  [of('N_ (?:less|fewer|lower|smaller) than N'), '{1} - {0}'],
  [of('N_ (?:more|greater|higher|bigger|larger) than N'), '{1} + {0}'],
  [of('(?:difference|gap|distance)_ (?:between|of|from) N_ (?:and|to|vs) N'), 'abs({0} - {1})'],
  [of('how far apart_ N_ and N'), 'abs({0} - {1})'],
  [of('how (?:many times|often)_ N_ (?:go|goes|fit|fits) (?:in|into|inside) N'), '{1} / {0}'],
  [of("how many N['’]?s?_ (?:in|make|go into|fit into) N"), '{1} / {0}'],
  [
    of(
      '(?:divide|split|share|share out|distribute|deal|cut)(?: up| out)?_ N_ (?:between|among|amongst|by|into|in|over|with|across) N',
    ),
    '{0} / {1}',
  ],
  [
    of(
      'N_ (?:shared|split|divided|distributed)(?: equally| evenly)?(?: up)? (?:by|between|among|into|in|over|across) N',
    ),
    '{0} / {1}',
  ],
  [of('multiply_ N_ (?:by|with|and|times) N'), '{0} * {1}'],
  [of('(?:product|multiplication) of N_ (?:and|with|by|,) N'), '{0} * {1}'],
  [of('(?:times|multiply by) N by N'), '{0} * {1}'],
  [of('division (?:of )?N_ by N'), '{0} / {1}'],
  [of('long division_ N_ by N'), '{0} / {1}'],
  [of('N times as (?:much|many|big)_ as N'), '{0} * {1}'],
  [of('add_ N_ (?:to|and|with|plus) N$'), '{0} + {1}'],
  [of('N (?:on top of|added to) N'), '{0} + {1}'],
  [of('raise N_ to the (?:power of )?N'), '{0} ^ {1}'],
  [of('N (?:raised )?to the (?:power )?(?:of )?(?:minus|negative) N'), '{0} ^ (0 - {1})'],
  [of('N (?:raised )?to the (?:power (?:of )?)?N(?:st|nd|rd|th)?(?: power)?'), '{0} ^ {1}'],
  [of('(?:double|twice) N'), '2 * {0}'],
  [of('(?:triple|treble) N'), '3 * {0}'],
  [of('quadruple N'), '4 * {0}'],
  [of('(?:halve|half of|half) N'), '{0} / 2'],
  [of('(?:square root|root|sqrt) (?:of |from )?N squared'), '{0}'],
  [of('(?:square root|root) (?:of|from) N$'), 'sqrt({0})'],
  [of('(?:square|squared?) of N'), '{0} ^ 2'],
  [of('cube of N'), '{0} ^ 3'],
  [
    of(
      'N (?:rows|packs|boxes|bags|trays|crates|groups|shelves|sets|stacks|lots|teams|bunches) (?:of|with|à|at|a) N(?![^#]*#)',
    ),
    '{0} * {1}',
  ],
]

const fill = (expression: string, values: readonly (Exact | undefined)[]) =>
  expression.replaceAll(/\{(\d)\}/gu, (_, at) => `(${values[Number(at)]?.toFixed() ?? '0'})`)

/** “7.5 hours for 3 days”: words by which two numbers are multiplied, divided, added or taken away. */
const TIMES =
  /\b(?:each|apiece|a piece|in each|per|every|times|at|à|@|packs? of|boxes of|rows? of|sets? of|trays? of)\b|@/iu
const LEFT =
  /\b(?:left|remain(?:s|ing|ed)?|leftover|still have|gave|give|given away|spent|lose|lost|ate|eaten|used|took|sold|have now|after|minus|short of|change from)\b/iu
const GROUPS =
  /\b(?:tables? of|groups? of|teams? of|share|shared|divide|divided|split|among|between|per (?:person|head|group|table)|how many (?:tables|groups|buses|boxes|bags|teams|packs)|equally|ways)\b/iu
const SUM =
  /\b(?:add|adds|added|adding|sum|sums|total|totals|tot|altogether|together|in all|combined|come(?:s)? to|make|makes|spend|spent|plus|and then|count|tally|overall|how much (?:is|was|are) (?:that|it|all))\b/iu

export interface Worded {
  /** In the notation of arithmetic. */
  expression: string
}

/** What a sentence in words asks to be computed; null where it is none of these. */
export function worded(sentence: string, style: NumberStyle): Worded | null {
  const { text, values } = skeletonOf(sentence.replace(/[?!.\s]+$/u, ''), style)
  if (values.length === 0 || values.length > 200) return null
  const power = new RegExp(`#(\\d+) (?:raised )?to the (${ORDINAL})(?: power)?\\b`, 'iu').exec(text)
  if (power)
    return { expression: `(${values[Number(power[1])]?.toFixed()}) ^ ${ORDINALS[(power[2] as string).toLowerCase()]}` }
  const root = new RegExp(`(?:(${ORDINAL})|#(\\d+)(?:th|rd|nd)) root (?:of |from )?#(\\d+)`, 'iu').exec(text)
  if (root) {
    const degree = root[1] ? ORDINALS[root[1].toLowerCase()] : values[Number(root[2])]?.toFixed()
    return { expression: `(${values[Number(root[3])]?.toFixed()}) ^ (1 / ${degree})` }
  }
  for (const [pattern, expression] of WORDINGS) {
    const match = pattern.exec(text)
    if (!match) continue
    const groups = match.slice(1).map((at) => values[Number(at)])
    // Other numbers besides would be lost.
    if (groups.length < values.length) continue
    return { expression: fill(expression, groups) }
  }
  return null
}

/** Of numbers with nothing between them that computes: what the other words tell to do with them. */
export function told(sentence: string, style: NumberStyle): Worded | null {
  const { text, values } = skeletonOf(sentence, style)
  if (values.length < 2 || values.length > 200) return null
  // “Twelve dozen”
  if (values.length === 2 && values[1]?.eq(12) && /#0 #1/u.test(text) && /dozen/iu.test(sentence))
    return { expression: `(${values[0]?.toFixed()}) * (12)` }
  const written = values.map((value) => `(${value.toFixed()})`)
  const [first, second] = values as [Exact, Exact]
  if (values.length === 2 && GROUPS.test(text))
    return { expression: first.gte(second) ? `${written[0]} / ${written[1]}` : `${written[1]} / ${written[0]}` }
  if (
    LEFT.test(text) &&
    /\b(?:left|remain\w*|leftover|still have|have now|change from|over)\b/iu.test(text) &&
    values.every((value, at) => at === 0 || value.lte(first))
  )
    return { expression: written.join(' - ') }
  if (values.length === 2 && TIMES.test(text)) return { expression: written.join(' * ') }
  if (
    values.length === 2 &&
    /\b(?:hours?|minutes?|days?|weeks?) (?:a|per|each) (?:day|week|month|year)\b.*\bfor\b/iu.test(text)
  )
    return { expression: written.join(' * ') }
  if (
    values.length === 3 &&
    TIMES.test(text) &&
    /\bplus|and|more|loose\b/iu.test(text) &&
    !SUM.test(text.replace(/\b(?:plus|total)\b/giu, ''))
  )
    return { expression: `${written[0]} * ${written[1]} + ${written[2]}` }
  if (SUM.test(text)) {
    // “3 invoices, 120.50, 89.90 and 45”: the count is none of them.
    const isCounted = first.eq(values.length - 1) && /#0 \p{L}{3,}/u.test(text) && values.length > 2
    return { expression: (isCounted ? written.slice(1) : written).join(' + ') }
  }
  if (values.length === 2 && /#0 (?:and|&) #1(?: (?:is|are|makes?|equals?)\b|$)/iu.test(text.replace(/[?!.\s]+$/u, '')))
    return { expression: written.join(' + ') }
  return null
}
