import '../../ui/styles.css'
import { field } from '@atrium/contract/fields'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { z } from 'zod'
import { SchemaForm } from '../schema-form.tsx'
import { page } from '../test-page.tsx'
import { fakeTus } from '../uploads/test-tus.ts'

const Note = z.object({
  text: field.richText({ label: 'Text', pictures: 'pictures' }),
  pictures: field.image({ label: 'Pictures' }),
})
const held = (name: string) => ({ id: `0198-${name.slice(0, 1)}`, name, mime: 'image/png', size: 3 })

afterEach(() => void vi.unstubAllGlobals())

test('a picture of a text is one of the record’s pictures: by the tool, by paste, and both are saved', async () => {
  const tus = fakeTus(held)
  const saved: unknown[] = []
  const screen = await page(
    <SchemaForm
      schema={Note}
      place={{ module: 'notes', collection: 'notes' }}
      submit="Save"
      onSubmit={(one) => void saved.push(one)}
    />,
  )
  const box = screen.getByRole('textbox', { name: 'Text' })
  await box.click()
  const picture = (name: string) => new File(['abc'], name, { type: 'image/png' })
  await userEvent.upload(screen.getByRole('toolbar').getByLabelText('Picture').last(), [picture('boat.png')])
  await expect.element(box.getByRole('img', { name: 'boat' })).toHaveAttribute('src', '/api/files/0198-b')
  const clipboardData = new DataTransfer()
  clipboardData.items.add(picture('sea.png'))
  box.element().dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
  await expect.element(box.getByRole('img', { name: 'sea' })).toBeVisible()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => saved)
    .toEqual([
      {
        text: expect.stringMatching(/!\[boat\]\(file:0198-b\)\s*!\[sea\]\(file:0198-s\)/),
        pictures: [held('boat.png'), held('sea.png')],
      },
    ])
  const address = '/api/m/notes/files/notes/pictures/tus'
  expect(tus.begun()).toEqual([
    { name: 'boat.png', address },
    { name: 'sea.png', address },
  ])
})
