import { AppError } from '@atrium/contract/errors'
import { NewTask } from '@atrium/contract/workforce-work'
import { and, eq, ne } from 'drizzle-orm'
import { transaction } from '../platform/runs/closing.ts'
import { seats } from '../workforce/tables.ts'
import type { SeatsSettings } from './context.ts'
import { hasModel } from './model-needed.ts'
import { linked } from './reporting.ts'
import { drizzleOf } from './task-changing.ts'
import { createTask } from './task-making.ts'

export interface Mentioned {
  id: string
  name: string
  status: string
  /** What was said besides. */
  text: string
}

/** Where `@name` stands as a word of its own, not within an address; -1 where it does not. */
function placeOf(said: string, name: string): number {
  for (let at = said.indexOf(`@${name}`); at >= 0; at = said.indexOf(`@${name}`, at + 1)) {
    const [before = ' ', after = ' '] = [said[at - 1], said[at + name.length + 1]]
    if (!/[\p{L}\p{N}._-]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return at
  }
  return -1
}

/** The seat of theirs that a text names by `@` and its name, whatever the case; the longest name counts. Null when it names none. */
export async function mentionedSeat(
  { db }: Pick<SeatsSettings, 'db'>,
  person: string,
  text: string,
): Promise<Mentioned | null> {
  if (!text.includes('@')) return null
  const found = await db
    .select({ id: seats.id, name: seats.name, status: seats.status })
    .from(seats)
    .where(and(eq(seats.ownerId, person), ne(seats.status, 'ended')))
  const said = text.toLowerCase()
  const [seat] = found
    .map((one) => ({ ...one, at: placeOf(said, one.name.toLowerCase()) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => b.name.length - a.name.length)
  if (!seat) return null
  const rest = `${text.slice(0, seat.at)}${text.slice(seat.at + seat.name.length + 1)}`
    .replace(/^[\s,:;–—-]+/, '')
    .trim()
  return { id: seat.id, name: seat.name, status: seat.status, text: rest }
}

export interface ByMention {
  person: string
  seat: Mentioned
  fileIds: readonly string[]
  threadId: string
  /** Of the message: asked again, it is the same task. */
  messageId: string
  timeZone: string
  language: string
}

/** Gives the seat a task of what was said to it. Answers what the conversation is told. */
export async function assignByMention(settings: SeatsSettings, given: ByMention): Promise<string> {
  const { seat, person } = given
  if (seat.text === '') return told(seat, 'What is it to do? Say it behind the name.')
  const [first = ''] = seat.text.split('\n', 1)
  const title = first.length > 120 ? `${first.slice(0, 119).toWellFormed()}…` : first
  const order = NewTask.parse({
    title,
    brief: seat.text === title ? '' : seat.text.slice(0, 20_000),
    seatId: seat.id,
    input: given.fileIds.length > 0 ? { files: given.fileIds } : {},
    attempt: `message ${given.messageId}`.slice(0, 60),
  })
  const { timeZone, language, threadId } = given
  const withModel = await hasModel(settings.registryOf, person)
  let id: string
  try {
    id = await transaction(settings.db.$client, (client) =>
      createTask(drizzleOf(client), settings.agents, person, order, {
        by: person,
        timeZone,
        language,
        threadId,
        hasModel: withModel,
      }),
    )
  } catch (error) {
    if (error instanceof AppError) return told(seat, error.message)
    throw error
  }
  settings.wake([seat.id])
  const isAtWork = seat.status !== 'provisioning'
  return told(
    seat,
    isAtWork
      ? 'It has the task and will report here.'
      : 'It has the task and begins once you have answered its questions.',
    linked(title, id),
  )
}

/** What the conversation is told: each sentence a line of its own, so that the page says it in the reader's language. */
const told = ({ id, name }: Mentioned, sentence: string, link?: string): string =>
  [`**[${name.replace(/[[\]\\*]/g, '\\$&')}](/workforce/seats/${id})**`, sentence, link].filter(Boolean).join('\n\n')
