import '../ui/styles.css'
import type { ActivityItem } from '@atrium/contract/activity'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { CommandsProvider, type Frame } from '../commands/commands.tsx'
import { i18n } from '../i18n/index.ts'
import { useFreshness } from '../platform/news.ts'
import { answering, calls, page } from '../records/test-page.tsx'
import { Button } from '../ui/button.tsx'
import { currentToasts } from '../ui/toast-store.ts'
import { ActivityButton } from './activity-button.tsx'
import { ActivityDrawer } from './drawer.tsx'
import { JobProgress } from './job-progress.tsx'
import { useJob } from './use-job.ts'

await i18n.loadNamespaces('activity')

/** The connection over which the server tells news. */
let source: { onmessage?: (event: { data: string }) => void } = {}
const tell = (news: object) => source.onmessage?.({ data: JSON.stringify({ topic: 'jobs', ...news }) })

const one = (id: string, more: Partial<ActivityItem> = {}): ActivityItem => ({
  ...{ id, kind: 'job', module: 'wallet', moduleTitle: 'Wallet', title: `Job ${id}`, status: 'running' },
  ...{ work: null, subject: '', isPausing: false, canPause: false },
  ...{ done: 0, total: null, note: '', link: null, error: null, endedAt: null },
  ...{ createdAt: '2026-11-23T09:00:00.000Z', ...more },
})
const ended = { endedAt: '2026-11-23T10:00:00.000Z' }
let items: ActivityItem[]
const isOpen = ({ status }: ActivityItem) => status === 'waiting' || status === 'running'
const failedAt = () => items.find(({ status }) => status === 'failed')?.endedAt ?? null

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('EventSource', function EventSource() {
    source = { close: () => undefined } as typeof source
    return source
  })
  items = [one('a', { done: 40, total: 200 }), one('b', { status: 'waiting' })]
  answering({
    'GET /api/activity': () => [
      200,
      { items, next: null, open: items.filter(isOpen).length, lastFailedAt: failedAt() },
    ],
    'GET /api/activity/a': () => [200, { ...items[0], result: null }],
    'POST /api/activity/a/cancel': () => {
      items = items.map((it) => (it.id === 'a' ? { ...it, status: 'cancelled', ...ended } : it))
      return [200, { ok: true }]
    },
  })
})
afterEach(() => void vi.unstubAllGlobals())

const noop = () => undefined

function Hall() {
  const [open, setOpen] = useState(false)
  useFreshness()
  const frame: Frame = {
    newChat: noop,
    toggleSidebar: noop,
    openPalette: noop,
    openModal: (name) => setOpen(name === 'activity'),
  }
  return (
    <CommandsProvider industry="all" mode="default" frame={frame}>
      <ActivityButton />
      <ActivityDrawer open={open} onOpenChange={setOpen} />
      <button type="button" onClick={() => setOpen(true)}>
        Menu
      </button>
    </CommandsProvider>
  )
}

