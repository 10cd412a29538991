import { linesOf } from '@atrium/domain/text/counts'
import { diffLines, unifiedDiff } from '@atrium/domain/text/differences'
import { defineIntent } from '../intent.ts'
import { refused, replyOf, replyWith } from './result.ts'
import { examples, say } from './say.ts'

export const compare = defineIntent({
  id: 'text.compare',
  slots: { texts: { kind: 'block', required: true, isMany: true } },
  examples: examples('text.compare'),
  reply: ({ texts }, _context, language) => {
    const [before, after] = texts ?? []
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
