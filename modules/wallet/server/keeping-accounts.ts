import { AppError } from '@atrium/contract/errors'
import { dayAt } from '@atrium/domain/dates/local-time'
import { saidAmount } from '@atrium/domain/money/minor-units'
import { say } from '../say.ts'
import { type NewAccount, openAccount } from './accounts.ts'
import type { Context } from './categories.ts'
import { accountMeant, budgetMeant, minorSaid } from './naming.ts'

type SaidAccount = Omit<NewAccount, 'currency' | 'balance'> & { currency?: string; balance?: number | string }

export const keepingAccounts = {
  /** In the currency of its balance, else in that of most accounts, where none is said. What is owed on a loan is below 0. */
  addAccount: async ({ currency: said, balance, ...account }: SaidAccount, context: Context) => {
    const { currency } = await budgetMeant({ currency: said, amount: balance }, context)
    return openAccount(
      {
        ...account,
        currency,
        ...(balance !== undefined && { balance: minorSaid(balance, { name: account.name, currency }) }),
      },
      context,
    )
  },
  reconcile: async (
    { account: which, balance: said, adjust }: { account: string; balance: number | string; adjust: boolean },
    { store, now, timeZone }: Context,
  ) => {
    const account = await accountMeant(which, store)
    const { id } = account
    const balance = minorSaid(said, account)
    const known = await store.transactions.sum('amount', { account: id, cleared: { in: ['cleared', 'reconciled'] } })
    const adjusted = balance - known
    if (adjusted !== 0 && !adjust)
      throw new AppError(
        'conflict',
        say('statementDiffers', { name: account.name, amount: saidAmount(adjusted, account.currency) }),
        { details: { difference: adjusted } },
      )
    if (adjusted !== 0)
      await store.transactions.insert({
        account: id,
        date: dayAt(now, timeZone),
        amount: adjusted,
        payee: 'Balance adjustment',
        cleared: 'reconciled',
      })
    const open: string[] = []
    for await (const row of store.transactions.each({ where: { account: id, cleared: 'cleared' } })) open.push(row.id)
    for (const one of open) await store.transactions.update(one, { cleared: 'reconciled' })
    return { locked: open.length, adjusted }
  },
}
