import { davAddress } from '@atrium/web/kit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import SyncPage from '../web.tsx'
import { SYSTEMS } from './systems.ts'

let calls: [string, string, unknown][]
let isMember: boolean

beforeAll(async () => {
  const resources = { en: { translation: {}, kit: {} } }
  await i18next.use(initReactI18next).init({ lng: 'en', resources, interpolation: { escapeValue: false } })
})
beforeEach(() => {
  calls = []
  isMember = true
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname } = new URL(address, location.href)
    calls.push([init.method ?? 'GET', pathname, init.body ? JSON.parse(String(init.body)) : undefined])
    const answers: Record<string, unknown> = {
      '/api/me': isMember ? { role: 'user', userId: 'u' } : { role: 'guest', userId: 'g' },
      '/api/user': { id: 'u', username: 'ann' },
      '/api/user/keys': { id: 'k', name: 'My device', key: 'atrium_secret' },
    }
    return new Response(JSON.stringify(answers[pathname] ?? {}))
  })
})
afterEach(() => void vi.unstubAllGlobals())

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/sync/connect']}>
        <SyncPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('the page has the address and the username, and makes a password for the device that is shown once', async () => {
  const screen = await open()
  await expect.element(screen.getByLabelText('Address', { exact: true })).toHaveValue(`${location.origin}/dav/me/sync`)
  await expect.element(screen.getByLabelText('Username', { exact: true })).toHaveValue('ann')
  await screen.getByRole('button', { name: 'Make a password' }).click()
  await expect.element(screen.getByLabelText('Password of “My device”', { exact: true })).toHaveValue('atrium_secret')
  expect(calls).toContainEqual(['POST', '/api/user/keys', { name: 'My device', scopes: ['read', 'write'] }])
  await expect.element(screen.getByRole('button', { name: 'Make a password' })).not.toBeInTheDocument()
})

test('a guest is asked to make an account first', async () => {
  isMember = false
  const screen = await open()
  await expect.element(screen.getByRole('heading', { name: 'Connecting a device needs an account' })).toBeVisible()
  expect(calls.filter(([method]) => method === 'POST')).toEqual([])
})

test('the steps are those of the device, and the address is of where the person works', () => {
  const agents = {
    windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
    linux: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    android: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
    iphone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148',
  }
  const systemOf = (agent: string) => SYSTEMS.find(({ is }) => is.test(agent))?.id
  expect(Object.values(agents).map(systemOf)).toEqual(['windows', 'mac', 'linux', 'phone', 'phone'])
  expect(davAddress('https://a.example', '', 'sync')).toBe('https://a.example/dav/me/sync')
  expect(davAddress('https://a.example', 'team:7', 'sync')).toBe('https://a.example/dav/7/sync')
})
