import type { Job } from '@atrium/contract/playbook'
import { type RankedLead, WORDS_MAX, wordsOf } from './first-message.ts'

/** Messages that a model may word better, the best leads first: each costs money. */
const POLISHED_MAX = 5

/** What a model may not bring into a message: addresses and links that are not in the template. */
const strange = (text: string, template: string): boolean =>
  (text.match(/https?:\/\/\S+|\b\S+@\S+\.\S+|\b\d[\d.,]{2,}\b/g) ?? []).some((found) => !template.includes(found))

/**
 * Lets a model word the best messages; a text that is too long, or that brings in a link, an address or a figure that the
 * template has not, is not taken. Answers how many were taken.
 */
export async function polished(job: Job, chosen: readonly RankedLead[]): Promise<number> {
  let taken = 0
  for (const one of chosen.slice(0, POLISHED_MAX)) {
    if (!one.message) continue
    const text = await job.compose({
      purpose: 'A first message to a lead',
      instructions:
        'Word this first message better, in the same language, plain and warm, in at most 110 words. Keep the greeting, the one question with its days, the way to say no and the signature. Claim nothing that is not in it. Answer with the message alone.',
      data: `${one.message.text}\n\n---\nRole: ${one.lead.role}\nCompany: ${one.lead.company}\nIndustry: ${one.lead.industry}`,
      maxWords: WORDS_MAX,
    })
    if (text === null) break // no model, or no money left: the others would get the same answer
    if (text.trim() === '' || wordsOf(text) > WORDS_MAX + 25 || strange(text, one.message.text)) continue
    one.message = { ...one.message, text: text.trim() }
    taken++
  }
  return taken
}
