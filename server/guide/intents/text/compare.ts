import { linesOf } from '@atrium/domain/text/counts'
import { diffLines, unifiedDiff } from '@atrium/domain/text/differences'
import { type Block, defineIntent } from '../intent.ts'
import { refused, replyOf, replyWith } from './result.ts'
import { examples, say } from './say.ts'

const PARTS: readonly RegExp[] = [
  /^\s*(?:-{3,}|={3,}|\*{3,}|vs\.?|versus|and)\s*$/imu,
  /\n\s*\n/u,
  /\n/u,
  /\s+(?:vs\.?|versus|\/{1,2}|\|)\s+/iu,
  /;\s+/u,
]

/** “Old: …”, “text 1: …” before a text. */
const LABEL =
  /^\s*(?:(?:the )?(?:old|new|before|after|first|second|(?:text|version|draft|list)?\s?[12ab])(?: (?:text|version|one|list|draft))?)\s*[:.)]\s*/iu

/** Two texts where they stand in one. */
function both(texts: readonly Block[]): readonly Block[] {
  const [only, ...more] = texts
  if (!only || more.length > 0) return texts
  const found = PARTS.map((sign) => only.text.trim().split(sign)).find((parts) => parts.length === 2)
  return found ? found.map((text) => ({ text: text.replace(LABEL, '').trim(), name: only.name })) : texts
}

export const compare = defineIntent({
  id: 'text.compare',
  slots: { texts: { kind: 'block', required: true, isMany: true } },
  examples: examples('text.compare'),
  reply: ({ texts }, _context, language) => {
    const [before, after] = both(texts ?? [])
    if (!before || !after) return replyOf(say(language, 'emptyTwo'))
    const no = refused(before, language) ?? refused(after, language)
    if (no) return no
    const lines = diffLines(linesOf(before.text), linesOf(after.text))
    const count = (sign: string) => lines.filter((line) => line.sign === sign).length
    const [gone, come, kept] = [count('-'), count('+'), count(' ')]
    if (gone + come === 0) return replyOf(say(language, 'compare.same', { lines: kept }))
    const said = say(language, 'compare.done', { gone, come, kept })
    return replyWith(
      { said, text: unifiedDiff(lines), info: 'diff', ending: 'diff', mime: 'text/x-diff' },
      after.name,
      language,
    )
  },
})
