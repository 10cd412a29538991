import { spaceOf } from '@atrium/contract/catalogue/spaces'
import { INSTRUCTIONS_MAX as CONTRACT_MAX, type SpaceRoom } from '@atrium/contract/spaces'
import { Link } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { eventually, serveApi, testThread } from '../chat/test-api.ts'
import { TestScreen } from '../chat/test-screen.tsx'
import { i18n } from '../i18n/index.ts'
import { part } from '../platform/part.tsx'
import { ModuleCard } from './module-card.tsx'
import { INSTRUCTIONS_MAX } from './space-instructions.tsx'
import { SpacePage } from './space-page.tsx'

await i18n.loadNamespaces(['spaces', 'settings', 'kit', 'commands'])

const empty: SpaceRoom = { key: 'legal', instructions: '', files: [], pins: [], activity: [], models: null }

/** The page of Legal for a member with these things in it. */
async function open(room: Partial<SpaceRoom> = {}) {
  const api = serveApi([testThread('t1', [], { space: 'legal', title: 'Lease of the office' })])
  let kept: SpaceRoom = { ...empty, ...room }
  api.answer = (method, { pathname }, body) => {
    if (!pathname.startsWith('/api/spaces/legal')) return undefined
    if (method === 'PUT') kept = { ...kept, ...(body as object) }
    return Response.json(method === 'PUT' ? body : kept)
  }
  await render(
    <TestScreen at="/spaces/legal">
      <Link to="/elsewhere">Elsewhere</Link>
      <SpacePage />
    </TestScreen>,
  )
  return api
}

test('what is asked on the page of a Space begins a conversation of it, and is shown there', async () => {
  const api = await open()
  await expect.element(page.getByRole('link', { name: /Lease of the office/ })).toHaveAttribute('href', '/c/t1')
  expect(api.calls).toContain('GET /api/threads?space=legal')
  const composer = page.getByRole('textbox', { name: 'Ask in this Space' })
  await expect.element(composer).toHaveAttribute('placeholder', 'Ask anything — across all spaces')
  await composer.fill('May I sublet?')
  await page.getByRole('button', { name: 'Send' }).click()
  await eventually(() => expect(api.calls).toContain('POST /api/converse/stream'))
  expect(api.bodies[api.calls.indexOf('POST /api/converse/stream')]).toMatchObject({
    message: 'May I sublet?',
    spaceId: 'legal',
    threadId: null,
  })
  await expect.element(page.getByTestId('address')).toHaveTextContent('/c/new-thread')
})

test('standing instructions are edited in place, saved by key, and not lost by leaving', async () => {
  const api = await open({ instructions: 'Answer for Italian law.' })
  const field = page.getByRole('textbox', { name: 'Standing instructions' })
  await expect.element(field).toHaveValue('Answer for Italian law.')
  await field.fill('Answer for French law.')
  await page.getByRole('link', { name: 'Elsewhere' }).click()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button').first().click()
  await expect.element(field).toHaveValue('Answer for French law.')
  field.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }))
  await eventually(() => expect(api.calls).toContain('PUT /api/spaces/legal/instructions'))
  await expect.element(page.getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  expect(INSTRUCTIONS_MAX).toBe(CONTRACT_MAX)
})

test('pins are moved and taken down, each change with the whole order', async () => {
  const pins = [
    { kind: 'thread' as const, id: 't1', title: 'Lease of the office', module: null },
    { kind: 'module' as const, id: 'legal', title: 'Legal', module: 'legal' },
  ]
  const api = await open({ pins })
  const sent = () => api.bodies[api.calls.lastIndexOf('PUT /api/spaces/legal/pins')]
  await page.getByRole('button', { name: 'Options for Lease of the office' }).click()
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  const [first, second] = pins.map(({ kind, id }) => ({ kind, id }))
  await eventually(() => expect(sent()).toEqual({ pins: [second, first] }))
})

test('a pin that is taken down while another change is on its way does not bring anything back', async () => {
  const pins = ['one', 'two', 'three'].map((title) => ({ kind: 'thread' as const, id: title, title, module: null }))
  const api = await open({ pins })
  const own = api.answer
  let letGo = () => undefined as unknown
  const held = new Promise((done) => {
    letGo = () => done(null)
  })
  api.answer = (method, url, body) =>
    method === 'PUT' ? held.then(() => own(method, url, body) as Response) : own(method, url, body)
  for (const title of ['one', 'two']) {
    await page.getByRole('button', { name: `Options for ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Unpin' }).click()
  }
  letGo()
  await eventually(() =>
    expect(api.bodies.filter((_, at) => api.calls[at]?.startsWith('PUT')).at(-1)).toEqual({
      pins: [{ kind: 'thread', id: 'three' }],
    }),
  )
})

test('a module that the plan does not open shows which plan does, and asks its card for nothing', async () => {
  serveApi()
  const Live = () => <p>Three are due today</p>
  const entry = { id: 'studio', title: 'Studio', summary: 'Compose and mix.', icon: 'music' }
  await render(
    <TestScreen>
      <ModuleCard entry={entry} installed={{ ...entry, route: '/studio', tier: 'pro' }} load={() => Live} />
    </TestScreen>,
  )
  await expect.element(page.getByText('Hustle plan')).toBeVisible()
  await expect.element(page.getByText('Three are due today')).not.toBeInTheDocument()
})

test('a Space that only some models may answer says which', async () => {
  await open({ models: [] })
  await expect.element(page.getByText('Only the built-in assistant may answer here.')).toBeVisible()
})

test('a card that cannot be loaded, or fails, leaves its name, and the rest of the page lives', async () => {
  serveApi()
  const Broken = () => {
    throw new Error('A bug in a module')
  }
  const cards = {
    missing: part<object>(() => Promise.reject(new Error('gone'))),
    broken: Broken,
    whole: () => <p>Three are due today</p>,
  }
  const space = spaceOf('learn')
  const entry = (id: string, title: string) => ({ id, title, summary: `About ${title}`, icon: 'layers' })
  await render(
    <TestScreen>
      {Object.entries({ missing: 'Lost', broken: 'Broken', whole: 'Flashcards' }).map(([id, title]) => (
        <ModuleCard
          key={id}
          entry={entry(id, title)}
          installed={{ ...entry(id, title), route: `/${id}` }}
          load={() => cards[id as keyof typeof cards]}
        />
      ))}
      <p>{space?.title}</p>
    </TestScreen>,
  )
  await expect.element(page.getByText('Lost could not be shown here')).toBeVisible()
  await expect.element(page.getByText('Broken could not be shown here')).toBeVisible()
  await expect.element(page.getByText('Three are due today')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Broken' })).toHaveAttribute('href', '/broken')
  await expect.element(page.getByText('Learn', { exact: true })).toBeVisible()
})