test('the button says how much is under way, and behind it each stands with how far it is, live', async () => {
  const screen = await page(<Hall />)
  await userEvent.click(screen.getByRole('button', { name: 'Activity, 2 under way' }))
  const dialog = screen.getByRole('dialog', { name: 'Activity' })
  await expect.element(dialog.getByRole('progressbar', { name: 'Job a' })).toHaveAttribute('aria-valuenow', '20')
  await expect.element(dialog.getByText('40 of 200')).toBeVisible()
  await expect.element(dialog.getByText('Waiting')).toBeVisible()
  const asked = calls.length
  tell({ id: 'a', done: 150, total: 200, note: '' })
  await expect.element(dialog.getByText('150 of 200')).toBeVisible()
  await expect.element(dialog.getByRole('progressbar', { name: 'Job a' })).toHaveAttribute('aria-valuenow', '75')
  expect(calls).toHaveLength(asked) // progress is shown without asking anew
  items = [one('a', { status: 'succeeded', link: '/wallet', ...ended })]
  tell({})
  await expect.element(dialog.getByText('Done', { exact: true })).toBeVisible()
  await expect.element(dialog.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/wallet')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  // Nothing is under way: there is nothing to tell of beside the bell.
  await expect.element(screen.getByRole('button', { name: /Activity/ })).not.toBeInTheDocument()
})

test('one is cancelled by the keyboard, and has ended then', async () => {
  const screen = await page(<Hall />)
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  const cancel = screen.getByRole('button', { name: 'Cancel “Job a”' })
  await expect.element(cancel).toBeVisible()
  ;(cancel.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Cancelled')).toBeVisible()
  expect(calls).toContainEqual(['POST /api/activity/a/cancel', undefined])
  await expect.element(screen.getByRole('button', { name: 'Remove “Job a”' })).toBeVisible()
})

test('one that failed says why, is told of until it was seen, and is tried again', async () => {
  items = [one('a', { status: 'failed', error: 'The disk is full.', ...ended })]
  answering({
    'POST /api/activity/a/retry': () => {
      items = [one('a', { status: 'waiting' })]
      return [200, { ok: true }]
    },
  })
  const screen = await page(<Hall />)
  await userEvent.click(screen.getByRole('button', { name: 'Activity, something failed' }))
  await expect.element(screen.getByText('The disk is full.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('button', { name: /Activity/ })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  await userEvent.click(screen.getByRole('button', { name: 'Try “Job a” again' }))
  await expect.element(screen.getByText('Waiting')).toBeVisible()
  await expect.element(screen.getByText('The disk is full.')).not.toBeInTheDocument()
})

test('what is done is cleared, and an empty list says what will come', async () => {
  items = [one('a', { status: 'succeeded', link: '/api/m/wallet/exports/csv', ...ended })]
  answering({
    'DELETE /api/activity': () => {
      items = []
      return [200, { ok: true }]
    },
  })
  const screen = await page(<Hall />)
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  await expect.element(screen.getByRole('link', { name: 'Download' })).toHaveAttribute('download')
  await userEvent.click(screen.getByRole('button', { name: 'Clear what is done' }))
  await expect.element(screen.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
  expect(screen.getByRole('dialog').element().contains(document.activeElement)).toBe(true)
})

test('what cannot be had says so, and is asked for again', async () => {
  let isDown = true
  answering({
    'GET /api/activity': () =>
      isDown
        ? [503, { error: { code: 'unavailable', message: 'Come back later.' } }]
        : [200, { items: [], next: null, open: 0, lastFailedAt: null }],
  })
  const screen = await page(<Hall />)
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  await expect.element(screen.getByRole('alert').getByText('Come back later.')).toBeVisible()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: /try again|retry/i }))
  await expect.element(screen.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
})

function Follower() {
  useFreshness()
  const { job, isOpen: isGoing, percent, cancel } = useJob('a')
  return (
    <>
      {job && <JobProgress item={job} />}
      <p>{isGoing ? `at ${percent}` : 'over'}</p>
      <Button onClick={cancel}>Stop</Button>
    </>
  )
}

test('a page follows a job of its own by id, and cancels it', async () => {
  const screen = await page(<Follower />)
  await expect.element(screen.getByText('at 20')).toBeVisible()
  tell({ id: 'b', done: 199, total: 200, note: '' })
  tell({ id: 'a', done: 100, total: 200, note: '' })
  await expect.element(screen.getByText('at 50')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
  await expect.element(screen.getByText('over')).toBeVisible()
  await expect.element(screen.getByText('100 of 200')).not.toBeInTheDocument()
})

test('what rests goes on, and what is under way is to rest, by one button each', async () => {
  items = [one('a', { canPause: true }), one('b', { status: 'paused', canPause: true, done: 3, total: 9 })]
  answering({
    'POST /api/activity/a/pause': () => {
      items = items.map((it) => (it.id === 'a' ? { ...it, isPausing: true } : it))
      return [200, { ok: true }]
    },
    'POST /api/activity/b/resume': () => {
      items = items.map((it) => (it.id === 'b' ? { ...it, status: 'waiting' } : it))
      return [200, { ok: true }]
    },
  })
  const screen = await page(<Hall />)
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  await expect.element(screen.getByText('Paused')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Pause: Job a' }))
  await expect.element(screen.getByText('Rests after this step')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Resume: Job a' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Resume: Job b' }))
  await expect.element(screen.getByText('Waiting')).toBeVisible()
})

const report = {
  ...{ added: 2, changed: 0, same: 0, duplicate: 0, refused: 1 },
  rows: { added: [], changed: [], duplicate: [], refused: [{ line: 7, text: 'x;y', reason: 'There is no amount.' }] },
}

test('an import that is done shows its report, and is taken back from there', async () => {
  items = [one('a', { work: 'import', subject: 'may.csv', status: 'succeeded', ...ended })]
  answering({
    'GET /api/activity/a': () => [200, { ...items[0], result: { report, change: 'ch1' } }],
    'POST /api/changes/ch1/undo': [200, { ok: true }],
  })
  const screen = await page(<Hall />)
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  await expect.element(screen.getByText('may.csv')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Report: may.csv' }))
  await expect.element(screen.getByText('Line 7')).toBeVisible()
  await expect.element(screen.getByText('There is no amount.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Undo: may.csv' }))
  await expect.element(screen.getByText('Undone')).toBeVisible()
  expect(calls).toContainEqual(['POST /api/changes/ch1/undo', undefined])
})

test('the end of what was left is told of once: an export leads to its file', async () => {
  items = [
    one('x', { work: 'export', subject: 'wallet.csv' }),
    one('y', { work: 'import', subject: 'may.csv' }),
    one('z'),
  ]
  const screen = await page(<Hall />)
  await expect.element(screen.getByRole('button', { name: 'Activity, 3 under way' })).toBeVisible()
  items = items.map((it) => ({
    ...it,
    ...(it.id === 'y' ? {} : ended),
    ...(it.id === 'y' ? {} : { status: 'succeeded' }),
  }))
  items[0] = { ...(items[0] as ActivityItem), link: '/api/activity/x/file' }
  tell({})
  await expect
    .poll(() => currentToasts().map(({ title, action }) => [title, action?.label]))
    .toEqual([['wallet.csv', 'Download']])
  items[1] = { ...(items[1] as ActivityItem), status: 'failed', error: 'The disk is full.', ...ended }
  tell({})
  await expect
    .poll(() => currentToasts()[0])
    .toMatchObject({ title: 'may.csv', description: 'Import: Failed. The disk is full.' })
})
