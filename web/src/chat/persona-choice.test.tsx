import type { Tier } from '@atrium/contract/accounts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { forgetPreferences, readPreferences, setPreferences } from './chat-preferences.ts'
import { ComposerMenu } from './composer-menu.tsx'
import { eventually, serveApi, testThread } from './test-api.ts'
import { TestScreen } from './test-screen.tsx'

const models = ['gpt-4o', 'gpt-5'].map((id) => ({
  id,
  name: id,
  provider: 'openai',
  contextWindow: 8000,
  vision: false,
  tools: true,
}))

/** The menu beside the composer, for somebody on this plan. */
async function open(tier: Tier, at = '/') {
  const thread = testThread('t1')
  const api = serveApi([thread])
  const own = api.answer
  api.answer = (method, url, body) => {
    if (url.pathname === '/api/user')
      return Response.json({ id: 'u', username: 'ada', email: 'a@example.org', tier, isAdmin: false, role: 'user' })
    if (url.pathname === '/api/models') return Response.json({ models, selected: 'gpt-4o' })
    if (url.pathname === '/api/spaces/health') return Response.json({ models: ['openai:gpt-5'] })
    return own(method, url, body)
  }
  forgetPreferences()
  setPreferences({ persona: 'personal' })
  await render(
    <TestScreen at={at}>
      <ComposerMenu thread={undefined} />
    </TestScreen>,
  )
  await eventually(() => expect(api.calls).toContain('GET /api/user'))
  return api
}

const chosen = () => readPreferences().persona

test('personas go round by key in both directions, as far as the plan reaches', async () => {
  await open('TEAM')
  for (const persona of ['hustler', 'smb', 'enterprise', 'personal']) {
    await userEvent.keyboard('{Alt>}p{/Alt}')
    await eventually(() => expect(chosen()).toBe(persona))
  }
  await userEvent.keyboard('{Alt>}{Shift>}P{/Shift}{/Alt}')
  await eventually(() => expect(chosen()).toBe('enterprise'))
})

test('what the plan does not open is passed over, and named with its plan where nothing else is left', async () => {
  await open('HUSTLE')
  for (const persona of ['hustler', 'personal']) {
    await userEvent.keyboard('{Alt>}p{/Alt}')
    await eventually(() => expect(chosen()).toBe(persona))
  }
})

test('the menu shows which plan a locked persona comes with, and choosing it changes nothing', async () => {
  await open('FREE')
  await userEvent.keyboard('{Alt>}p{/Alt}')
  await expect.element(page.getByText('Hustler comes with the Hustle plan').first()).toBeVisible()
  await page.getByRole('button', { name: /Answered by/ }).click()
  const smb = page.getByRole('menuitemradio', { name: /Small business/ })
  await expect.element(smb.getByText('Team plan')).toBeVisible()
  await smb.click()
  await expect.element(page.getByText('Small business comes with the Team plan').first()).toBeVisible()
  expect(chosen()).toBe('personal')
})

test('a model that may not answer in a Space is locked there, says so, and is not taken', async () => {
  await open('FREE', '/spaces/health')
  setPreferences({ persona: 'personal', model: 'gpt-4o' })
  await page.getByRole('button', { name: /Answered by/ }).click()
  const locked = page.getByRole('menuitemradio', { name: /GPT-4o/ })
  await expect.element(locked.getByText('May not answer in this Space')).toBeVisible()
  const answering = page.getByRole('menuitemradio', { name: 'GPT-5' })
  await expect.element(answering).toHaveAttribute('aria-checked', 'true')
  await locked.click()
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(page.getByText('May not answer in this Space').first()).toBeVisible()
  await page.getByRole('button', { name: /Answered by/ }).click()
  await answering.click()
  await eventually(() => expect(readPreferences().model).toBe('gpt-5'))
})
