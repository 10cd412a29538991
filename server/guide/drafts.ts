import { momentOf } from './calendar/reading.ts'
import { take } from './drafting/answers.ts'
import { type Brief, begin, missing } from './drafting/brief.ts'
import { cannotSend, present, templateOf, templates, unsent } from './drafting/present.ts'
import { draftIdOf, isDraftId, understoodBrief } from './drafting/understood.ts'
import type { GuideContext, Turn } from './guide.ts'
import { isLong, plain, request, unended } from './phrasing.ts'
import { certainty, type Skill } from './skill.ts'
import { blockSlot } from './text-jobs.ts'
import { longest, mentionsIn } from './understanding/mentions.ts'
import { isSure } from './understanding/sureness.ts'
import { languagesOf, type Understood, understand } from './understanding/understand.ts'

/** A chain of a draft and its changes is followed back this many turns. */
const CHAIN_MAX = 12

/** Drafts from templates in the persona's tone; asks for missing facts and takes them in the turns that follow. */
export const drafts: Skill = async (context) => {
  const fresh = await begunBy(context.question, context)
  const open = openDraft(context.turns, context)
  if (fresh)
    return {
      skill: 'draft',
      intent: draftIdOf(fresh.brief.kind),
      // “Make a to-do list with eggs” is sure of its kind; “plan the week” may as well be about what is planned here.
      confidence: fresh.isUnderstood
        ? certainty.parsed - 0.004
        : isNamed(context.question)
          ? certainty.parsed - 0.015
          : certainty.partial,
      reply: async () => `${unsent(context.question, fresh.brief)}${await present(fresh.brief, context)}`,
    }
  const brief = await open
  if (!brief) return null
  const intent = draftIdOf(brief.kind)
  if (
    brief.kind === 'e-mail' &&
    /^(?:please )?(?:send|mail|e-?mail)(?: it| this| that)?(?: now| off)?(?: to .{1,80})?[.!]*$/iu.test(
      request(context.question),
    )
  )
    return {
      ...{ skill: 'draft', intent, confidence: certainty.parsed },
      reply: () => `${cannotSend} Copy the draft into your mail program.`,
    }
  if (TRANSLATION.test(request(context.question)))
    return {
      ...{ skill: 'draft', intent, confidence: certainty.parsed },
      reply: () =>
        'I cannot translate: that takes a language model. The draft above stays as it is; write what it should say in that language and I keep its form.',
    }
  const answered = take(context.question, brief, templateOf(brief))
  if (!answered) return null
  return {
    ...{ skill: 'draft', intent },
    // What is asked for is answered: a day alone is when, “confirm the date” what to do. What is surely something else is no answer.
    confidence: answered.sure
      ? certainty.parsed
      : (await isAnswer(context))
        ? certainty.parsed - 0.004
        : certainty.answer - 0.05,
    reply: () => present(answered.brief, context),
  }
}

/** How sure it has to be that something is asked for beside the draft. */
const ASIDE = 0.9

/** Whether a sentence behind a draft that asks for facts tells one: it is a value, or asks surely for nothing else. */
async function isAnswer(context: GuideContext): Promise<boolean> {
  const said = unended(plain(context.question))
  if (context.question.includes('\n')) return true
  for (const language of languagesOf(said, context.locale)) {
    const [value, ...more] = longest(await mentionsIn(said, momentOf(context), language))
    if (value && more.length === 0 && value.kind === 'date' && value.from === 0 && value.to === said.length) return true
  }
  const [best] = await understand(said, context)
  return !best || best.sure < ASIDE
}

/** A wish for another language, which is no fact of a draft. */
const TRANSLATION =
  /^(?:(?:now |and |can i have |give me |make |write |rewrite |translate |put |do )*(?:it |that |this |the (?:draft|e-?mail|letter) )?)?(?:in(?:to)?|to) (?:english|french|german|spanish|italian|chinese|japanese|russian|arabic|portuguese|dutch|polish|korean|hindi|turkish|indonesian)(?: please| instead| version)?[.!?]*$|^translate\b.{0,60}$/iu

