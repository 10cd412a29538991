import { expect, test, vi } from 'vitest'
import { answering, calls, page } from '../../../web/src/records/test-page.tsx'
import type { ReceiptRead } from '../reading-receipts.ts'
import { ReadReceipt } from './read-receipt.tsx'

const READ = 'POST /api/m/wallet/readReceipt'
const models = (able: object) => ({
  'GET /api/models': [200, { models: [{ id: 'm1', name: 'M', provider: 'openai' }], selected: 'm1', able }],
})
const photo = { id: 'f1', name: 'receipt.jpg', mime: 'image/jpeg', size: 90_000 }
const found: ReceiptRead = {
  shop: { value: 'Café Roma', quote: 'CAFÉ ROMA' },
  day: null,
  total: { value: 5, quote: 'TOTALE € 5,00' },
  currency: { value: 'EUR', quote: 'TOTALE € 5,00' },
  items: [
    { what: 'Cappuccino', price: 3.2, quote: 'Cappuccino 3,20' },
    { what: 'Cornetto', price: null, quote: 'Cornetto 1,80' },
  ],
  text: 'CAFÉ ROMA\nTOTALE € 5,00',
  isCut: false,
}
const shown = (receipts = [photo], onTake = vi.fn()) =>
  page(<ReadReceipt receipts={receipts} currency="CHF" onTake={onTake} />)

test('what was read stands with its words, says what does not fit, and is taken over only when asked', async () => {
  answering({ ...models({ see: 'M' }), [READ]: [200, { output: found, change: null }] } as never)
  const onTake = vi.fn()
  const screen = await shown([{ ...photo, id: 'f0', mime: 'application/pdf' }, photo], onTake)
  await screen.getByRole('button', { name: 'Fill in from the receipt' }).click()
  const region = screen.getByRole('region', { name: 'What was read' })
  await expect.poll(() => region.element().textContent).toContain('Café Roma from “CAFÉ ROMA”')
  await expect.poll(() => region.element().textContent).toContain('Daynot found')
  await expect.poll(() => region.element().textContent).toContain('The items come to €3.20, not to €5.00.')
  await expect.poll(() => region.element().textContent).toContain('The receipt is in EUR; the account is in CHF.')
  expect(calls).toContainEqual([READ, { file: 'f1' }])
  expect(onTake).not.toHaveBeenCalled()
  await region.getByRole('button', { name: 'Take over' }).click()
  expect(onTake).toHaveBeenCalledWith({ payee: 'Café Roma', amount: '5.00', memo: 'Cappuccino, Cornetto' })
  await expect.element(region).not.toBeInTheDocument()
})

test('on a picture where nothing can be read it says so', async () => {
  const nothing = { ...found, shop: null, total: null, currency: null, items: [], text: '' }
  answering({ ...models({ see: 'M' }), [READ]: [200, { output: nothing, change: null }] } as never)
  const screen = await shown()
  await screen.getByRole('button', { name: 'Fill in from the receipt' }).click()
  await expect.element(screen.getByText(/^Nothing could be read on this picture/)).toBeVisible()
})

test('without a picture there is nothing to read, and without a model that sees it says how to have one', async () => {
  answering(models({}) as never)
  const none = await shown([{ ...photo, mime: 'application/pdf' }])
  expect(none.container.textContent).toBe('')
  const screen = await shown()
  await screen.getByRole('button', { name: 'Fill in from the receipt' }).click()
  await expect.element(screen.getByText('No connected model can see pictures')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Open Settings → Models' })).toBeVisible()
  expect(calls.map(([call]) => call)).not.toContain(READ)
})
