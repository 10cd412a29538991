import './styles.css'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../i18n/test-i18n.ts'
import { i18n } from '../i18n/index.ts'
import { DataTable } from './data-table.tsx'
import { ordered } from './table-order.ts'

await i18n.loadNamespaces('kit')

interface Row {
  id: string
  payee: string
  cents: number | null
}
const many = (count: number): Row[] =>
  Array.from({ length: count }, (_, n) => ({ id: `r${n}`, payee: `Payee ${n}`, cents: (n * 7919) % count }))
const columns = [
  { id: 'payee', header: 'Payee', cell: (row: Row) => row.payee, sortValue: (row: Row) => row.payee },
  {
    id: 'cents',
    header: 'Amount',
    cell: (row: Row) => row.cents,
    sortValue: (row: Row) => row.cents,
    align: 'end' as const,
    width: 120,
  },
]

function Table({
  count,
  onOpen,
  onDelete,
}: {
  count: number
  onOpen?: (row: Row) => void
  onDelete?: (rows: Row[]) => void
}) {
  const [rows, setRows] = useState(() => many(count))
  return (
    <DataTable
      label="Payments"
      rows={rows}
      columns={columns}
      rowId={(row) => row.id}
      onOpen={onOpen}
      selection={{ actions: (chosen) => <span>{chosen.map(({ id }) => id).join(' ')}</span> }}
      onDelete={(gone) => {
        onDelete?.(gone)
        setRows(rows.filter((row) => !gone.includes(row)))
      }}
      maxHeight="400px"
    />
  )
}
const drawn = () => document.querySelectorAll('[data-row]').length
const focused = () => document.activeElement?.textContent ?? ''

test('10,000 rows keep the page small, and the keys reach the first and the last', async () => {
  const onOpen = vi.fn()
  const screen = await render(<Table count={10_000} onOpen={onOpen} />)
  await expect.element(screen.getByRole('grid', { name: 'Payments' })).toHaveAttribute('aria-rowcount', '10001')
  expect(drawn()).toBeLessThan(40)
  await userEvent.keyboard('j')
  await expect.poll(focused).toContain('Payee 0')
  await userEvent.keyboard('jj{ArrowDown}k')
  await expect.poll(focused).toContain('Payee 2')
  await userEvent.keyboard('{End}')
  await expect.poll(focused).toContain('Payee 9999')
  expect(document.activeElement).toHaveAttribute('aria-rowindex', '10001')
  expect(drawn()).toBeLessThan(40)
  await userEvent.keyboard('{Enter}')
  expect(onOpen.mock.lastCall?.[0]).toMatchObject({ id: 'r9999' })
  await userEvent.keyboard('{Home}')
  await expect.poll(focused).toContain('Payee 0')
  expect(document.activeElement?.getBoundingClientRect().top).toBeGreaterThanOrEqual(
    (document.querySelector('[role=columnheader]') as Element).getBoundingClientRect().bottom,
  )
})

test('the row that has the focus keeps it when the table is scrolled away from it', async () => {
  await render(<Table count={10_000} />)
  await userEvent.keyboard('jj')
  await expect.poll(focused).toContain('Payee 1')
  const grid = document.querySelector('[role=grid]') as HTMLElement
  grid.scrollTop = 200_000
  await expect.poll(() => document.querySelector('[data-row="5000"]')).not.toBeNull()
  expect(focused()).toContain('Payee 1')
})

test('x chooses, Shift chooses a range, # deletes what is chosen, and the focus goes to the next row', async () => {
  const onDelete = vi.fn()
  const screen = await render(<Table count={30} onDelete={onDelete} />)
  await userEvent.keyboard('jjx')
  await userEvent.keyboard('{Shift>}jj{/Shift}')
  await expect.element(screen.getByText('3 selected').first()).toBeVisible()
  await expect.element(screen.getByText('r1 r2 r3')).toBeVisible()
  await userEvent.keyboard('#')
  expect(onDelete.mock.lastCall?.[0].map(({ id }: Row) => id)).toEqual(['r1', 'r2', 'r3'])
  await expect.poll(focused).toContain('Payee 4')
  await expect.element(screen.getByText('3 selected')).not.toBeInTheDocument()
  await userEvent.keyboard('#')
  expect(onDelete.mock.lastCall?.[0].map(({ id }: Row) => id)).toEqual(['r4'])
})

test('a range begins where it was begun, though rows came before that since', async () => {
  const table = (rows: Row[]) => (
    <DataTable
      label="Payments"
      rows={rows}
      columns={columns}
      rowId={(row) => row.id}
      selection={{ actions: (chosen) => <span>{chosen.map(({ id }) => id).join(' ')}</span> }}
      pages={{ total: 1000 }}
    />
  )
  const screen = await render(table(many(10)))
  await userEvent.keyboard('jjx')
  await expect.poll(focused).toContain('Payee 1')
  await screen.rerender(table([{ id: 'new', payee: 'New', cents: 1 }, ...many(10)]))
  await userEvent.keyboard('{Shift>}jj{/Shift}')
  await expect.element(screen.getByText('r1 r2 r3', { exact: true })).toBeVisible()
})

test('a click on a head sorts, as the language does, with what is empty last', async () => {
  const screen = await render(<Table count={30} />)
  await screen.getByRole('button', { name: 'Payee' }).click()
  await expect.element(screen.getByRole('columnheader', { name: 'Payee' })).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(() => document.querySelector('[data-row="10"]')?.textContent).toContain('Payee 10')
  await screen.getByRole('button', { name: 'Payee' }).click()
  await expect.poll(() => document.querySelector('[data-row="0"]')?.textContent).toContain('Payee 29')
  const rows: Row[] = [null, 5, -3].map((cents, n) => ({ id: `${n}`, payee: ['z', 'Å', 'ä'][n] as string, cents }))
  const by = (column: string, direction: 'asc' | 'desc', language = 'en') =>
    ordered(rows, columns, { column, direction }, language).map((row) => row.payee)
  expect(by('cents', 'asc')).toEqual(['ä', 'Å', 'z'])
  expect(by('cents', 'desc')).toEqual(['Å', 'ä', 'z'])
  expect(by('payee', 'asc', 'sv')).toEqual(['z', 'Å', 'ä'])
})

test('on paper all rows are there', async () => {
  await render(<Table count={300} />)
  expect(drawn()).toBeLessThan(40)
  dispatchEvent(new Event('beforeprint'))
  expect(drawn()).toBe(300)
  dispatchEvent(new Event('afterprint'))
  await expect.poll(drawn).toBeLessThan(40)
})
