import '../ui/styles.css'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { useAction } from '../platform/module-client.ts'
import { Button } from '../ui/button.tsx'
import { currentToasts } from '../ui/toast-store.ts'
import { Backlinks } from './backlinks.tsx'
import { exportUrl } from './export-urls.ts'
import { ModelButton } from './model-button.tsx'
import { RecordHistory } from './record-history.tsx'
import { answering, calls, page, undoOf } from './test-page.tsx'
import { Trash } from './trash.tsx'

const at = '2026-10-05T12:00:00.000Z'
const made = { id: 'r1', version: 1, createdAt: at, updatedAt: at }
const sent = (call: string) => calls.filter(([one]) => one === call).map(([, body]) => body)

function Renaming() {
  const rename = useAction('wallet', 'change', { done: 'Saved', fields: { payee: 'Payee' } })
  const [failed, setFailed] = useState(false)
  const save = () => rename.mutate({ id: 'r1', version: 1, payee: 'Bakery' }, { onError: () => setFailed(true) })
  return <Button onClick={save}>{failed ? 'Not saved' : 'Rename'}</Button>
}
const conflict = (version: number, payee: string) => [
  409,
  { error: { code: 'conflict', message: 'It was changed.', details: { current: { ...made, version, payee } } } },
]

test('who saves what somebody else has changed sees both versions, and may keep theirs', async () => {
  answering({
    'POST /api/m/wallet/change': (body) => {
      const { version } = body as { version: number }
      return (version < 5 ? conflict(5, 'Café') : [200, { output: {}, change: 'c' }]) as never
    },
  })
  const screen = await page(<Renaming />)
  await screen.getByRole('button', { name: 'Rename' }).click()
  await expect.element(screen.getByRole('alertdialog')).toBeVisible()
  await expect.element(screen.getByRole('row', { name: 'Payee Bakery Café' })).toBeVisible()
  await screen.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(() => currentToasts().map(({ title }) => title)).toContain('Saved')
  expect(sent('POST /api/m/wallet/change')).toEqual([
    { id: 'r1', version: 1, payee: 'Bakery' },
    { id: 'r1', version: 5, payee: 'Bakery' },
  ])
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
})

test('or takes the other version, which is no failure to be told', async () => {
  answering({ 'POST /api/m/wallet/change': conflict(5, 'Café') as never })
  const screen = await page(<Renaming />)
  await screen.getByRole('button', { name: 'Rename' }).click()
  await screen.getByRole('button', { name: 'Take theirs' }).click()
  await expect.element(screen.getByRole('button', { name: 'Not saved' })).toBeVisible()
  expect(sent('POST /api/m/wallet/change')).toHaveLength(1)
  expect(currentToasts().filter(({ open }) => open)).toEqual([])
})

test('the history shows what each version changed, and brings one back', async () => {
  const version = (n: number, payee: string) => ({
    version: n,
    at,
    action: 'wallet.change',
    via: n === 3 ? 'model' : 'http',
    isDeleted: false,
    data: { payee, secret: n },
  })
  answering({
    'GET /api/modules/wallet': [200, { id: 'wallet', actions: { change: { summary: 'Change a payment' } } }],
    'GET /api/m/wallet/collections/payments/r1/history': [
      200,
      { versions: [version(3, 'Three'), version(2, 'Two'), version(1, 'One')] },
    ],
    'POST /api/m/wallet/collections/payments/r1/revert': [200, { output: made, change: 'c9' }],
    'POST /api/changes/c9/undo': [200, {}],
  })
  const screen = await page(
    <RecordHistory
      module="wallet"
      collection="payments"
      id="r1"
      open
      onOpenChange={() => undefined}
      fields={{ payee: 'Payee' }}
    />,
  )
  const versions = screen.getByRole('listitem')
  await expect
    .poll(() => document.querySelector('li')?.textContent)
    .toMatch(/^Change a paymentby the assistantnow.*PayeeTwo Three$/)
  await expect.element(versions.first()).not.toHaveTextContent('secret')
  await versions.nth(1).getByRole('button', { name: 'Restore this version' }).click()
  await expect.poll(() => sent('POST /api/m/wallet/collections/payments/r1/revert')).toEqual([{ version: 2 }])
  await expect.poll(() => undoOf('The earlier version is back')).toBeDefined()
})

