import type { Network } from './channels.ts'

interface Rules {
  /** What people call it. */
  name: string
  /** Null: none that matters. */
  limit: number | null
  /** What one is: a code unit, a grapheme, or a code point with a weight. */
  counts: 'characters' | 'graphemes' | 'weighted'
  /** Every link counts as so many. */
  link?: number
  hashtags?: number
  /** Where a new post is written, with `{text}` in it where the network takes one from an address. */
  compose?: string
}

/**
 * What a post may have, by the networks' own documents: X counts by twitter-text 3 (docs.x.com, "Counting characters"),
 * Bluesky by `app.bsky.feed.post` (300 graphemes), Mastodon by "Posting to your profile" (500, links 23).
 */
export const networks: Readonly<Record<Network, Rules>> = {
  x: { name: 'X', limit: 280, counts: 'weighted', link: 23, compose: 'https://x.com/intent/post?text={text}' },
  linkedin: {
    name: 'LinkedIn',
    limit: 3000,
    counts: 'characters',
    compose: 'https://www.linkedin.com/feed/?shareActive=true&text={text}',
  },
  instagram: {
    name: 'Instagram',
    limit: 2200,
    counts: 'characters',
    hashtags: 30,
    compose: 'https://www.instagram.com/',
  },
  facebook: { name: 'Facebook', limit: 63_206, counts: 'characters', compose: 'https://www.facebook.com/' },
  threads: {
    name: 'Threads',
    limit: 500,
    counts: 'characters',
    compose: 'https://www.threads.com/intent/post?text={text}',
  },
  bluesky: { name: 'Bluesky', limit: 300, counts: 'graphemes', compose: 'https://bsky.app/intent/compose?text={text}' },
  mastodon: {
    name: 'Mastodon',
    limit: 500,
    counts: 'graphemes',
    link: 23,
    compose: 'https://share.joinmastodon.org/#text={text}',
  },
  tiktok: { name: 'TikTok', limit: 2200, counts: 'characters', compose: 'https://www.tiktok.com/tiktokstudio/upload' },
  youtube: { name: 'YouTube', limit: 5000, counts: 'characters', compose: 'https://www.youtube.com/upload' },
  pinterest: {
    name: 'Pinterest',
    limit: 500,
    counts: 'characters',
    compose: 'https://www.pinterest.com/pin-creation-tool/',
  },
  other: { name: 'Other', limit: null, counts: 'characters' },
}

/** Characters of a text in an address: what is longer is pasted by hand, for servers refuse long addresses. */
const MOST_IN_ADDRESS = 1500

/** Where a post of this network is written, the text in it where that can be; null where nobody knows. */
export function composeAddress(network: Network, text: string, channel = ''): string | null {
  const { compose } = networks[network]
  if (compose === undefined) return null
  const encoded = encodeURIComponent(text)
  const said = encoded.length > MOST_IN_ADDRESS ? '' : encoded
  // Of Mastodon the channel's name says which server: @ours@example.social.
  const server =
    network === 'mastodon' ? /^@?[\w.-]+@([a-z\d-]+(?:\.[a-z\d-]+)+)$/i.exec(channel.trim())?.[1] : undefined
  return (server ? `https://${server}/share?text={text}` : compose).replace('{text}', said)
}

const LINK = /\bhttps?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]/gi
/** X takes an address without its scheme for a link too, of the endings that are words of no sentence. */
const BARE_LINK =
  /(?<![\w@./-])(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|app|co|ai|me|info|eu|de|uk|fr|us)(?:\/[^\s<>"']*)?(?![\w-])/gi
const HASHTAG = /(?<![\p{L}\p{N}_&])[#＃][\p{L}\p{N}_]*[\p{L}_][\p{L}\p{N}_]*/gu
const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })
const graphemesOf = (text: string): string[] => [...segments.segment(text)].map(({ segment }) => segment)
/** Code points that count as one for X; all others, and an emoji of however many, count as two. */
const isLight = (point: number): boolean =>
  point <= 4351 ||
  (point >= 8192 && point <= 8205) ||
  (point >= 8208 && point <= 8223) ||
  (point >= 8242 && point <= 8247)

function weightOf(text: string): number {
  let weight = 0
  for (const grapheme of graphemesOf(text.normalize('NFC')))
    if (/\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\p{Regional_Indicator}|\u20E3/u.test(grapheme))
      weight += 2
    else for (const point of grapheme) weight += isLight(point.codePointAt(0) ?? 0) ? 1 : 2
  return weight
}

/** How long a text is as a network counts it. */
export function lengthFor(network: Network, text: string): number {
  const { counts, link } = networks[network]
  let links = 0
  const count = () => {
    links += 1
    return ''
  }
  let rest = link === undefined ? text : text.replace(LINK, count)
  if (network === 'x') rest = rest.replace(BARE_LINK, count)
  // Mastodon counts the name of somebody elsewhere without the place: @anna@example.org is @anna.
  if (network === 'mastodon') rest = rest.replace(/(@\w+)@[\w.-]+\w/g, '$1')
  const length =
    counts === 'weighted' ? weightOf(rest) : counts === 'graphemes' ? graphemesOf(rest).length : [...rest].length
  return length + links * (link ?? 0)
}

export const hashtagsIn = (text: string): number => text.match(HASHTAG)?.length ?? 0

export interface Fit {
  length: number
  limit: number | null
  hashtags: number
  hashtagLimit: number | null
  isOver: boolean
}

/** Whether a text fits a network, in numbers. */
export function fitFor(network: Network, text: string): Fit {
  const { limit, hashtags: most = null } = networks[network]
  const length = lengthFor(network, text)
  const hashtags = hashtagsIn(text)
  const isOver = (limit !== null && length > limit) || (most !== null && hashtags > most)
  return { length, limit, hashtags, hashtagLimit: most, isOver }
}
