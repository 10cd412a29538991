import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { eventually, serveApi, testThread } from '../chat/test-api.ts'
import { TestScreen } from '../chat/test-screen.tsx'
import { storage } from '../platform/storage.ts'
import { Palette } from './palette.tsx'
import { ToolsProvider, useTools } from './tools.tsx'
import { useCommands } from './use-commands.ts'

const FOUR = ['CSV Analyzer', 'Finance Dashboard', 'Developer Tools', 'Prompt Genie']

const tool = (key: string, title: string, more: object = {}) => ({
  key,
  title,
  summary: '',
  industries: ['all'],
  action: { type: 'route', value: `/${key}` },
  aliases: [`/${key}`],
  ...more,
})

/** The registry of the test, which answers by industry and mode; null: it is down. */
function serveTools(answer: (query: URLSearchParams) => object[] | null) {
  const api = serveApi([testThread('t', [])])
  const asked: string[] = []
  api.answer = (_, url) => {
    if (url.pathname !== '/api/tools-registry') return undefined
    asked.push(url.search)
    const tools = answer(url.searchParams)
    return tools ? Response.json({ tools }) : new Response('down', { status: 503 })
  }
  return { api, asked }
}

function ToolTitles() {
  const { tools, error } = useTools()
  return (
    <>
      <ul>
        {tools.map(({ key, title }) => (
          <li key={key}>{title}</li>
        ))}
      </ul>
      <output data-testid="error">{error?.message}</output>
    </>
  )
}

function Registry() {
  const [focus, setFocus] = useState({ industry: 'legal', mode: 'personal' })
  return (
    <ToolsProvider {...focus}>
      <ToolTitles />
      <button type="button" onClick={() => setFocus({ ...focus, industry: 'finance' })}>
        Finance
      </button>
      <button type="button" onClick={() => setFocus({ industry: 'legal', mode: 'smb' })}>
        Small business
      </button>
    </ToolsProvider>
  )
}

const shown = (screen: { getByRole: (role: 'listitem') => { elements: () => Element[] } }) =>
  screen
    .getByRole('listitem')
    .elements()
    .map((one) => one.textContent)

test('the registry begins with the four, is replaced by the server’s list, and is asked anew when industry or mode change', async () => {
  const gate = Promise.withResolvers<void>()
  const { api, asked } = serveTools((query) => [tool('one', `${query.get('industry')} for ${query.get('mode')}`)])
  const answer = api.answer
  api.answer = async (method, url, body) => {
    if (url.pathname === '/api/tools-registry') await gate.promise
    return (await answer(method, url, body)) as Response
  }
  const page = await render(<Inside>{<Registry />}</Inside>)
  await eventually(() => expect(shown(page)).toEqual(FOUR))
  gate.resolve()
  await eventually(() => expect(shown(page)).toEqual(['legal for personal']))
  await page.getByRole('button', { name: 'Finance' }).click()
  await eventually(() => expect(shown(page)).toEqual(['finance for personal']))
  await page.getByRole('button', { name: 'Small business' }).click()
  await eventually(() => expect(shown(page)).toEqual(['legal for smb']))
  expect(asked.filter((search) => search.includes('finance'))).toHaveLength(1)
})

test('when the registry fails the four stay, the error is kept, and a warning is logged', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  let isUp = false
  serveTools(() => (isUp ? [tool('late', 'Late')] : null))
  const page = await render(<Inside>{<Registry />}</Inside>)
  await eventually(() => expect(page.getByTestId('error').element().textContent).toContain('503'))
  expect(shown(page)).toEqual(FOUR)
  expect(warned.mock.calls.some(([text]) => String(text).includes('tool registry'))).toBe(true)
  isUp = true
  await page.getByRole('button', { name: 'Finance' }).click()
  await eventually(() => expect(shown(page)).toEqual(['Late']))
  expect(page.getByTestId('error').element().textContent).toBe('')
  warned.mockRestore()
})

test.each([
  ['useTools', useTools, 'useTools must be used within a ToolsProvider.'],
  ['useCommands', useCommands, 'useCommands must be used within a CommandsProvider.'],
])('%s outside its provider throws', async (_, hook, sentence) => {
  vi.spyOn(console, 'error').mockReturnValue()
  const Lost = () => {
    hook()
    return null
  }
  await expect(render(<Lost />)).rejects.toThrow(sentence)
  vi.restoreAllMocks()
})

/** The surroundings that a page has. */
function Inside({ children, at = '/' }: { children: ReactNode; at?: string }) {
  return <TestScreen at={at}>{children}</TestScreen>
}

