import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agents } from '@atrium/contract/catalogue/agents'
import type { NewOrder, OrderDetails } from '@atrium/contract/workforce-orders'
import { unzipSync } from 'fflate'
import { afterAll, expect, test, vi } from 'vitest'
import { startFake } from '../accounts/test-process.ts'
import { readDocument } from '../files/extract.ts'
import { uuid } from '../platform/ids.ts'
import { createParsingPool } from '../platform/parsing/pool.ts'
import { silentLog } from '../platform/telemetry.ts'
import { type Client, testApp } from '../test-app.ts'
import { showable } from './invoice-pdf.ts'
import { testBilling } from './test-order.ts'

const smtp = await startFake('./test-smtp.ts')
/** With a model, since some agents cannot be ordered without; nobody asks it. */
const model = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', MODELS: 'gpt-4o-mini' }
const app = await testApp({
  ...model,
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  MAIL_FROM: 'Desk <desk@example.org>',
})
const dir = await mkdtemp(join(tmpdir(), 'atrium-invoice-'))
const parsing = createParsingPool({ log: silentLog })
afterAll(() => rm(dir, { recursive: true, force: true }))

async function textOf(bytes: Uint8Array): Promise<string> {
  const path = join(dir, uuid())
  await writeFile(path, bytes)
  const text = await readDocument(parsing, { path, mime: 'application/pdf', owner: 'ann' }, silentLog)
  return (text ?? '').replace(/\s+/g, ' ')
}
const order = (person: Client, more: Partial<NewOrder>) =>
  person.call<OrderDetails>('POST', '/api/workforce/orders', {
    items: { sales: 2 },
    billingPeriod: 'annual',
    billing: testBilling,
    expectedTotalCents: 429_840,
    attempt: uuid(),
    ...more,
  })
async function pdfOf(person: Client, id: string): Promise<Uint8Array> {
  const answer = await person.send('GET', `/api/workforce/orders/${id}/invoice.pdf`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return new Uint8Array(await answer.arrayBuffer())
}

test('the invoice has its lines, the discount, the tax and the terms', async () => {
  const member = await app.member()
  const made = await order(member, {
    poNumber: 'PO-77',
    taxBasisPoints: 1_900,
    termsDays: 30,
    expectedTotalCents: 511_510,
  })
  const text = await textOf(await pdfOf(member, made.id))
  for (const part of [
    'Atrium',
    made.invoice.number,
    'net 30 days',
    'PO-77',
    'Ada Lovelace',
    'Sales Representative',
    '$2,149.20',
    '$4,298.40',
    'Annual discount',
    '−$477.60',
    'Tax (19 %)',
    '$816.70',
    '$5,115.10',
    'Please pay',
  ])
    expect(text).toContain(part)
})

test('an invoice in any script, of all agents, is a document', async () => {
  const member = await app.member()
  const items = Object.fromEntries(agents.filter(({ deployable }) => deployable).map(({ key }) => [key, 1]))
  const billing = {
    ...testBilling,
    name: 'Жанна Ωμέγα Łukasz',
    company: '株式会社 🙂 شركة Ọlá',
    address: `${'Long Street '.repeat(16)}`.slice(0, 190),
  }
  const month = agents.reduce((sum, one) => sum + (one.deployable ? one.monthlyPriceCents : 0), 0)
  const made = await order(member, { items, billing, billingPeriod: 'monthly', expectedTotalCents: month })
  const text = await textOf(await pdfOf(member, made.id))
  expect(text).toContain('Жанна Ωμέγα Łukasz')
  expect(text).toContain('???? ? ???? Olá')
  expect(text).toContain('Security Analyst')
  expect(text).toContain('Total (USD)')
})

test('what a font lacks is its plain letter, or a question mark', () => {
  const latin = (codePoint: number) => codePoint < 0x180
  expect(showable('Ọlá\u200b Ǹgozi  漢\n𝒜 e\u0323', latin)).toBe('Olá Ngozi ? A e')
})

test('the invoice goes out by mail to who is billed, once', async () => {
  const member = await app.member()
  const attempt = uuid()
  const billing = { ...testBilling, email: 'accounts@example.org' }
  const made = await order(member, { attempt, billing })
  await order(member, { attempt, billing })
  const mails = () =>
    (smtp.lines as { to: string[]; data: string }[]).filter(({ to }) => to.includes('accounts@example.org'))
  await vi.waitFor(() => expect(mails()).toHaveLength(1), 30_000)
  const { data } = mails()[0] as { data: string }
  expect(data).toContain(`Subject: Atrium: invoice ${made.invoice.number}`)
  const attached = /filename=invoice-[\d-]+\.pdf\s+(?:[\w-]+:.*\r?\n)*\r?\n([A-Za-z0-9+/=\s]+)/.exec(data)?.[1] ?? ''
  expect(await textOf(Buffer.from(attached, 'base64'))).toContain(made.invoice.number)
})

test('the export of a person’s things has their orders and seats', async () => {
  const member = await app.member()
  const made = await order(member, {})
  await (await app.administrator()).call('POST', `/api/admin/orders/${made.id}/paid`)
  const answer = await member.send('GET', '/api/data/export')
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const text = (name: string) => new TextDecoder().decode(files[`workforce${name}`])
  expect(JSON.parse(text('.json'))).toMatchObject({
    cart: { items: {} },
    orders: [
      { id: made.id, invoice: made.invoice.number, totalCents: 429_840, lines: [{ agent: 'sales', quantity: 2 }] },
    ],
  })
  const seats = text('/seats.jsonl').trim().split('\n')
  expect(seats.map((line) => JSON.parse(line).name)).toEqual(['Sales Representative 1', 'Sales Representative 2'])
})
