import '../ui/styles.css'
import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { i18n } from '../i18n/index.ts'
import { useFreshness } from '../platform/news.ts'
import { enterScope } from '../platform/scope.ts'
import { answering, calls, page } from '../records/test-page.tsx'
import { Archives } from './archives.tsx'
import { Panel } from './panel.tsx'

await i18n.loadNamespaces(['settings', 'activity'])

let source: { onmessage?: (event: { data: string }) => void } = {}
const tell = (news: object) => source.onmessage?.({ data: JSON.stringify({ topic: 'jobs', ...news }) })
const archive = {
  ...{ id: 'a1', name: 'Atrium-2026-11-28.zip', size: 42_000_000, link: '/api/data/archives/a1/file' },
  ...{ createdAt: '2026-11-28T09:00:00.000Z', endsAt: '2026-12-05T09:00:00.000Z' },
}
const job = {
  ...{ id: 'j1', kind: 'job', module: 'core', moduleTitle: 'Atrium', title: 'Atrium', work: 'export' },
  ...{ subject: archive.name, status: 'running', isPausing: false, canPause: false, done: 20_000, total: 80_000 },
  ...{ note: '', link: null, error: null, createdAt: archive.createdAt, endedAt: null, result: null },
}
let listed: { archives: object[]; making: string | null; restoring: string | null }

beforeEach(() => {
  vi.stubGlobal('EventSource', function EventSource() {
    source = { close: () => undefined } as typeof source
    return source
  })
  listed = { archives: [], making: null, restoring: null }
  answering({
    'GET /api/data/archives': () => [200, listed],
    'GET /api/activity/j1': () => [200, job],
    'POST /api/data/archives': () => {
      listed = { ...listed, making: 'j1' }
      return [200, { job: 'j1', link: null }]
    },
    'POST /api/activity/j1/cancel': () => {
      listed = { ...listed, making: null }
      return [200, { ok: true }]
    },
    'DELETE /api/data/archives/a1': () => {
      listed = { ...listed, archives: [] }
      return [200, { ok: true }]
    },
  })
})

function Section() {
  useFreshness()
  return <Archives />
}

test('a large one is made while its bar tells how far it is, and is cancelled by the keyboard', async () => {
  const leave = enterScope('team:t1') // the archive is the person's own, wherever they work
  const screen = await page(<Section />)
  await userEvent.click(screen.getByRole('button', { name: 'Download everything' }))
  await expect.element(screen.getByRole('progressbar', { name: 'Atrium' })).toHaveAttribute('aria-valuenow', '25')
  await expect.element(screen.getByText('20 MB of 80 MB')).toBeVisible()
  await expect.element(screen.getByText(/This goes on when you leave the page/)).toBeVisible()
  tell({ id: 'j1', done: 60_000, total: 80_000, note: '' })
  await expect.element(screen.getByText('60 MB of 80 MB')).toBeVisible()
  const cancel = screen.getByRole('button', { name: 'Cancel' })
  ;(cancel.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('button', { name: 'Download everything' })).toBeVisible()
  leave()
})

test('what is made lies there with its size and its last day, to be fetched or removed', async () => {
  listed = { ...listed, archives: [archive] }
  const screen = await page(<Section />)
  const link = screen.getByRole('link', { name: 'Download: Atrium-2026-11-28.zip' })
  await expect.element(link).toHaveAttribute('href', archive.link)
  await expect.element(screen.getByText('42 MB · Kept until Dec 5, 2026')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Delete Atrium-2026-11-28.zip' }))
  await expect.element(link).not.toBeInTheDocument()
  expect(calls).toContainEqual(['DELETE /api/data/archives/a1', undefined])
})

test('when one is removed the keyboard goes on from the next, and at last from the heading', async () => {
  const other = { ...archive, id: 'a2', name: 'Atrium-2026-11-27.zip', link: '/api/data/archives/a2/file' }
  listed = { ...listed, archives: [archive, other] }
  answering({
    'DELETE /api/data/archives/a2': () => {
      listed = { ...listed, archives: [] }
      return [200, { ok: true }]
    },
    'DELETE /api/data/archives/a1': () => {
      listed = { ...listed, archives: [other] }
      return [200, { ok: true }]
    },
  })
  const screen = await page(
    <Panel title="Download my data">
      <Section />
    </Panel>,
  )
  const remove = async (name: string) => {
    const button = screen.getByRole('button', { name: `Delete ${name}` })
    await expect.element(button).toBeVisible()
    ;(button.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(button).not.toBeInTheDocument()
  }
  await remove(archive.name)
  await expect.element(screen.getByRole('link', { name: `Download: ${other.name}` })).toHaveFocus()
  await remove(other.name)
  await expect.element(screen.getByRole('heading', { name: 'Download my data' })).toHaveFocus()
})

test('a small one is fetched at once', async () => {
  const fetched: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    fetched.push(this.pathname)
  })
  answering({ 'POST /api/data/archives': [200, { job: 'j1', link: archive.link }] })
  const screen = await page(<Section />)
  await userEvent.click(screen.getByRole('button', { name: 'Download everything' }))
  await expect.poll(() => fetched).toEqual([archive.link])
  vi.restoreAllMocks()
})
