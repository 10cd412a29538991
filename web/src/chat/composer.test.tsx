import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useSignInRequest } from '../accounts/sign-in-request.ts'
import { ChatPage } from './chat-page.tsx'
import './markdown.tsx'
import './message-list.tsx'
import { forgetDrafts } from './draft-store.ts'
import { done, eventually, serveApi, testMessage, testThread } from './test-api.ts'
import { TestScreen } from './test-screen.tsx'

const modules = [
  {
    id: 'tasks',
    title: 'Tasks',
    summary: 'What to do, and when',
    kind: 'module',
    industries: ['all'],
    tier: 'free',
    triggers: ['/tasks'],
    icon: 'list-checks',
    effects: ['write', 'read'],
    wordless: ['due'],
    sayings: {},
  },
]

const tools = [
  {
    key: 'tasks.add',
    title: 'Add a task',
    summary: 'Tasks',
    industries: ['all'],
    action: { type: 'use-tool', value: 'tasks.add' },
    aliases: ['/task'],
  },
  {
    key: 'tasks.due',
    title: 'Tasks due now',
    summary: 'Tasks',
    industries: ['all'],
    action: { type: 'use-tool', value: 'tasks.due' },
    aliases: ['/due'],
  },
  {
    key: 'legal',
    title: 'Legal',
    summary: 'Contracts',
    industries: ['all'],
    action: { type: 'route', value: '/legal' },
    aliases: ['/legal'],
  },
  {
    key: 'tasks',
    title: 'Tasks',
    summary: 'What to do, and when',
    industries: ['all'],
    action: { type: 'route', value: '/tasks' },
    aliases: ['/tasks', '/plan'],
  },
  {
    key: 'garden',
    title: 'Garden',
    summary: 'Beds and seasons',
    industries: ['all'],
    action: { type: 'route', value: '/garden' },
    aliases: ['/plan'],
  },
]

async function openChat(
  at = '/',
  histories = [
    testThread('t', [testMessage('u1', 'user', 'Earlier question'), testMessage('a1', 'assistant', 'Earlier answer')]),
  ],
) {
  const api = serveApi(histories)
  api.answer = (_, url) =>
    url.pathname === '/api/modules'
      ? Response.json({ modules })
      : url.pathname === '/api/tools-registry'
        ? Response.json({ tools })
        : undefined
  const page = (
    <TestScreen at={at}>
      <ChatPage />
    </TestScreen>
  )
  const screen = await render(page)
  const composer = screen.getByRole('textbox', { name: 'Message' })
  await expect.element(composer).toBeVisible()
  const sent = () =>
    api.bodies.filter((_, index) => api.calls[index] === 'POST /api/converse/stream') as {
      message: string
      threadId: string | null
      attachments: string[]
    }[]
  return { api, screen, composer, sent, page }
}

/** Stands in for the sign-in dialog: one press and one is signed in. */
function Door() {
  const request = useSignInRequest()
  return request ? (
    <button type="button" onClick={() => request.settle(true)}>
      Sign in now
    </button>
  ) : null
}

beforeEach(() => {
  forgetDrafts()
})

test('Enter sends and Shift+Enter breaks the line', async () => {
  const { screen, composer, sent } = await openChat()
  await composer.click()
  await userEvent.keyboard('one{Shift>}{Enter}{/Shift}two')
  await expect.element(composer).toHaveValue('one\ntwo')
  expect(sent()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await eventually(() => expect(sent()).toMatchObject([{ message: 'one\ntwo', threadId: null }]))
  await expect.element(composer).toHaveValue('')
  await expect.element(screen.getByTestId('address')).toHaveTextContent('/c/new-thread')
})

test('an Enter that belongs to an input method does not send, and neither does nothing but spaces', async () => {
  const { composer, sent } = await openChat()
  await userEvent.fill(composer, 'にほん')
  composer
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, isComposing: true }))
  await userEvent.fill(composer, '   ')
  await userEvent.keyboard('{Enter}')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(sent()).toEqual([])
})

test('it grows with its text, up to 120 pixels', async () => {
  const { composer } = await openChat()
  const height = () => composer.element().getBoundingClientRect().height
  const one = height()
  await userEvent.fill(composer, 'a\nb\nc')
  expect(height()).toBeGreaterThan(one)
  await userEvent.fill(composer, 'line\n'.repeat(40))
  expect(height()).toBe(120)
})

