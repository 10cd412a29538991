import { describe, expect, test } from 'vitest'
import { companyKey } from './company-name.ts'
import { editDistance } from './edit-distance.ts'
import { jaroWinkler, nameSimilarity } from './similarity.ts'
import distances from './testdata/distances.json' with { type: 'json' }

// Winkler, “Overview of Record Linkage and Current Research Directions” (2006), as Silk’s test suite cites him; without the
// pairs that he gives 0.
test.each([
  ['SHACKLEFORD', 'SHACKELFORD', 0.982],
  ['DUNNINGHAM', 'CUNNIGHAM', 0.896],
  ['NICHLESON', 'NICHULSON', 0.956],
  ['JONES', 'JOHNSON', 0.832],
  ['MASSEY', 'MASSIE', 0.933],
  ['ABROMS', 'ABRAMS', 0.922],
  ['JERALDINE', 'GERALDINE', 0.926],
  ['MARHTA', 'MARTHA', 0.961],
  ['MICHELLE', 'MICHAEL', 0.921],
  ['JULIES', 'JULIUS', 0.933],
  ['TANYA', 'TONYA', 0.88],
  ['DWAYNE', 'DUANE', 0.84],
  ['SEAN', 'SUSAN', 0.805],
  ['JON', 'JOHN', 0.933],
])('%s and %s are alike by %f', (a, b, similarity) => {
  expect(jaroWinkler(a, b)).toBeCloseTo(similarity, 3)
  expect(jaroWinkler(b, a)).toBeCloseTo(similarity, 3)
})

describe('RapidFuzz and Jellyfish', () => {
  const rows = distances as [string, string, number, number | null][]
  test('say the same of alike names', () => {
    for (const [a, b, , similarity] of rows)
      if (similarity !== null) expect(Math.abs(jaroWinkler(a, b) - similarity), `${a}, ${b}`).toBeLessThan(1e-12)
  })
  test('count the same slips, whatever the bound above them; below it there is no number', () => {
    for (const [a, b, distance] of rows) {
      expect([a, b, editDistance(a, b, distance), editDistance(b, a, 50)]).toEqual([a, b, distance, distance])
      if (distance > 0) expect(editDistance(a, b, distance - 1)).toBe(Number.POSITIVE_INFINITY)
    }
  })
})

test('a name is the same whatever the order, case and accents', () => {
  expect(nameSimilarity('Lovelace, Ada', 'ada lovelace')).toBe(1)
  expect(nameSimilarity('José Núñez', 'Nunez, Jose')).toBe(1)
  expect(nameSimilarity('x'.repeat(5e6), 'y'.repeat(5e6))).toBe(0)
})
test.each([
  ['Müller & Söhne GmbH', 'muller söhne'],
  ['Dansk Energi A/S', 'Dansk Energi'],
  ['Ørsted AS', 'ORSTED A/S'.replace('OR', 'OER')],
  ['Peugeot S.A.', 'peugeot'],
  ['Barilla S.p.A.', 'Barilla'],
  ['Holding', 'holding'],
])('%s is the company %s', (name, other) => expect(companyKey(name)).toBe(companyKey(other)))
