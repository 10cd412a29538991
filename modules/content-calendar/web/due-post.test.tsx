import { afterEach, expect, test, vi } from 'vitest'
import { answering, calls, page } from '../../../web/src/records/test-page.tsx'
import type { CalendarView } from '../calendars.ts'
import type { ChannelRow } from '../channels.ts'
import { CalendarEvent, type EventRow } from '../event.ts'
import { CalendarsPanel, useShown } from './calendars-panel.tsx'
import { DuePost } from './due-post.tsx'

const row = { version: 3, createdAt: '2026-11-01T10:00:00.000Z', updatedAt: '2026-11-01T10:00:00.000Z' }
const DONE = { output: { event: null }, change: null }
const ACTION = 'POST /api/m/content-calendar'
afterEach(() => void vi.restoreAllMocks())

test('of a post that is due one click copies a channel’s own text and opens its network with it, then it is marked', async () => {
  const channels: ChannelRow[] = [
    { id: 'c1', network: 'x', name: '@ours', zone: 'UTC', slots: [], needsApproval: false, ...row },
    { id: 'c2', network: 'instagram', name: 'Ours', zone: 'UTC', slots: [], needsApproval: false, ...row },
  ]
  const said = { title: 'Launch', kind: 'post', status: 'scheduled', start: '2026-11-10T10:00', zone: 'UTC' }
  const texts = { text: 'We are open', variants: { c1: 'Open & here' }, channels: ['c1', 'c2'] }
  const post = { ...CalendarEvent.parse({ ...said, ...texts }), id: 'p1', ...row } as EventRow
  const copied: string[] = []
  const opened: unknown[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  vi.spyOn(window, 'open').mockImplementation((address) => {
    opened.push(address)
    return null
  })
  const closed = vi.fn()
  answering({ [`${ACTION}/decide`]: [200, DONE] })
  const screen = await page(
    <DuePost post={post} occurrence={null} channels={channels} onEdit={() => undefined} onClose={closed} />,
  )
  await screen.getByRole('button', { name: 'Copy and open X' }).click()
  await screen.getByRole('button', { name: 'Copy and open Instagram' }).click()
  await expect.poll(() => copied).toEqual(['Open & here', 'We are open'])
  expect(opened).toEqual(['https://x.com/intent/post?text=Open%20%26%20here', 'https://www.instagram.com/'])
  await screen.getByRole('button', { name: 'Mark as posted' }).click()
  await expect
    .poll(() => calls)
    .toContainEqual([`${ACTION}/decide`, { id: 'p1', occurrence: null, version: 3, status: 'posted' }])
  await expect.poll(() => closed.mock.calls.length).toBe(1)
})

const one = (id: string, more: Partial<CalendarView> = {}): CalendarView => ({
  ...{
    id,
    row: id,
    version: 1,
    name: id,
    colour: '#123456',
    zone: null,
    isShown: true,
    isDefault: id === 'main',
    feed: null,
  },
  ...more,
})

function Panel({ calendars, onEdit }: { calendars: CalendarView[]; onEdit: (one: CalendarView | null) => void }) {
  const shown = useShown(calendars)
  return (
    <>
      <CalendarsPanel
        calendars={calendars}
        shown={shown}
        onEdit={onEdit}
        onSubscribe={() => undefined}
        onFeed={() => undefined}
      />
      <output>{['main', 'work'].filter((id) => shown.isSeen(id === 'main' ? null : id)).join(' ')}</output>
    </>
  )
}

test('a calendar is hidden at once by its box, and one that is subscribed to says when it was read, or what went wrong', async () => {
  const feed = { url: 'https://example.org/a.ics', events: 3, refreshedAt: '2026-11-01T10:00:00.000Z', error: '' }
  const broken = { ...feed, error: 'There is nothing at this address any more.' }
  const edited = vi.fn()
  const calendars = [one('main'), one('work'), one('holidays', { feed }), one('fixtures', { feed: broken })]
  // An answer that does not come yet.
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)))
    return new Promise(() => undefined)
  })
  const screen = await page(<Panel calendars={calendars} onEdit={edited} />)
  await expect.element(screen.getByRole('status')).toHaveTextContent('main work')
  await screen.getByRole('checkbox', { name: 'work' }).click()
  await expect.poll(() => screen.getByRole('status').element().textContent).toBe('main')
  expect(sent).toEqual([{ id: 'work', isShown: false }])
  await expect.element(screen.getByText(/^Refreshed .*2026/)).toBeVisible()
  await expect.element(screen.getByText('There is nothing at this address any more.')).toBeVisible()
  await screen.getByRole('button', { name: 'New calendar' }).click()
  expect(edited).toHaveBeenCalledWith(null)
})
