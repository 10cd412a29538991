import type { ChatReply } from '@atrium/contract/chat'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { TestScreen } from '../chat/test-screen.tsx'
import { LocalAnnouncer } from './local-announcer.tsx'
import type { Exchange, Local } from './use-mobile-chat.ts'

test('notes, waiting, replies and refusals are told politely, each once', async () => {
  const note: Local = { kind: 'note', id: 'n', after: 0, text: 'Switched to Atrium Finance.' }
  const asked: Exchange = { kind: 'exchange', id: 'e', after: 0, text: 'Hello', single: true }
  const reply = { text: 'A **bond** is a loan.', response: '', meta: {} } as ChatReply
  const at = (locals: Local[]) => (
    <TestScreen>
      <LocalAnnouncer locals={locals} />
    </TestScreen>
  )
  const screen = await render(at([]))
  // The toasts have a status of their own.
  const status = () => screen.container.querySelector('[role="status"]')?.textContent
  const told = async (locals: Local[], text: string) => {
    await screen.rerender(at(locals))
    await expect.poll(status).toBe(text)
  }
  await told([note], 'Switched to Atrium Finance.')
  await told([note, asked], 'The assistant is writing')
  await told([note, { ...asked, reply }], 'A bond is a loan.')
  // The history has the exchange now, and the note stands last again.
  await told([note], 'A bond is a loan.')
  const fault = { sentence: 'Connection failed' }
  const refused = { ...asked, id: 'f', fault }
  await told([note, refused], 'Connection failed')
  await told([note, { ...asked, id: 'f' }], 'The assistant is writing')
  await told([note, refused], 'Connection failed')
  await told([note, { ...asked, id: 'f' }], 'The assistant is writing')
  // The history has it before its answer is here.
  await told([note], '')
})