function Paletted() {
  const [open, setOpen] = useState(true)
  useLocation()
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open it
      </button>
      <textarea data-composer aria-label="Message" />
      <Palette open={open} group={undefined} onOpenChange={setOpen} />
    </>
  )
}

async function openPalette(at = '/') {
  storage.remove('atrium_recent_commands')
  serveTools(() => [
    tool('tasks.add', 'Add a task', { action: { type: 'use-tool', value: 'tasks.add' }, aliases: ['/task'] }),
    tool('garden', 'Garden', { industries: ['all', 'art'] }),
    tool('court', 'Court', { industries: ['legal'] }),
    tool('patients', 'Patients'),
    tool('flash', 'Cards', { industries: ['education', 'all'] }),
    tool('mcp-hub', 'Hidden tool'),
  ])
  const screen = await render(<Inside at={at}>{<Paletted />}</Inside>)
  const field = screen.getByRole('combobox')
  await expect.element(field).toHaveFocus()
  const rows = () =>
    screen
      .getByRole('option')
      .elements()
      .map((one) => one.textContent ?? '')
  await eventually(() => expect(rows().join()).toContain('Garden'))
  return { screen, field, rows }
}

test('the palette lists by kind, finds by score, goes where Enter says, and remembers what was used', async () => {
  const { screen, field, rows } = await openPalette()
  await expect.element(screen.getByRole('group', { name: 'Do' })).toMatchTextContent(/Add a task/)
  expect(rows().join()).not.toContain('Hidden tool')
  await userEvent.type(field, 'gard')
  await eventually(() => expect(rows()[0]).toContain('Garden'))
  expect(field.element().getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { selected: true }).element().id,
  )
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByTestId('address')).toHaveTextContent('/garden')
})

test('a list opens under its command, from the keyboard, and Backspace leaves it', async () => {
  const { screen, field, rows } = await openPalette()
  await userEvent.type(field, 'theme')
  await userEvent.keyboard('{Enter}')
  await eventually(() => expect(rows()).toEqual(['Light', 'Dark', 'Match system']))
  await userEvent.keyboard('{Backspace}')
  await eventually(() => expect(rows().join()).toContain('Garden'))
  await userEvent.type(field, 'language')
  await userEvent.keyboard('{ArrowRight}')
  await eventually(() => expect(rows()).toHaveLength(37))
  await userEvent.type(field, 'esp')
  await eventually(() => expect(rows()).toEqual(['Español']))
  await userEvent.clear(field)
  await userEvent.keyboard('{Backspace}')
  await userEvent.type(field, 'light')
  await eventually(() => expect(rows()[0]).toBe('Theme: Light'))
  await userEvent.keyboard('{Enter}')
  await eventually(() => expect(document.documentElement.classList.contains('light')).toBe(true))
  await screen.getByRole('button', { name: 'Open it' }).click()
  await expect.element(screen.getByRole('group', { name: 'Used last' })).toMatchTextContent(/Light/)
})

test('a tool goes into the message box, an agent to the directory, and words that name nothing to the search', async () => {
  const { screen, field } = await openPalette()
  await userEvent.type(field, 'add a task')
  await userEvent.keyboard('{Enter}')
  await eventually(() => expect(storage.readJson('atrium_draft_u_new', { text: '' }).text).toBe('/task '))
  await screen.getByRole('button', { name: 'Open it' }).click()
  await userEvent.type(field, 'zzqx')
  await expect.element(screen.getByRole('option')).toHaveTextContent('Search conversations for “zzqx”')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByTestId('opened')).toHaveTextContent('search zzqx')
  await screen.getByRole('button', { name: 'Open it' }).click()
  await userEvent.type(field, 'public accountant')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByTestId('address')).toHaveTextContent('/agents?agent=cpa')
})

test('what is for the persona stands under its name, and a name typed in full that is not here says why', async () => {
  const { screen, field, rows } = await openPalette()
  await expect.element(screen.getByRole('group', { name: 'Personal' })).toMatchTextContent(/^Personal\s*Cards/)
  await userEvent.type(field, '/wan')
  await eventually(() => expect(rows()[0]).toContain('Show'))
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Show is not installed')).toBeVisible()
})

test('what the plan does not open shows its plan, and says how to get it', async () => {
  const { screen, field, rows } = await openPalette()
  await userEvent.type(field, 'patients')
  await eventually(() => expect(rows()[0]).toContain('Team'))
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Patients comes with the Team plan')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Change plan' })).toBeVisible()
})
