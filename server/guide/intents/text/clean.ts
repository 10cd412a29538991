import { characterCount, linesOf } from '@atrium/domain/text/counts'
import { tidied, unwrapped, withoutEmptyLines } from '@atrium/domain/text/tidying'
import { onText } from './result.ts'
import { say } from './say.ts'

export const clean = onText(['text.clean', 'text.format'], (text, language) => {
  const clean = tidied(text)
  const removed = characterCount(text) - characterCount(clean)
  if (clean === text) return { said: say(language, 'unchanged') }
  return { said: say(language, 'clean.spaces', { removed }), text: clean }
})

export const cleanLines = onText(['text.clean-lines', 'text.format'], (text, language) => {
  const clean = withoutEmptyLines(text)
  const removed = linesOf(text).length - linesOf(clean).length
  if (removed === 0) return { said: say(language, 'unchanged') }
  return { said: say(language, 'clean.lines', { removed }), text: clean }
})

export const unwrap = onText(['text.unwrap', 'text.format'], (text, language) => {
  const clean = unwrapped(text)
  const removed = linesOf(text.trim()).length - linesOf(clean).length
  if (removed === 0) return { said: say(language, 'unchanged') }
  return { said: say(language, 'clean.breaks', { removed }), text: clean }
})
