import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import '../i18n/test-i18n.ts'
import { ownLanguage } from '@atrium/contract/catalogue/language-of'
import { detector } from '../i18n/detector.ts'
import { i18n } from '../i18n/index.ts'
import { isShortcut } from '../ui/shortcut.ts'
import { CrashBoundary } from './crash-boundary.tsx'
import { moduleAt } from './modules.ts'
import { useSidebar } from './sidebar-state.ts'

const module = (id: string, route?: string) => ({ id, title: id, summary: '', icon: 'box', route })

test('a path belongs to the module whose route it lies under, the longest first', () => {
  const modules = [module('tasks', '/tasks'), module('board', '/tasks/board'), module('tool')]
  expect(moduleAt(modules, '/tasks')?.id).toBe('tasks')
  expect(moduleAt(modules, '/tasks/7')?.id).toBe('tasks')
  expect(moduleAt(modules, '/tasks/board/2')?.id).toBe('board')
  expect(moduleAt(modules, '/tasksy')).toBeUndefined()
  expect(moduleAt(modules, '/nothing')).toBeUndefined()
})

function Crashing({ error }: { error: Error | null }) {
  if (error) throw error
  return <p>All is well</p>
}

test.each([
  ['Something went wrong', 'Cannot read properties of null'],
  ['Internal Server Error', '500: INTERNAL server error'],
  ['A new version is ready', 'Failed to fetch dynamically imported module: /assets/x.js'],
])('the crash screen says “%s” for “%s”, shows the message and the ways out', async (title, message) => {
  vi.spyOn(console, 'error').mockReturnValue()
  const screen = await render(
    <CrashBoundary>
      <Crashing error={new Error(message)} />
    </CrashBoundary>,
  )
  await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
  await expect.element(screen.getByText(message, { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Refresh Page' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/auth')
  const stack = screen.getByText(/ at /)
  await expect.element(stack).not.toBeVisible()
  await screen.getByText('Stack trace').click()
  await expect.element(stack).toBeVisible()
})

test('another page gets another chance after a crash', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const screen = await render(
    <CrashBoundary resetKey="/a">
      <Crashing error={new Error('once')} />
    </CrashBoundary>,
  )
  await expect.element(screen.getByText('once', { exact: true })).toBeVisible()
  await screen.rerender(
    <CrashBoundary resetKey="/b">
      <Crashing error={null} />
    </CrashBoundary>,
  )
  await expect.element(screen.getByText('All is well')).toBeVisible()
})

function Toggle() {
  const { open, toggle } = useSidebar()
  return (
    <button type="button" onClick={toggle}>
      {open ? 'wide' : 'rail'}
    </button>
  )
}

test('the sidebar’s state is kept in a cookie for the next visit', async () => {
  const screen = await render(<Toggle />)
  await screen.getByText('wide').click()
  await expect.element(screen.getByText('rail')).toBeVisible()
  expect(document.cookie).toContain('sidebar_state=false')
  await screen.getByText('rail').click()
  expect(document.cookie).toContain('sidebar_state=true')
})

test('a shortcut is its keys and no others', () => {
  const press = (init: KeyboardEventInit) => new KeyboardEvent('keydown', init)
  expect(isShortcut(press({ key: 'b', ctrlKey: true }), 'mod+B')).toBe(true)
  expect(isShortcut(press({ key: 'O', code: 'KeyO', ctrlKey: true, shiftKey: true }), 'mod+shift+O')).toBe(true)
  expect(isShortcut(press({ key: 'b' }), 'mod+B')).toBe(false)
  expect(isShortcut(press({ key: 'b', ctrlKey: true, shiftKey: true }), 'mod+B')).toBe(false)
  // The same place on a Greek keyboard.
  expect(isShortcut(press({ key: 'β', code: 'KeyB', ctrlKey: true }), 'mod+B')).toBe(true)
})

test('the language is looked for in the spec’s order and kept in local storage', () => {
  const find = detector({
    lookupQuerystring: 'lng',
    lookupCookie: 'atrium_lang',
    lookupStorage: 'i18nextLng',
    convert: (tag) => tag,
  })
  const before = location.href
  history.replaceState(null, '', '?lng=de')
  // biome-ignore lint/suspicious/noDocumentCookie: what the server and the page before have left
  document.cookie = 'atrium_lang=fr'
  localStorage.setItem('i18nextLng', 'it')
  sessionStorage.setItem('i18nextLng', '<b>')
  document.documentElement.lang = 'nl'
  expect(find.detect()).toEqual(['de', 'fr', 'it', ...navigator.languages, 'nl'])
  sessionStorage.setItem('i18nextLng', 'pl')
  expect(find.detect()).toEqual(['de', 'fr', 'it', 'pl', ...navigator.languages, 'nl'])
  find.cacheUserLanguage?.('en')
  expect(localStorage.getItem('i18nextLng')).toBe('en')
  history.replaceState(null, '', before)
  sessionStorage.removeItem('i18nextLng')
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = 'atrium_lang=; max-age=0'
  document.documentElement.lang = 'en'
})

test.each([
  ['de-DE', 'de'],
  ['pt-PT', 'pt-BR'],
  ['zh-TW', 'zh-Hant'],
  ['zh-CN', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  ['nb-NO', 'no'],
  ['en_GB', 'en'],
  ['sw-TZ', 'sw'],
  ['eo', 'eo'],
  ['not a tag', 'not a tag'],
])('%s means %s', (tag, language) => {
  expect(ownLanguage(tag)).toBe(language)
})

test('the browser’s language comes before that of the page as it is served', () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-AT', 'fr'])
  document.documentElement.lang = 'en'
  localStorage.removeItem('i18nextLng')
  const detector = i18n.services.languageDetector as { detect: () => string[] }
  expect(i18n.services.languageUtils.getBestMatchFromCodes(detector.detect())).toBe('de')
  localStorage.setItem('i18nextLng', 'en')
  vi.restoreAllMocks()
})

test('the page turns for a language that is written from right to left, and a missing string is English', async () => {
  const root = document.documentElement
  await i18n.changeLanguage('ar')
  expect([i18n.language, root.dir, root.lang]).toEqual(['ar', 'rtl', 'ar'])
  expect(i18n.t('common.close')).not.toBe('Close')
  i18n.removeResourceBundle('ar', 'translation')
  expect(i18n.t('common.close')).toBe('Close')
  await i18n.changeLanguage('en')
  expect(root.dir).toBe('ltr')
})

test('a part that is missing is a newer version only where the network is there', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const screen = await render(
    <CrashBoundary>
      <Crashing error={new Error('Failed to fetch dynamically imported module: /assets/x.js')} />
    </CrashBoundary>,
  )
  await expect.element(screen.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  vi.restoreAllMocks()
})
