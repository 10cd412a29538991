import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { answering, calls, page } from '../../../../web/src/records/test-page.tsx'
import { BrowseView } from './browse-view.tsx'

const models = (able: object) => ({
  'GET /api/models': [200, { models: [{ id: 'm1', name: 'M', provider: 'openai' }], selected: 'm1', able }],
})
const near = (n: number, likeness: number) => ({
  ...{ note: `n${n}`, guid: `g${n}`, title: `Note ${n}`, text: '', likeness },
})
const card = (n: number) => ({
  ...{ id: `c${n}`, noteId: `n${n}`, title: `Question ${n}`, answer: `Answer ${n}`, card: 'Card 1', deck: 'Body' },
  ...{ due: '2026-11-01T10:00:00.000Z', interval: 3, lapses: 0, reps: 1, state: 'review', tags: [], recall: 0.9 },
  ...{ suspended: false, buried: false },
})
const answer = (output: object) => [200, { output, change: null }]
const similar = 'POST /api/m/flash/similar'
const browse = 'POST /api/m/flash/browse'
const asked = (of: string) => calls.filter(([call]) => call === of).map(([, input]) => input)
afterEach(() => localStorage.clear())

const view = (words: string, more: { onOpen?: (note: string) => void } = {}) => (
  <BrowseView
    words={words}
    by="meaning"
    decks={[]}
    onWords={() => undefined}
    onBy={() => undefined}
    onOpen={more.onOpen ?? (() => undefined)}
  />
)

test('cards are found by what they mean at the press alone, the best first, narrowed by a filter without a model', async () => {
  answering({
    ...models({ embed: 'E' }),
    [similar]: answer({ cards: [near(2, 0.81), near(1, 0.4)], compared: 9, waiting: 0 }),
    [browse]: answer({ cards: [card(2), card(1)], next: null, total: null }),
  } as never)
  const onOpen = vi.fn()
  const screen = await page(view('what pumps blood is:due', { onOpen }))
  await expect.element(screen.getByText('Find cards by what they mean')).toBeVisible()
  expect(calls.filter(([call]) => call.startsWith('POST'))).toEqual([])
  await userEvent.click(screen.getByLabelText('Search cards'))
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Nearest in meaning to “what pumps blood”')).toBeVisible()
  expect(asked(similar)).toEqual([{ text: 'what pumps blood', most: 100 }])
  expect(asked(browse)).toEqual([{ query: 'is:due', notes: ['g2', 'g1'], limit: 1000 }])
  const rows = screen
    .getByRole('row')
    .elements()
    .map((row) => row.textContent ?? '')
  expect(rows.filter((row) => /Question \d/.test(row)).map((row) => /Question \d.*?(\d+%)/.exec(row)?.[1])).toEqual([
    '81%',
    '40%',
  ])
  await screen.getByRole('button', { name: 'Filter' }).click()
  await screen.getByRole('menuitem', { name: 'New' }).click()
  await expect.element(screen.getByLabelText('Search cards')).toHaveValue('what pumps blood is:new')
  await expect.poll(() => asked(browse).at(-1)).toMatchObject({ query: 'is:new' })
  expect(asked(similar)).toHaveLength(1)
  await screen.getByText('Question 2').click()
  expect(onOpen).toHaveBeenCalledWith('n2')
})

test('before cards are compared it is said how to begin, and when none fits, that none does', async () => {
  answering({
    ...models({ embed: 'E' }),
    [similar]: answer({ cards: [], compared: 0, waiting: 12 }),
    'POST /api/m/flash/compareMeanings': answer({ id: 'j1' }),
  } as never)
  const screen = await page(view('anything'))
  await screen.getByRole('button', { name: 'Find by meaning' }).click()
  await expect.element(screen.getByText('12 cards have not been compared yet.')).toBeVisible()
  await screen.getByRole('button', { name: 'Compare all cards, and new ones from now on' }).click()
  await expect.poll(() => asked('POST /api/m/flash/compareMeanings')).toEqual([{}])
  expect(asked(browse)).toEqual([])
})

test('once cards are compared nothing says that they wait, until a look finds others that do', async () => {
  const job = {
    ...{ id: 'j1', kind: 'job', module: 'flash', moduleTitle: 'Flashcards', title: 'Compare', work: null, subject: '' },
    ...{
      status: 'succeeded',
      isPausing: false,
      canPause: false,
      done: 12,
      total: 12,
      note: '',
      link: null,
      error: null,
    },
    ...{ createdAt: '2026-11-01T10:00:00.000Z', endedAt: '2026-11-01T10:01:00.000Z', result: null },
  }
  answering({
    ...models({ embed: 'E' }),
    [similar]: answer({ cards: [], compared: 0, waiting: 12 }),
    'POST /api/m/flash/compareMeanings': answer({ id: 'j1' }),
    'GET /api/activity/j1': [200, job],
  } as never)
  const screen = await page(view('anything'))
  const look = screen.getByRole('button', { name: 'Find by meaning' })
  await look.click()
  const compare = screen.getByRole('button', { name: 'Compare all cards, and new ones from now on' })
  await compare.click()
  await expect.element(screen.getByText('The cards have been compared. Look again to see them too.')).toBeVisible()
  await expect.element(compare).not.toBeInTheDocument()
  await expect.element(screen.getByText('12 cards have not been compared yet.')).not.toBeInTheDocument()
  await look.click()
  await expect.element(compare).toBeVisible()
})

test('where no model can compare, the button says how to connect one; nothing written asks nothing', async () => {
  answering(models({ see: 'M' }) as never)
  const screen = await page(view('the heart'))
  await screen.getByRole('button', { name: 'Find by meaning' }).click()
  await expect.element(screen.getByText('No connected model can compare texts by their meaning')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.clear(screen.getByLabelText('Search cards'))
  await expect.element(screen.getByRole('button', { name: 'Find by meaning' })).toBeDisabled()
  expect(asked(similar)).toEqual([])
})

test('where there are no cards at all, nothing found is said', async () => {
  answering({ ...models({ embed: 'E' }), [similar]: answer({ cards: [], compared: 0, waiting: 0 }) } as never)
  const screen = await page(view('what pumps blood'))
  await screen.getByRole('button', { name: 'Find by meaning' }).click()
  await expect.element(screen.getByText('No card is like that')).toBeVisible()
})
