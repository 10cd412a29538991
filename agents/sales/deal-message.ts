import type { Deal } from './deal.ts'

/** A person's name as it may stand in a greeting: letters alone, so that nothing else is sent in our name. */
const firstName = (text: string): string => {
  const first = text.trim().split(/\s+/)[0] ?? ''
  return /^[\p{L}\p{M}][\p{L}\p{M}.’'-]{1,30}$/u.test(first) ? first : ''
}

/** What a deal is called, when that can be said to a customer. */
const topic = (text: string): string => {
  const bare = text.replace(/\s+/g, ' ').trim()
  return bare.length <= 60 && /^[\p{L}\p{M}\p{N}&+.,’'()/ -]+$/u.test(bare) && !/\bwww\.|[a-z]\.[a-z]{2,}/i.test(bare)
    ? bare
    : ''
}

const BY_STAGE: readonly [RegExp, (days: readonly [string, string]) => [opening: string, question: string]][] = [
  [
    /contract|closing|legal|verbal|vertrag/i,
    () => ['The contract is with you.', 'Is there a point that is still open, so that I can clear it up?'],
  ],
  [
    /negotiat|decision|verhandl/i,
    ([a, b]) => [
      'We were close to an agreement when we last spoke.',
      `Shall we go through what is left on ${a} or ${b}?`,
    ],
  ],
  [
    /proposal|quote|offer|angebot/i,
    ([a, b]) => ['You have had our proposal for a while.', `May I answer your questions on it on ${a} or ${b}?`],
  ],
  [
    /pilot|trial|demo|evaluat|presentation/i,
    ([a, b]) => ['You have seen it at work by now.', `Would you tell me on ${a} or ${b} what you think of it?`],
  ],
]

/**
 * A follow-up that fits the deal's stage: one question, two days where a call helps, and a way to close. It promises nothing.
 *
 * @param days two days for a call, in words
 */
export function dealMessage(
  deal: Deal,
  { offer, sender }: { offer: string; sender: string },
  days: readonly [string, string],
): { subject: string; text: string } {
  const name = firstName(deal.contact)
  const about = topic(deal.name)
  const [opening, question] = BY_STAGE.find(([stage]) => stage.test(deal.stage))?.[1](days) ?? [
    `We have not spoken for a while about ${offer
      .replace(/\s+/g, ' ')
      .replace(/[.!]+$/, '')
      .trim()}.`,
    `Is it still a question for you, and would ${days[0]} or ${days[1]} suit you for a short call?`,
  ]
  return {
    subject: about ? `${about}: where do we stand` : 'Where do we stand',
    text: [
      name ? `Hello ${name},` : 'Hello,',
      opening,
      question,
      'If it is off the table, a line is enough and I will close it on our side.',
      `Kind regards\n${sender.trim()}`,
    ].join('\n\n'),
  }
}
