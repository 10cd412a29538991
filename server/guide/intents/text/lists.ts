import { linesOf } from '@atrium/domain/text/counts'
import { itemsOf, partsOf, unmarked } from '@atrium/domain/text/items'
import { reversed } from '@atrium/domain/text/tidying'
import { onText, type TextIntent } from './result.ts'
import { say } from './say.ts'

const listing = (
  id: string,
  name: 'numbered' | 'bullets' | 'joined' | 'reversedLines',
  write: (items: readonly string[], joint: string) => string,
): TextIntent =>
  onText([id, id === 'text.reverse-lines' ? 'text.sort' : 'text.format'], (text, language) => {
    const { items, joint } = itemsOf(text)
    return { said: say(language, `list.${name}`, { items: items.length }), text: write(items, joint) }
  })

const bare = (items: readonly string[]) => items.map((item) => unmarked(item).trim())

export const numberLines = listing('text.number-lines', 'numbered', (items) =>
  bare(items)
    .map((item, at) => `${at + 1}. ${item}`)
    .join('\n'),
)
export const bullets = listing('text.bullets', 'bullets', (items) =>
  bare(items)
    .map((item) => `- ${item}`)
    .join('\n'),
)
export const join = listing('text.join', 'joined', (items) => bare(items).join(', '))
export const reverseLines = listing('text.reverse-lines', 'reversedLines', (items, joint) =>
  items.toReversed().join(joint),
)

/** The parts of every line; of a line without a comma, the line. */
export const split = onText(['text.split', 'text.format'], (text, language) => {
  const items = linesOf(text).flatMap((line) => {
    const { items, joint } = partsOf(line)
    return joint === ' ' ? [line.trim()] : items
  })
  const parts = items.length > 1 || !/\s/.test(text.trim()) ? items : itemsOf(text).items
  return { said: say(language, 'list.split', { items: parts.length }), text: parts.join('\n') }
})

export const reverse = onText(['text.reverse', 'text.format'], (text, language) => ({
  said: say(language, 'list.reversed'),
  text: reversed(text.trim()),
}))
