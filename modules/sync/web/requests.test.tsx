import '../../../web/src/records/test-styles.ts'
import { expect, test } from 'vitest'
import { answering, calls, page } from '../../../web/src/records/test-page.tsx'
import type { RequestView, ShownRequest } from '../rows.ts'
import { RequestPage } from './request-page.tsx'
import { RequestsPage } from './requests-page.tsx'

const asked = (more: Partial<RequestView> = {}): RequestView => ({
  ...{ title: 'Photos of the wedding', message: 'All of them, please.', endsAt: null, maxBytes: 1000, filesLeft: 3 },
  ...{ kinds: ['image'], asksName: true, state: 'open', ...more },
})
const VIEW = 'GET /api/m/sync/requests/some-token'

function choose(...files: File[]): void {
  const [input] = document.querySelectorAll<HTMLInputElement>('input[type=file]')
  const data = new DataTransfer()
  for (const file of files) data.items.add(file)
  if (input) input.files = data.files
  input?.dispatchEvent(new Event('change', { bubbles: true }))
}

test('a visitor reads what is asked for, says who they are, and is told what is not sent', async () => {
  answering({ [VIEW]: [200, asked()] })
  const screen = await page(<RequestPage token="some-token" />)
  await expect.element(screen.getByRole('heading', { name: 'Photos of the wedding' })).toBeVisible()
  await expect.element(screen.getByText('All of them, please.')).toBeVisible()
  await expect.element(screen.getByText(/Pictures · up to 1 kB a file · 3 more files/)).toBeVisible()
  expect(document.querySelector('input[type=file]')?.getAttribute('accept')).toContain('.jpg,')
  choose(new File(['x'], 'a.jpg'))
  await expect.element(screen.getByText('Say who you are, then choose the files.')).toBeVisible()
  expect(document.activeElement).toBe(screen.getByLabelText('Your name').element())
  await screen.getByLabelText('Your name').fill('Ada')
  choose(new File(['x'], 'virus.exe'), new File([new Uint8Array(1001)], 'large.png'))
  await expect.element(screen.getByText('Not sent: only these are asked for: Pictures.')).toBeVisible()
  await expect.element(screen.getByText('Not sent: a file may have at most 1 kB.')).toBeVisible()
  await screen.getByRole('button', { name: 'Give “virus.exe” up' }).click()
  await expect.element(screen.getByText('virus.exe')).not.toBeInTheDocument()
})

test('a link that takes nothing now says why, and one that is gone says so', async () => {
  answering({ [VIEW]: [200, asked({ state: 'ended' })] })
  const screen = await page(<RequestPage token="some-token" />)
  await expect.element(screen.getByText('The time for sending files is over')).toBeVisible()
  expect(document.querySelector('input[type=file]')).toBe(null)
})

test('a link with a password asks for it', async () => {
  const wants = (password: string) => ({ error: { code: 'forbidden', message: 'No.', details: { password } } })
  answering({ [VIEW]: [403, wants('missing')] })
  const screen = await page(<RequestPage token="some-token" />)
  await expect.element(screen.getByRole('heading', { name: 'This link asks for a password' })).toBeVisible()
})

const request: ShownRequest = {
  ...{ id: 'r1', version: 4, createdAt: '2026-11-01T10:00:00.000Z', updatedAt: '2026-11-01T10:00:00.000Z' },
  ...{ title: 'Photos', message: '', endsAt: null, maxBytes: null, maxFiles: null, kinds: [], asksName: true },
  ...{
    notifiesOwner: true,
    folder: 'f1',
    isOpen: true,
    received: 1,
    folderName: 'Wedding',
    hasPassword: true,
    state: 'open',
  },
}

test('the owner sees what came and from whom, and turns a link off', async () => {
  const arrival = { ...request, id: 'a1', request: 'r1', entry: 'e1', name: 'sea.jpg', size: 10, sender: 'Ada' }
  answering({
    'POST /api/m/sync/requests': [200, { output: { requests: [request] }, change: null }],
    'POST /api/m/sync/arrivals': [200, { output: { arrivals: [arrival], next: null }, change: null }],
    'POST /api/m/sync/changeRequest': [200, { output: { ...request, isOpen: false, state: 'off' }, change: null }],
  })
  const screen = await page(<RequestsPage />)
  await expect.element(screen.getByRole('heading', { name: 'Photos' })).toBeVisible()
  await screen.getByRole('button', { name: '1 file came' }).click()
  await expect.element(screen.getByRole('link', { name: 'sea.jpg' })).toHaveAttribute('href', '/sync?open=e1')
  await expect.element(screen.getByText('Ada', { exact: true })).toBeVisible()
  await screen.getByRole('switch', { name: 'Takes files' }).click()
  await expect.poll(() => calls).toContainEqual(['POST /api/m/sync/changeRequest', { id: 'r1', isOpen: false }])
})
