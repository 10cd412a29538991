import '../../../../web/src/records/test-styles.ts'
import { useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { answering, calls, page } from '../../../../web/src/records/test-page.tsx'
import { useAddress } from '../address.ts'
import { BrowseView } from './browse-view.tsx'

const BROWSE = 'POST /api/m/flash/browse'
const card = (n: number) => ({
  ...{ id: `c${n}`, noteId: `n${n}`, title: `Question ${n}`, answer: `Answer ${n}`, card: 'Card 1', deck: 'Body' },
  ...{ due: '2026-11-01T10:00:00.000Z', interval: 3, lapses: 0, reps: 1, state: 'review', tags: [], recall: 0.9 },
  ...{ suspended: false, buried: false },
})
const asked = () => calls.filter(([call]) => call === BROWSE).map(([, input]) => (input as { query: string }).query)

beforeEach(() => answering({ [BROWSE]: [200, { output: { cards: [card(1)], next: null, total: 1 }, change: null }] }))
afterEach(() => localStorage.clear())

function Browsing() {
  const { address, go } = useAddress()
  const navigate = useNavigate()
  return (
    <>
      <BrowseView
        words={address.words}
        by={address.by}
        decks={[]}
        onWords={(words) => go({ words }, { replace: true })}
        onBy={(by) => go({ by }, { replace: true })}
        onOpen={() => undefined}
      />
      <button type="button" onClick={() => go({ words: 'deck:"Body"' })}>
        Of this deck
      </button>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
      <output>{address.words}</output>
    </>
  )
}

test('the field says what the address asks for, through links and Back, and what is typed goes into the address', async () => {
  const screen = await page(<Browsing />, '/?view=browse&q=heart')
  const field = screen.getByLabelText('Search cards')
  const address = screen.getByRole('status')
  await screen.getByRole('button', { name: 'Of this deck' }).click()
  await expect.element(field).toHaveValue('deck:"Body"')
  await userEvent.click(field)
  await userEvent.keyboard('{End} is:due')
  await expect.element(address).toHaveTextContent('deck:"Body" is:due')
  await expect.poll(() => asked().at(-1)).toBe('deck:"Body" is:due')
  await screen.getByRole('button', { name: 'Back' }).click()
  await expect.element(field).toHaveValue('heart')
  await userEvent.click(field)
  await userEvent.keyboard('{End}s')
  await expect.element(address).toHaveTextContent('hearts')
  await expect.element(field).toHaveValue('hearts')
  await expect.element(field).toHaveFocus()
})

test('when more cards do not come, those that are shown stay, and they can be asked for again', async () => {
  let isDown = true
  const cards = Array.from({ length: 200 }, (_, n) => card(n))
  const pageOf = ({ after }: { after?: string }) =>
    after === undefined ? { cards, next: 'p2', total: null } : { cards: [card(200)], next: null, total: null }
  answering({
    [BROWSE]: (input) =>
      isDown && (input as { after?: string }).after
        ? [503, { error: { message: 'The server rests.' } }]
        : [200, { output: pageOf(input as object), change: null }],
  })
  const screen = await page(<Browsing />, '/?view=browse')
  await expect.element(screen.getByText('Question 0', { exact: true })).toBeVisible()
  const row = document.querySelector<HTMLElement>('[data-row="0"]')
  row?.focus()
  await expect.poll(() => row?.tabIndex).toBe(0)
  row?.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true }))
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The server rests.')
  expect(screen.getByText(/^Question \d/).elements().length).toBeGreaterThan(0)
  isDown = false
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(screen.getByText('201 cards')).toBeVisible()
})
