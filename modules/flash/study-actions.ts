import { INTEGER_MAX } from '@atrium/contract/integers'
import { rowOf } from '@atrium/contract/module'
import { z } from 'zod'
import { Counted, Id, numbers, OfDeck, reads, Version, writes } from './inputs.ts'
import { AnswerId } from './offline-actions.ts'
import { Fitted, Grade, Moment } from './records.ts'
import { Asked, Counts, Looks, Stats } from './views.ts'

/** Reviews, when they come, and what came of them. */
export const studyActions = {
  due: {
    ...reads('How many cards are due', OfDeck, z.object(numbers('new', 'learning', 'due', 'doneToday'))),
    examples: ['how many cards are due', 'what cards are due', 'how many cards are due in {deck}'],
    resultTemplate:
      'To review now[ in {deck}]: **{due}** due, {learning} in learning, {new} new. Done today: {doneToday}.',
  },
  remindDue: writes(
    'Tell how many cards are due, and about how long they take, when it is the hour for it',
    z.object({}),
    z.object({ told: z.boolean() }),
  ),
  queue: reads(
    'The next cards to review',
    z.object({ deck: z.string().max(200).optional(), limit: z.number().int().min(1).max(50).default(10) }),
    z.object({ cards: z.array(Asked), counts: Counts, nextDue: Moment.nullable(), looks: Looks }),
  ),
  grade: writes(
    'Grade a review: 1 again, 2 hard, 3 good, 4 easy',
    z.object({
      id: Id,
      grade: Grade,
      took: z.number().int().min(0).max(INTEGER_MAX).optional(),
      version: Version,
      answer: AnswerId.optional().describe('What the device calls it: sent again, it counts once'),
    }),
    z.object({ due: Moment, interval: z.number(), state: z.string(), leech: z.boolean() }),
  ),
  fitParameters: writes(
    'Find the parameters of FSRS that fit your own reviews best: of a deck and those inside it, or of all',
    z.object({ deck: Id.optional() }),
    z.object({ id: z.string() }),
  ),
  fit: reads(
    'The parameters that your reviews propose, and how much better they foretell',
    z.object({ scope: z.string().max(64).describe('A deck’s id, or “all”') }),
    z.object({ found: rowOf(Fitted).extend({ isBetter: z.boolean() }).nullable() }),
  ),
  useParameters: writes(
    'Use the parameters that your reviews propose, or the usual ones again',
    z.object({ scope: z.string().max(64), usual: z.boolean().default(false) }),
    Counted,
  ),
  stats: reads(
    'Reviews, retention and what is to come',
    z.object({ deck: z.string().max(200).optional(), days: z.number().int().min(7).max(365).default(30) }),
    Stats,
  ),
} as const
