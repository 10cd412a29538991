import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Asked, DeckCounts } from './module.ts'
import { htmlOf, safeNodes } from './web/safe-html.ts'
import FlashPage from './web.tsx'

const asked = (n: number, more: Partial<Asked> = {}): Asked => ({
  id: `c${n}`,
  note: `n${n}`,
  deck: 'd1',
  deckName: 'Languages::German',
  state: 'new',
  due: '2026-11-01T10:00:00.000Z',
  tags: [],
  question: `Question ${n}`,
  answer: `Question ${n}<hr id=answer>Answer ${n}`,
  typed: null,
  type: 'basic',
  masks: { question: [], answer: [] },
  waits: [1, 6, 10, 11_520],
  media: {},
  ...more,
})

let cards: Asked[]
let decks: Partial<DeckCounts>[]
let calls: [string, Record<string, unknown>][]
let refusal: string | null
let fitted: unknown

function answer(action: string, input: Record<string, unknown>): unknown {
  const today = { new: cards.length, learning: 0, due: 0 }
  if (action === 'decks')
    return {
      decks: decks.map((deck) => ({ cards: 3, today, version: 1, ...deck })),
      total: today,
      doneToday: 0,
      cards: 3,
    }
  if (action === 'queue') return { cards: [...cards], counts: today, nextDue: null }
  if (action === 'grade') {
    cards = cards.filter(({ id }) => id !== input.id)
    return { due: '2026-11-09T10:00:00.000Z', interval: 8, state: 'review', leech: false }
  }
  if (action === 'undo') cards = [asked(1), ...cards]
  if (action === 'open') return { id: 'd9', name: input.name, isNew: true }
  if (action === 'types')
    return [{ key: 'basic', name: 'Basic', kind: 'standard', fields: ['Front', 'Back'], templates: [], css: '' }]
  if (action === 'fit') return { found: fitted }
  if (action === 'preview') return { cards: [], media: {} }
  return {}
}

beforeAll(async () => {
  const resources = { en: { translation: {}, kit: {} } }
  await i18next.use(initReactI18next).init({ lng: 'en', resources, interpolation: { escapeValue: false } })
})
beforeEach(() => {
  cards = [asked(1), asked(2), asked(3)]
  decks = [{ id: 'd1', name: 'Languages::German', weights: null }]
  calls = []
  refusal = null
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const action = String(path).split('/').at(-1) as string
    const input = JSON.parse(String(init?.body ?? '{}')) as Record<string, unknown>
    calls.push([action, input])
    if (refusal && action === 'grade')
      return new Response(JSON.stringify({ error: { code: 'conflict', message: refusal } }), { status: 409 })
    return new Response(JSON.stringify({ output: answer(action, input), change: action === 'grade' ? 'ch1' : null }))
  })
})
afterEach(() => void vi.unstubAllGlobals())

const open = (address: string) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <FlashPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const done = (action: string) => calls.filter(([name]) => name === action).map(([, input]) => input)
const shownText = () => document.querySelector('[data-card]')?.textContent
/** A card takes no grade before it can have been seen. */
const look = () => new Promise((seen) => setTimeout(seen, 200))

describe('reviewing by keys', () => {
  test('shows the answer, grades, goes on at once, and undoes', async () => {
    const screen = await open('/flash?view=review&deck=d1')
    await expect.element(screen.getByText('Question 1')).toBeVisible()
    await look()
    await userEvent.keyboard('1')
    await expect.poll(shownText).toContain('Answer 1')
    expect(done('grade')).toEqual([])
    expect(document.querySelector('[aria-keyshortcuts="4"]')?.textContent).toContain('8 days')
    await userEvent.keyboard('4')
    await expect.element(screen.getByText('Question 2')).toBeVisible()
    expect(done('grade')).toMatchObject([{ id: 'c1', grade: 4 }])
    await expect
      .poll(() => document.querySelector('[aria-label="Undo the last grade"]')?.hasAttribute('disabled'))
      .toBe(false)
    await userEvent.keyboard('u')
    await expect.element(screen.getByText('Question 1')).toBeVisible()
    expect(calls.some(([name]) => name === 'undo')).toBe(true)
  })
  test('a refused grade brings the card back', async () => {
    refusal = 'Somebody was faster.'
    const screen = await open('/flash?view=review')
    await expect.element(screen.getByText('Question 1')).toBeVisible()
    await look()
    await userEvent.keyboard(' ')
    await expect.poll(shownText).toContain('Answer 1')
    await userEvent.keyboard(' ')
    await expect.poll(() => done('grade').length).toBe(1)
    await expect.element(screen.getByText('Question 1')).toBeVisible()
  })
  test('the last card leads to the end, with what was done', async () => {
    cards = [asked(1)]
    const screen = await open('/flash?view=review')
    await expect.element(screen.getByText('Question 1')).toBeVisible()
    await look()
    await userEvent.keyboard(' ')
    await userEvent.keyboard('3')
    await expect.element(screen.getByText('Done for now')).toBeVisible()
    await expect.element(screen.getByText('1 card reviewed.')).toBeVisible()
  })
})

test('the empty page says what it is for and offers a sample and an import', async () => {
  decks = []
  const screen = await open('/flash')
  await expect.element(screen.getByRole('heading', { name: 'Remember what you learn' })).toBeVisible()
  await screen.getByRole('button', { name: 'Try with a sample' }).click()
  expect(done('sample')).toHaveLength(1)
})

