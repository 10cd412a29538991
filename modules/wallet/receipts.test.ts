import type { ImportReport } from '@atrium/contract/data'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type Client, testApp } from '../../server/test-app.ts'
import type { AccountView, TransactionView } from './module.ts'

const app = await testApp()
const elsewhere = await testApp()

const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

const act = async <T>(who: Client, action: string, input: object = {}) =>
  (await who.call<{ output: T; change: string }>('POST', `/api/m/wallet/${action}`, input)).output
const receipt = async (who: Client, name: string, bytes: Uint8Array | string) =>
  (await (await who.send('POST', `/api/m/wallet/files/transactions/receipts?name=${name}`, bytes)).json()) as {
    id: string
  }
const listed = async (who: Client) =>
  (await act<{ transactions: TransactionView[] }>(who, 'transactions', {})).transactions.filter(
    ({ payee }) => payee === 'Hotel Adler',
  )
const exported = async (who: Client) => new Uint8Array(await (await who.send('GET', '/api/data/export')).arrayBuffer())

async function traveller() {
  const ann = await app.member()
  const account = await act<AccountView>(ann, 'addAccount', { name: 'Card', currency: 'EUR' })
  const [photo, bill] = [await receipt(ann, 'photo.jpg', JPEG), await receipt(ann, 'bill.pdf', PDF)]
  const row = await act<TransactionView>(ann, 'add', {
    ...{ account: account.id, date: '2026-11-02', amount: -120_00, payee: 'Hotel Adler' },
    receipts: [photo, bill],
  })
  return { ann, row, photo, bill }
}

test('a transaction has photos and PDFs as its receipts, and nothing else', async () => {
  const { ann, row } = await traveller()
  expect(row.receipts).toMatchObject([
    { name: 'photo.jpg', mime: 'image/jpeg', size: JPEG.length },
    { name: 'bill.pdf', mime: 'application/pdf', size: PDF.length },
  ])
  const refused = await ann.send('POST', '/api/m/wallet/files/transactions/receipts?name=a.jpg', 'Paid 120 in cash.')
  expect(refused.status).toBe(415)
  const changed = await act<TransactionView>(ann, 'change', { id: row.id, memo: 'Fair in Leipzig' })
  expect(changed.receipts).toEqual(row.receipts)
  await act(ann, 'mark', { ids: [row.id], cleared: 'cleared' })
  expect(await listed(ann)).toMatchObject([{ receipts: row.receipts, cleared: 'cleared' }])
})

test('its receipts go through the archive into another installation, and beside the first in the same', async () => {
  const { ann, row, photo, bill } = await traveller()
  const archive = await exported(ann)
  const packed = unzipSync(archive)
  expect(strFromU8(packed[`files/${bill.id}`] as Uint8Array)).toBe(PDF)

  const bob = await elsewhere.member()
  const report = await bob.call<ImportReport>('POST', '/api/data/import', archive)
  expect(report.refused).toEqual([])
  expect(await listed(bob)).toMatchObject([{ receipts: row.receipts }])
  const bytes = await (await bob.send('GET', `/api/files/${photo.id}`)).arrayBuffer()
  expect(Buffer.from(bytes)).toEqual(JPEG)

  // Ann's own are not taken from her: hers and the copies have names of their own.
  const cleo = await app.member()
  await cleo.call('POST', '/api/data/import', archive)
  const [copied] = await listed(cleo)
  const ids = copied?.receipts.map(({ id }) => id) ?? []
  expect(ids).toHaveLength(2)
  expect(ids).not.toContain(photo.id)
  for (const id of ids) {
    expect((await cleo.send('GET', `/api/files/${id}`)).status).toBe(200)
    expect((await ann.send('GET', `/api/files/${id}`)).status).toBe(404)
  }
  expect(await cleo.call('GET', '/api/room')).toMatchObject({ usedBytes: JPEG.length + PDF.length })
})

test('an account that goes to the trash has its receipts back when it comes out, and frees their room when it goes for good', async () => {
  const { ann, row } = await traveller()
  const used = async () => (await ann.call<{ usedBytes: number }>('GET', '/api/room')).usedBytes
  await act(ann, 'removeAccount', { id: row.account })
  await ann.call('POST', `/api/m/wallet/collections/accounts/${row.account}/restore`)
  expect(await listed(ann)).toMatchObject([{ receipts: row.receipts }])
  await act(ann, 'removeAccount', { id: row.account })
  expect(await used()).toBe(JPEG.length + PDF.length)
  await ann.call('DELETE', '/api/m/wallet/collections/transactions/trash')
  expect(await used()).toBe(0)
})

test('transactions from before receipts have none, and can be given some', async () => {
  const { ann, row } = await traveller()
  await app.db.$client.query(
    `update records set data = data - 'receipts', schema_version = 1 where id = $1 and module = 'wallet'`,
    [row.id],
  )
  const photo = await receipt(ann, 'late.jpg', JPEG)
  const changed = await act<TransactionView>(ann, 'change', { id: row.id, receipts: [photo] })
  expect(changed.receipts).toMatchObject([{ name: 'late.jpg' }])
})
