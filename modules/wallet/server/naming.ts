import { AppError } from '@atrium/contract/errors'
import { type Month, monthOf } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { minorDigits, minorOf } from '@atrium/domain/money/minor-units'
import { type SaidMoney, saidMoney } from '@atrium/domain/money/said-money'
import type { AccountRow, CategoryRow } from '../records.ts'
import { say } from '../say.ts'
import { currenciesOf, usualCurrency } from './accounts.ts'
import { accountsOf, categoriesOf } from './bounded.ts'
import { byName, type Context, categoryNamed, ensureCategories, type Stores } from './categories.ts'

// What an action is told may be an id or a whole number of minor units, as pages and programs give it, or a name and an amount in
// words, as people say them.

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const isId = (said: string): boolean => ID.test(said)

/** Throws a sentence that names the accounts there are. */
export function accountNamed(said: string, accounts: readonly AccountRow[]): AccountRow {
  const found = byName(accounts, said.replace(/[?.]+$/, '').replace(/\s+account$/i, '')) ?? byName(accounts, said)
  if (found) return found
  throw new AppError(
    'not_found',
    accounts.length === 0
      ? say('noAccountYet', { said })
      : say('noAccount', { said, names: accounts.map(({ name }) => name).join(', ') }),
  )
}

/** The account that is meant, by its id or by its name. */
export async function accountMeant(said: string, store: Stores): Promise<AccountRow> {
  if (isId(said)) return store.accounts.get(said)
  return accountNamed(
    said,
    (await accountsOf(store)).filter(({ closed }) => !closed),
  )
}

/** The category that is meant, by its id or by its name. */
export async function categoryMeant(said: string, store: Stores): Promise<CategoryRow> {
  return isId(said) ? store.categories.get(said) : categoryNamed(await ensureCategories(store), said)
}

/** The id of the category that has this id or name; undefined where there is none. */
export async function categoryIn(said: string, store: Stores): Promise<string | undefined> {
  return isId(said) ? said : byName(await categoriesOf(store), said)?.id
}

/** The id of the category that is meant, where one is. */
export const categoryIdMeant = async <Said extends string | null | undefined>(
  said: Said,
  store: Stores,
): Promise<string | (Said extends string ? never : Said)> =>
  typeof said === 'string' ? (await categoryMeant(said, store)).id : (said as never)

/** The amount as it was said. Words around it that are no currency are refused: they are never taken for the account's. */
export function moneySaid(said: string): SaidMoney {
  const money = saidMoney(said)
  if (!('refused' in money)) return money
  throw new AppError(
    'bad_request',
    money.refused === 'unknown currency'
      ? say('unknownCurrency', { mark: money.mark.slice(0, 40) })
      : money.refused === 'two currencies'
        ? say('twoCurrencies', { said })
        : say('noAmount', { said }),
  )
}

/** An amount in the minor units of a currency; throws where it has more decimals than that, or names another currency. */
export function minorSaid(amount: number | string, { name, currency }: { name: string; currency: string }): number {
  if (typeof amount === 'number') return amount
  const { decimal, currencies, mark } = moneySaid(amount)
  if (currencies !== null && !currencies.includes(currency))
    throw new AppError('bad_request', say('markOfOtherCurrency', { name, currency, mark }))
  const minor = minorOf(decimal, currency)
  if (minor === null)
    throw new AppError(
      'bad_request',
      say('tooManyDecimals', { said: amount, currency, decimals: minorDigits(currency) }),
    )
  return minor
}

/** The same, and above 0. */
export function positiveSaid(amount: number | string, of: { name: string; currency: string }): number {
  const minor = minorSaid(amount, of)
  if (minor <= 0) throw new AppError('bad_request', say('amountNotPositive'))
  return minor
}

interface Asked {
  month?: Month | undefined
  currency?: string | undefined
  amount?: number | string | undefined
}

/** The month and the currency of a budget: those of today and of most accounts, where nothing else was said. */
export async function budgetMeant({ month, currency, amount }: Asked, { store, now, timeZone }: Context) {
  const currencies = currenciesOf(await accountsOf(store))
  const { currencies: named, likely } =
    typeof amount === 'string' ? moneySaid(amount) : { currencies: null, likely: undefined }
  const usual = currencies[0] ?? usualCurrency(timeZone)
  const among = [...currencies, usual].find((one) => named === null || named.includes(one))
  return { month: month ?? monthOf(dayAt(now, timeZone)), currency: currency ?? among ?? likely ?? usual }
}
