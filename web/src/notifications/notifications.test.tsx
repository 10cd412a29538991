import '../ui/styles.css'
import type { Notification } from '@atrium/contract/notifications'
import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { i18n } from '../i18n/index.ts'
import { answering, calls, page } from '../records/test-page.tsx'
import { BellButton } from './bell-button.tsx'
import { NotificationsSection } from './settings-section.tsx'

await i18n.loadNamespaces(['notifications', 'settings'])

const one = (id: string, more: Partial<Notification> = {}): Notification => ({
  ...{ id, module: 'tasks', kind: 'due', title: id, body: '', link: '/tasks', undo: null, team: null },
  ...{ createdAt: '2026-11-23T09:00:00.000Z', readAt: null, ...more },
})
let inbox: Notification[]

beforeEach(() => {
  inbox = [
    one('Call Bob', { body: 'Before noon' }),
    one('Pay the rent', { createdAt: '2026-11-22T09:00:00.000Z', readAt: '2026-11-22T10:00:00.000Z' }),
  ]
  answering({
    'GET /api/notifications': () => [
      200,
      { notifications: inbox, next: null, unread: inbox.filter(({ readAt }) => readAt === null).length },
    ],
    'POST /api/notifications/read': (body) => {
      const { ids } = body as { ids?: string[] }
      inbox = inbox.map((it) => (ids && !ids.includes(it.id) ? it : { ...it, readAt: '2026-11-23T10:00:00.000Z' }))
      return [200, { ok: true }]
    },
    'DELETE /api/notifications/Call%20Bob': [200, { ok: true }],
  })
})
const bell = () => page(<BellButton isMember={false} userId="u1" />)

test('the bell says how many are unread, and behind it they stand by day', async () => {
  const screen = await bell()
  await userEvent.click(screen.getByRole('button', { name: 'Notifications, 1 unread' }))
  await expect.element(screen.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /Unread: Call Bob/ })).toBeVisible()
  expect(screen.getByRole('region').elements()).toHaveLength(2)
})

test('one that is opened is read, and its page is gone to; all can be marked at once', async () => {
  inbox = [...inbox, one('Third', { link: null })]
  const screen = await bell()
  await userEvent.click(screen.getByRole('button', { name: 'Notifications, 2 unread' }))
  await userEvent.click(screen.getByRole('link', { name: /Call Bob/ }))
  await expect.element(screen.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  expect(calls).toContainEqual(['POST /api/notifications/read', { ids: ['Call Bob'] }])
  await userEvent.click(screen.getByRole('button', { name: 'Notifications, 1 unread' }))
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await expect.element(screen.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument()
})

test('what was done while nobody looked is taken back from where it is told', async () => {
  inbox = [one('Rent was booked', { module: 'wallet', undo: 'ch1' })]
  answering({
    'POST /api/changes/ch1/undo': () => {
      inbox = inbox.map((it) => ({ ...it, undo: null }))
      return [200, { ok: true }]
    },
  })
  const screen = await bell()
  await userEvent.click(screen.getByRole('button', { name: 'Notifications, 1 unread' }))
  await userEvent.click(screen.getByRole('button', { name: 'Undo: Rent was booked' }))
  await expect.element(screen.getByRole('button', { name: 'Undo: Rent was booked' })).not.toBeInTheDocument()
  expect(calls).toContainEqual(['POST /api/changes/ch1/undo', undefined])
  expect(calls).toContainEqual(['POST /api/notifications/read', { ids: ['Rent was booked'] }])
})

test('an empty inbox says what will come, and a push of several opens it', async () => {
  inbox = []
  const screen = await page(<BellButton isMember={false} userId="u1" />, '/#notifications')
  await expect.element(screen.getByRole('heading', { name: 'Nothing yet' })).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Notification settings' }))
    .toHaveAttribute('href', '/settings/notifications')
})

test('the settings have a box for each kind and way, quiet hours, and a test that says what happened', async () => {
  const preferences = {
    kinds: [
      {
        ...{ module: 'tasks', moduleTitle: 'Task Inbox', kind: 'due', title: 'A task is due' },
        channels: { inbox: true, push: true, mail: false },
      },
    ],
    ...{ quiet: null, digestAt: null, mail: 'no_server', pushKey: 'key', devices: 0, timeZone: 'Europe/Berlin' },
  }
  answering({
    'GET /api/notifications/preferences': () => [200, preferences],
    'PATCH /api/notifications/preferences': (body) => [
      200,
      Object.assign(preferences, (body as { quiet?: null }).quiet === undefined ? {} : body),
    ],
    'POST /api/notifications/test': [
      200,
      { outcomes: [{ channel: 'mail', isSent: false, sentence: 'This server sends no mail.' }] },
    ],
  })
  const screen = await page(<NotificationsSection />)
  const box = screen.getByRole('checkbox', { name: 'A task is due: E-mail' })
  await expect.element(box).not.toBeChecked()
  await expect.element(screen.getByText('This server sends no e-mail: whoever runs it can set one up.')).toBeVisible()
  await userEvent.click(box)
  await vi.waitFor(() =>
    expect(calls).toContainEqual([
      'PATCH /api/notifications/preferences',
      { kinds: [{ module: 'tasks', kind: 'due', channels: { mail: true } }] },
    ]),
  )
  await userEvent.click(screen.getByRole('switch', { name: 'No pushes at some hours' }))
  await expect.element(screen.getByLabelText('From')).toHaveValue('22:00')
  await userEvent.click(screen.getByRole('button', { name: 'Send a test' }))
  await expect.element(screen.getByText('This server sends no mail.')).toBeVisible()
  // no worker is installed in a test: the page says so instead of offering a button
  await expect.element(screen.getByText(/This browser cannot be pushed to here/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Turn on pushes' })).not.toBeInTheDocument()
})
