import {
  type CupCountry,
  circumferenceOfUk,
  circumferenceOfUs,
  cupSize,
  EU_JACKET,
  EU_TROUSERS,
  euBand,
  FRENCH_BAND,
  girthOf,
  hatOf,
  inchBand,
  UK_HAT,
  ukRing,
  usRing,
  type WomenCountry,
  womenSize,
} from '@atrium/domain/clothing/shop-charts'
import { Exact } from '../../calculation/numbers.ts'
import type { GuideContext } from '../../guide.ts'
import { inBase, type Quantity } from '../../measures/quantity.ts'
import type { GuideLanguage, IntentReply } from '../intent.ts'
import { says, wordsIn } from '../words.ts'
import { replyOf, styleOf, writeNumber } from '../writing.ts'
import { distanceTo } from './distance.ts'
import { say } from './say.ts'
import words from './words.json' with { type: 'json' }

/** What is said of a piece of clothing. */
export interface Said {
  size: Exact | undefined
  measured: Quantity | undefined
}

const women: readonly (readonly [country: WomenCountry, name: string])[] = [
  ...([
    ['uk', 'UK'],
    ['us', 'US'],
    ['de', 'DE'],
    ['fr', 'EU, FR, ES'],
    ['it', 'IT'],
    ['jp', 'JP'],
  ] as const),
]

/** The country whose name stands nearest to the figure, and the others that are named. */
function countriesBeside(question: string, figure: string, language: GuideLanguage): WomenCountry[] {
  const lists = [
    ...([
      ['uk', words.uk],
      ['us', words.us],
      ['de', words.german],
      ['fr', words.french],
      ['it', words.italian],
    ] as const),
    ...([
      ['jp', words.centimetres],
      ['eu', words.eu],
    ] as const),
  ]
  const at = Math.max(0, question.search(new RegExp(`(?<!\\d)${figure.replace('.', '[.,]')}(?!\\d)`, 'u')))
  return lists
    .flatMap(([country, list]) => {
      const found = wordsIn(question, list, language).map((word) =>
        distanceTo(question, word, [at, at + figure.length]),
      )
      return found.length > 0 ? [{ country, distance: Math.min(...found) }] : []
    })
    .sort((a, b) => a.distance - b.distance)
    .map(({ country }) => country)
}

const centimetresOf = (measured: Quantity | undefined): number | null =>
  measured?.parts[0]?.unit.dimension === 'length' ? inBase(measured).times(100).toNumber() : null

/** The size in other countries of what is no shoe, as shops pair them; null where no garment is named that has such pairs. */
export function garmentReply(said: Said, context: GuideContext, language: GuideLanguage): IntentReply | null {
  const { question } = context
  const is = (list: Parameters<typeof says>[1]) => says(question, list, language)
  const style = styleOf(context)
  const number = (value: number) => writeNumber(new Exact(value), style, 3)
  const tell = (first: string, others: readonly string[]) =>
    replyOf([first, others.join(' · ') || null, say(language, 'customary')])
  if (is(words.ring)) return ring(said, question, number, tell)
  if (is(words.hat)) return hat(said, number, tell)
  if (is(words.bra)) return bra(question, language, tell)
  if (is(words.collar)) return collar(said, number, tell)
  const size = said.size?.toNumber()
  if (is(words.trousers) && !is(words.women)) return trousers(said, question, number, tell)
  if (size === undefined) return null
  const named = countriesBeside(question, number(size), language)
  const [from] = named
  if (is(words.jacket) && !is(words.women)) {
    const isEu = from ? ['eu', 'de', 'fr', 'it'].includes(from) : size >= 44
    const other = isEu ? `UK, US ${number(size - EU_JACKET)}` : `EU ${number(size + EU_JACKET)}`
    const own = isEu ? 'EU' : from === 'us' ? 'US' : 'UK'
    const chest = isEu ? size * 2 : size * 2.54
    return tell(`${own} ${number(size)} ≈ **${other}**`, [
      `${say(language, 'menChest')}: ${Math.round(chest)} cm, ${Math.round(chest / 2.54)} in`,
    ])
  }
  const own = named.find((country) => size >= EU_LEAST === isContinental(country)) ?? from
  return dress(
    size,
    [own, named.find((country) => country !== own && !(country === 'eu' && own && isContinental(own)))],
    number,
    tell,
  )
}

/** Numbers of women's clothes on the continent begin here; those of Britain, the United States and Japan end before. */
const EU_LEAST = 30
const isContinental = (country: WomenCountry): boolean => ['eu', 'de', 'fr', 'it'].includes(country)

type Tell = (first: string, others: readonly string[]) => IntentReply
type Write = (value: number) => string

function dress(
  size: number,
  [from, to]: readonly (WomenCountry | undefined)[],
  number: Write,
  tell: Tell,
): IntentReply | null {
  const own = from ?? (size >= 30 ? 'eu' : null)
  if (own === null) return null
  const sizes = (source: WomenCountry) =>
    women.flatMap(([country, name]) => {
      const value =
        source === country || (source === 'eu' && country === 'fr') ? null : womenSize(size, source, country)
      return value === null || value < 0 ? [] : [{ country, text: `${name} ${number(value)}` }]
    })
  const all = sizes(own)
  if (all.length === 0) return null
  const isWanted = ({ country }: { country: WomenCountry }) =>
    country === to || (to === 'eu' && ['de', 'fr', 'it'].includes(country))
  const first = to ? all.filter(isWanted) : all
  const shown = first.length > 0 ? first : all
  const name = own === 'eu' ? 'EU' : (women.find(([country]) => country === own)?.[1] ?? '')
  // “EU 38” is French and Spanish for some shops, German for others.
  const german =
    own === 'eu'
      ? sizes('de')
          .filter(isWanted)
          .map(({ text }) => text)
      : []
  const line = `${name} ${number(size)} ≈ **${shown.map(({ text }) => text).join(' · ')}**`
  return tell(
    german.length > 0 ? `${line} (DE ${number(size)} ≈ ${german.join(' · ')})` : line,
    all.filter((one) => !shown.includes(one)).map(({ text }) => text),
  )
}

