import '../../../web/src/records/test-styles.ts'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from '../../../web/src/records/test-page.tsx'
import type { TypeView } from '../note-type-actions.ts'
import FlashPage from '../web.tsx'
import { CardSide } from './card-side.tsx'

const word: TypeView = {
  ...{ key: 'anki:1:own', name: 'Word', kind: 'standard', version: 3, notes: 12, css: '.card { color: rgb(1, 2, 3) }' },
  fields: ['Front', 'Back', 'Example'],
  templates: [
    {
      name: 'Card 1',
      front: '{{Front}}',
      back: '{{FrontSide}}<hr id=answer>{{Back}} {{#Example}}({{Example}}){{/Example}}',
    },
  ],
}
const basic: TypeView = {
  ...word,
  key: 'basic',
  name: 'Basic',
  version: null,
  css: '',
  fields: ['Front', 'Back'],
  templates: [{ name: 'Card 1', front: '{{Front}}', back: '{{Back}}' }],
}
let calls: [string, Record<string, unknown>][]

beforeAll(async () => {
  const resources = { en: { translation: {}, kit: {} } }
  await i18next.use(initReactI18next).init({ lng: 'en', resources, interpolation: { escapeValue: false } })
})
beforeEach(() => {
  calls = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const action = String(path).split('/').at(-1) as string
    calls.push([action, JSON.parse(String(init?.body ?? '{}'))])
    const today = { new: 0, learning: 0, due: 0 }
    const answers: Record<string, unknown> = {
      decks: {
        decks: [{ id: 'd1', name: 'German', cards: 3, today, version: 1, weights: null }],
        total: today,
        doneToday: 0,
        cards: 3,
      },
      types: [basic, word],
      typeUse: { notes: 12, fields: [12, 12, 5], templates: [12] },
      saveType: { key: 'anki:2:own', notes: 12 },
    }
    return new Response(JSON.stringify({ output: answers[action] ?? {}, change: null }))
  })
})
afterEach(() => void vi.unstubAllGlobals())
const open = (address: string) => page(<FlashPage />, address)
const saved = () => calls.find(([name]) => name === 'saveType')?.[1]

describe('the editor of a note type', () => {
  test('renames a field in its templates, shows the card, and says what goes before it is removed', async () => {
    const page = await open('/flash?view=types&type=anki:1:own')
    const name = page.getByLabelText('Name of field 1')
    await name.fill('Word')
    await page.getByLabelText('Styling (CSS)').click()
    await expect.element(page.getByLabelText('Front', { exact: true }).first()).toHaveValue('{{Word}}')
    await expect.poll(() => document.querySelector('.card')?.textContent).toMatch(/^Word/)
    await page.getByRole('button', { name: 'Remove Example' }).click()
    await expect
      .element(page.getByLabelText('Back', { exact: true }).first())
      .toHaveValue('{{FrontSide}}<hr id=answer>{{Back}} ()')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(page.getByText('“Example”: what 5 notes have there')).toBeVisible()
    await page.getByRole('button', { name: 'Save and remove' }).click()
    await expect.poll(saved).toMatchObject({
      key: 'anki:1:own',
      isNew: false,
      version: 3,
      fields: [
        { name: 'Word', from: 0 },
        { name: 'Back', from: 1 },
      ],
    })
  })
  test('says what is wrong while it is written, and saves nothing of it', async () => {
    const page = await open('/flash?view=types&type=anki:1:own')
    await page.getByLabelText('Front', { exact: true }).first().fill('{{#Front}}{{Wort}}{{/Front}}')
    await expect.element(page.getByRole('alert')).toHaveTextContent('“Card 1”: there is no field “Wort”.')
    await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  })
  test('makes a copy of a type that is always there, with its notes', async () => {
    const page = await open('/flash?view=types')
    await page.getByRole('button', { name: 'Make a copy of Basic' }).click()
    await page.getByLabelText('Its 12 notes become notes of the new type').click()
    await page.getByRole('button', { name: 'Save as a copy' }).click()
    await expect.poll(saved).toMatchObject({ key: 'basic', isNew: true, takesNotes: true, name: 'Basic copy' })
  })
})

