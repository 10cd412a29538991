import { AppError } from '@atrium/contract/errors'
import { dayAt } from '@atrium/domain/dates/local-time'
import { saidAmount } from '@atrium/domain/money/minor-units'
import type { SaidMoney } from '@atrium/domain/money/said-money'
import type { AccountRow } from '../records.ts'
import { lastCategories, plain, ruled } from '../rules.ts'
import { say } from '../say.ts'
import { currenciesOf, openAccount, usualCurrency, withBalances } from './accounts.ts'
import { accountsOf, categoriesOf, rulesOf } from './bounded.ts'
import { type Context, categoryNamed, ensureCategories } from './categories.ts'
import { budgetIn } from './envelopes.ts'
import { accountMeant, accountNamed, moneySaid, positiveSaid } from './naming.ts'
import { placed } from './said.ts'

interface Spoken {
  amount: string
  payee?: string
  category?: string
  account?: string
  date?: string
  memo?: string
}

/**
 * The account that is meant: by its name, by the amount's currency, that used last; a first one is made. Never one of
 * another currency than the one that was said: $40 are not 40 euros.
 */
async function accountFor(said: string | undefined, money: SaidMoney, context: Context): Promise<AccountRow> {
  const { store, timeZone } = context
  const { currencies, likely, mark } = money
  const accounts = (await accountsOf(store)).filter(({ closed }) => !closed)
  const isOf = ({ currency }: { currency: string }) => currencies === null || currencies.includes(currency)
  const only = currencies?.length === 1 ? currencies[0] : undefined
  if (said) {
    const found = accountNamed(said, accounts)
    if (!isOf(found))
      throw new AppError(
        'bad_request',
        say('markOfOtherCurrency', { name: found.name, currency: found.currency, mark }),
      )
    return found
  }
  if (accounts.length === 0) {
    const usual = usualCurrency(timeZone)
    const currency = currencies === null || currencies.includes(usual) ? usual : likely
    if (!currency) throw ambiguous(mark, currencies ?? [])
    return openAccount({ name: 'Cash', kind: 'cash', currency }, context)
  }
  const fitting = accounts.filter(isOf)
  if (fitting.length === 0)
    throw new AppError(
      'not_found',
      only
        ? say('noneInCurrency', { currency: only })
        : say('noneInCurrencies', { mark, currencies: currenciesOf(accounts).join(', ') }),
    )
  const its = currenciesOf(fitting)
  if (currencies !== null && its.length > 1) throw ambiguous(mark, its)
  const usable = fitting.filter(({ onBudget }) => onBudget)
  const [last] = await store.transactions.list({
    where: { account: { in: (usable.length > 0 ? usable : fitting).map(({ id }) => id) }, importKey: '' },
    order: '-createdAt',
    limit: 1,
  })
  return fitting.find(({ id }) => id === last?.account) ?? usable[0] ?? (fitting[0] as AccountRow)
}

const ambiguous = (mark: string, codes: readonly string[]) =>
  new AppError(
    'bad_request',
    say(codes.length > 5 ? 'ambiguousAndMore' : 'ambiguous', {
      mark,
      codes: codes.slice(0, 5).join(', '),
      code: codes[0] ?? '',
    }),
  )

/** The account that was named, by its id or its name; else the one that a payment of this amount would be booked in. */
export async function accountOr(
  said: string | undefined,
  amount: number | string,
  context: Context,
): Promise<AccountRow> {
  if (said !== undefined) return accountMeant(said, context.store)
  const none: SaidMoney = { decimal: '0', currencies: null, likely: undefined, mark: '' }
  return accountFor(undefined, typeof amount === 'string' ? moneySaid(amount) : none, context)
}

async function book(input: Spoken, sign: 1 | -1, context: Context) {
  const { store, now, timeZone } = context
  const categories = await ensureCategories(store)
  const money = moneySaid(input.amount)
  const account = await accountFor(input.account, money, context)
  const amount = sign * positiveSaid(input.amount, account)
  const { payee, memo, ...found } = placed(
    { payee: (input.payee ?? '').trim(), category: input.category, memo: (input.memo ?? '').trim() },
    categories.filter(({ isIncome }) => isIncome === sign > 0),
  )
  const said = ruled(await rulesOf(store), { payee, bankPayee: payee, memo, amount })
  const usual = lastCategories(await store.transactions.list({ order: '-date', limit: 1000 }))
  const income = sign > 0 ? categories.find(({ isIncome }) => isIncome)?.id : undefined
  const id = found.category
    ? found.category.id
    : (said.category ?? usual.get(plain(said.payee ?? payee)) ?? income ?? null)
  const date = input.date ?? dayAt(now, timeZone)
  await store.transactions.insert({ account: account.id, date, amount, payee: said.payee ?? payee, category: id, memo })
  const category = categories.find((row) => row.id === id)
  const budget =
    category && !category.isIncome ? await budgetIn(date.slice(0, 7), account.currency, context) : undefined
  const envelope = budget?.envelopes.find((row) => row.category === id)
  return {
    payee: said.payee ?? payee,
    amount: saidAmount(Math.abs(amount), account.currency),
    category: category?.name ?? 'none yet',
    account: account.name,
    date,
    memo,
    left: envelope ? saidAmount(envelope.available, account.currency) : '',
  }
}

export const spoken = {
  spend: (input: Spoken, context: Context) => book(input, -1, context),
  receive: (input: Spoken, context: Context) => book(input, 1, context),
  left: async ({ category: said }: { category: string }, context: Context) => {
    const rows = await categoriesOf(context.store)
    if (rows.length === 0) throw new AppError('not_found', say('noBudget'))
    const category = categoryNamed(
      rows.filter(({ isIncome }) => !isIncome),
      said,
    )
    const budget = await budgetIn(undefined, undefined, context)
    const envelope = budget.envelopes.find((row) => row.category === category.id)
    const amount = (minor: number) => saidAmount(minor, budget.currency)
    return {
      category: category.name,
      left: amount(envelope?.available ?? 0),
      budgeted: amount(envelope?.budgeted ?? 0),
      spent: amount(-(envelope?.activity ?? 0) || 0),
      month: budget.month,
    }
  },
  balance: async ({ account: said }: { account?: string }, { store }: Context) => {
    const rows = await accountsOf(store)
    const wanted = said ? accountNamed(said, rows) : undefined
    const views = await withBalances(wanted ? [wanted] : rows.filter(({ closed }) => !closed), store)
    const total = currenciesOf(views).map((currency) =>
      saidAmount(
        views.filter((row) => row.currency === currency).reduce((sum, row) => sum + row.balance, 0),
        currency,
      ),
    )
    return {
      accounts: views.map(({ name, balance, cleared, currency }) => ({
        account: name,
        balance: saidAmount(balance, currency),
        cleared: saidAmount(cleared, currency),
      })),
      total: total.join(' and ') || '0',
    }
  },
}
