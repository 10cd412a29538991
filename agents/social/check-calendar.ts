import { playbook } from '@atrium/contract/playbook'
import { addDays } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import {
  readChannels,
  readOccurrences,
  readPosts,
  type SeenChannel,
  type SeenPost,
  saidOn,
  timesOf,
} from '../kit/calendar.ts'
import { counted } from '../kit/doing.ts'
import { hashtagsIn, lengthOn, rulesOf } from '../kit/post-fit.ts'

const criteria = [
  'Every planned post is checked against its channels.',
  'Empty weekly times are counted by channel.',
  'What to do is said for each finding.',
]

export interface Finding {
  /** 1: it will not go out as it is; 2: decide before it goes out; 3: could be better. */
  level: 1 | 2 | 3
  when: string
  post: string
  finding: string
  todo: string
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Jaccard similarity of the texts' triples of words (Broder's w-shingling, w = 3): 1 is the same, 0 has none in common. */
export function likeness(a: string, b: string): number {
  const shingles = (text: string) => {
    const words = wordsOf(text)
    return new Set(
      words.length < 3 ? [words.join(' ')] : words.slice(2).map((_, at) => words.slice(at, at + 3).join(' ')),
    )
  }
  const [one, other] = [shingles(a), shingles(b)]
  const common = [...one].filter((shingle) => other.has(shingle)).length
  return common / (one.size + other.size - common || 1)
}

