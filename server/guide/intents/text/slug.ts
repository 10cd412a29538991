import { linesOf } from '@atrium/domain/text/counts'
import { slugOf } from '@atrium/domain/text/slugs'
import { onText } from './result.ts'
import { say } from './say.ts'

export const slug = onText(['text.slug', 'text.format'], (text, language) => {
  const slugs = linesOf(text)
    .map((line) => slugOf(line, language))
    .filter((slug) => slug !== '')
  return { said: say(language, 'slug.done'), text: slugs.join('\n') }
})
