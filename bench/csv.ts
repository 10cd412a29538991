import Papa from 'papaparse'
import { profileOf } from '../modules/csv/measuring/profile.ts'
import { readTable } from '../modules/csv/reading/build.ts'
import { ms, quantile, table } from './measure.ts'

const ROWS = 100_000
const ROUNDS = 7
const WARM = 2

/** Eight columns as exports have them: numbers of an order, days, words, amounts, gaps, a note in quotes. */
function orders(): string {
  const cities = ['Lisbon', 'Porto', 'Berlin', 'Zürich', 'New York', 'Oslo']
  const lines = ['order,day,city,channel,quantity,amount,email,note']
  for (let at = 0; at < ROWS; at++) {
    const day = new Date(Date.UTC(2020, 0, 1) + (at % 2000) * 86_400_000).toISOString().slice(0, 10)
    const amount = ((at * 7919) % 100_000) / 100
    const note = at % 20 === 0 ? '"Rang back, wants an invoice"' : ''
    lines.push(
      `A-${at},${day},${cities[at % 6]},${at % 11 === 0 ? '' : 'Online'},${at % 17},${amount},p${at}@example.org,${note}`,
    )
  }
  return lines.join('\n')
}

function times(act: () => unknown): number[] {
  const all: number[] = []
  for (let round = 0; round < ROUNDS + WARM; round++) {
    const began = performance.now()
    act()
    if (round >= WARM) all.push(performance.now() - began)
  }
  return all
}

/** The profile of 100,000 rows × 8 columns, from the bytes on, beside nothing but a parse of the same bytes by Papa Parse. */
export async function benchCsv(): Promise<void> {
  const bytes = new TextEncoder().encode(orders())
  const layout = { delimiter: ',', header: true, skip: 0 }
  const decode = () => new TextDecoder().decode(bytes)
  const bare = times(() => Papa.parse(decode(), { delimiter: ',' }))
  const read = times(() => readTable(decode(), layout))
  const whole = times(() => profileOf(readTable(decode(), layout).table))
  const yardstick = quantile(bare, 0.5)
  const row = (name: string, all: readonly number[]) => [
    name,
    ms(quantile(all, 0.5)),
    ms(Math.max(...all)),
    `× ${(quantile(all, 0.5) / yardstick).toFixed(2)}`,
  ]
  table(
    `A profile of ${ROWS.toLocaleString('en')} rows × 8 columns (${(bytes.length / 1024 / 1024).toFixed(1)} MB)`,
    ['', 'p50', 'slowest', 'of Papa Parse'],
    [row('Papa Parse, nothing else', bare), row('read into columns', read), row('read and profiled', whole)],
  )
}
