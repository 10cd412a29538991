import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { atTheEnd } from '../../server/platform/test-end.ts'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { AccountView, TransactionView } from './module.ts'
import wallet from './server.ts'

let at: TestModules
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T12:00:00Z`) })
  atTheEnd(() => vi.useRealTimers())
  at = await testModules(wallet)
})
const act = <T = Record<string, unknown>>(who: string, action: string, input: unknown = {}) =>
  at.act<T>(who, `wallet.${action}`, input)
const open = async (who: string, name: string) =>
  (await act<AccountView>(who, 'addAccount', { name, currency: 'EUR' })).output
const list = async (who: string, filter = {}) =>
  (await act<{ transactions: TransactionView[] }>(who, 'transactions', filter)).output.transactions
const today = '2026-01-31'

describe('transfers whose other account comes back from the trash', () => {
  const restore = (who: string, collection: string, id: string) =>
    at.fetch(who, `/api/m/wallet/collections/${collection}/${id}/restore`, { method: 'POST' })
  const linked = async (who: string) =>
    (await list(who)).map(({ amount, transfer, otherAccount }) => [amount, transfer !== null, otherAccount])
  const two = async (who: string) => {
    const [from, to] = [await open(who, 'Bank'), await open(who, 'Savings')]
    await act(who, 'transfer', { from: from.id, to: to.id, date: today, amount: 20_00 })
    const [side] = await list(who, { account: from.id })
    return { from, to, side: side?.id ?? '' }
  }
  const spent = async (who: string) =>
    (await act<{ months: { income: number; spent: number }[] }>(who, 'reports', { months: 1 })).output.months[0]

  test('are transfers again, which no report counts', async () => {
    const { from, to } = await two('jan')
    const before = await linked('jan')
    await act('jan', 'removeAccount', { id: to.id })
    expect(await spent('jan')).toMatchObject({ spent: 20_00 })
    expect((await restore('jan', 'accounts', to.id)).status).toBe(200)
    expect(await linked('jan')).toEqual(before)
    expect(await spent('jan')).toMatchObject({ income: 0, spent: 0 })
    await act('jan', 'removeAccount', { id: to.id })
    await act('jan', 'removeAccount', { id: from.id })
    expect((await restore('jan', 'accounts', to.id)).status).toBe(200)
    expect(await linked('jan')).toEqual([[20_00, false, null]])
    expect((await restore('jan', 'accounts', from.id)).status).toBe(200)
    expect(await linked('jan')).toEqual(before)
  })
  test('stay alone where the other side is gone, and are joined when that comes back', async () => {
    const { to, side } = await two('jim')
    const before = await linked('jim')
    await act('jim', 'removeAccount', { id: to.id })
    await act('jim', 'remove', { ids: [side] })
    expect((await restore('jim', 'accounts', to.id)).status).toBe(200)
    expect(await linked('jim')).toEqual([[20_00, false, null]])
    expect((await restore('jim', 'transactions', side)).status).toBe(200)
    expect(await linked('jim')).toEqual(before)
  })
  test('stay alone where the other side is another amount, or part of another transfer by now', async () => {
    const { to, side } = await two('jon')
    const removed = await act('jon', 'removeAccount', { id: to.id })
    await act('jon', 'change', { id: side, amount: -21_00 })
    await restore('jon', 'accounts', to.id)
    expect((await linked('jon')).map(([, isLinked]) => isLinked)).toEqual([false, false])
    expect(removed.status).toBe(200)
    const other = await two('joy')
    await act('joy', 'removeAccount', { id: other.to.id })
    const cash = await open('joy', 'Cash')
    const made = await act<TransactionView>('joy', 'add', { account: cash.id, date: today, amount: 20_00 })
    await act('joy', 'link', { ids: [other.side, made.output.id] })
    await restore('joy', 'accounts', other.to.id)
    expect(await list('joy', { account: other.to.id })).toMatchObject([{ transfer: null }])
    expect(await list('joy', { account: cash.id })).toMatchObject([{ transfer: other.side }])
  })
  test('are parted and joined together: of thirty as many questions to the database as of three', async () => {
    const asked = async (who: string, count: number) => {
      const { from, to } = await two(who)
      for (let n = 1; n < count; n++) await act(who, 'transfer', { from: from.id, to: to.id, date: today, amount: n })
      const spy = vi.spyOn(pg.Client.prototype, 'query')
      const questions = async (does: () => Promise<{ status: number }>) => {
        spy.mockClear()
        expect((await does()).status).toBe(200)
        return spy.mock.calls.filter(([said]) => /records/.test(String((said as { text?: string }).text ?? said)))
          .length
      }
      const parted = await questions(() => act(who, 'removeAccount', { id: to.id }))
      const joined = await questions(() => restore(who, 'accounts', to.id))
      spy.mockRestore()
      expect((await linked(who)).filter(([, isLinked]) => isLinked)).toHaveLength(2 * count)
      return { parted, joined }
    }
    expect(await asked('jed', 30)).toEqual(await asked('joe', 3))
  })
})
