import { directionOf } from '@atrium/contract/catalogue/language-codes'
import { languages } from '@atrium/contract/catalogue/languages'
import { expect, type JSHandle, type Page } from '@playwright/test'
import type { i18n } from 'i18next'
import { unfinished } from '../scripts/strings.mjs'
import { register, signIn, test } from './screen.ts'

/*
 * Every language at the width of a phone and of a desk: nothing sticks out of the page, and no control cuts its own words.
 * A page is loaded once; it then changes its language in place, and is measured there: some five hundred looks, each of
 * which would cost a second with a load of its own.
 */
interface Place {
  path: string
  /** What only this page has. */
  mark: string
}
const SIGNED_OUT: readonly Place[] = [
  { path: '/auth?mode=register', mark: 'input[autocomplete="new-password"]' },
  { path: '/auth', mark: 'input[autocomplete="current-password"]' },
]
const SIGNED_IN: readonly Place[] = [
  { path: '/', mark: 'input[type="file"][multiple]' },
  { path: '/settings/appearance', mark: 'main button > span[lang]' },
  { path: '/settings/security', mark: 'main input[autocomplete="new-password"]' },
  { path: '/settings/data', mark: 'main input[type="file"][accept]' },
  { path: '/admin', mark: 'main input[maxlength="200"]' },
  { path: '/spaces', mark: 'main a[href^="/spaces/"]' },
  { path: '/m', mark: '[role="log"]' },
]
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** The page's own i18next, from among what its scripts give each other. */
async function translator(page: Page): Promise<JSHandle<i18n>> {
  return page.evaluateHandle(async () => {
    const scripts = document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')
    const files = [
      ...performance.getEntriesByType('resource').map(({ name }) => name),
      ...[...scripts].map(({ src }) => src),
    ]
    for (const file of new Set(files)) {
      if (!/\/assets\/[^/]+\.js$/.test(file)) continue
      for (const one of Object.values((await import(file)) as Record<string, unknown>))
        if (typeof one === 'object' && one !== null && 'changeLanguage' in one && 'isInitialized' in one)
          return one as i18n
    }
    throw new Error('None of the scripts gives i18next away.')
  })
}

/** What sticks out or is cut in each language, in words. Lists that scroll sideways on purpose and lines for screen readers are none. */
async function faults(page: Page, codes: readonly string[]): Promise<string[]> {
  const translations = await translator(page)
  return translations.evaluate(
    async (translations, wanted) => {
      const root = document.documentElement
      const frame = () => new Promise(requestAnimationFrame)
      const name = (element: Element) =>
        `${element.tagName.toLowerCase()} “${(element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 60)}”`
      const measured = (): string[] => {
        const found = new Set<string>()
        if (root.scrollWidth > innerWidth + 1) found.add(`the page is ${root.scrollWidth} wide`)
        for (const element of document.querySelectorAll(
          'button, a, label, h1, h2, h3, [role="tab"], [role="switch"], summary, button .truncate',
        )) {
          const box = element.getBoundingClientRect()
          if (box.width <= 1 || box.height <= 1) continue // for screen readers
          const { overflowX, textOverflow, display } = getComputedStyle(element)
          const { scrollWidth, clientWidth } = element
          const isCut = scrollWidth > clientWidth + 1 && overflowX !== 'visible' && overflowX !== 'auto'
          const spills = overflowX === 'visible' && scrollWidth > clientWidth + 2 && clientWidth > 0
          if (isCut && textOverflow === 'ellipsis') found.add(`${name(element)} ends in …`)
          else if (isCut || (spills && display !== 'inline')) found.add(`${name(element)} is cut`)
          const inside = element.closest('[data-scrolls], nav, [role="tablist"], .overflow-x-auto, .overflow-x-scroll')
          if (!inside && (box.right > innerWidth + 1 || box.left < -1) && box.top < innerHeight && box.bottom > 0)
            found.add(`${name(element)} is outside the page`)
        }
        return [...found]
      }
      /** All of the page stands there: no skeleton, no word for loading, and no change for two frames. */
      const settled = async () => {
        const end = performance.now() + 20_000
        let text: string | null = null
        for (let still = 0; still < 2; ) {
          await frame()
          const now = document.body.textContent
          const loads = document.querySelector('.animate-pulse, .animate-late, [aria-busy="true"]') !== null
          still = !loads && now === text ? still + 1 : 0
          text = now
          if (performance.now() > end) throw new Error(`The page does not come to rest:\n${document.body.innerText}`)
        }
      }
      const problems: string[] = []
      for (const { code, direction } of wanted) {
        await translations.changeLanguage(code)
        await settled()
        if (root.lang !== code || root.dir !== direction)
          problems.push(`${code}: the page is in ${root.lang} ${root.dir}`)
        let found = measured()
        // What is still moving to its place a moment after the page has changed is no fault.
        for (let look = 0; found.length > 0 && look < 20; look++) {
          await new Promise((later) => setTimeout(later, 250))
          found = measured()
        }
        problems.push(...found.map((fault) => `${code}: ${fault}`))
      }
      return problems
    },
    codes.map((code) => ({ code, direction: directionOf(code) })),
  )
}

const shown = languages.map(({ code }) => code).filter((code) => !unfinished.includes(code))
/** Whether this server has its administrator. */
let isThere = false
test.describe.configure({ mode: 'parallel' })
for (const size of SIZES)
  test(`no language sticks out or is cut at ${size.width} px`, async ({ page }) => {
    test.setTimeout(300_000)
    const problems: string[] = []
    const look = async (places: readonly Place[]) => {
      for (const { path, mark } of places) {
        await page.goto(path)
        await expect(page.locator(mark).first()).toBeAttached()
        for (const fault of await faults(page, shown)) problems.push(`${path} ${size.width} ${fault}`)
      }
    }
    await page.setViewportSize(size)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await look(SIGNED_OUT)
    if (isThere) await signIn(page)
    else await register(page)
    isThere = true
    await look(SIGNED_IN)
    expect(problems).toEqual([])
  })
