import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from '../test-page.tsx'
import { LocalTimeField } from './local-time-field.tsx'

let held = ''
function Due({ start }: { start: string }) {
  const [value, setValue] = useState(start)
  held = value
  return (
    <LocalTimeField
      name="due"
      label="Due"
      isRequired={false}
      value={value}
      onChange={setValue}
      onBlur={() => undefined}
      ref={() => undefined}
    />
  )
}

test('the time stays while the day is written anew, and goes when it is taken away itself', async () => {
  const screen = await page(<Due start="2026-03-31T18:00" />)
  const day = screen.getByLabelText('Due')
  await day.fill('') // as while its month is typed and it has no 31st
  expect(held).toBe('')
  await day.fill('2026-02-28')
  expect(held).toBe('2026-02-28T18:00')
  await screen.getByLabelText('Time').fill('')
  expect(held).toBe('2026-02-28')
  await day.fill('')
  await day.fill('2026-03-01')
  expect(held).toBe('2026-03-01')
})