test('/flash photosynthesis opens the deck of that name, ready to be added to', async () => {
  decks = [
    { id: 'd1', name: 'German' },
    { id: 'd9', name: 'photosynthesis' },
  ]
  const screen = await open('/flash?q=photosynthesis')
  await expect.element(screen.getByRole('textbox', { name: 'Front' })).toBeVisible()
  expect(done('open')).toEqual([{ name: 'photosynthesis' }])
  await expect.element(screen.getByRole('combobox', { name: 'Deck' })).toHaveValue('photosynthesis')
})

describe('the HTML of a card', () => {
  const media = { 'a b.png': { file: 'f1', mime: 'image/png' }, 'x.mp3': { file: 'f2', mime: 'audio/mpeg' } }
  const shown = (html: string) => {
    const box = document.createElement('div')
    box.append(safeNodes(html, media))
    return box
  }
  test.each([
    '<script>window.hacked = 1</script>',
    '<img src=x onerror="window.hacked = 1">',
    '<svg onload="window.hacked = 1"><script>window.hacked = 1</script></svg>',
    '<a href="javascript:window.hacked = 1">x</a>',
    '<iframe srcdoc="<script>parent.hacked = 1</script>"></iframe>',
    '<style>@import url(https://evil.example/x.css)</style>',
    '<img src="https://evil.example/x.png"><img src="//evil.example/x.png">',
    '<div style="background: url(https://evil.example/x.png); position: fixed">x</div>',
    '<form action="https://evil.example"><input name=q autofocus onfocus="window.hacked=1"></form>',
    '<math><mtext><table><mglyph><style><img src=x onerror="window.hacked = 1"></style></mglyph></table></mtext></math>',
    '<audio src="https://evil.example/x.mp3" autoplay></audio>[sound:https://evil.example/x.mp3]',
    '<img srcset="https://evil.example/x.png 2x" src="a b.png">',
  ])('runs nothing and loads nothing from elsewhere: %s', (html) => {
    const box = shown(html)
    document.body.append(box)
    const all = [...box.querySelectorAll('*')]
    expect(
      all.flatMap((element) => element.getAttributeNames()).filter((name) => /^on|srcset|srcdoc|action/.test(name)),
    ).toEqual([])
    for (const element of all) {
      expect(element.getAttribute('src') ?? '').toMatch(/^(?:\/api\/files\/|$)/)
      expect(element.getAttribute('style') ?? '').not.toMatch(/url|fixed/)
      expect(element.getAttribute('href') ?? '').not.toMatch(/^javascript:/)
    }
    expect((window as { hacked?: number }).hacked).toBeUndefined()
    box.remove()
  })
  test('keeps its form, its own pictures and sounds', () => {
    const box = shown(
      '<b>x</b><table><tr><td colspan=2>y</td></tr></table><img src="a%20b.png">[sound:x.mp3]<span class="cloze extra" style="color: red">z</span>',
    )
    expect(box.querySelector('img')?.getAttribute('src')).toBe('/api/files/f1')
    expect(box.querySelector('audio')?.getAttribute('src')).toBe('/api/files/f2')
    expect(box.querySelector('td')?.colSpan).toBe(2)
    expect(box.querySelector('.cloze')?.className).toBe('cloze extra')
    expect(box.querySelector<HTMLElement>('.cloze')?.style.color).toBe('red')
  })
  test('is kept as it was when it has been edited: pictures by name, those that are missing too', () => {
    const box = document.createElement('div')
    box.append(
      safeNodes('<b>x</b> <img src="a b.png"> [sound:x.mp3] <img src="gone.png">', media, { forEditing: true }),
    )
    expect(htmlOf(box)).toBe('<b>x</b> <img src="a b.png"> [sound:x.mp3] <img src="gone.png">')
    expect(box.querySelector('img')?.getAttribute('src')).toBe('/api/files/f1')
    box.innerHTML = '<div><br></div>'
    expect(htmlOf(box)).toBe('')
  })
})

describe('parameters from one’s own reviews', () => {
  const side = { reviews: 1456, logLoss: 0.4852, rmse: 0.1055 }
  const proposal = {
    ...{ scope: 'd1', reviews: 1820, needed: 400, weights: [], before: side, isBetter: true },
    after: { reviews: 1456, logLoss: 0.4744, rmse: 0.0856 },
  }
  test('are shown with what they are worth, and used by a press', async () => {
    fitted = proposal
    const page = await open('/flash?fit=d1')
    await expect.element(page.getByRole('row', { name: /Log loss/ })).toHaveTextContent('Log loss0.48520.4744')
    await expect.element(page.getByRole('row', { name: /RMSE/ })).toHaveTextContent('RMSE (bins)10.55%8.56%')
    await page.getByRole('button', { name: 'Use them' }).click()
    await expect
      .poll(() => calls.find(([name]) => name === 'useParameters')?.[1])
      .toEqual({ scope: 'd1', usual: false })
  })
  test('are not offered when they are no better, nor when there are too few reviews', async () => {
    fitted = { ...proposal, isBetter: false }
    const page = await open('/flash?fit=d1')
    await expect.element(page.getByText(/They stay/)).toBeVisible()
    expect(page.getByRole('button', { name: 'Use them' }).elements()).toEqual([])
    fitted = { ...proposal, reviews: 12, isBetter: false, before: null, after: null, weights: null }
    const other = await open('/flash?fit=all')
    await expect.element(other.getByText(/There are 12 reviews/).first()).toBeVisible()
  })
})
