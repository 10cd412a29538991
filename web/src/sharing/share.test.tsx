import type { Share as Shared, SharedWithMe } from '@atrium/contract/sharing'
import { Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import '../ui/styles.css'
import { answering, calls, page, undoOf } from '../records/test-page.tsx'
import { Share } from './share.tsx'
import { SharedPage } from './shared-page.tsx'

const PATH = '/api/m/shelf/collections/books/b1/shares'
const AT = '2026-11-01T00:00:00.000Z'
const shared = (id: string, called: string, role: Shared['role'] = 'viewer'): Shared => ({
  ...{ id, called, role, createdAt: AT },
})
const kitchen = { id: 't1', name: 'Kitchen', role: 'owner', deletionAt: null }
const last = (call: string) => calls.findLast(([name]) => name === call)?.[1]
const count = (call: string) => calls.filter(([name]) => name === call).length

const dialog = (name = 'Recipes') =>
  page(<Share module="shelf" collection="books" id="b1" name={name} open onOpenChange={() => undefined} />)

/** A server that keeps the shares. */
function keeping(...first: Shared[]) {
  const shares = [...first]
  answering({
    'GET /api/user': [200, { id: 'u1', username: 'ann' }],
    'GET /api/teams': [200, { teams: [kitchen] }],
    [`GET ${PATH}`]: () => [200, { shares }],
    [`POST ${PATH}`]: (body) => {
      const { with: called, role } = body as { with: string; role: Shared['role'] }
      shares.push(shared(`s${shares.length + 1}`, called === 'team:t1' ? 'Kitchen' : called, role))
      return [201, shares.at(-1)]
    },
    [`PATCH ${PATH}/s1`]: (body) => {
      shares[0] = { ...(shares[0] as Shared), ...(body as object) }
      return [200, shares[0]]
    },
    [`DELETE ${PATH}/s1`]: () => {
      shares.shift()
      return [200, { ok: true }]
    },
  })
}

test('somebody is named and may look, then change; then it is taken back', async () => {
  keeping()
  const screen = await dialog()
  await expect.element(screen.getByText('Shared with nobody.')).toBeVisible()
  await userEvent.fill(screen.getByLabelText('With whom'), 'ben@example.org')
  await screen.getByRole('button', { name: 'Share', exact: true }).click()
  await expect.element(screen.getByText('ben@example.org', { exact: true })).toBeVisible()
  expect(last(`POST ${PATH}`)).toEqual({ with: 'ben@example.org', role: 'viewer' })
  await expect.element(screen.getByLabelText('With whom')).toHaveValue('')
  expect(undoOf('Shared. Whoever it is finds it among “Shared with me”.')).toBeUndefined()
  const role = screen.getByRole('combobox', { name: 'What ben@example.org may do' })
  await expect.element(role).toHaveValue('viewer')
  await userEvent.selectOptions(role, 'editor')
  await vi.waitFor(() => expect(last(`PATCH ${PATH}/s1`)).toEqual({ role: 'editor' }))
  await expect.element(role).toHaveValue('editor')
  await screen.getByRole('button', { name: 'Share no longer with ben@example.org' }).click()
  await expect.element(screen.getByText('Shared with nobody.')).toBeVisible()
  await expect.element(screen.getByLabelText('With whom')).toHaveFocus()
})

test('a team of one’s own is offered and meant by its name, whatever its letters’ case', async () => {
  keeping()
  const screen = await dialog()
  await vi.waitFor(() => expect(screen.container.ownerDocument.querySelector('datalist option')).not.toBeNull())
  await userEvent.fill(screen.getByLabelText('With whom'), 'kitchen ')
  await userEvent.selectOptions(screen.getByLabelText('They may'), 'editor')
  await screen.getByRole('button', { name: 'Share', exact: true }).click()
  await expect.element(screen.getByText('Kitchen', { exact: true })).toBeVisible()
  expect(last(`POST ${PATH}`)).toEqual({ with: 'team:t1', role: 'editor' })
})

test('a refusal stands beside the field, is read aloud, and what was typed is still there', async () => {
  keeping()
  answering({
    [`POST ${PATH}`]: [400, { error: { code: 'bad_request', message: 'That is you. Name somebody else.' } }],
  })
  const screen = await dialog()
  await userEvent.fill(screen.getByLabelText('With whom'), 'ann')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('That is you. Name somebody else.')
  await expect.element(screen.getByLabelText('With whom')).toHaveValue('ann')
  await userEvent.fill(screen.getByLabelText('With whom'), '   ')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Say with whom: a user name, an e-mail address, or one of your teams.')
  expect(count(`POST ${PATH}`)).toBe(1)
})

test('the list that cannot be loaded says so, and one that was taken back meanwhile is not there any more', async () => {
  keeping(shared('s1', 'ben'))
  const screen = await dialog()
  answering({
    [`DELETE ${PATH}/s1`]: [404, { error: { code: 'not_found', message: 'It is not shared in that way any more.' } }],
  })
  await screen.getByRole('button', { name: 'Share no longer with ben' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('It is not shared in that way any more.')
  await vi.waitFor(() => expect(count(`GET ${PATH}`)).toBe(2))
})

test('names that never end break instead of pushing what can be done out of sight, right to left too', async () => {
  const long = `${'a'.repeat(90)}@${'b'.repeat(90)}.org`
  keeping(shared('s1', long))
  document.documentElement.dir = 'rtl'
  const screen = await dialog('R'.repeat(200))
  const stop = screen.getByRole('button', { name: `Share no longer with ${long}` })
  await expect.element(stop).toBeVisible()
  const panel = screen.getByRole('dialog').element()
  const { left, right } = stop.element().getBoundingClientRect()
  const box = panel.getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(box.left)
  expect(right).toBeLessThanOrEqual(box.right)
  expect(panel.scrollWidth).toBeLessThanOrEqual(panel.clientWidth)
  document.documentElement.dir = 'ltr'
})

const withMe = (more: Partial<SharedWithMe['shares'][number]> = {}): SharedWithMe['shares'][number] => ({
  ...{ id: 'x1', module: 'shelf', collection: 'books', record: 'b1', title: 'Recipes', role: 'editor', from: 'Ann' },
  ...{ team: null, opens: '?book=b1', createdAt: AT, ...more },
})

test('what is shared with me leads to its place, and can be taken off the list unless a team has it', async () => {
  let shares = [withMe(), withMe({ id: 'x2', title: 'Tools', team: 'Kitchen', from: null, role: 'viewer' })]
  answering({
    'GET /api/shares': () => [200, { shares }],
    'GET /api/modules': [200, { modules: [] }],
    'DELETE /api/shares/x1': () => {
      shares = shares.slice(1)
      return [200, { ok: true }]
    },
  })
  const screen = await page(
    <Routes>
      <Route path="/shared" element={<SharedPage />} />
    </Routes>,
    '/shared',
  )
  await expect.element(screen.getByRole('link', { name: 'Recipes' })).toHaveAttribute('href', '/shared/x1?book=b1')
  await expect.element(screen.getByText('Change · From Ann')).toBeVisible()
  await expect.element(screen.getByText('Look · Kitchen')).toBeVisible()
  await expect.poll(() => screen.getByRole('button', { name: 'Take off the list' }).elements().length).toBe(1)
  await screen.getByRole('button', { name: 'Take off the list' }).click()
  await expect.element(screen.getByRole('link', { name: 'Recipes' })).not.toBeInTheDocument()
})

test('nothing shared is a calm line', async () => {
  answering({ 'GET /api/shares': [200, { shares: [] }], 'GET /api/modules': [200, { modules: [] }] })
  const screen = await page(<SharedPage />)
  await expect.element(screen.getByText('Nobody has shared anything with you yet.')).toBeVisible()
})
