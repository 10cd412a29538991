import { personaOf } from '@atrium/contract/catalogue/personas'
import { numberStyle } from '@atrium/domain/numbers/number-style'
import { momentOf } from '../calendar/reading.ts'
import type { GuideContext } from '../guide.ts'
import { request } from '../phrasing.ts'
import { agenda } from './agenda.ts'
import { type Brief, missing, type Template } from './brief.ts'
import { checklist } from './checklist.ts'
import { comparison } from './comparison.ts'
import { email } from './email.ts'
import { plan } from './plan.ts'

export const templates: readonly Template[] = [email, agenda, checklist, plan, comparison]
export const templateOf = (brief: Brief): Template => templates.find(({ kind }) => kind === brief.kind) as Template

export const cannotSend = 'I cannot send e-mail; nothing has gone out.'

/** Who says "send" must not believe that it went out. */
export const unsent = (question: string, { kind }: Brief): string =>
  kind === 'e-mail' && /^(?:send|e-?mail|mail)\b/iu.test(request(question))
    ? `${cannotSend} This is a draft to copy.\n\n`
    : ''

/** A draft with what is still to be told, in Markdown. */
export async function present(brief: Brief, context: GuideContext): Promise<string> {
  const template = templateOf(brief)
  const { locale } = numberStyle(context.locale)
  const persona = personaOf(context.persona)
  const text = await template.write(brief, {
    persona: persona.key,
    personName: context.personName,
    moment: momentOf({ ...context, locale }),
  })
  const open = missing(brief, template)
  const tone = brief.manner === 'usual' ? persona.tone : brief.manner
  const questions =
    open.length > 0
      ? `To finish it, tell me:\n\n${open.map(({ question, labels }, index) => `${index + 1}. ${question} (*${labels[0]}*)`).join('\n')}\n\nAnswer in this order, or by name: “${open[0]?.labels[0]}: …”.`
      : `Say what to change: ${brief.kind === 'e-mail' ? '“shorter”, “more formal”' : '“shorter”, “remove …”'}, “add …”, or a new value such as “${template.slots[0]?.labels[0] ?? 'to'}: …”.`
  return [`**Draft: ${brief.kind}** (${tone})`, '---', text, '---', questions].join('\n\n')
}