test('a draft is there again after a reload', async () => {
  const { screen, composer, page } = await openChat('/c/t')
  await userEvent.fill(composer, 'half a thought')
  await screen.unmount()
  forgetDrafts()
  const again = await render(page)
  await expect.element(again.getByRole('textbox', { name: 'Message' })).toHaveValue('half a thought')
})

test('a refused message is in the composer again, with the sentence of the spec and the server’s own', async () => {
  const { api, screen, composer, sent } = await openChat('/c/t')
  api.answer = (_, url) =>
    url.pathname === '/api/converse/stream'
      ? Response.json({ error: { code: 'rate_limited', message: 'Wait 3 seconds.' } }, { status: 429 })
      : undefined
  await userEvent.fill(composer, 'Important')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('There was an issue with the request. Please try again.')).toBeVisible()
  await expect.element(screen.getByText('Wait 3 seconds.')).toBeVisible()
  await expect.element(composer).toHaveValue('Important')
  api.answer = () => undefined
  await screen.getByRole('button', { name: 'Send again' }).click()
  await eventually(() => expect(sent()).toHaveLength(2))
  await expect.element(composer).toHaveValue('')
})

test('when the session has ended one signs in and the message goes out by itself', async () => {
  const api = serveApi([testThread('t')])
  let signedIn = true
  api.answer = (_, url) => {
    if (signedIn) return undefined
    if (url.pathname === '/api/me') return Response.json({ role: null, userId: null })
    return url.pathname === '/api/converse/stream' ? Response.json({}, { status: 401 }) : undefined
  }
  const screen = await render(
    <TestScreen at="/c/t">
      <ChatPage />
      <Door />
    </TestScreen>,
  )
  const composer = screen.getByRole('textbox', { name: 'Message' })
  await userEvent.fill(composer, 'Kept')
  await expect.element(screen.getByText(/, Ada[.?!]/)).toBeVisible()
  signedIn = false
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('button', { name: 'Sign in now' })).toBeVisible()
  await expect.element(composer).toHaveValue('Kept')
  signedIn = true
  await screen.getByRole('button', { name: 'Sign in now' }).click()
  await expect.element(composer).toHaveValue('')
  await expect.element(screen.getByText('Kept')).toBeVisible()
})

test('a slash lists what can be done; choosing an action writes it, and what is typed behind it is sent', async () => {
  const { screen, composer, sent } = await openChat()
  await composer.click()
  await userEvent.keyboard('/')
  const options = screen.getByRole('option')
  // Spec 5: an empty query gives the first 10.
  await eventually(() => expect(options.elements()).toHaveLength(10))
  expect(composer.element().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').element().id)
  await userEvent.keyboard('{ArrowDown}')
  expect(composer.element().getAttribute('aria-activedescendant')).toBe(options.elements()[1]?.id)
  await userEvent.keyboard('{ArrowUp}tas{Tab}')
  await expect.element(composer).toHaveValue('/task ')
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
  await eventually(() => expect((composer.element() as HTMLTextAreaElement).selectionStart).toBe(6))
  await userEvent.keyboard('buy milk{Enter}')
  await eventually(() => expect(sent()).toMatchObject([{ message: '/task buy milk' }]))
})

test('an agent is found behind a slash too, and shown in the directory', async () => {
  const { screen, composer } = await openChat()
  await composer.click()
  await userEvent.keyboard('/cpa')
  await expect.element(screen.getByRole('option').first()).toMatchTextContent(/Agents: Certified Public Accountant/)
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByTestId('address')).toHaveTextContent('/agents?agent=cpa')
})

