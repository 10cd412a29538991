import type { Lead } from './lead.ts'
import type { Score } from './scoring.ts'

export interface FirstMessage {
  to: string
  subject: string
  text: string
}

/** Longer subjects are cut on a phone. */
export const SUBJECT_MAX = 60
/** First messages of this length are read to the end. */
export const WORDS_MAX = 125

export const wordsOf = (text: string): number => text.split(/\s+/).filter(Boolean).length

/**
 * A name out of a file, as it may stand in a letter: no addresses, no digits, no sentences, and not all in capitals. Empty
 * when it is no name, so that whatever somebody wrote into that field is not sent in our name.
 */
export function sayableName(text: string): string {
  const bare = text.replace(/\s+/g, ' ').trim()
  if (bare.length < 2 || bare.length > 50 || !/^[\p{L}\p{M}][\p{L}\p{M}.’' -]*$/u.test(bare)) return ''
  if (/\.\p{L}{2}/u.test(bare)) return ''
  if (bare.split(' ').length > 5) return ''
  return bare === bare.toUpperCase() || bare === bare.toLowerCase()
    ? bare
        .toLowerCase()
        .replace(/(^|[ '’-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    : bare
}

/** The same for a company or a role, which may have digits and `&`. */
export function sayable(text: string): string {
  const bare = text.replace(/\s+/g, ' ').trim()
  if (bare.length < 2 || bare.length > 60 || bare.split(' ').length > 8) return ''
  return /^[\p{L}\p{M}\p{N}&+.,’'()/ -]+$/u.test(bare) && !/\bwww\.|\.[a-z]{2,}\//i.test(bare) ? bare : ''
}

function opening(lead: Lead): string {
  if (/referr|recommend|empfehlung|introduc/i.test(lead.source)) return 'We were recommended to each other.'
  if (/webinar/i.test(lead.source)) return 'Thank you for coming to our webinar.'
  if (/event|fair|booth|expo|summit|conference|messe|meetup/i.test(lead.source)) return 'It was good to meet you.'
  if (/download|white ?paper|e-?book/i.test(lead.source))
    return 'You downloaded a paper of ours, and I hope it was of use.'
  const role = sayable(lead.role)
  const company = sayable(lead.company)
  if (role && company) return `I am writing to you because of your work as ${role} at ${company}.`
  return company ? `I am writing to you because of what ${company} does.` : 'I am writing to you for the first time.'
}

/** A sentence ends with a full stop; an answer of the onboarding often does not. */
const sentence = (text: string) => {
  const bare = text.replace(/\s+/g, ' ').trim()
  return /[.!?…]$/.test(bare) ? bare : `${bare}.`
}

/**
 * A first message: why I write, what we do, one question, a way to say no (16 CFR 316.5 and GDPR article 21 ask for one). It
 * says nothing that neither the file nor the onboarding told. Null without an address.
 *
 * @param days two days for a call, in words
 */
export function firstMessage(
  lead: Lead,
  score: Score,
  { offer, sender }: { offer: string; sender: string },
  days: readonly [string, string],
): FirstMessage | null {
  if (!lead.email) return null
  const name = sayableName(lead.first) || sayableName(lead.name)
  const company = sayable(lead.company)
  const subject = company ? `A question for ${company}` : 'A question'
  const question =
    score.engagement <= 2
      ? `Would 20 minutes on ${days[0]} or ${days[1]} suit you?`
      : company
        ? `Is this a question at ${company} at the moment, and if so, are you the right person to ask?`
        : 'Is this a question for you at the moment?'
  const text = [
    name ? `Hello ${name},` : 'Hello,',
    `${opening(lead)} ${sentence(offer)}`,
    question,
    'If this is not for you, a short “no” is enough and I will not write again.',
    `Kind regards\n${sender.trim()}`,
  ].join('\n\n')
  return { to: lead.email.address, subject: subject.length <= SUBJECT_MAX ? subject : 'A question', text }
}

export interface RankedLead {
  lead: Lead
  score: Score
  message: FirstMessage | null
}
