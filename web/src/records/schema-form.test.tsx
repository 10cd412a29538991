import '../ui/styles.css'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { z } from 'zod'
import { ApiError } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SchemaForm } from './schema-form.tsx'
import { page } from './test-page.tsx'

const Payment = z.object({
  payee: z.string().min(1, 'A payment needs a payee.').max(20),
  amount: z.number().positive(),
  kind: z.enum(['in', 'out']),
  note: z.string().nullable().default(null),
  day: z.iso.date().optional(),
  at: z.iso.datetime().optional(),
  paid: z.boolean(),
  ref: z.string().default(''),
})
const labels = {
  payee: { label: 'Payee' },
  amount: { label: 'Amount' },
  kind: {
    label: 'Kind',
    options: [
      { value: 'in', label: 'Income' },
      { value: 'out', label: 'Expense' },
    ],
  },
  note: { label: 'Note', kind: 'area' as const },
  day: { label: 'Day' },
  at: { label: 'At' },
  paid: { label: 'Paid' },
}

test('what is wrong stands at its field, what was typed stays, and what is right is sent as the schema has it', async () => {
  const onSubmit = vi.fn(async () => undefined)
  const screen = await page(
    <SchemaForm
      schema={Payment}
      labels={labels}
      value={{ kind: 'out', ref: 'kept' }}
      submit="Save"
      onSubmit={onSubmit}
    />,
  )
  await screen.getByLabelText('Note').fill('for the trip')
  await screen.getByLabelText('Amount').fill('-3')
  await screen.getByRole('button', { name: 'Save' }).click()
  const payee = screen.getByLabelText('Payee')
  await expect.element(payee).toHaveFocus()
  await expect.element(payee).toHaveAccessibleDescription('A payment needs a payee.')
  await expect.element(screen.getByLabelText('Amount')).toHaveAccessibleDescription('Enter 0 or more.')
  await expect.element(screen.getByLabelText('Note')).toHaveValue('for the trip')
  expect(onSubmit).not.toHaveBeenCalled()
  await payee.fill('Bakery')
  await screen.getByLabelText('Amount').fill('2.5')
  await screen.getByLabelText('At').fill('2026-10-05T15:00')
  await screen.getByRole('switch', { name: 'Paid' }).click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect
    .poll(() => onSubmit.mock.calls)
    .toEqual([
      [
        {
          payee: 'Bakery',
          amount: 2.5,
          kind: 'out',
          note: 'for the trip',
          at: new Date('2026-10-05T15:00').toISOString(),
          paid: true,
          ref: 'kept',
        },
      ],
    ])
})

test('a refusal of the server stands at the field it names, or above the buttons', async () => {
  const refusal = (details?: object) =>
    new ApiError(400, JSON.stringify({ error: { code: 'bad_request', message: 'The month is closed.', details } }), '')
  let error = refusal({ fields: [{ field: 'day', message: 'That month is closed.' }] })
  const screen = await page(
    <SchemaForm
      schema={Payment.pick({ payee: true, day: true })}
      submit="Save"
      onSubmit={() => Promise.reject(error)}
    />,
  )
  await screen.getByLabelText('Payee').fill('Bakery')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByLabelText('Day')).toHaveAccessibleDescription('That month is closed.')
  error = refusal()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('The month is closed.')).toBeVisible()
  await expect.element(screen.getByLabelText('Payee')).toHaveValue('Bakery')
})

function Editing() {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Edit</Button>
      <Dialog open={open} onOpenChange={setOpen} title="Payment">
        <SchemaForm schema={Payment.pick({ payee: true })} submit="Save" onSubmit={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

test('a dialog does not close over what was typed without asking', async () => {
  const screen = await page(<Editing />)
  await screen.getByLabelText('Payee').fill('Bakery')
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(screen.getByLabelText('Payee')).toHaveValue('Bakery')
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('button', { name: 'Leave' }).click()
  await expect.element(screen.getByLabelText('Payee')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Edit' }).click()
  await screen.getByLabelText('Payee').fill('Café')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})
