import i18next from 'i18next'
import { expect, test } from 'vitest'
import de from '../texts/de.json'
import { newDraft } from './repeat-draft.ts'
import { repeatSaid } from './repeat-said.ts'

const { t } = i18next.createInstance({ lng: 'de', resources: { de: { translation: de } } }, () => undefined)
const texts = { language: 'de', t } as unknown as Parameters<typeof repeatSaid>[2]
const draft = newDraft('2026-11-27') // a Friday

test('what the form makes is said in the language of the form', () => {
  const said = (change: Partial<typeof draft>) => repeatSaid({ ...draft, ...change }, '2026-11-27', texts)
  expect(said({ every: 2, weekdays: [5, 1], ends: 'count', count: 5 })).toBe(
    'Alle: 2 Wochen · Am: Montag und Freitag · Male: 5',
  )
  expect(said({ unit: 'month', monthly: 'last', ends: 'until', until: '2027-12-24' })).toBe(
    'Alle: 1 Monat · Am: Letzter Tag des Monats · Endet: 24. Dezember 2027',
  )
  expect(said({ unit: 'month', monthly: 'weekday' })).toContain('Freitag')
  expect(said({ unit: 'day', from: 'done' })).toBe('Alle: 1 Tag · Gezählt ab: Dem Tag der Erledigung')
})
