import { AppError } from '@atrium/contract/errors'
import type { Sentence } from '@atrium/contract/sentence'
import type { Channel } from './channels.ts'
import type { CalendarEvent, Decision, Status } from './event.ts'
import { fitFor, networks } from './networks.ts'
import { say } from './say.ts'

type Named = Channel & { id: string }

/** Where a post can go from where it is. Nothing is lost on the way back. */
export const onward: Readonly<Partial<Record<Status, readonly Status[]>>> = {
  draft: ['review', 'approved', 'scheduled', 'posted'],
  review: ['approved', 'draft'],
  approved: ['scheduled', 'posted', 'draft'],
  scheduled: ['posted', 'approved', 'draft'],
  posted: ['scheduled'],
}
const EVENT: readonly Status[] = ['confirmed', 'tentative', 'cancelled']

/** What a channel says of a post: its own variant, or what is said everywhere. */
export const textFor = (post: Pick<CalendarEvent, 'text' | 'variants'>, channel: string): string =>
  post.variants[channel]?.trim() ? post.variants[channel] : post.text

/** Sentences on what keeps a post from going out. */
export function obstacles(post: CalendarEvent, channels: readonly Named[]): Sentence[] {
  const chosen = channels.filter(({ id }) => post.channels.includes(id))
  if (chosen.length === 0) return [say('chooseChannel')]
  return chosen.flatMap((channel) => {
    const text = textFor(post, channel.id)
    if (text.trim() === '' && post.files.length === 0) return [say('channelHasNoText', { channel: channel.name })]
    const { length, limit, hashtags, hashtagLimit } = fitFor(channel.network, text)
    const network = networks[channel.network].name
    return [
      ...(limit !== null && length > limit
        ? [say('textTooLong', { channel: channel.name, length, network, limit })]
        : []),
      ...(hashtagLimit !== null && hashtags > hashtagLimit
        ? [say('tooManyHashtags', { channel: channel.name, hashtags, network, limit: hashtagLimit })]
        : []),
    ]
  })
}

const isApproved = (post: CalendarEvent): boolean => post.status === 'approved' || post.status === 'scheduled'

/** What becomes of an event or a post that is moved on. Throws `bad_request` with the reason why it cannot be. */
export function decided(
  event: CalendarEvent,
  status: Status,
  channels: readonly Named[],
  { now, note = '' }: { now: Date; note?: string },
): Partial<CalendarEvent> {
  const no = (sentence: string | Sentence) => new AppError('bad_request', sentence)
  if (event.kind === 'event') {
    if (!EVENT.includes(status)) throw no(say('eventStatuses'))
    return { status }
  }
  if (status === event.status) return {}
  if (EVENT.includes(status)) throw no(say('postStatuses'))
  if (!onward[event.status]?.includes(status)) throw no(say('noSuchStep', { from: event.status, to: status }))
  if (status === 'scheduled' || status === 'posted') {
    const guarded = channels.find((channel) => channel.needsApproval && event.channels.includes(channel.id))
    if (guarded && !isApproved(event) && event.status !== 'posted')
      throw no(say('needsApproval', { channel: guarded.name }))
  }
  if (status !== 'draft') {
    const [first] = obstacles(event, channels)
    if (first) throw no(first)
  }
  const decision =
    status === 'review'
      ? 'submitted'
      : status === 'draft' && event.status === 'review'
        ? 'changes'
        : (status as Decision['decision'])
  return {
    status,
    decisions: [...event.decisions, { decision, at: now.toISOString(), note }].slice(-200),
    postedAt: status === 'posted' ? now.toISOString() : null,
  }
}

/** An approval is of what was seen: other words or pictures go back to review where a channel asks for it, else to a draft that is scheduled. */
export function afterRewriting(
  before: CalendarEvent,
  after: CalendarEvent,
  channels: readonly Named[],
): Partial<CalendarEvent> {
  const said = (post: CalendarEvent) =>
    JSON.stringify([post.channels, post.channels.map((id) => textFor(post, id)), post.files.map(({ id }) => id)])
  if (after.kind !== 'post' || !isApproved(before) || said(before) === said(after)) return {}
  const needs = channels.some((channel) => channel.needsApproval && after.channels.includes(channel.id))
  if (needs) return { status: 'review' }
  return obstacles(after, channels).length > 0 ? { status: 'draft' } : {}
}
