import { amountSource, readAmount } from '@atrium/domain/recipe/amounts'
import { RECIPE_MAX, scaleRecipe } from '@atrium/domain/recipe/scale'
import { Exact } from '../../calculation/numbers.ts'
import { safe } from '../../markdown.ts'
import { defineIntent, type GuideLanguage } from '../intent.ts'
import { says } from '../words.ts'
import { codeBlock, replyOf, styleOf, writeNumber } from '../writing.ts'
import { readRecipe } from './asked.ts'
import { examples, say } from './say.ts'
import words from './words.json' with { type: 'json' }

const PEOPLE_MAX = 1_000
const FACTOR_MAX = 100
const SERVINGS_LINE = 80

const figures = new RegExp(amountSource, 'gu')

/** A line that says for how many a recipe is, and nothing else: `Serves 4`. */
const isServings = (line: string, language: GuideLanguage): boolean =>
  line.length <= SERVINGS_LINE && [...line.matchAll(figures)].length === 1 && says(line, words.servings, language)

function servingsOf(recipe: string, language: GuideLanguage): Exact | null {
  const line = recipe.split('\n').find((one) => isServings(one, language))
  const figure = line && [...line.matchAll(figures)][0]?.[0]
  return figure ? (readAmount(figure)?.value ?? null) : null
}

const isPeople = (count: Exact): boolean => count.gte(1) && count.lte(PEOPLE_MAX)

/** A recipe or a line of it for other people, or so many times as much. */
export const scale = defineIntent({
  id: 'recipe.scale',
  slots: {
    recipe: { kind: 'block', required: true },
    to: { kind: 'number', cues: words.cues.to },
    from: { kind: 'number', cues: words.cues.from },
    factor: { kind: 'number', cues: words.cues.factor },
  },
  examples: examples('recipe.scale'),
  reply({ recipe: given, ...slots }, context, language) {
    const style = styleOf(context)
    const number = (value: Exact) => writeNumber(value, style, 3)
    if (given.text.length > RECIPE_MAX || context.question.length > RECIPE_MAX * 2)
      return { markdown: say(language, 'tooLong', { most: number(new Exact(RECIPE_MAX)) }) }
    const read = readRecipe(context.question, given.text, { style, language })
    const text = read.recipe
    // Where the question itself has no figures, they were given otherwise.
    const { from, to, factor } = /\p{N}/u.test(context.question) ? read : { ...read, ...slots }
    const now = from ?? servingsOf(text, language)
    const times = factor ?? (to ? null : read.factor)
    if (!times && !to) return { markdown: say(language, 'ask') }
    if (!times && !now) return { markdown: say(language, 'askFrom', { to: number(to as Exact) }) }
    const isPossible = times
      ? times.gt(0) && times.lte(FACTOR_MAX)
      : [to, now].every((count) => isPeople(count as Exact))
    if (!isPossible)
      return { markdown: say(language, 'range', { most: FACTOR_MAX, people: number(new Exact(PEOPLE_MAX)) }) }
    const by = times ?? (to as Exact).div(now as Exact)
    const scaled = scaleRecipe(text, {
      factor: by,
      decimal: style.decimal,
      isServings: (line) => isServings(line, language),
    })
    if (scaled.changed === 0) return { markdown: say(language, 'nothing') }
    const head = times
      ? say(language, 'scaled', { factor: number(by) })
      : say(language, 'scaledFor', { factor: number(by), to: number(to as Exact), from: number(now as Exact) })
    const isOne = !text.trim().includes('\n')
    return replyOf([
      isOne ? `**${safe(scaled.text.trim())}**` : codeBlock(scaled.text),
      isOne ? head.replaceAll('**', '') : head,
      isOne ? null : say(language, 'kept'),
    ])
  },
})
