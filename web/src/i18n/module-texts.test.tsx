import { field } from '@atrium/contract/fields'
import { collection, defineModule } from '@atrium/contract/module'
import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import './test-i18n.ts'
import { fieldsOf } from '@atrium/contract/field-facts'
import { i18n } from './index.ts'
import { fieldHelp, fieldLabel, moduleTexts, optionLabel, useModuleTexts } from './module-texts.ts'

afterEach(() => i18n.changeLanguage('en'))

const english = {
  title: 'Shelves',
  found_one: '{{count}} book',
  found_other: '{{count}} books',
  only: { here: 'Only in English' },
}
const texts = moduleTexts('shelves', english, {})
const german = {
  title: 'Regale',
  found_one: '{{count}} Buch',
  found_other: '{{count}} Bücher',
  module: { fields: { books: { place: 'Standort' } }, help: {}, options: { books: { place: { home: 'Zu Hause' } } } },
}

function Page() {
  const { t } = useModuleTexts(texts)
  // @ts-expect-error: a key that is not there fails the type check
  const wrong = t('titel')
  return (
    <p>
      {t('title')}, {t('found', { count: 1234 })}, {t('only.here')}, {wrong}
    </p>
  )
}

test('a page speaks the person’s language with its plural forms, and English where that lacks something', async () => {
  i18n.addResourceBundle('de', 'modules/shelves', german)
  const screen = await render(<Page />)
  await expect.element(screen.getByText('Shelves, 1,234 books, Only in English, titel')).toBeVisible()
  await i18n.changeLanguage('de')
  await expect.element(screen.getByText('Regale, 1.234 Bücher, Only in English, titel')).toBeVisible()
})

test('a field, its help and its choices are called as the module’s texts have them, by the place where it is declared', async () => {
  const books = collection(
    z.object({
      place: field.choice({ label: 'Place', help: 'Where it is.', options: { home: 'At home', lent: 'Lent' } }),
    }),
    { version: 1 },
  )
  const named = { kind: 'module', industries: [], tier: 'free', triggers: [], icon: 'box' } as const
  defineModule({ ...named, id: 'shelves', title: 'Shelves', summary: '', collections: { books }, actions: {} })
  const [place] = fieldsOf(books)
  if (!place) throw new Error('no field')
  const said = () => [fieldLabel(place), fieldHelp(place), optionLabel(place, 'home'), optionLabel(place, 'lent')]
  expect(said()).toEqual(['Place', 'Where it is.', 'At home', 'Lent'])
  i18n.addResourceBundle('de', 'modules/shelves', german)
  await i18n.changeLanguage('de')
  expect(said()).toEqual(['Standort', 'Where it is.', 'Zu Hause', 'Lent'])
})
