import { personaOf } from '@atrium/contract/catalogue/personas'
import { numberStyle } from '@atrium/domain/numbers/number-style'
import { momentOf } from './calendar/reading.ts'
import { agenda } from './drafting/agenda.ts'
import { take } from './drafting/answers.ts'
import { type Brief, begin, missing, type Template } from './drafting/brief.ts'
import { checklist } from './drafting/checklist.ts'
import { comparison } from './drafting/comparison.ts'
import { email } from './drafting/email.ts'
import { plan } from './drafting/plan.ts'
import type { GuideContext, Turn } from './guide.ts'
import { isLong, request, unended } from './phrasing.ts'
import { certainty, type Skill } from './skill.ts'

const templates: readonly Template[] = [email, agenda, checklist, plan, comparison]

/** A chain of a draft and its changes is followed back this many turns. */
const CHAIN_MAX = 12

/** Drafts from templates in the persona's tone; asks for missing facts and takes them in the turns that follow. */
export const drafts: Skill = async (context) => {
  const fresh = isLong(context.question) ? null : detect(context.question)
  if (fresh)
    return {
      skill: 'draft',
      // “Make a to-do list with eggs” is sure of its kind; “plan the week” may as well be about what is planned here.
      confidence: isNamed(context.question) ? certainty.parsed - 0.015 : certainty.partial,
      reply: async () => `${unsent(context.question, fresh)}${await present(fresh, context)}`,
    }
  const open = openDraft(context.turns)
  if (!open) return null
  if (
    open.kind === 'e-mail' &&
    /^(?:please )?(?:send|mail|e-?mail)(?: it| this| that)?(?: now| off)?(?: to .{1,80})?[.!]*$/iu.test(
      request(context.question),
    )
  )
    return {
      skill: 'draft',
      confidence: certainty.parsed,
      reply: () => `${cannotSend} Copy the draft into your mail program.`,
    }
  const template = templateOf(open)
  const answered = take(context.question, open, template)
  if (!answered) return null
  return {
    skill: 'draft',
    confidence: answered.sure ? certainty.parsed : certainty.answer - 0.05,
    reply: () => present(answered.brief, context),
  }
}

/** Whether the request names what is to be drafted: an e-mail, a list, an agenda; not only a verb that means many things. */
const NAMED =
  /\b(?:e-?mail|mail|letter|message|draft|check-?list|to-?do list|packing list|shopping list|agenda for|(?:a|an|the|my) plan|comparison|pros and cons)\b/iu
const isNamed = (question: string): boolean => NAMED.test(question)

const cannotSend = 'I cannot send e-mail; nothing has gone out.'

/** Who says "send" must not believe that it went out. */
const unsent = (question: string, { kind }: Brief): string =>
  kind === 'e-mail' && /^send\b/iu.test(request(question)) ? `${cannotSend} This is a draft to copy.\n\n` : ''

function detect(question: string): Brief | null {
  const sentence = unended(request(question))
  for (const template of templates) {
    const found = template.detect(sentence)
    if (found) return begin(template.kind, found)
  }
  return null
}

const templateOf = (brief: Brief): Template => templates.find(({ kind }) => kind === brief.kind) as Template
const isDraft = (turn: Turn | undefined): boolean =>
  turn?.role === 'assistant' &&
  /^(?:I cannot send e-mail;.*\n\n)?\*\*Draft: (?:e-mail|plan|checklist|agenda|comparison)\*\*/u.test(turn.text)

/** The draft on which the last turns worked, rebuilt from what the person said in them. */
function openDraft(turns: readonly Turn[]): Brief | null {
  if (!isDraft(turns.at(-1))) return null
  let start = turns.length - 2
  while (start - 2 >= 0 && isDraft(turns[start - 1]) && turns.length - start < CHAIN_MAX * 2) start -= 2
  let brief: Brief | null = null
  for (let at = start; at < turns.length; at += 2) {
    const turn = turns[at]
    if (turn?.role !== 'user') return null
    const begun = isLong(turn.text) ? null : detect(turn.text)
    brief = begun ?? (brief ? (take(turn.text, brief, templateOf(brief))?.brief ?? brief) : null)
  }
  return brief
}

async function present(brief: Brief, context: GuideContext): Promise<string> {
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