/** Whether the request names what is to be drafted: an e-mail, a list, an agenda; not only a verb that means many things. */
const NAMED =
  /\b(?:e-?mail|mail|letter|message|draft|check-?list|to-?do list|packing list|shopping list|agenda for|(?:a|an|the|my) plan|comparison|pros and cons)\b/iu
const isNamed = (question: string): boolean => NAMED.test(question)

interface Begun {
  brief: Brief
  /** By examples, which know more words for it than patterns do. */
  isUnderstood: boolean
}

/** “What is an agenda?”, “checklists are boring”: it is spoken of, not asked for. */
const SPOKEN_OF =
  /^(?:what(?:'s| is| are) (?:an? )?\p{L}+\??$|(?:the |my |our )?(?:plan|agenda|checklist|letter|e-?mail|comparison)s? (?:is|are|was|were|has|have|\p{L}+ed)\b)|^plan \p{L}$|^i wrote\b|\bpoem\b/iu

function isAskedFor({ aligned, coverage, none, meant, ...rest }: Understood, sentence: string): boolean {
  const isMeant = isDraftId(meant.id) && isSure({ meant, sure: rest.sure })
  const fits = (aligned >= 0.7 && coverage >= 0.75) || rest.likely >= 0.8
  return isMeant && !SPOKEN_OF.test(sentence) && (rest.sure >= 0.9 || (fits && none < 0.95))
}

/** Fits so well that what its slots take is what was said. */
const FITS = 0.93

/** How sure it has to be that something else is asked for. */
const OTHERWISE = 0.5

/** Something is to be done with a text, and there is none. */
const lacksText = ({ meant: { intent } }: Understood, { files, turns }: GuideContext): boolean =>
  !!intent && blockSlot(intent) !== undefined && files.length === 0 && turns.length === 0

/** A day that was said is told, wherever in the sentence it stood. */
const withDate = (brief: Brief, understood: Brief | null): Brief =>
  understood?.facts.date &&
  !brief.facts.date &&
  !brief.facts.deadline &&
  !brief.facts.message &&
  brief.kind === 'e-mail'
    ? { ...brief, facts: { ...brief.facts, date: understood.facts.date } }
    : brief

/** The draft that a sentence asks for, with the facts in it. */
async function begunBy(question: string, context: GuideContext): Promise<Begun | null> {
  if (isLong(question)) return null
  const sentence = unended(request(question))
  const [best] = question.includes('\n') ? [] : await understand(plain(question), context)
  const id = best && isAskedFor(best, sentence) && isDraftId(best.meant.id) ? best.meant.id : null
  const understood = id && best ? understoodBrief(id, best, plain(question)) : null
  // “Delete the packing list” asks for none.
  const isOther = best !== undefined && !isDraftId(best.meant.id) && best.sure >= OTHERWISE && !lacksText(best, context)
  for (const template of id === null && isOther ? [] : templates) {
    const found = template.detect(sentence)
    if (!found || (id !== null && draftIdOf(template.kind) !== id)) continue
    const brief = begin(template.kind, found)
    const isBetter =
      understood &&
      best &&
      best.aligned >= FITS &&
      missing(understood, template).length < missing(brief, template).length
    return { brief: isBetter ? understood : withDate(brief, understood), isUnderstood: id !== null }
  }
  return understood && { brief: understood, isUnderstood: true }
}

const isDraft = (turn: Turn | undefined): boolean =>
  turn?.role === 'assistant' &&
  /^(?:I cannot send e-mail;.*\n\n)?\*\*Draft: (?:e-mail|plan|checklist|agenda|comparison)\*\*/u.test(turn.text)

/** The draft on which the last turns worked, rebuilt from what the person said in them. */
async function openDraft(turns: readonly Turn[], context: GuideContext): Promise<Brief | null> {
  if (!isDraft(turns.at(-1))) return null
  let start = turns.length - 2
  while (start - 2 >= 0 && isDraft(turns[start - 1]) && turns.length - start < CHAIN_MAX * 2) start -= 2
  let brief: Brief | null = null
  for (let at = start; at < turns.length; at += 2) {
    const turn = turns[at]
    if (turn?.role !== 'user') return null
    const begun = await begunBy(turn.text, context)
    brief = begun?.brief ?? (brief ? (take(turn.text, brief, templateOf(brief))?.brief ?? brief) : null)
  }
  return brief
}