/** What is wrong with one post, on its channels. */
export function faultsOf(post: SeenPost, channels: readonly SeenChannel[], soon: string): Finding[] {
  const found: Finding[] = []
  const add = (level: Finding['level'], finding: string, todo: string) =>
    found.push({ level, when: post.start.replace('T', ' '), post: post.title, finding, todo })
  const own = channels.filter(({ id }) => post.channels.includes(id))
  if (own.length === 0) add(1, 'It has no channel.', 'Choose a channel.')
  for (const { id, name, network } of own) {
    const text = saidOn(post, id)
    const { limit, hashtags, name: networkName } = rulesOf(network)
    const length = lengthOn(network, text)
    const tags = hashtagsIn(text)
    if (text.trim() === '') add(1, `It has no text for ${name}.`, 'Write the text.')
    else if (limit !== null && length > limit)
      add(1, `${length} characters for ${name}; ${networkName} allows ${limit}.`, `Shorten it by ${length - limit}.`)
    if (tags.length > hashtags)
      add(3, `${tags.length} hashtags for ${name}.`, `Keep the ${hashtags} that say what it is about.`)
    const shouting = tags.filter((tag) => /^#[a-z]{16,}$/.test(tag))
    if (shouting.length > 0)
      add(
        3,
        `${shouting.join(', ')} is one long word.`,
        'Write each word with a capital letter: screen readers read it by words.',
      )
  }
  if (post.late) add(2, 'It was scheduled for a time that has passed.', 'Mark it as posted, or give it a new time.')
  else if (post.start < soon && (post.status === 'draft' || post.status === 'review'))
    add(
      2,
      `It is still ${post.status === 'draft' ? 'a draft' : 'in review'} and due within two days.`,
      'Approve it or move it.',
    )
  return found
}

/** Pairs on one channel that say nearly the same, or come within two hours. */
export function clashesOf(posts: readonly SeenPost[], channels: readonly SeenChannel[]): Finding[] {
  return channels.flatMap(({ id, name }) => {
    const own = posts.filter((post) => post.channels.includes(id)).sort((a, b) => (a.start < b.start ? -1 : 1))
    return own.flatMap((post, at) =>
      own.slice(at + 1).flatMap((later): Finding[] => {
        const about = { when: later.start.replace('T', ' '), post: later.title }
        const minutes =
          (Date.parse(`${later.start.padEnd(16, 'T00:00')}:00Z`) -
            Date.parse(`${post.start.padEnd(16, 'T00:00')}:00Z`)) /
          60_000
        const isTimed = post.start.includes('T') && later.start.includes('T')
        const alike = post.id === later.id ? 0 : likeness(saidOn(post, id), saidOn(later, id))
        return [
          ...(isTimed && minutes < 120
            ? [
                {
                  ...about,
                  level: 2 as const,
                  finding: `${Math.round(minutes)} minutes after “${post.title}” on ${name}.`,
                  todo: 'Move one of them.',
                },
              ]
            : []),
          ...(alike >= 0.6
            ? [
                {
                  ...about,
                  level: 3 as const,
                  finding: `${Math.round(alike * 100)} % the same words as “${post.title}” on ${name}.`,
                  todo: 'Say it in another way or leave it out.',
                },
              ]
            : []),
        ]
      }),
    )
  })
}

export const checkCalendar = playbook({
  id: 'checkCalendar',
  title: 'Check the content calendar',
  summary:
    'Reads the posts planned for the next weeks: what will not go out, what waits for a decision, what repeats itself, and which weekly times are empty.',
  examples: ['check the content calendar', 'check the calendar', 'check planned posts', 'gaps in the calendar'],
  input: z.object({ days: z.number().int().min(1).max(90).default(28).meta({ title: 'Days ahead' }) }),
  uses: ['content-calendar.overview', 'content-calendar.occurrences', 'content-calendar.get'],
  criteria,
  withoutModel: ['Whether a text is good is not judged.'],
  sample: { files: {}, input: { days: 28 } },
  async run(job, { days }) {
    const today = dayAt(job.now, job.timeZone)
    const to = addDays(today, days)
    const channels = await readChannels(job)
    const seen = (await readOccurrences(job, addDays(today, -7), to, job.timeZone)).filter(
      ({ kind }) => kind === 'post',
    )
    const due = seen.filter((post) => post.status !== 'posted' && (post.start >= today || post.late))
    const posts = await readPosts(job, due)
    const findings = [
      ...posts.flatMap((post) => faultsOf(post, channels, addDays(today, 2))),
      ...clashesOf(posts, channels),
    ].sort((a, b) => a.level - b.level || (a.when < b.when ? -1 : a.when > b.when ? 1 : 0))
    const cover = channels.map((channel) => {
      const times = timesOf(channel, today, addDays(to, -1)).length
      const planned = due.filter((post) => post.channels.includes(channel.id) && post.start >= today).length
      return {
        channel: channel.name,
        network: rulesOf(channel.network).name,
        times,
        planned,
        empty: Math.max(0, times - planned),
      }
    })
    const blocked = findings.filter(({ level }) => level === 1).length
    await job.deliver({
      title: `The content calendar until ${to}`,
      summary: `${counted(posts.length, 'planned post')} on ${counted(channels.length, 'channel')}: ${counted(findings.length, 'finding')}, ${blocked} of which keep a post from going out. ${counted(
        cover.reduce((sum, { empty }) => sum + empty, 0),
        'weekly time',
      )} empty.`,
      blocks: [
        ...(findings.length === 0 ? [textBlock('Findings', 'Nothing was found that has to be mended.')] : []),
        ...tableBlock(
          'Findings, the gravest first (1: it will not go out; 2: decide before; 3: could be better)',
          { level: 'Grade', when: 'When', post: 'Post', finding: 'Finding', todo: 'What to do' },
          findings.map((one) => ({ ...one })),
        ),
        ...tableBlock(
          'Weekly times by channel',
          { channel: 'Channel', network: 'Network', times: 'Weekly times', planned: 'Planned posts', empty: 'Empty' },
          cover,
        ),
      ],
      sources: [
        { kind: 'records', name: 'Content Calendar', place: `${counted(posts.length, 'post')}, ${today} to ${to}` },
      ],
      evidence: evidenceFor(
        criteria,
        [due.length, due.length - posts.length, `${posts.length} of ${due.length} posts were read.`],
        [
          channels.length,
          cover.filter(({ times, planned, empty }) => empty !== Math.max(0, times - planned)).length,
          channels.length > 0
            ? `${counted(channels.length, 'channel')} compared with ${counted(due.length, 'post')}.`
            : 'There are no channels.',
        ],
        [
          findings.length,
          findings.filter(({ todo }) => todo === '').length,
          `${findings.length} of ${findings.length} findings.`,
        ],
      ),
      couldNot: sentences(
        posts.length === 0 && 'There are no planned posts in this time.',
        posts.length < due.length && `Only the first ${posts.length} posts were read.`,
        'Whether a text is good is not judged: that needs a model or a person.',
      ),
    })
  },
})
