import { expect, test, vi } from 'vitest'
import { answering, page, told } from '../../../web/src/records/test-page.tsx'
import { GuestMenu } from './guest-menu.tsx'

test('where the browser copies nothing, the address of a guest’s page is shown to be copied by hand', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed.'))
  answering({
    'POST /api/m/content-calendar/answerLink': [
      200,
      { output: { path: '/api/m/content-calendar/answer/a1' }, change: null },
    ],
  })
  const screen = await page(<GuestMenu id="e1" address="ann@example.org" name="Ann" />)
  await screen.getByRole('button').click()
  await screen.getByRole('menuitem').first().click()
  await expect
    .poll(() => told().map(([, text]) => text))
    .toEqual([`${location.origin}/api/m/content-calendar/answer/a1`])
  vi.restoreAllMocks()
})
