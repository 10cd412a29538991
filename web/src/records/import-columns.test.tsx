import '../ui/styles.css'
import type { TableUnderstood } from '@atrium/contract/table-import'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ImportColumns } from './import-columns.tsx'
import { page } from './test-page.tsx'

const field = (name: string, kind: 'text' | 'date' | 'money') => ({
  ...{ name, kind, label: name, isRequired: false, aliases: [] },
  ...(kind === 'money' && { currency: 'EUR' }),
})
const table: TableUnderstood = {
  fields: [field('title', 'text'), field('due', 'date'), field('price', 'money')],
  columns: [
    { name: 'Werk', field: null, samples: [{ text: 'Dune', value: null }], decimal: null, order: null },
    { name: 'Tag', field: 'due', samples: [{ text: '03/04/2026', value: '2026-03-04' }], decimal: null, order: 'mdy' },
    {
      ...{ name: 'Preis', field: 'price', decimal: ',' as const, order: null },
      samples: [
        { text: '1.234,56 €', value: 123456 },
        { text: 'viel', value: null },
      ],
    },
  ],
  dates: { order: 'mdy', by: 'open', example: '03/04/2026' },
  skipped: 2,
  delimiter: ';',
  encoding: 'windows-1252',
  header: 3,
}

let told: object = {}
function Shown() {
  const [options, setOptions] = useState({})
  told = options
  return <ImportColumns table={table} options={options} onOptions={setOptions} />
}

test('every column stands with what it fills and what was read; what is open is asked, and all can be said otherwise', async () => {
  const screen = await page(<Shown />)
  await expect.element(screen.getByText('1.234,56 € → €1,234.56')).toBeVisible()
  await expect.element(screen.getByText('viel → cannot be read')).toBeVisible()
  await expect.element(screen.getByText('03/04/2026 → Mar 4, 2026')).toBeVisible()
  const order = screen.getByLabelText('Dates such as 03/04/2026')
  await expect.element(order).toHaveAccessibleDescription('Choose how its dates are written before you import.')
  await order.selectOptions('Day, month, year')
  await screen.getByLabelText('Werk').selectOptions('title')
  await screen.getByLabelText('Decimal sign').selectOptions('1,234.56')
  expect(told).toEqual({ order: 'dmy', columns: { 0: 'title' }, decimal: '.' })
  await screen.getByLabelText('Text encoding').selectOptions('windows-1250')
  expect(told).toMatchObject({ encoding: 'windows-1250' })
  // A field has one column: the one that had it is left out.
  await screen.getByLabelText('Werk').selectOptions('due')
  expect(told).toMatchObject({ columns: { 0: 'due', 1: '' } })
})
