import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { i18n } from '../i18n/index.ts'
import { ChatPage } from './chat-page.tsx'
import './message-list.tsx'
import './markdown.tsx'
import './seat-byline.tsx'
import { serveApi, testMessage, testThread } from './test-api.ts'
import { TestScreen } from './test-screen.tsx'

const SENTENCE = 'I have handed in my work.'
afterEach(async () => {
  await i18n.changeLanguage('en')
})

test('what a seat reports is in the reader’s language; what it made is as it was made', async () => {
  const own = `${SENTENCE}\n\n[Leads](/workforce/tasks/t1)\n\n38 leads are left.`
  const seat = { id: 's1', name: 'Nora', taskId: 't1' }
  const message = { ...testMessage('m1', 'assistant', own), meta: { mode: 'guide' as const, seat } }
  serveApi([testThread('t', [testMessage('m0', 'user', '@Nora clean these leads'), message])])
  await i18n.changeLanguage('de')
  i18n.addResourceBundle('de', 'sentences', { [SENTENCE]: 'Ich habe meine Arbeit abgegeben.' }, true, true)
  const screen = await render(
    <TestScreen at="/c/t">
      <ChatPage />
    </TestScreen>,
  )
  await expect.element(screen.getByText('Ich habe meine Arbeit abgegeben.', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('38 leads are left.', { exact: true })).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Leads', exact: true }))
    .toHaveAttribute('href', '/workforce/tasks/t1')
  expect(screen.getByText(SENTENCE).elements()).toEqual([])
})
