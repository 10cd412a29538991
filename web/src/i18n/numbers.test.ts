import { afterEach, expect, test, vi } from 'vitest'
import './test-i18n.ts'
import { dollars } from '../catalogue/dollars.ts'
import { money } from '../ui/formats.ts'
import { i18n } from './index.ts'
import { localeOf } from './locale.ts'
import { said } from './said.ts'

afterEach(() => i18n.changeLanguage('en'))

const wait = (seconds: string) => `That was a lot at once. Please try again in ${seconds} seconds.`

test.each([
  ['fa', '۱٬۲۳۴', '۴۵'],
  ['de', '1.234', '45'],
  ['hi', '1,234', '45'],
])('in %s the numbers in sentences are written as in that language', async (language, counted, waited) => {
  await i18n.changeLanguage(language)
  expect(i18n.t('shell.moreModules', { count: 1234 })).toContain(counted)
  expect(said(wait('45'))).toContain(waited)
  expect(said(wait('45'))).not.toBe(wait('45'))
})

test('a text of numbers stays the text that it is', async () => {
  await i18n.changeLanguage('fa')
  expect(i18n.t('chat.upload.remove', { name: '2026' })).toContain('2026')
})

test('right to left, a number in parts and a currency of letters and a sign keep their order', async () => {
  const named = (name: string) => i18n.t('chat.upload.remove', { name })
  expect(named('2026-0001')).not.toMatch(/[\u2066\u2069]/)
  expect(money(160_920, 'USD', 'en')).toBe('$1,609.20')
  await i18n.changeLanguage('ar')
  expect(named('2026-0001')).toContain('\u20662026-0001\u2069')
  // A name is a name: whoever keeps it or looks for it finds it.
  expect(named('2026-0001.pdf')).not.toMatch(/[\u2066\u2069]/)
  for (const price of [money(160_920, 'USD', 'ar'), dollars(160_900, 'ar')]) expect(price).toContain('\u2066US$\u2069')
})

test('thousands and decimals of a sentence are kept as the language writes them, and no year gets a separator', async () => {
  await i18n.changeLanguage('de')
  expect(said(wait('1,024'))).toContain('1.024')
  expect(said(wait('2.50'))).toContain('2,50')
  expect(said(wait('2026'))).toContain('2026')
})

test('a number in a name stays as it is, and one behind letters without a space does not', async () => {
  await i18n.changeLanguage('fa')
  expect(said('The body is not valid UTF-8.')).toContain('UTF-8')
  await i18n.changeLanguage('th')
  expect(said(wait('1,234'))).toContain('1,234')
})

test('the region that the browser names for the language decides', async () => {
  const region = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB', 'ar-EG'])
  await i18n.changeLanguage('ar')
  expect(i18n.t('shell.moreModules', { count: 1234 })).toContain('١٬٢٣٤')
  expect(said(wait('45'))).toContain('٤٥')
  expect(localeOf('en')).toBe('en-GB')
  expect(localeOf('de')).toBe('de')
  region.mockRestore()
})
