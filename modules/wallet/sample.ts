import { addDays, type Day, monthOf, shiftMonth } from '@atrium/domain/dates/days'
import { dayOfNumbers } from './kept-day.ts'

interface SampleRow {
  date: Day
  account: 'checking' | 'savings' | 'card'
  amount: number
  payee: string
  category: string
}

// day of the month | account | amount in euros | payee | category
const MONTH = `
1 | checking | -780.00 | Riverside Homes | Rent
2 | checking | 2450.00 | Northwind Ltd | Income
3 | card | -62.35 | Lidl | Groceries
4 | checking | -34.99 | Telekom | Phone & internet
5 | card | -18.40 | Café Rémy | Eating out
7 | card | -49.00 | City Transit | Transport
9 | card | -71.12 | Lidl | Groceries
12 | card | -12.99 | Stream & Co | Fun
14 | checking | -58.20 | Power & Water | Electricity & water
15 | card | -44.80 | Green Market | Groceries
17 | card | -36.50 | Trattoria Da Anna | Eating out
20 | checking | -41.30 | Safe Insurance | Insurance
21 | card | -55.07 | Lidl | Groceries
23 | card | -24.90 | Pharmacy am Markt | Health
26 | card | -67.30 | Blue Jeans Shop | Clothes
28 | card | -23.75 | Lidl | Groceries
`

/** Three months of a household up to a day; what it spends differs a little from month to month. */
export function sampleRows(today: Day): SampleRow[] {
  return [-2, -1, 0].flatMap((back, at) => {
    const month = shiftMonth(monthOf(today), back)
    return MONTH.trim()
      .split('\n')
      .flatMap((line): SampleRow[] => {
        const [day = '', account = '', amount = '', payee = '', category = ''] = line.split(' | ')
        const date = dayOfNumbers(Number(month.slice(0, 4)), Number(month.slice(5)), Number(day))
        if (!date || date > today) return []
        const cents = Math.round(Number(amount) * 100)
        const drift = account === 'card' ? 1 + (((Number(day) * 7 + at * 13) % 11) - 5) / 50 : 1
        return [{ date, account: account as SampleRow['account'], amount: Math.round(cents * drift), payee, category }]
      })
  })
}

/** What the sample gives to its envelopes each month, in cents. */
export const SAMPLE_BUDGET: Readonly<Record<string, number>> = {
  Rent: 78_000,
  'Electricity & water': 6_000,
  'Phone & internet': 3_500,
  Insurance: 4_200,
  Groceries: 28_000,
  'Eating out': 9_000,
  Transport: 5_000,
  Health: 3_000,
  Clothes: 6_000,
  Fun: 5_000,
  Holidays: 15_000,
  'Emergency fund': 20_000,
}

export const sampleStart = (today: Day): Day => addDays(`${shiftMonth(monthOf(today), -2)}-01`, -1)
