import { readFile } from 'node:fs/promises'
import { expect, type Locator } from '@playwright/test'
import { register, test } from './screen.ts'

test.use({ installation: {} })

/** A picture of 400 × 200, as a file. */
const drawn = () =>
  new Promise<number[]>((done) => {
    const canvas = document.createElement('canvas')
    canvas.width = 400
    canvas.height = 200
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D
    pen.fillStyle = '#e8e0d0'
    pen.fillRect(0, 0, 400, 200)
    pen.fillStyle = '#203040'
    pen.font = '28px sans-serif'
    for (const [word, x, y] of [
      ['Aorta', 40, 60],
      ['Atrium', 240, 60],
      ['Apex', 160, 160],
    ] as const)
      pen.fillText(word, x, y)
    canvas.toBlob(async (blob) => done([...new Uint8Array(await (blob as Blob).arrayBuffer())]))
  })

test('a person covers parts of a picture, is asked for each of them, draws on without losing what is remembered, and takes it to Anki', async ({
  page,
}) => {
  await register(page)
  const buffer = Buffer.from(await page.evaluate(drawn))
  await page.goto('/flash?q=Anatomy')
  const add = page.getByRole('dialog', { name: 'Add cards' })
  const drag = async (on: Locator, from: readonly [number, number], to: readonly [number, number]) => {
    const box = await on.locator('[data-canvas] img').boundingBox()
    if (!box) throw new Error('The picture is not there.')
    const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const
    await page.mouse.move(...at(from))
    await page.mouse.down()
    await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]))
    await page.mouse.move(...at(to))
    await page.mouse.up()
  }
  const shape = (on: Locator, name: string) => on.getByRole('button', { name })

  await test.step('draws over the words, two of them asked together', async () => {
    await add.getByLabel('Kind of card').selectOption('occlusion')
    await add.locator('input[type=file]').first().setInputFiles({ name: 'heart.png', mimeType: 'image/png', buffer })
    await expect(add.locator('[data-canvas] img')).toBeVisible()
    await drag(add, [0.08, 0.15], [0.3, 0.35])
    await expect(shape(add, 'Rectangle of card 1')).toBeFocused()
    await add.getByRole('button', { name: 'Rectangle', exact: true }).click()
    await drag(add, [0.58, 0.15], [0.85, 0.35])
    await add.getByRole('button', { name: 'Ellipse', exact: true }).click()
    await drag(add, [0.35, 0.6], [0.6, 0.9])
    await expect(add.getByText(/^3 cards/)).toBeVisible()
    await shape(add, 'Rectangle of card 1').click()
    await shape(add, 'Rectangle of card 2').click({ modifiers: ['Shift'] })
    await page.keyboard.press('g')
    await expect(add.getByText(/^2 cards/)).toBeVisible()
    await add.getByRole('textbox', { name: 'Heading' }).click()
    await page.keyboard.type('The heart')
    await page.keyboard.press('Control+Enter')
    await expect(add.getByText('1 added')).toBeVisible()
    await add.getByRole('button', { name: 'Close' }).last().click()
  })

  const card = page.locator('[data-card]')
  const masks = (look: string) => card.locator(`[data-look-of="${look}"]`)
  await test.step('is asked with all covered, and sees what was asked', async () => {
    await page.goto('/flash?view=review')
    await expect(card).toContainText('The heart')
    await expect(masks('asked')).toHaveCount(2)
    await expect(masks('hidden')).toHaveCount(1)
    await page.keyboard.press('Space')
    await expect(masks('seen')).toHaveCount(2)
    await page.keyboard.press('4')
    // The other card of the note waits for tomorrow.
    await expect(page.getByRole('heading', { name: 'Done for now' })).toBeVisible()
  })

  await test.step('draws on later: the graded card stays graded, the new part is a new card', async () => {
    await page.goto('/flash?view=browse&q=is:review')
    await page.getByText('The heart').first().click()
    const edit = page.getByRole('dialog', { name: 'Edit card' })
    await expect(edit.locator('[data-canvas] img')).toBeVisible()
    await drag(edit, [0.7, 0.7], [0.9, 0.9])
    await expect(shape(edit, 'Rectangle of card 4')).toBeFocused()
    await shape(edit, 'Ellipse of card 3').focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(edit).toBeHidden()
    await expect(page.getByText('1 card', { exact: true })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search cards' }).fill('is:new')
    await expect(page.getByText('2 cards', { exact: true })).toBeVisible()
  })

  await test.step('takes it to Anki', async () => {
    await page.getByRole('button', { name: 'Export' }).click()
    const coming = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'For Anki (.apkg)' }).click()
    const bytes = await readFile(await (await coming).path())
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
  })
})
