import type { Dataset } from './module.ts'

interface Sample {
  name: string
  text: string
  charts: Dataset['charts']
}

/** Anscombe (1973): four sets that are the same in numbers and nothing alike to the eye. */
export const anscombe: Readonly<Record<string, readonly (readonly [number, number])[]>> = (() => {
  const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
  const pair = (ys: readonly number[], xs: readonly number[] = x) => ys.map((y, at) => [xs[at] as number, y] as const)
  return {
    I: pair([8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]),
    II: pair([9.14, 8.14, 8.74, 8.77, 9.26, 8.1, 6.13, 3.1, 9.13, 7.26, 4.74]),
    III: pair([7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73]),
    IV: pair([6.58, 5.76, 7.71, 8.84, 8.47, 7.04, 5.25, 12.5, 5.56, 7.91, 6.89], [8, 8, 8, 8, 8, 8, 8, 19, 8, 8, 8]),
  }
})()

export const anscombeText = (): string =>
  ['set,x,y', ...Object.entries(anscombe).flatMap(([set, pairs]) => pairs.map(([x, y]) => `${set},${x},${y}`))].join(
    '\n',
  )

const CITIES = [
  'Lisbon',
  'Lisbon ',
  'lisbon',
  'Porto',
  'Berlin',
  'BERLIN',
  'Zürich',
  'Zurich',
  'New York',
  'New-York',
  'York, New',
  'Oslo',
]
const PRODUCTS = ['Notebook', 'Desk lamp', 'Monitor arm', 'Chair', 'Headphones', 'Keyboard']
const CHANNELS = ['Shop', 'Online', 'Online', 'Partner', 'Online', 'shop']
const PRICES = [4.5, 39.9, 89, 249, 119, 74.95]

/** Orders of a small shop as exports look: cities written in several ways, gaps, a few rows twice. */
export function ordersText(): string {
  const lines = ['order,date,city,channel,product,quantity,unit price,amount,note']
  // A fixed sequence, so that the sample is the same for everybody.
  let seed = 20_261
  const next = (below: number) => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed % below
  }
  for (let at = 0; at < 240; at++) {
    const day = new Date(Date.UTC(2026, 0, 3) + at * 1.3 * 86_400_000)
    const product = next(PRODUCTS.length)
    const quantity = 1 + next(product === 0 ? 20 : 4)
    const price = PRICES[product] as number
    const city = CITIES[next(CITIES.length)] as string
    const note = at % 37 === 5 ? '"Rang back, wants an invoice\nby e-mail"' : at % 23 === 7 ? 'gift' : ''
    const cells = [
      `A-${1000 + at}`,
      day.toISOString().slice(0, 10),
      city.includes(',') ? `"${city}"` : city,
      at % 29 === 3 ? '' : CHANNELS[next(CHANNELS.length)],
      PRODUCTS[product],
      quantity,
      price,
      at % 41 === 9 ? '' : (quantity * price).toFixed(2),
      note,
    ]
    lines.push(cells.join(','))
    if (at % 60 === 11) lines.push(cells.join(','))
  }
  return lines.join('\n')
}

const chart = { measure: 'count', group: '', split: '', period: '' } as const

export const samples = (): Sample[] => [
  {
    name: 'Orders 2026 (sample)',
    text: ordersText(),
    charts: [
      { ...chart, kind: 'bar', x: 'city', y: 'amount', measure: 'sum' },
      { ...chart, kind: 'line', x: 'date', y: 'amount', measure: 'sum', period: 'month' },
    ],
  },
  {
    name: 'Anscombe’s quartet (sample)',
    text: anscombeText(),
    charts: [{ ...chart, kind: 'scatter', x: 'x', y: 'y', split: 'set' }],
  },
]
