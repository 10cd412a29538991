import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { i18n } from '../i18n/index.ts'
import { page } from '../records/test-page.tsx'
import { InputForm } from './input-form.tsx'
import type { Group, InputSchema, Refusals } from './input-schema.ts'

await i18n.loadNamespaces('approvals')

const SCHEMA: InputSchema = {
  type: 'object',
  properties: { title: { type: 'string' }, note: { type: 'string' }, place: { type: 'string' } },
  required: ['title'],
}

function Form({ first, schema = SCHEMA, refused = {} }: { first: Group; schema?: InputSchema; refused?: Refusals }) {
  const [value, setValue] = useState(first)
  const [refusals, setRefusals] = useState(refused)
  return (
    <InputForm
      {...{ value, schema, refusals }}
      onChange={(next) => {
        setValue(next)
        setRefusals({})
      }}
    />
  )
}

test('a field keeps its place and the focus while it is emptied, and while what was not given is written', async () => {
  const screen = await page(<Form first={{ title: 'Call', note: 'x' }} />)
  const note = screen.getByRole('textbox', { name: 'Note' })
  await note.click()
  await userEvent.keyboard('{Backspace}{Backspace}yes')
  await expect.element(note).toHaveValue('yes')
  await expect.element(note).toHaveFocus()
  await screen.getByText('More fields').click()
  const place = screen.getByRole('textbox', { name: 'Place' })
  await place.click()
  await userEvent.keyboard('Rome')
  await expect.element(place).toHaveValue('Rome')
  await expect.element(place).toHaveFocus()
})

test('a text that grows long stays the control in which it is written', async () => {
  const text = 'a'.repeat(79)
  const screen = await page(<Form first={{ title: text }} />)
  const title = screen.getByRole('textbox', { name: 'Title' })
  await title.click()
  await userEvent.keyboard('{End}bcd')
  await expect.element(title).toHaveValue(`${text}bcd`)
  await expect.element(title).toHaveFocus()
})

test('fields that were opened because one of them was refused stay open while it is mended', async () => {
  const screen = await page(<Form first={{ title: 'Call' }} refused={{ place: 'There is no such place.' }} />)
  const place = screen.getByRole('textbox', { name: 'Place' })
  await expect.element(place).toBeVisible()
  await place.click()
  await userEvent.keyboard('Rome')
  await expect.element(place).toHaveValue('Rome')
  await expect.element(place).toBeVisible()
})

test('the focus stays in the list when one of its entries is left out', async () => {
  const schema: InputSchema = {
    type: 'object',
    properties: { tasks: { type: 'array', items: { type: 'object', properties: { title: { type: 'string' } } } } },
  }
  const screen = await page(<Form first={{ tasks: [{ title: 'a' }, { title: 'b' }] }} schema={schema} />)
  await screen.getByRole('button', { name: 'Leave out 2 of 2' }).click()
  await expect.element(screen.getByRole('button', { name: 'Leave out 2 of 2' })).not.toBeInTheDocument()
  expect(screen.getByRole('list').element().contains(document.activeElement)).toBe(true)
})

test('what is wrong with a switch is said at the switch', async () => {
  const schema: InputSchema = { type: 'object', properties: { isUrgent: { type: 'boolean' } }, required: ['isUrgent'] }
  const refused = { isUrgent: 'Only the owner may say so.' }
  const screen = await page(<Form first={{ isUrgent: true }} schema={schema} refused={refused} />)
  const control = screen.getByRole('switch', { name: 'Is urgent' })
  await expect.element(control).toHaveAttribute('aria-invalid', 'true')
  await expect.element(control).toHaveAccessibleDescription('Only the owner may say so.')
  await control.click()
  await expect.element(control).not.toHaveAttribute('aria-invalid')
})
