import { fitPost, lengthOn, rulesOf } from '../kit/post-fit.ts'
import { keySentences, type Sentence } from './summary.ts'

/** Words of speech a minute: a usual rate of narration (National Center for Voice and Speech: about 150 in English). */
export const SPOKEN = 150

export interface Piece {
  name: string
  /** `x`, `linkedin`, … or empty for what is no post. */
  network: string
  subject: string
  text: string
  /** Its posts, when it is a thread. */
  posts?: readonly string[]
  /** Numbers of the source's sentences in it. */
  from: number[]
}

/** `0:07` */
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** A thread: posts of whole sentences, each numbered and within the network's limit; sentences too long alone are left out. */
export function threadOf(
  network: string,
  sentences: readonly Sentence[],
  link: string,
  most: number,
): { posts: string[]; from: number[]; left: number[] } {
  const limit = rulesOf(network).limit ?? 500
  const room = limit - 8 // for ` 10/12`
  const posts: string[] = []
  const from: number[] = []
  const left: number[] = []
  for (const { text, number } of sentences) {
    const last = posts.at(-1)
    if (lengthOn(network, text) > room) left.push(number)
    else if (last !== undefined && lengthOn(network, `${last} ${text}`) <= room) {
      posts[posts.length - 1] = `${last} ${text}`
      from.push(number)
    } else if (posts.length < most) {
      posts.push(text)
      from.push(number)
    } else left.push(number)
  }
  const all = link ? [...posts, link] : posts
  return { posts: all.map((post, at) => `${post} ${at + 1}/${all.length}`), from, left }
}

/** A script with times: what is said in so many seconds, the heaviest sentences in the source's order. */
export function scriptOf(
  sentences: readonly Sentence[],
  seconds: number,
): { lines: { at: string; text: string; number: number }[]; length: number } {
  let at = 0
  const lines = keySentences(sentences, (seconds * SPOKEN) / 60).map(({ text, words, number }) => {
    const line = { at: clock(at), text, number }
    at += (words * 60) / SPOKEN
    return line
  })
  return { lines, length: Math.round(at) }
}

/** Everything that can be made of a source without adding a word to it. */
export function piecesOf(
  title: string,
  sentences: readonly Sentence[],
  link: string,
  tags: readonly string[],
): { pieces: Piece[]; left: string[] } {
  const numbers = (of: readonly Sentence[]) => of.map(({ number }) => number)
  const left: string[] = []
  const three = keySentences(sentences, 120, 4)
  const long = fitPost('linkedin', [title, ...three.map(({ text }) => text)].filter(Boolean).join('\n\n'), link, tags)
  const heavy = [...sentences].sort((a, b) => b.weight - a.weight)
  const short = heavy.find(({ text }) => lengthOn('x', text) <= 280 - (link ? 25 : 0)) ?? heavy[0]
  const thread = threadOf('x', keySentences(sentences, 260, 10), link, 7)
  if (thread.left.length > 0) left.push(`Sentences too long for the thread: ${thread.left.join(', ')}.`)
  const mail = keySentences(sentences, 90, 3)
  const script = scriptOf(sentences, 60)
  const quotes = heavy.filter(({ text }) => text.length <= 140 && text.length >= 30).slice(0, 3)
  const pieces: Piece[] = [
    { name: 'Long post', network: 'linkedin', subject: title, text: long.text, from: numbers(three) },
    ...(short
      ? [
          {
            name: 'Short post',
            network: 'x',
            subject: title,
            text: fitPost('x', short.text, link, tags).text,
            from: [short.number],
          },
        ]
      : []),
    {
      name: 'Thread',
      network: 'x',
      subject: title,
      text: thread.posts.join('\n\n'),
      posts: thread.posts,
      from: thread.from,
    },
    {
      name: 'Newsletter',
      network: '',
      subject: title || (mail[0]?.text.slice(0, 50) ?? ''),
      text: [...mail.map(({ text }) => text), ...(link ? [link] : [])].join('\n\n'),
      from: numbers(mail),
    },
    {
      name: `Video script, ${script.length} seconds`,
      network: '',
      subject: title,
      text: script.lines.map(({ at, text }) => `${at}  ${text}`).join('\n'),
      from: script.lines.map(({ number }) => number),
    },
    ...(quotes.length > 0
      ? [
          {
            name: 'Quotes for pictures',
            network: '',
            subject: title,
            text: quotes.map(({ text }) => `“${text}”`).join('\n\n'),
            from: numbers(quotes),
          },
        ]
      : []),
  ]
  return { pieces, left }
}