test('what uses a record is told by kind, with how many and the first of them; of other modules by their name', async () => {
  const link = (module: string, collection: string, count: number, ...titles: string[]) => ({
    ...{ module, moduleTitle: module.toUpperCase(), collection, field: 'account', count },
    rows: titles.map((title, n) => ({ id: `r${n}`, title })),
  })
  answering({
    'GET /api/records/wallet/accounts/r1/backlinks': [
      200,
      { backlinks: [link('wallet', 'payments', 12, 'Lidl', '', 'Rent'), link('tasks', 'tasks', 1, 'Pay')] },
    ],
    'GET /api/records/wallet/accounts/r2/backlinks': [200, { backlinks: [] }],
    'GET /api/records/wallet/accounts/r3/backlinks': [404, { error: { message: 'It is gone.' } }],
  })
  const shown = (id: string) =>
    page(<Backlinks module="wallet" collection="accounts" id={id} names={{ payments: 'Payments' }} />)
  const screen = await shown('r1')
  await expect.element(screen.getByRole('listitem').first()).toHaveTextContent('Payments: 12 Lidl · Rent')
  await expect.element(screen.getByRole('listitem').nth(1)).toHaveTextContent('TASKS: 1 Pay')
  await expect.element((await shown('r2')).getByText('Nothing uses it yet.')).toBeVisible()
  await expect.element((await shown('r3')).getByRole('alert')).toBeVisible()
})

test('the trash gives a row back, and is emptied only when the person is sure', async () => {
  const path = '/api/m/wallet/collections/payments'
  answering({
    [`GET ${path}/trash`]: [200, { rows: [{ ...made, payee: 'Gone', deletedAt: at }], total: 1 }],
    [`POST ${path}/r1/restore`]: [200, { output: made, change: 'c' }],
    [`DELETE ${path}/trash`]: [200, { removed: 1 }],
  })
  const screen = await page(
    <Trash module="wallet" collections={{ payments: 'Payments' }} open onOpenChange={() => undefined} />,
  )
  await screen.getByRole('button', { name: 'Restore' }).click()
  await expect.poll(() => undoOf('“Gone” is back')).toBeDefined()
  await screen.getByRole('button', { name: 'Empty trash' }).click()
  await expect.element(screen.getByText('Delete 1 row for good?')).toBeVisible()
  expect(sent(`DELETE ${path}/trash`)).toEqual([])
  await screen.getByRole('button', { name: 'Delete for good' }).click()
  await expect.poll(() => sent(`DELETE ${path}/trash`)).toHaveLength(1)
})

test('without a model its button says how to connect one', async () => {
  answering({
    'GET /api/models': [200, { models: [{ id: 'guide', name: 'Guide', provider: 'guide' }], selected: 'guide' }],
  })
  const onText = vi.fn()
  const screen = await page(<ModelButton label="Suggest" prompt="Suggest a payee." onText={onText} />)
  await screen.getByRole('button', { name: 'Suggest' }).click()
  await expect
    .element(screen.getByRole('link', { name: 'Open Settings → Models' }))
    .toHaveAttribute('href', '/settings/models')
  expect(calls.some(([call]) => call.startsWith('POST'))).toBe(false)
})

test('with one it asks it, gives the text, and leaves no conversation behind', async () => {
  answering({
    'GET /api/models': [200, { models: [{ id: 'm1', name: 'M', provider: 'openai' }], selected: 'm1' }],
    'POST /api/chat/complete': [200, { threadId: 't1', response: 'Bakery', meta: {} }],
    'DELETE /api/threads/t1': [200, {}],
  })
  const onText = vi.fn()
  const screen = await page(<ModelButton label="Suggest" prompt="Suggest a payee." onText={onText} />)
  await screen.getByRole('button', { name: 'Suggest' }).click()
  await expect.poll(() => onText.mock.calls).toEqual([['Bakery']])
  expect(sent('POST /api/chat/complete')).toMatchObject([{ message: 'Suggest a payee.', preferredModel: 'm1' }])
  await expect.poll(() => sent('DELETE /api/threads/t1')).toHaveLength(1)
})

test('an export’s address carries its options and the person’s zone', () => {
  const url = new URL(exportUrl('wallet', 'csv', { account: 'a&b' }), location.href)
  expect(url.pathname).toBe('/api/m/wallet/exports/csv')
  expect(JSON.parse(url.searchParams.get('options') ?? '')).toEqual({ account: 'a&b' })
  expect(url.searchParams.get('zone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
})
