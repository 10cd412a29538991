import { directionOf, languages } from '@atrium/contract/catalogue/languages'
import { expect, type Page } from '@playwright/test'
import { unfinished } from '../scripts/strings.mjs'
import { register, test } from './screen.ts'

/*
 * Every language at the width of a phone and of a desk: nothing sticks out of the page, and no control cuts its own words.
 * One load a language; its pages are gone through as a person does, without loading anew.
 */
const PAGES = [
  '/',
  '/auth?mode=register',
  '/settings/appearance',
  '/settings/security',
  '/settings/data',
  '/spaces',
  '/m',
]
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

async function open(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(page.locator('h1, textarea').first()).toBeAttached()
  await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
}

/** What sticks out or is cut, in words. Lists that scroll sideways on purpose and lines for screen readers are none. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 60)}”`
    const found: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > innerWidth + 1) found.push(`the page is ${root.scrollWidth} wide`)
    for (const element of document.querySelectorAll(
      'button, a, label, h1, h2, h3, [role="tab"], [role="switch"], summary',
    )) {
      const { overflowX, textOverflow } = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      if (box.width <= 1 || box.height <= 1) continue // for screen readers
      const isCut = element.scrollWidth > element.clientWidth + 1 && overflowX !== 'visible' && overflowX !== 'auto'
      const spills = overflowX === 'visible' && element.scrollWidth > element.clientWidth + 2 && element.clientWidth > 0
      if (isCut && textOverflow === 'ellipsis') found.push(`${name(element)} ends in …`)
      else if (isCut || (spills && getComputedStyle(element).display !== 'inline'))
        found.push(`${name(element)} is cut`)
      const inside = element.closest('[data-scrolls], nav, [role="tablist"], .overflow-x-auto, .overflow-x-scroll')
      if (!inside && (box.right > innerWidth + 1 || box.left < -1) && box.top < innerHeight && box.bottom > 0)
        found.push(`${name(element)} is outside the page`)
    }
    return [...new Set(found)]
  })

const shown = languages.filter(({ code }) => !unfinished.includes(code))
const HALVES = [0, 1]
test.describe.configure({ mode: 'parallel' })
for (const half of HALVES)
  test(`no language sticks out or is cut, half ${half + 1}`, async ({ page }) => {
    test.setTimeout(600_000)
    await register(page)
    const problems: string[] = []
    for (const { code } of shown.filter((_, at) => at % HALVES.length === half)) {
      await page.goto(`/?lng=${code}`)
      await expect(page.locator('h1').first()).toBeAttached()
      const root = page.locator('html')
      const written = [await root.getAttribute('lang'), await root.getAttribute('dir')]
      if (written.join() !== [code, directionOf(code)].join())
        problems.push(`${code}: the page is in ${written.join(', ')}`)
      for (const path of PAGES) {
        await open(page, path)
        for (const size of SIZES) {
          await page.setViewportSize(size)
          // What is still moving to its place a moment after the window has changed is no fault.
          let found = await faults(page)
          for (let look = 0; found.length > 0 && look < 20; look++) {
            await page.waitForTimeout(250)
            found = await faults(page)
          }
          for (const fault of found) problems.push(`${code} ${size.width} ${path}: ${fault}`)
        }
      }
    }
    expect(problems).toEqual([])
  })
