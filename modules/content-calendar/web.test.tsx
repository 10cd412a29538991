import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { ChannelRow } from './channels.ts'
import { repeatOf, ruleFrom } from './repeat.ts'
import { changeBetween, newDraft } from './web/draft.ts'
import { Editor } from './web/editor.tsx'

const row = { version: 1, createdAt: '2026-11-01T10:00:00.000Z', updatedAt: '2026-11-01T10:00:00.000Z' }
const channels: ChannelRow[] = [
  { id: 'c1', network: 'x', name: '@ours', zone: 'UTC', slots: [], needsApproval: false, ...row },
  { id: 'c2', network: 'linkedin', name: 'Ours on LinkedIn', zone: 'UTC', slots: [], needsApproval: false, ...row },
]
let calls: [string, Record<string, unknown>][]

beforeAll(async () => {
  const resources = { en: { translation: {} } }
  await i18next.use(initReactI18next).init({ lng: 'en', resources, interpolation: { escapeValue: false } })
})
beforeEach(() => {
  calls = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    calls.push([String(path).split('/').at(-1) as string, JSON.parse(String(init?.body ?? '{}'))])
    return new Response(JSON.stringify({ output: { models: [] }, models: [], selected: null, change: null }))
  })
})
afterEach(() => void vi.unstubAllGlobals())

const edit = (kind: 'event' | 'post') =>
  render(
    <QueryClientProvider
      client={
        new QueryClient({
          defaultOptions: { queries: { retry: false, queryFn: () => ({ models: [], selected: null }) } },
        })
      }
    >
      <MemoryRouter>
        <Editor
          edited={{ draft: newDraft(kind, '2026-11-10T10:00', 60, 'Europe/Berlin') }}
          zone="Europe/Berlin"
          channels={channels}
          calendars={[]}
          canMail={false}
          canInvite={false}
          onChannels={() => undefined}
          mayDiscard={async () => true}
          onClose={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('an event that ends before it begins is told so, its end goes with its start, and the keyboard saves it', async () => {
  const screen = await edit('event')
  await screen.getByLabelText('Title').fill('Fair')
  await screen.getByLabelText('Until').fill('09:00')
  await screen.getByRole('button', { name: 'Add event' }).click()
  await expect.element(screen.getByText('The end is before the beginning.')).toBeVisible()
  await screen.getByLabelText('Until').fill('11:30')
  await screen.getByLabelText('Time', { exact: true }).fill('14:00')
  await expect.element(screen.getByLabelText('Until')).toHaveValue('15:30')
  await screen.getByLabelText('Title').click()
  const { userEvent } = await import('vitest/browser')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect
    .poll(() => calls.find(([action]) => action === 'add')?.[1])
    .toMatchObject({
      title: 'Fair',
      start: '2026-11-10T14:00',
      minutes: 90,
      zone: 'Europe/Berlin',
      rrule: null,
    })
})

test('a post shows how long it is for each of its channels, and what is too long has a text of its own', async () => {
  const screen = await edit('post')
  await screen.getByRole('button', { name: '@ours' }).click()
  await screen.getByRole('button', { name: 'Ours on LinkedIn' }).click()
  await screen.getByLabelText('Text', { exact: true }).fill(`${'a'.repeat(270)} https://example.org/something/long`)
  await expect.element(screen.getByText('294 of 280')).toBeVisible()
  await expect.element(screen.getByText('305 of 3,000')).toBeVisible()
  await screen.getByRole('button', { name: 'Own text' }).first().click()
  await screen.getByLabelText('Text for @ours').fill('Short')
  await expect.element(screen.getByText('5 of 280')).toBeVisible()
  await screen.getByRole('button', { name: 'Add draft' }).click()
  await expect
    .poll(() => calls.find(([action]) => action === 'add')?.[1])
    .toMatchObject({ kind: 'post', minutes: 0, channels: ['c1', 'c2'], variants: { c1: 'Short' } })
})

test('of a form only what was changed is sent, and a rule says what its form says', () => {
  const before = newDraft('event', '2026-11-10T10:00', 60, 'Europe/Berlin')
  expect(changeBetween(before, { ...before, endTime: '12:00' })).toEqual({ minutes: 120 })
  const repeat = { ...repeatOf(null, '2026-11-30', 'UTC'), every: 'month' as const, monthly: 'last' as const }
  for (const rule of [
    ruleFrom(repeat, '2026-11-30'),
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=4',
    'FREQ=YEARLY;BYSETPOS=1;BYDAY=MO;BYMONTH=3',
  ])
    expect(ruleFrom(repeatOf(rule, '2026-11-30', 'UTC'), '2026-11-30')).toBe(rule)
  // The end of 30 November in New York is 1 December of UTC.
  const ending = 'FREQ=DAILY;UNTIL=20261201T045959Z'
  expect(repeatOf(ending, '2026-11-10T09:00', 'America/New_York')).toMatchObject({ until: '2026-11-30' })
})
