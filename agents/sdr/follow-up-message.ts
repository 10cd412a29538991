import { saidDay } from '../kit/working-days.ts'
import { type FirstMessage, sayable, sayableName } from './first-message.ts'
import { type Contact, TOUCHES_MAX } from './touch-log.ts'

/**
 * The next message of a sequence: the second recalls, the middle ones ask for the right person and for the time, the last one
 * closes. None repeats the one before, and each can be declined. Null without an address.
 *
 * @param days two days for a call, in words
 */
export function followUpMessage(
  contact: Contact,
  { offer, sender }: { offer: string; sender: string },
  days: readonly [string, string],
): FirstMessage | null {
  if (!contact.email) return null
  const name = sayableName(contact.name.split(' ')[0] ?? '')
  const company = sayable(contact.company)
  const at = company ? ` at ${company}` : ''
  const bare = offer.replace(/\s+/g, ' ').trim()
  const what = /[.!?…]$/.test(bare) ? bare : `${bare}.`
  const turn = contact.touches + 1
  const [subject, lines] =
    turn <= 1
      ? ['A question', [what, `Is this a question${at} at the moment?`]]
      : turn >= TOUCHES_MAX
        ? [
            'Shall I close this?',
            [
              `I have written ${contact.touches} times and do not want to be a burden, so this is my last message.`,
              'If the time was wrong, a word is enough and I will come back when it suits you.',
            ],
          ]
        : turn === 2
          ? [
              contact.lastOn ? `My message of ${saidDay(contact.lastOn).replace(/^\w+, /, '')}` : 'My last message',
              [`I wrote to you about this: ${what}`, `Would 20 minutes on ${days[0]} or ${days[1]} suit you?`],
            ]
          : turn === 3
            ? ['The right person?', [`Perhaps I am writing to the wrong person${at}. Who looks after this?`, what]]
            : ['A better time?', [what, 'If this is not the moment, which month would be better?']]
  const text = [
    name ? `Hello ${name},` : 'Hello,',
    ...lines,
    ...(turn >= TOUCHES_MAX ? [] : ['A short “no” is enough and I will not write again.']),
    `Kind regards\n${sender.trim()}`,
  ].join('\n\n')
  return { to: contact.email, subject: company ? `${subject} (${company})`.slice(0, 60) : subject, text }
}