test('a chosen command takes the place of its own word, and of nothing else', async () => {
  const { screen, composer } = await openChat()
  await userEvent.fill(composer, '\nand a second line\n\nthat matters')
  const area = composer.element() as HTMLTextAreaElement
  await userEvent.keyboard('{Control>}{Home}{/Control}/tas')
  await expect.element(screen.getByRole('listbox')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(composer).toHaveValue('/task \nand a second line\n\nthat matters')
  await eventually(() => expect(area.selectionStart).toBe('/task '.length))
})

test('Escape closes the list of commands and keeps what was typed', async () => {
  const { screen, composer } = await openChat()
  await composer.click()
  await userEvent.keyboard('/du')
  await expect.element(screen.getByRole('listbox')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
  await expect.element(composer).toHaveValue('/du')
})

test('words typed behind a page’s command go along to it, and the box is empty again', async () => {
  const { screen, composer, sent } = await openChat()
  await userEvent.fill(composer, '/garden')
  await userEvent.fill(composer, '/tasks the roof')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByTestId('address')).toHaveTextContent('/tasks?q=the+roof')
  expect(sent()).toEqual([])
})

test('a trigger that several share lists them all, and the one that is chosen gets the words', async () => {
  const { screen, composer, sent } = await openChat()
  await userEvent.fill(composer, '/plan the week')
  await userEvent.keyboard('{Enter}')
  await eventually(() => expect(screen.getByRole('option').elements()).toHaveLength(2))
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(screen.getByTestId('address')).toHaveTextContent('/garden?q=the+week')
  expect(sent()).toEqual([])
})

test('a locked command typed in full says which plan opens it and how to get that, and stays in the box', async () => {
  const { screen, composer, sent } = await openChat()
  await userEvent.fill(composer, '/legal')
  await expect.element(screen.getByRole('option').first()).toMatchTextContent(/Hustle/)
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Legal comes with the Hustle plan')).toBeVisible()
  await expect.element(composer).toHaveValue('/legal')
  await screen.getByRole('button', { name: 'Change plan' }).click()
  await expect.element(screen.getByTestId('address')).toHaveTextContent('/settings/plan')
  expect(sent()).toEqual([])
})

test('a command of a module that is not here says so, and how it comes', async () => {
  const { screen, composer, sent } = await openChat()
  await userEvent.fill(composer, '/chess e4')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Chess is not installed')).toBeVisible()
  await expect.element(screen.getByText(/An administrator can add its module/)).toBeVisible()
  expect(sent()).toEqual([])
})

test('the workspace’s own commands are done and not sent; what is no command is', async () => {
  const { screen, composer, sent } = await openChat()
  await userEvent.fill(composer, '/theme light')
  await userEvent.keyboard('{Enter}')
  await eventually(() => expect(document.documentElement.classList.contains('light')).toBe(true))
  await userEvent.fill(composer, '/theme')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByTestId('opened')).toHaveTextContent('palette group.theme')
  await userEvent.fill(composer, '/search roof')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByTestId('opened')).toHaveTextContent('search roof')
  expect(sent()).toEqual([])
  await userEvent.fill(composer, '/etc/hosts is a file')
  await userEvent.keyboard('{Enter}')
  await eventually(() => expect(sent()).toMatchObject([{ message: '/etc/hosts is a file' }]))
})

test('ArrowUp in an empty composer edits the last message, as a branch', async () => {
  const { api, screen, composer } = await openChat('/c/t')
  await expect.element(screen.getByText('Earlier question')).toBeVisible()
  await composer.click()
  await userEvent.keyboard('{ArrowUp}')
  const field = screen.getByRole('textbox', { name: 'Edit your message' })
  await expect.element(field).toHaveFocus()
  await userEvent.fill(field, 'Better question')
  const answer = api.answer
  api.answer = (method, url, body) =>
    url.pathname === '/api/messages/u1/edit'
      ? Response.json({
          threadId: 't',
          runId: 'r2',
          messageId: 'a2',
          userMessageId: 'u2',
          text: '',
          response: '',
          meta: {},
        })
      : answer(method, url, body)
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Better question')).toBeVisible()
  await expect.element(screen.getByText('Earlier answer')).not.toBeInTheDocument()
  expect(api.bodies[api.calls.indexOf('POST /api/messages/u1/edit')]).toEqual({
    message: 'Better question',
    attachments: [],
  })
})

test('Escape stops the reply', async () => {
  const { api, screen, composer } = await openChat('/c/t')
  await userEvent.fill(composer, 'Go')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('button', { name: 'Stop the reply' })).toBeVisible()
  api.emit('run', 'chunk', { type: 'text', text: 'Half', at: 0 })
  await expect.element(screen.getByText('Half')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await eventually(() => expect(api.calls).toContain('POST /api/runs/run/stop'))
  api.emit('run', 'done', done('t', 'a9', { status: 'stopped' }))
  await expect.element(screen.getByText('You stopped this reply.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Send' })).toBeVisible()
})

