import { field } from '@atrium/contract/fields'
import { RowVersion } from '@atrium/contract/integers'
import { z } from 'zod'
import { EventRow, Id } from './event.ts'
import { Address, Answer, MOST_GUESTS, MOST_NOTED, SaidGuest } from './guest-fields.ts'

const Done = z.object({ event: EventRow })
const Sent = z.object({
  sent: z.number(),
  /** Those that could not be reached: all others have it. */
  failed: z.array(z.string()),
})
const Somebody = Address.meta({ examples: ['ann@example.org'] }).describe('Of who is invited')
const Said = Answer.exclude(['open'])

/** Who takes part in an event: naming them changes it, and what goes to them leaves the workspace. */
export const guestActions = {
  setGuests: {
    summary: 'Say who takes part in an event; nobody is told by this',
    effect: 'write',
    notShared: true,
    input: z.object({
      id: Id,
      version: RowVersion.optional(),
      attendees: z.array(SaidGuest).max(MOST_GUESTS, `An event has at most ${MOST_GUESTS} guests.`),
    }),
    output: Done,
  },
  invite: {
    summary:
      'Send the guests of an event its invitation by mail, and call it off for those who are on the list no more',
    effect: 'send',
    notShared: true,
    input: z.object({ id: Id }),
    output: Sent,
  },
  callOff: {
    summary: 'Tell the guests of an event by mail that it is called off',
    effect: 'send',
    notShared: true,
    input: z.object({ id: Id }),
    output: Sent,
  },
  answer: {
    summary: 'Say yes, no or maybe to an event that one is invited to; whoever invited is told by `sendAnswer`',
    effect: 'write',
    notShared: true,
    input: z.object({ id: Id, version: RowVersion.optional(), status: Said }),
    output: Done,
  },
  sendAnswer: {
    summary: 'Send one’s answer by mail to whoever invited',
    effect: 'send',
    notShared: true,
    input: z.object({ id: Id }),
    output: Sent,
  },
  respond: {
    summary: 'Note what somebody has said who is invited; by the link of an invitation, one’s own answer',
    effect: 'write',
    notShared: true,
    input: z.object({
      id: Id.optional(),
      address: Somebody.optional(),
      answer: field.choice({
        label: 'Do you come?',
        required: true,
        needed: 'Say yes, maybe or no.',
        options: { accepted: 'Yes', tentative: 'Maybe', declined: 'No' },
      }),
      note: field.longText({ label: 'A note', max: MOST_NOTED }),
    }),
    output: z.object({ title: z.string(), answer: Answer }),
  },
  answerLink: {
    summary: 'The secret address of a page on which one of those who are invited says whether they come',
    effect: 'write',
    notShared: true,
    input: z.object({ id: Id, address: Somebody }),
    output: z.object({ path: z.string() }),
  },
  closeAnswerLink: {
    summary: 'Close the page on which one of those who are invited answers; the next invitation has another one',
    effect: 'write',
    notShared: true,
    input: z.object({ id: Id, address: Somebody }),
    output: z.object({ closed: z.number() }),
  },
  messageFile: {
    summary:
      'An invitation, its end or one’s answer as a file, to be sent by hand; from then on the guests are told of it',
    effect: 'write',
    notShared: true,
    input: z.object({ id: Id, method: z.enum(['REQUEST', 'CANCEL', 'REPLY']) }),
    output: z.object({ name: z.string(), mime: z.string(), text: z.string() }),
  },
} as const
