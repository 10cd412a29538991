import type { PlaywrightBrowserProvider } from '@vitest/browser-playwright'
import { expect, test } from 'vitest'
import { oneForEachPage } from './own-browsers.ts'

/** Browsers that note what they are asked. */
function browsers() {
  const asked: string[][] = []
  const create = () => {
    const notes: string[] = []
    asked.push(notes)
    const note = async (what: string, session = '') => void notes.push(`${what} ${session}`.trim())
    const mocker = Object.fromEntries(
      ['register', 'delete', 'clear'].map((what) => [what, (session: string) => note(what, session)]),
    )
    return {
      ...{ name: 'playwright', supportsParallelism: true, initScripts: ['locators.js'], mocker, asked: notes },
      openPage: (session: string) => note('open', session),
      getCDPSession: (session: string) => note('cdp', session),
      getCommandsContext: (session: string) => ({ page: session }),
      close: () => note('close'),
    } as unknown as PlaywrightBrowserProvider
  }
  return { asked, create }
}

test('every page is opened in a browser of its own, and what is asked of a page goes there', async () => {
  const { asked, create } = browsers()
  const provider = oneForEachPage(create)
  await provider.openPage('a', 'http://page', { parallel: true })
  await provider.openPage('b', 'http://page', { parallel: true })
  await provider.getCDPSession?.('a')
  await provider.mocker?.clear('b')
  expect(asked).toEqual([
    ['open a', 'cdp a'],
    ['open b', 'clear b'],
  ])
  // Keys go through the provider that a command is given.
  const [first, second] = ['a', 'b'].map((session) => provider.getCommandsContext(session))
  expect(first).toMatchObject({ page: 'a', provider: { asked: asked[0] } })
  expect(second).toMatchObject({ page: 'b', provider: { asked: asked[1] } })
})

test('at the end every browser is closed once, also the one that was launched ahead and had no page', async () => {
  const none = browsers()
  await oneForEachPage(none.create).close()
  expect(none.asked).toEqual([['close']])

  const { asked, create } = browsers()
  const provider = oneForEachPage(create)
  for (const session of ['a', 'b', 'c']) await provider.openPage(session, 'http://page', { parallel: true })
  await provider.close()
  expect(asked).toEqual([
    ['open a', 'close'],
    ['open b', 'close'],
    ['open c', 'close'],
  ])
})
