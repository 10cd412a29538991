// What a post may have. The Content Calendar counts by the same documents: twitter-text 3, Bluesky's lexicon
// `app.bsky.feed.post` (graphemes), Mastodon's "Posting to your profile"; the others by the networks' help pages.

interface Rules {
  name: string
  /** Null: none that matters. */
  limit: number | null
  hashtags: number
  /** Every link counts as so many. */
  link?: number
}

/** `hashtags`: how many of them a draft uses at most, well under what Instagram (30) allows. */
export const networkRules: Readonly<Record<string, Rules>> = {
  x: { name: 'X', limit: 280, hashtags: 2, link: 23 },
  linkedin: { name: 'LinkedIn', limit: 3000, hashtags: 5 },
  instagram: { name: 'Instagram', limit: 2200, hashtags: 8 },
  facebook: { name: 'Facebook', limit: 63_206, hashtags: 3 },
  threads: { name: 'Threads', limit: 500, hashtags: 1 },
  bluesky: { name: 'Bluesky', limit: 300, hashtags: 3 },
  mastodon: { name: 'Mastodon', limit: 500, hashtags: 5, link: 23 },
  tiktok: { name: 'TikTok', limit: 2200, hashtags: 5 },
  youtube: { name: 'YouTube', limit: 5000, hashtags: 3 },
  pinterest: { name: 'Pinterest', limit: 500, hashtags: 5 },
  other: { name: 'Other', limit: null, hashtags: 5 },
}
export const rulesOf = (network: string): Rules => networkRules[network] ?? { name: network, limit: null, hashtags: 5 }

/** The network that a file or a person means by `Twitter`, `LinkedIn page`, `IG`; undefined when none is named. */
export function networkIn(said: string): string | undefined {
  const name = said.toLowerCase().trim()
  if (/^(x|twitter|x\.com|x \(twitter\)|x\/twitter)$/.test(name) || name.includes('twitter')) return 'x'
  if (/^(ig|insta)$/.test(name)) return 'instagram'
  if (/^(fb|meta)$/.test(name)) return 'facebook'
  return Object.keys(networkRules).find((key) => key.length > 1 && key !== 'other' && name.includes(key))
}

const LINK = /\bhttps?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]/gi
const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })
const graphemes = (text: string) => [...segments.segment(text)].length

/** twitter-text 3: these code points weigh one, all others and emoji two. */
const weigh = (text: string): number => {
  let weight = 0
  for (const { segment } of segments.segment(text.normalize('NFC')))
    if (/\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F/u.test(segment)) weight += 2
    else
      for (const sign of segment) {
        const point = sign.codePointAt(0) ?? 0
        const isLight =
          point <= 4351 ||
          (point >= 8192 && point <= 8205) ||
          (point >= 8208 && point <= 8223) ||
          (point >= 8242 && point <= 8247)
        weight += isLight ? 1 : 2
      }
  return weight
}

/** How long a text is as a network counts it. */
export function lengthOn(network: string, text: string): number {
  const { link } = rulesOf(network)
  let links = 0
  const rest =
    link === undefined
      ? text
      : text.replace(LINK, () => {
          links += 1
          return ''
        })
  return (network === 'x' ? weigh(rest) : graphemes(rest)) + links * (link ?? 0)
}

export const hashtagsIn = (text: string): string[] =>
  text.match(/(?<![\p{L}\p{N}_&])#[\p{L}\p{N}_]*[\p{L}_][\p{L}\p{N}_]*/gu) ?? []