describe('the styling of a note type', () => {
  const drawn = async (css: string, html = '<p class="word">dog</p>') => {
    await render(<CardSide html={html} media={{}} css={css} />)
    return document.querySelector('.card') as HTMLElement
  }
  test('counts in its card and nowhere else', async () => {
    const outside = document.createElement('p')
    outside.className = 'word'
    document.body.append(outside)
    const card = await drawn(
      '.card { color: rgb(1, 2, 3) } .word { color: rgb(4, 5, 6) } body, :root { background: rgb(7, 8, 9) } @media (min-width: 1px) { .word { margin-top: 7px } }',
    )
    const word = card.querySelector('.word') as HTMLElement
    expect(getComputedStyle(card).color).toBe('rgb(1, 2, 3)')
    expect(getComputedStyle(word).color).toBe('rgb(4, 5, 6)')
    expect(getComputedStyle(word).marginTop).toBe('7px')
    expect(getComputedStyle(outside).color).not.toBe('rgb(4, 5, 6)')
    expect(getComputedStyle(document.body).backgroundColor).not.toBe('rgb(7, 8, 9)')
    outside.remove()
  })
  test.each([
    ['a picture of elsewhere', '.word { background-image: url(https://evil.example/a.png) }'],
    ['one that is escaped', '.word { background-image: \\75rl(https://evil.example/a.png) }'],
    ['one in a property of its own', '.word { --x: \\75rl(https://evil.example/a.png); background-image: var(--x) }'],
    ['one of several', '.word { background-image: image-set("https://evil.example/a.png" 1x) }'],
    ['one of a cursor', '.word { cursor: url(https://evil.example/a.cur), auto }'],
    ['another sheet', '@import url(https://evil.example/a.css); .word { color: red }'],
    ['a font', '@font-face { font-family: x; src: url(https://evil.example/f) } .word { font-family: x }'],
    ['one that ends its scope', '} } .word { background-image: url(https://evil.example/a.png) } @media all { .x {'],
    ['one within another', '.card { .word { background-image: url(https://evil.example/a.png) } }'],
  ])('loads nothing: %s', async (_, css) => {
    await drawn(`${css} `)
    const sheets = document.adoptedStyleSheets
      .map((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText).join(''))
      .join('')
    expect(sheets).not.toContain('evil')
    expect(getComputedStyle(document.querySelector('.card .word') as HTMLElement).backgroundImage).toBe('none')
  })
  test('covers nothing of the page, and goes with its card', async () => {
    const card = await drawn(
      '.word { position: fixed; inset: 0; margin: 0; z-index: 9999; width: 100vw; height: 100vh }',
    )
    const frame = (card.parentElement as HTMLElement).getBoundingClientRect()
    const box = (card.querySelector('.word') as HTMLElement).getBoundingClientRect()
    expect([box.left, box.top]).toEqual([frame.left, frame.top])
    expect(document.elementFromPoint(frame.right - 5, frame.bottom + 50)).not.toBe(card.querySelector('.word'))
    const sheets = document.adoptedStyleSheets.length
    const { unmount } = await render(<CardSide html="x" media={{}} css=".card { color: red }" />)
    expect(document.adoptedStyleSheets).toHaveLength(sheets + 1)
    await unmount()
    expect(document.adoptedStyleSheets).toHaveLength(sheets)
  })
})

describe('a picture that is covered', () => {
  const PNG =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAYAAAB/qH1jAAAAEElEQVR4nGP8z8Dwn4EIAABBBwH/x8+rCgAAAABJRU5ErkJggg=='
  test('has its shapes on it, and not on the picture of its heading', async () => {
    const outline = { kind: 'rect' as const, left: 0.5, top: 0, width: 0.5, height: 1 }
    const masks = [{ outline, angle: 0, look: 'asked' as const }]
    const html = `<div><img src="${PNG}" alt="heading"></div><div id="image-occlusion-container"><img src="${PNG}" alt="heart" width="400" height="200"></div>`
    await render(<CardSide html={html} media={{}} masks={masks} />)
    const shape = document.querySelector('[data-look-of="asked"]') as SVGElement
    const picture = document.querySelector('img[alt="heart"]') as HTMLElement
    await expect
      .poll(() => Math.round(shape.getBoundingClientRect().left - picture.getBoundingClientRect().left))
      .toBe(Math.round(picture.getBoundingClientRect().width / 2))
    expect(shape.closest('span')?.querySelector('img')?.alt).toBe('heart')
    expect(document.querySelectorAll('svg[role="img"]')).toHaveLength(1)
  })
})
