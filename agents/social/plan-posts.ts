import { AppError } from '@atrium/contract/errors'
import { fileInput, type Job, playbook, textInput } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock } from '../kit/blocks.ts'
import { readChannels, readOccurrences, type SeenChannel, timesOf, weeklyTimes } from '../kit/calendar.ts'
import { addDays, weekdayName } from '../kit/days.ts'
import { counted, doEach, doneBlock, linesOf, notDone } from '../kit/doing.ts'
import { fitPost, networkIn, rulesOf } from '../kit/post-fit.ts'
import { dayOf, readTable } from '../kit/table.ts'
import { eachOnce, type Message, messagesInTable, messagesInText, tagList } from './messages.ts'
import { messagesFile } from './samples.ts'

const criteria = [
  'Every text fits its network’s limit.',
  'No post is planned at a time that is taken already.',
  'No message is planned twice.',
]

/** Weekly times of a channel that has none of its own. */
const USUAL = 'Tue 09:00, Wed 12:00, Thu 09:00'

/** Of one post in the calendar. */
const CHANNELS_MAX = 30

/** The calendar's channels, or those that the onboarding named, which have no ids. */
async function channelsFor(job: Job): Promise<{ channels: SeenChannel[]; isKept: boolean }> {
  const usual = weeklyTimes(job.seat.answers.times ?? '')
  const slots = usual.length > 0 ? usual : weeklyTimes(USUAL)
  const kept = (await readChannels(job)).slice(0, CHANNELS_MAX)
  if (kept.length > 0)
    return { channels: kept.map((one) => (one.slots.length > 0 ? one : { ...one, slots })), isKept: true }
  const named = (job.seat.answers.networks ?? 'LinkedIn, X').split(/[,;]+/).map(networkIn)
  const networks = [...new Set(named.filter((one) => one !== undefined))]
  const channels = (networks.length > 0 ? networks : ['linkedin', 'x']).map((network) => ({
    id: '',
    network,
    name: rulesOf(network).name,
    zone: job.timeZone,
    slots,
    needsApproval: false,
  }))
  return { channels, isKept: false }
}

/** Times on which no post of the channel stands, the earliest first, each once, and so many a day with those there already. */
async function freeTimes(job: Job, channels: readonly SeenChannel[], from: string, to: string, perDay: number) {
  const times = new Map<string, { start: string; zone: string }>()
  const onDay = new Map<string, number>()
  const known = new Set<string>()
  const count = (day: string) => onDay.set(day, (onDay.get(day) ?? 0) + 1)
  let taken = 0
  for (const zone of new Set(channels.map((channel) => channel.zone))) {
    const seen = await readOccurrences(job, from, addDays(to, 1), zone)
    for (const channel of channels.filter((one) => one.zone === zone))
      for (const start of timesOf(channel, from, to)) {
        const isTaken = seen.some(
          (one) =>
            one.kind === 'post' && one.start === start && (channel.id === '' || one.channels.includes(channel.id)),
        )
        if (isTaken) taken += 1
        else times.set(`${start} ${zone}`, { start, zone })
      }
    // A time that is free on one channel and taken on another is taken: a post goes to all of them at once.
    for (const one of seen) {
      if (one.kind !== 'post') continue
      times.delete(`${one.start} ${zone}`)
      const key = `${one.id} ${one.occurrence ?? ''}`
      if (!known.has(key)) count(one.start.slice(0, 10))
      known.add(key)
    }
  }
  const free = [...times.values()]
    .sort((a, b) => (a.start < b.start ? -1 : 1))
    .filter(({ start }) => {
      const day = start.slice(0, 10)
      const hasRoom = (onDay.get(day) ?? 0) < perDay
      if (hasRoom) count(day)
      return hasRoom
    })
  return { times: free, taken }
}

async function messagesOf(job: Job, file: string | undefined, text: string) {
  const read = file ? messagesInTable(readTable(await job.file(file))) : { messages: [], empty: [] }
  const all: Message[] = [...read.messages, ...messagesInText(text)]
  return { ...eachOnce(all), empty: read.empty }
}