function trousers({ size, measured }: Said, question: string, number: Write, tell: Tell): IntentReply | null {
  const centimetres = centimetresOf(measured)
  const waist = /\bw ?(\d{2})/iu.exec(question)?.[1]
  const said = waist
    ? Number(waist)
    : (size?.toNumber() ?? (centimetres === null ? undefined : Math.round(centimetres / 2.54)))
  if (said === undefined) return null
  const inches = said >= 42 ? said - EU_TROUSERS : said
  const pair =
    said >= 42
      ? [`EU ${number(said)}`, `W${number(inches)}`]
      : [`W${number(inches)}`, `EU ${number(inches + EU_TROUSERS)}`]
  return inches < 20 || inches > 60
    ? null
    : tell(`${pair[0]} ≈ **${pair[1]}**`, [`${number(inches)} in ≈ ${Math.round(inches * 2.54)} cm`])
}

function collar({ size, measured }: Said, number: Write, tell: Tell): IntentReply | null {
  const centimetres = centimetresOf(measured)
  const said = centimetres ?? size?.toNumber()
  if (said === undefined) return null
  const isInches = centimetres === null ? said < 25 : measured?.parts[0]?.unit.symbol === 'in'
  const girth = centimetres ?? (isInches ? said * 2.54 : said)
  const inches = `${number(Math.round((girth / 2.54) * 4) / 4)} in`
  const metric = `${number(Math.round(girth))} cm`
  return girth < 30 || girth > 60
    ? null
    : tell(isInches ? `${inches} ≈ **${metric}**` : `${metric} ≈ **${inches}**`, [])
}

function bra(question: string, language: GuideLanguage, tell: Tell): IntentReply | null {
  const found = /(?<!\d)(\d{2,3}) ?(AA|DDD|DD|FF|GG|[A-K])(?![\p{L}\d])/iu.exec(question)
  if (!found) return null
  const [, band = '', cup = ''] = found
  const size = Number(band)
  const isEu = size >= 56
  const isFrench = size >= 85 && says(question, words.french, language)
  const european = isEu ? (isFrench ? size - FRENCH_BAND : size) : euBand(size)
  const isUs = !isEu && says(question, words.us, language) && !says(question, words.uk, language)
  const source: CupCountry = isEu ? 'eu' : isUs ? 'us' : 'uk'
  const in_ = (country: CupCountry) => cupSize(cup, source, country)
  const inches = isEu ? inchBand(european) : size
  const all = [
    ['eu', `EU ${european}${in_('eu')}`],
    ['eu', `FR, ES ${european + FRENCH_BAND}${in_('eu')}`],
    ['uk', `UK ${inches}${in_('uk')}`],
    ['us', `US ${inches}${in_('us')}`],
  ] as const
  if (in_('eu') === null || !Number.isInteger(inches)) return null
  const others = all.filter(([country]) => country !== source || (source === 'eu' && !isFrench && country !== 'eu'))
  return tell(
    `${source.toUpperCase()} ${band}${cup.toUpperCase()} ≈ **${others.map(([, text]) => text).join(' · ')}**`,
    [],
  )
}

function hat({ size, measured }: Said, number: Write, tell: Tell): IntentReply | null {
  const girth = centimetresOf(measured) ?? (size ? (size.gte(40) ? size.toNumber() : girthOf(size.toNumber())) : null)
  if (girth === null || girth < 45 || girth > 70) return null
  const us = hatOf(girth)
  const sizes = `US ${number(us)} · UK ${number(us - UK_HAT)}`
  return size?.lt(40) && !measured
    ? tell(`US ${number(us)} ≈ **${number(girth)} cm**`, [`UK ${number(us - UK_HAT)}`])
    : tell(`${number(Math.round(girth))} cm ≈ **${sizes}**`, [])
}

function ring({ size, measured }: Said, question: string, number: Write, tell: Tell): IntentReply | null {
  const millimetres = centimetresOf(measured)
  const letter = /(?<![\p{L}\p{N}'’])([A-Z])(½| ?1\/2| and a half)?(?![\p{L}\p{N}'’])/u.exec(
    question.replace(/\bI\b/gu, ' '),
  )
  const said = size?.toNumber()
  const around =
    millimetres !== null
      ? millimetres * 10 * (millimetres < 3 ? Math.PI : 1)
      : said !== undefined && said <= 16
        ? circumferenceOfUs(said)
        : (said ?? (letter ? circumferenceOfUk(letter[1] as string, letter[2] !== undefined) : null))
  if (around === null || around < 36 || around > 80) return null
  const own =
    millimetres !== null
      ? `${number(millimetres * 10)} mm`
      : said !== undefined
        ? said <= 16
          ? `US ${number(said)}`
          : `EU ${number(said)}`
        : `UK ${letter?.[1]}${letter?.[2] ? '½' : ''}`
  const all = [
    `EU ${number(Math.round(around * 2) / 2)}`,
    `US ${number(usRing(around))}`,
    `UK ${ukRing(around)}`,
  ].filter((one) => one.slice(0, 2) !== own.slice(0, 2))
  return tell(`${own} ≈ **${all.join(' · ')}**`, [`⌀ ${number(Math.round((around / Math.PI) * 10) / 10)} mm`])
}
