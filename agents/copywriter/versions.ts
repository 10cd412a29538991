import { slugOf } from '../kit/slug.ts'
import { adLength, type Medium, media } from './media.ts'

/** What a copywriter is told. `proof` is empty where there is none. */
export interface Brief {
  offer: string
  audience: string
  problem: string
  consequence: string
  benefits: { text: string; proof: string }[]
  objection: string
  answer: string
  action: string
  link: string
}

export interface Version {
  id: string
  /** What sets it apart: the one thing that a test of it tells. */
  angle: string
  method: string
  parts: Record<string, string>
  /** Parts that are longer than there is room for: `Headline: 34 of 30`. */
  over: string[]
}

/** As a sentence: with a capital letter and a full stop. */
const full = (text: string) => {
  const said = text.replace(/^\p{Ll}(?=\p{Ll}|\s)/u, (letter) => letter.toUpperCase())
  return said === '' || /[.!?…]$/.test(said) ? said : `${said}.`
}
const lines = (...all: string[]) => all.filter((one) => one.trim() !== '').join('\n\n')
const first = (...all: string[]) => all.find((one) => one.trim() !== '') ?? ''

/** A benefit per line; its proof after ` | ` or ` – `. */
export const benefitsIn = (text: string): Brief['benefits'] =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*[-*•]\s*/, '').trim())
    .filter((line) => line !== '')
    .slice(0, 12)
    .map((line) => {
      const [benefit = '', ...proof] = line.split(/\s*\|\s*|\s+[–—]\s+/)
      return { text: benefit.trim().slice(0, 200), proof: proof.join(', ').trim().slice(0, 300) }
    })

/** An address with the names by which visits of this version are counted (Google's UTM parameters); empty when it is none. */
export function taggedLink(link: string, medium: Medium, id: string, campaign: string): string {
  if (!URL.canParse(link)) return link
  const url = new URL(link)
  if (!/^https?:$/.test(url.protocol)) return link
  const [source, kind] = {
    'google ad': ['google', 'cpc'],
    'meta ad': ['meta', 'paid-social'],
    'linkedin ad': ['linkedin', 'paid-social'],
    mail: ['newsletter', 'email'],
    page: ['site', 'page'],
  }[medium] as [string, string]
  url.searchParams.set('utm_source', source)
  url.searchParams.set('utm_medium', kind)
  url.searchParams.set('utm_campaign', campaign)
  url.searchParams.set('utm_content', id)
  return url.href
}

/** `Spring course 2026` as `spring-course-2026`. */
export const campaignName = (offer: string): string => slugOf(offer, 'campaign')

interface Angle {
  angle: string
  method: string
  hook: string
  /** Paragraphs of the body between the hook and the action. */
  body: string[]
  /** One line for small places. */
  short: string
}

/** One angle for each thing that the brief can lead with, in the copywriters' own patterns. */
function anglesOf(brief: Brief): Angle[] {
  const { offer, audience, problem, consequence, benefits, objection, answer } = brief
  const list = benefits.map(({ text, proof }) => `- ${text}${proof ? ` (${proof})` : ''}`).join('\n')
  const forWhom = audience ? full(`For ${audience}`) : ''
  const angles: Angle[] = []
  if (problem)
    angles.push({
      angle: 'The problem',
      method: 'PAS: problem, agitation, solution',
      hook: problem,
      body: [full(consequence), full(offer), list],
      short: full(offer),
    })
  for (const { text, proof } of benefits.slice(0, 3)) {
    angles.push({
      angle: `The benefit “${text}”`,
      method: 'AIDA: attention, interest, desire, action',
      hook: text,
      body: [
        full(offer),
        full(proof),
        benefits
          .filter((one) => one.text !== text)
          .map((one) => `- ${one.text}${one.proof ? ` (${one.proof})` : ''}`)
          .join('\n'),
        forWhom,
      ],
      short: full(first(proof, offer)),
    })
  }
  const proven = benefits.find(({ proof }) => /\d/.test(proof)) ?? benefits.find(({ proof }) => proof !== '')
  if (proven)
    angles.push({
      angle: 'The proof',
      method: 'Proof first (4P: promise, picture, proof, push)',
      hook: proven.proof,
      body: [full(proven.text), full(offer), forWhom],
      short: full(proven.text),
    })
  if (objection && answer)
    angles.push({
      angle: 'The objection',
      method: 'Objection and answer',
      hook: objection,
      body: [full(answer), full(offer), list],
      short: full(answer),
    })
  if (problem && benefits[0])
    angles.push({
      angle: 'Before and after',
      method: 'BAB: before, after, bridge',
      hook: benefits[0].text,
      body: [`Before: ${full(problem)}`, `After: ${full(benefits[0].text)}`, full(offer)],
      short: full(offer),
    })
  if (angles.length === 0)
    angles.push({ angle: 'The offer', method: 'The offer itself', hook: offer, body: [forWhom], short: forWhom })
  return angles
}

function partsOf(
  medium: Medium,
  { hook, body, short }: Angle,
  { offer, action, audience }: Brief,
  link: string,
): Record<string, string> {
  const act = link ? `${action}: ${link}` : full(action)
  const text = lines(full(hook), ...body, act)
  switch (medium) {
    case 'google ad':
      return {
        headline: hook,
        description: short === full(hook) ? full(action) : short,
        path: campaignName(action).slice(0, 15),
      }
    case 'meta ad':
      return { text: lines(full(hook), short), headline: offer, description: action }
    case 'linkedin ad':
      return { text: lines(full(hook), short), headline: first(offer, action) }
    case 'mail':
      return { subject: hook, preview: first(short, offer), body: text }
    case 'page':
      return { headline: hook, subline: audience ? `${full(offer)} For ${full(audience)}` : full(offer), body: text }
  }
}

/** At most so many versions, each with another angle, no two with the same opening. */
export function versionsOf(brief: Brief, medium: Medium, most: number): Version[] {
  const campaign = campaignName(brief.offer)
  const seen = new Set<string>()
  return anglesOf(brief)
    .filter(({ hook, method }) => {
      const isNew = !seen.has(`${hook}${medium === 'google ad' ? '' : method}`)
      seen.add(`${hook}${medium === 'google ad' ? '' : method}`)
      return isNew
    })
    .slice(0, most)
    .map((angle, at) => {
      const id = `v${at + 1}`
      const parts = partsOf(medium, angle, brief, taggedLink(brief.link, medium, id, campaign))
      const over = media[medium].flatMap(({ key, name, limit }) => {
        const length = adLength(parts[key] ?? '')
        return limit !== null && length > limit ? [`${name}: ${length} of ${limit}`] : []
      })
      return { id, angle: angle.angle, method: angle.method, parts, over }
    })
}