export const planPosts = playbook({
  id: 'planPosts',
  title: 'Plan posts from a list of messages',
  summary:
    'Fits every message to each of your channels, gives it the next free weekly time and puts it into the Content Calendar as a draft.',
  says: ['plan posts', 'schedule posts', 'draft posts', 'fill the content calendar', 'plan social media'],
  input: z.object({
    messages: textInput('Messages, a blank line between them').default(''),
    file: fileInput('Or a table of them (text, link, hashtags)', '.csv,.tsv').optional(),
    from: z.iso.date().optional().meta({ title: 'From (tomorrow when empty)' }),
    weeks: z.number().int().min(1).max(13).default(4).meta({ title: 'Weeks' }),
    perDay: z.number().int().min(1).max(10).default(1).meta({ title: 'Most posts a day' }),
    save: z.boolean().default(true).meta({ title: 'Put them into the Content Calendar as drafts' }),
  }),
  uses: ['content-calendar.overview', 'content-calendar.occurrences', 'content-calendar.add'],
  criteria,
  withoutModel: ['Texts are your own, fitted sentence by sentence. New wording for each network needs a model.'],
  sample: { files: { 'messages.csv': messagesFile }, input: { file: 'file:messages.csv', weeks: 4 } },
  async run(job, input) {
    const today = dayOf(job.now, job.timeZone)
    const from = input.from ?? addDays(today, 1)
    if (from <= today)
      throw new AppError('bad_request', 'The first day has begun already. Give a day from tomorrow on.')
    const to = addDays(from, input.weeks * 7 - 1)
    const { messages, twice, empty } = await messagesOf(job, input.file, input.messages)
    const { channels, isKept } = await channelsFor(job)
    const { times, taken } = await freeTimes(job, channels, from, to, input.perDay)
    const brand = tagList(job.seat.answers.hashtags ?? '')
    const planned = messages.slice(0, times.length).map((message, at) => {
      const { start, zone } = times[at] as (typeof times)[number]
      const tags = tagList([...message.tags, ...brand].join(' '))
      const fits = channels.map((channel) => ({
        channel,
        ...fitPost(channel.network, message.text, message.link, tags),
      }))
      return { message, start, zone, fits }
    })
    await job.note(`${counted(planned.length, 'post')} for ${counted(channels.length, 'channel')}, ${from} to ${to}.`)
    const saved = await doEach(
      job,
      'content-calendar.add',
      planned.map(({ message, start, zone, fits }) => ({
        name: `${start.replace('T', ' ')}: ${message.title}`,
        why: `A draft of “${message.title}” for ${start.replace('T', ' ')}; it goes nowhere until somebody approves it.`,
        input: {
          title: message.title,
          kind: 'post',
          status: 'draft',
          start,
          zone,
          text: message.link ? `${message.text}\n\n${message.link}` : message.text,
          link: message.link,
          channels: isKept ? channels.map(({ id }) => id) : [],
          variants: isKept ? Object.fromEntries(fits.map(({ channel, text }) => [channel.id, text])) : {},
        },
      })),
      input.save ? messages.length : 0,
    )
    const fits = planned.flatMap((one) => one.fits)
    const over = fits.filter(({ length, limit }) => limit !== null && length > limit)
    const cut = planned.flatMap(({ message, fits: all }) =>
      all
        .filter(({ left }) => left > 0)
        .map(({ channel, left }) => `${message.place} on ${channel.name}: ${left} characters`),
    )
    const unplanned = messages.slice(times.length)
    await job.deliver({
      title: `Posts from ${from} to ${to}`,
      summary: `${counted(planned.length, 'message')} fitted to ${channels.map(({ name }) => name).join(', ')}: ${counted(fits.length, 'text')}. ${
        input.save
          ? `${saved.done.length} of them stand in the Content Calendar as drafts.`
          : 'Nothing was put into the calendar.'
      }`,
      blocks: [
        ...tableBlock(
          'Plan',
          {
            day: 'Day',
            start: 'Time',
            title: 'Post',
            ...Object.fromEntries(channels.map(({ name }, at) => [`c${at}`, `${name}: characters`])),
            place: 'From',
          },
          planned.map(({ message, start, zone, fits: all }) => ({
            day: weekdayName(start.slice(0, 10)),
            start: `${start.replace('T', ' ')} ${zone}`,
            title: message.title,
            ...Object.fromEntries(
              all.map(({ length, limit }, at) => [`c${at}`, limit ? `${length} of ${limit}` : length]),
            ),
            place: message.place,
          })),
        ),
        {
          kind: 'drafts',
          title: 'Texts',
          drafts: planned
            .flatMap(({ message, start, fits: all }) =>
              all.map(({ channel, text }) => ({
                to: channel.name,
                subject: `${start.replace('T', ' ')} ${message.title}`,
                text,
              })),
            )
            .slice(0, 500),
        },
        ...(input.save ? doneBlock('In the Content Calendar', saved) : []),
      ],
      sources: input.file
        ? [{ kind: 'file', name: 'The list of messages', place: `${messages.length} rows used` }]
        : [],
      evidence: evidenceFor(
        criteria,
        [over.length === 0, `${fits.length - over.length} of ${fits.length} texts are within the limit.`],
        [true, `${counted(times.length, 'free time')} between ${from} and ${to}; ${taken} were taken and left alone.`],
        [true, twice.length === 0 ? 'All messages differ.' : `Left out, said twice: ${twice.join(', ')}.`],
      ),
      couldNot: sentences(
        empty.length > 0 && `Rows without text: ${linesOf(empty)}.`,
        unplanned.length > 0 &&
          `No free time was left for ${counted(unplanned.length, 'message')}: ${unplanned.map(({ place }) => place).join(', ')}.`,
        cut.length > 0 && `Left out because the network is too short for it: ${cut.join('; ')}.`,
        !isKept && 'The Content Calendar has no channels yet: the drafts have none. Add them under Channels.',
        ...(input.save ? notDone('posts', saved) : []),
        'New wording for each network needs a model.',
      ),
    })
  },
})
