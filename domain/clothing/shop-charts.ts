// Pairs of sizes as shops print them. No standard sets them: they are custom, and makers differ by a size.

/** Shoes of adults, UK to EU, as the charts of most European and British shops have them. */
const shoes: readonly (readonly [uk: number, eu: number])[] = [
  ...([
    [1, 33.5],
    [2, 34.5],
    [2.5, 35],
    [3, 35.5],
    [3.5, 36],
    [4, 37],
    [4.5, 37.5],
    [5, 38],
    [5.5, 38.5],
    [6, 39],
  ] as const),
  ...([
    [6.5, 40],
    [7, 40.5],
    [7.5, 41],
    [8, 42],
    [8.5, 42.5],
    [9, 43],
    [9.5, 44],
    [10, 44.5],
    [10.5, 45],
  ] as const),
  ...([
    [11, 46],
    [11.5, 46.5],
    [12, 47],
    [13, 48],
    [14, 49.5],
    [15, 51],
  ] as const),
]

export type ShopShoe = 'eu' | 'uk' | 'usMen' | 'usWomen'
export const shopShoes: readonly ShopShoe[] = ['eu', 'uk', 'usMen', 'usWomen']
/** What is added to a British size of shoes. */
const ADDED = { uk: 0, usMen: 1, usWomen: 2 } as const

const nearest = <T>(all: readonly T[], by: (one: T) => number): T =>
  all.reduce((best, one) => (by(one) < by(best) ? one : best))

/** A size of shoes in the other countries; null where no chart goes so far. */
export function shopShoeSizes(size: number, from: ShopShoe): Readonly<Record<ShopShoe, number>> | null {
  const row =
    from === 'eu'
      ? nearest(shoes, ([, eu]) => Math.abs(eu - size))
      : nearest(shoes, ([uk]) => Math.abs(uk + ADDED[from] - size))
  const said = from === 'eu' ? row[1] : row[0] + ADDED[from]
  if (Math.abs(said - size) > 0.75) return null
  const [uk, eu] = row
  return { eu, uk, usMen: uk + ADDED.usMen, usWomen: uk + ADDED.usWomen, [from]: size }
}

export type WomenCountry = 'uk' | 'us' | 'de' | 'fr' | 'it' | 'jp' | 'eu'
/** Women's numbers against the British one: UK 12 is US 8, DE 38, FR and ES 40, IT 44, JP 13. `eu` is the French and Spanish scale. */
const women: Readonly<Record<WomenCountry, number>> = { uk: 0, us: -4, de: 26, fr: 28, eu: 28, it: 32, jp: 1 }

/** A number of women's clothes of one country in another; null outside of what is made. */
export function womenSize(size: number, from: WomenCountry, to: WomenCountry): number | null {
  const uk = size - women[from]
  return uk >= 2 && uk <= 36 && Number.isInteger(size) ? uk + women[to] : null
}

/** Men's jackets: Britain and the United States give the chest in inches, Europe half of it in centimetres. */
export const EU_JACKET = 10
/** Men's trousers: the waist in inches, and the European number beside it. */
export const EU_TROUSERS = 16

/** Under-band of brassieres: 28, 30 … inches of Britain and the United States, 60, 65 … cm of Europe (EN 13402), 15 more in France and Spain. */
export const euBand = (inches: number): number => 60 + ((inches - 28) / 2) * 5
export const inchBand = (centimetres: number): number => 28 + ((centimetres - 60) / 5) * 2
export const FRENCH_BAND = 15

const cups = {
  uk: ['AA', 'A', 'B', 'C', 'D', 'DD', 'E', 'F', 'FF', 'G', 'GG', 'H'],
  us: ['AA', 'A', 'B', 'C', 'D', 'DD', 'DDD', 'G', 'H', 'I', 'J', 'K'],
  eu: ['AA', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K'],
} as const
export type CupCountry = keyof typeof cups

/** A cup of one country in another. */
export function cupSize(cup: string, from: CupCountry, to: CupCountry): string | null {
  const at = (cups[from] as readonly string[]).indexOf(cup.toUpperCase())
  return at < 0 ? null : (cups[to][at] ?? null)
}

/** American hats give the diameter of the head in inches, by eighths; British ones are an eighth smaller; Europe gives the girth in cm. */
export const hatOf = (girth: number): number => Math.round((girth / 2.54 / Math.PI) * 8) / 8
export const girthOf = (hat: number): number => Math.round(hat * Math.PI * 2.54)
export const UK_HAT = 1 / 8

/** Rings: the inner circumference in mm is the European size (ISO 8653). */
const RING = { base: 11.63, step: 0.8128 } as const
/** American size of a circumference, by halves. */
export const usRing = (circumference: number): number =>
  Math.round(((circumference / Math.PI - RING.base) / RING.step) * 2) / 2
export const circumferenceOfUs = (size: number): number => (RING.base + RING.step * size) * Math.PI
/** BS 6820: A is 37.5 mm, each letter 1.25 mm more. */
const BRITISH = { least: 37.5, step: 1.25 } as const
export function ukRing(circumference: number): string | null {
  const halves = Math.round(((circumference - BRITISH.least) / BRITISH.step) * 2)
  const letter = String.fromCharCode(65 + Math.floor(halves / 2))
  return halves < 0 || halves >= 52 ? null : `${letter}${halves % 2 === 1 ? '½' : ''}`
}
export const circumferenceOfUk = (letter: string, isHalf: boolean): number =>
  BRITISH.least + BRITISH.step * (letter.toUpperCase().charCodeAt(0) - 65 + (isHalf ? 0.5 : 0))
