import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from './query.ts'

/** A query whose answers are given by hand, in the order of the calls. */
function asked() {
  const client = createQueryClient()
  const calls: PromiseWithResolvers<string>[] = []
  const queryFn = () => {
    const call = Promise.withResolvers<string>()
    calls.push(call)
    return call.promise
  }
  const observer = new QueryObserver(client, { queryKey: ['/api/thing'], queryFn })
  const leave = observer.subscribe(() => undefined)
  return { client, calls, leave, shown: () => client.getQueryData(['/api/thing']) }
}

test('what is told while the first answer is on its way is asked for once more, however often it is told', async () => {
  const { client, calls, leave, shown } = asked()
  const told = [client.invalidateQueries({ queryKey: ['/api/thing'] }), client.invalidateQueries()]
  expect(calls).toHaveLength(1)
  calls[0]?.resolve('older than the news')
  await expect.poll(() => calls.length).toBe(2)
  calls[1]?.resolve('as it is now')
  await Promise.all(told)
  expect(shown()).toBe('as it is now')
  expect(calls).toHaveLength(2)
  leave()
})

test('a slow query keeps no other one waiting', async () => {
  const { client, calls, leave, shown } = asked()
  const never = new QueryObserver(client, { queryKey: ['/api/other'], queryFn: () => new Promise<string>(() => {}) })
  const leaveOther = never.subscribe(() => undefined)
  void client.invalidateQueries()
  calls[0]?.resolve('older than the news')
  await expect.poll(() => calls.length).toBe(2)
  calls[1]?.resolve('as it is now')
  await expect.poll(shown).toBe('as it is now')
  leave()
  leaveOther()
})

test('what is fetched ahead and told of meanwhile is asked for again when it is shown', async () => {
  const client = createQueryClient()
  const answers = ['older than the news', 'as it is now']
  const queryFn = vi.fn(async () => answers.shift() ?? '')
  const ahead = client.prefetchQuery({ queryKey: ['/api/thing'], queryFn })
  await Promise.all([client.invalidateQueries(), ahead])
  expect(queryFn).toHaveBeenCalledTimes(1)
  const leave = new QueryObserver(client, { queryKey: ['/api/thing'], queryFn }).subscribe(() => undefined)
  await expect.poll(() => client.getQueryData(['/api/thing'])).toBe('as it is now')
  leave()
})

test('a first answer that failed is not asked for again', async () => {
  const { client, calls, leave } = asked()
  const told = client.invalidateQueries({ queryKey: ['/api/thing'] })
  calls[0]?.reject(new Error('gone'))
  await told
  expect(calls).toHaveLength(1)
  leave()
})

test('with an answer there, the one on its way gives way to a newer one', async () => {
  const { client, calls, leave, shown } = asked()
  calls[0]?.resolve('first')
  await expect.poll(shown).toBe('first')
  const told = [client.invalidateQueries(), client.invalidateQueries()]
  expect(calls).toHaveLength(3)
  calls[1]?.resolve('older than the second news')
  calls[2]?.resolve('as it is now')
  await Promise.all(told)
  expect(shown()).toBe('as it is now')
  leave()
})
