import { expect, type Page } from '@playwright/test'
import { register, signIn, test } from './screen.ts'

test.use({ installation: { models: '' }, serviceWorkers: 'allow' })

/** The page has a worker, which has all that the page has loaded, and the cards are kept with the part that reviews them. */
async function isKept(page: Page, cards: number): Promise<void> {
  const look = async () => {
    const loaded = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))
    const known = await Promise.all(['/', ...loaded.map(({ name }) => name)].map((address) => caches.match(address)))
    const hasPart = loaded.some(({ name }) => name.includes('kept-review'))
    if (navigator.serviceWorker.controller === null || !hasPart || !known.every(Boolean)) return -1
    const names = await indexedDB.databases()
    if (!names.some(({ name }) => name === 'flash')) return -1
    return await new Promise<number>((done, failed) => {
      const opening = indexedDB.open('flash')
      opening.onerror = () => failed(opening.error)
      opening.onsuccess = () => {
        const db = opening.result
        const all = db.transaction('cards').objectStore('cards').getAll()
        all.onsuccess = () => {
          db.close()
          done(all.result[0]?.cards.length ?? -1)
        }
      }
    })
  }
  await expect.poll(() => page.evaluate(look), { timeout: 30_000 }).toBe(cards)
}

interface Queue {
  cards: { question: string }[]
}
const act = <T>(page: Page, action: string, input: object = {}) =>
  page.evaluate(
    async ([name, body]) => {
      const answer = await fetch(`/api/m/flash/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return (await answer.json()).output
    },
    [action, input] as const,
  ) as Promise<T>
const doneToday = async (page: Page) => (await act<{ doneToday: number }>(page, 'decks')).doneToday

test('a person reviews without a network by the same keys, also after a reload; each answer counts once when it is back, beside those of another device', async ({
  page,
  context,
  browser,
  server,
}) => {
  await register(page)
  await page.goto('/flash')
  const deck = await act<{ id: string }>(page, 'open', { name: 'Rivers' })
  for (const name of ['Danube', 'Rhine', 'Elbe', 'Oder'])
    await act(page, 'addNote', { deck: deck.id, type: 'basic', fields: [`Where does the ${name} end?`, 'In the sea'] })
  await page.goto('/flash')
  await expect(page.getByText('4 cards for today')).toBeVisible()
  await isKept(page, 4)
  const card = page.locator('[data-card]')

  await test.step('offline, after a reload, the page leads to what is kept', async () => {
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText('4 cards are kept in this browser', { exact: false })).toBeVisible()
    await page.getByRole('link', { name: 'Review', exact: true }).click()
    await expect(card).toContainText('Danube')
  })
  await test.step('answers by keys are kept and said to wait, and one is taken back', async () => {
    await page.keyboard.press('Space')
    await expect(card).toContainText('In the sea')
    await page.keyboard.press('4')
    await expect(card).toContainText('Rhine')
    await page.keyboard.press('Space')
    await page.keyboard.press('1')
    await expect(card).toContainText('Elbe')
    await expect(page.getByText('2 answers wait to be sent.')).toBeVisible()
    await page.keyboard.press('u')
    await expect(card).toContainText('Rhine')
    await page.keyboard.press('Space')
    await page.keyboard.press('4')
    await expect(card).toContainText('Elbe')
    // They outlive the page.
    await page.goto('/flash?view=review')
    await expect(page.getByText('2 answers wait to be sent.')).toBeVisible()
    await expect(card).toContainText('Elbe')
  })
  await test.step('meanwhile another device answers one of them', async () => {
    const other = await (await browser.newContext({ baseURL: server.url })).newPage()
    await signIn(other)
    await other.goto('/flash')
    expect(await doneToday(other)).toBe(0)
    const { cards } = await act<Queue & { cards: { id: string }[] }>(other, 'queue')
    await act(other, 'grade', { id: cards[0]?.id, grade: 3 })
    await other.context().close()
  })
  await test.step('back again, everything is there once', async () => {
    await context.setOffline(false)
    await expect(page.getByText(/answers? waits? to be sent/)).toHaveCount(0)
    await expect.poll(() => doneToday(page)).toBe(3)
    await page.goto('/flash')
    await expect(page.getByText('3 reviews done today')).toBeVisible()
    expect(await doneToday(page)).toBe(3)
  })
})
