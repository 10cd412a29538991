import { numberStyle } from '@atrium/domain/numbers/number-style'
import { isDayFirst } from '../../calendar/reading.ts'
import type { GuideFile } from '../../guide.ts'
import { safe } from '../../markdown.ts'
import { aboutTopic } from '../../papers/answers.ts'
import { answerTable } from '../../papers/table-answers.ts'
import { plain, unended } from '../../phrasing.ts'
import { type Block, defineIntent, type Intent } from '../intent.ts'
import { examplesOf } from '../say.ts'

const examples = examplesOf(import.meta.url)
const TEXT = { kind: 'text' } as const
const SENT = 'the text you sent'
const ATTACH = 'Attach a file (CSV, text, PDF or DOCX) with the paper clip, or paste what it holds below your question.'

const fileOf = ({ text, name }: Block, mime: string): GuideFile => ({ name: name ?? SENT, mime, text })

const stats = defineIntent({
  id: 'file.stats',
  slots: { table: { kind: 'block', required: true }, about: TEXT, by: TEXT },
  examples: examples('file.stats'),
  async reply({ table }, { question, locale }) {
    if (!table) return { markdown: ATTACH }
    const asked = unended(plain(question.split('\n')[0] ?? ''))
    const answer = await answerTable(asked, table.text, numberStyle(locale).locale, isDayFirst(locale))
    return { markdown: answer ? `${answer}\n\n*From ${safe(table.name ?? SENT)}.*` : ATTACH }
  },
})

/** Of the words of what is sought; with fewer in one place, the whole question is sought. */
const LEAST = 0.5

const about = defineIntent({
  id: 'file.question',
  slots: { document: { kind: 'block', required: true }, topic: TEXT },
  examples: examples('file.question'),
  reply({ document, topic }, { question }) {
    if (!document) return { markdown: ATTACH }
    const file = fileOf(document, 'text/plain')
    const whole = plain(question.slice(0, 200))
    const found = aboutTopic(unended(topic ?? whole), [file], file, LEAST)
    return { markdown: found || aboutTopic(unended(whole), [file], file) }
  },
})

/** What is asked of a table or a text that is attached. */
export const fileIntents: readonly Intent[] = [stats, about]
