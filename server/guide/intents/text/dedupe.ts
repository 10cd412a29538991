import { dedupeItems, itemsOf } from '@atrium/domain/text/items'
import { onText } from './result.ts'
import { say } from './say.ts'

export const dedupe = onText(['text.dedupe', 'text.dedupe'], (text, language) => {
  const { items, joint } = itemsOf(text)
  const left = dedupeItems(items)
  const removed = items.length - left.length
  if (removed === 0) return { said: say(language, 'dedupe.none', { left: left.length }) }
  return { said: say(language, 'dedupe.removed', { removed, left: left.length }), text: left.join(joint) }
})