/** The browser's uploads, answered as told. */
function serveUploads(answers: { status: number; body: unknown }[]) {
  const sent: string[] = []
  class Upload extends EventTarget {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    onload?: () => void
    onerror?: () => void
    status = 0
    responseText = ''
    withCredentials = false
    url = ''
    open(_method: string, url: string) {
      this.url = url
    }
    setRequestHeader() {}
    abort() {}
    send(file: File) {
      sent.push(this.url)
      this.upload.onprogress?.({ loaded: file.size / 2, total: file.size })
      const answer = answers.shift() ?? { status: 500, body: {} }
      setTimeout(() => {
        this.status = answer.status
        this.responseText = JSON.stringify(answer.body)
        this.onload?.()
      }, 30)
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload)
  return sent
}

const paste = (element: Element, files: File[]) => {
  const data = new DataTransfer()
  for (const file of files) data.items.add(file)
  element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
}
test('a file that is dropped anywhere on the page is taken', async () => {
  const { screen } = await openChat('/c/t')
  const uploads = serveUploads([{ status: 200, body: stored('f1', 'notes.txt') }])
  await expect.element(screen.getByText('Earlier answer')).toBeVisible()
  const drag = (type: string) => {
    const event = new Event(type, { bubbles: true, cancelable: true })
    const files = [new File(['abc'], 'notes.txt', { type: 'text/plain' })]
    Object.defineProperty(event, 'dataTransfer', { value: { files, types: ['Files'] } })
    screen.getByText('Earlier answer').element().dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(drag('dragover')).toBe(true)
  await expect.element(screen.getByPlaceholder('Drop the files here')).toBeVisible()
  expect(drag('drop')).toBe(true)
  await expect.element(screen.getByText('notes.txt')).toBeVisible()
  expect(uploads).toEqual(['/api/files?name=notes.txt'])
  await screen.getByRole('button', { name: 'Remove notes.txt' }).click()
  vi.unstubAllGlobals()
})

const stored = (id: string, name: string) => ({
  id,
  name,
  mime: 'text/plain',
  size: 3,
  url: `/api/files/${id}`,
  hasText: true,
  createdAt: '2026-06-01T00:00:00.000Z',
})

test('a pasted file is uploaded, sent with the message, and gone afterwards', async () => {
  const { screen, composer, sent } = await openChat('/c/t')
  const uploads = serveUploads([{ status: 200, body: stored('f1', 'notes.txt') }])
  paste(composer.element(), [new File(['abc'], 'notes.txt', { type: 'text/plain' })])
  await expect.element(screen.getByText('notes.txt')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Send' })).toBeEnabled()
  expect(uploads).toEqual(['/api/files?name=notes.txt'])
  await composer.click()
  await userEvent.keyboard('{Enter}')
  await eventually(() => expect(sent()).toMatchObject([{ message: '', attachments: ['f1'] }]))
  await expect.element(screen.getByRole('list', { name: 'Attached files' })).not.toBeInTheDocument()
  vi.unstubAllGlobals()
})

test('a file that fails says why, can be tried again, and can be taken out', async () => {
  const { screen, composer } = await openChat('/c/t')
  serveUploads([
    { status: 503, body: { error: { code: 'unavailable', message: 'The disk is full.' } } },
    { status: 200, body: stored('f1', 'notes.txt') },
  ])
  paste(composer.element(), [new File(['abc'], 'notes.txt', { type: 'text/plain' })])
  await expect.element(screen.getByText('The disk is full.')).toBeVisible()
  await screen.getByRole('button', { name: 'Upload notes.txt again' }).click()
  await expect.element(screen.getByText('The disk is full.')).not.toBeInTheDocument()
  await expect.element(screen.getByText('3 byte')).toBeVisible()
  await screen.getByRole('button', { name: 'Remove notes.txt' }).click()
  await expect.element(screen.getByText('notes.txt')).not.toBeInTheDocument()
  vi.unstubAllGlobals()
})

test('a file that is too large is never sent', async () => {
  const { screen, composer } = await openChat('/c/t')
  const uploads = serveUploads([])
  const huge = new File(['x'], 'huge.bin')
  Object.defineProperty(huge, 'size', { value: 60 * 1024 * 1024 })
  const data = { files: [huge], types: ['Files'] }
  const event = new Event('drop', { bubbles: true, cancelable: true })
  Object.defineProperty(event, 'dataTransfer', { value: data })
  composer.element().dispatchEvent(event)
  await expect.element(screen.getByText(/^Larger than/)).toBeVisible()
  expect(uploads).toEqual([])
  vi.unstubAllGlobals()
})
