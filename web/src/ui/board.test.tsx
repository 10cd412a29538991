import './styles.css'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../i18n/test-i18n.ts'
import { i18n } from '../i18n/index.ts'
import { Board, type BoardProps } from './board.tsx'

await i18n.loadNamespaces('kit')
// The first to be drawn does not wait for it then.
await import('./board-panel.tsx')

const start = [
  { id: 'todo', title: 'To do', cards: ['Write', 'Draw', 'Film'] },
  { id: 'doing', title: 'Doing', cards: ['Cut'] },
  { id: 'done', title: 'Done', cards: [] as string[] },
]

type OnMove = BoardProps<string>['onMove']

function Plan({ onMove }: { onMove: OnMove }) {
  const [columns, setColumns] = useState(start)
  return (
    <Board
      label="Plan"
      columns={columns}
      cardId={(card) => card}
      renderCard={(card) => <p>{card}</p>}
      onMove={(card, to, before) => {
        const answer = onMove(card, to, before)
        if (answer === false) return false
        void Promise.resolve(answer).then((isMoved) => isMoved === false && setColumns(columns))
        setColumns(
          columns.map((column) => {
            const cards = column.cards.filter((one) => one !== card)
            if (column.id !== to) return { ...column, cards }
            const at = before === null ? cards.length : cards.indexOf(before)
            return { ...column, cards: cards.toSpliced(at, 0, card) }
          }),
        )
        return answer
      }}
    />
  )
}
const card = (name: string) => document.querySelector<HTMLElement>(`[data-card="${name}"]`)
const cards = () =>
  [...document.querySelectorAll('ul')].map((list) =>
    [...list.querySelectorAll<HTMLElement>('[data-card]')].map((one) => one.dataset.card),
  )

test('cards are moved by keys alone, which says where they are and keeps the focus', async () => {
  const onMove = vi.fn()
  const screen = await render(<Plan onMove={onMove} />)
  await expect.poll(() => card('Write')).not.toBeNull()
  card('Write')?.focus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(onMove.mock.lastCall).toEqual(['Write', 'todo', 'Film'])
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  expect(onMove.mock.lastCall).toEqual(['Write', 'doing', null])
  expect(cards()).toEqual([['Draw', 'Film'], ['Cut', 'Write'], []])
  await expect.poll(() => document.activeElement).toBe(card('Write'))
  await expect.element(screen.getByRole('status')).toHaveTextContent('Write: now in Doing, place 2 of 2')
  await userEvent.keyboard('{ArrowUp}{ArrowLeft}')
  expect(document.activeElement).toBe(card('Draw'))
})

test('nobody hears of a move before it is certain, and a card that goes back takes the focus along', async () => {
  let answer: (isMoved: boolean) => void = () => undefined
  const asked = new Promise<boolean>((resolve) => {
    answer = resolve
  })
  const onMove = vi.fn<OnMove>((_, column) => column === 'doing' && asked)
  const screen = await render(<Plan onMove={onMove} />)
  await expect.poll(() => card('Film')).not.toBeNull()
  card('Cut')?.focus()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await expect.element(screen.getByRole('status')).toHaveTextContent('Cut: stays in Doing')
  expect(cards()).toEqual([['Write', 'Draw', 'Film'], ['Cut'], []])
  card('Film')?.focus()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await expect.poll(() => cards()[1]).toEqual(['Cut', 'Film'])
  await expect.poll(() => document.activeElement).toBe(card('Film'))
  await expect.element(screen.getByRole('status')).toHaveTextContent('Cut: stays in Doing')
  answer(false)
  await expect.element(screen.getByRole('status')).toHaveTextContent('Film: stays in To do')
  expect(cards()).toEqual([['Write', 'Draw', 'Film'], ['Cut'], []])
  await expect.poll(() => document.activeElement).toBe(card('Film'))
})

test('a card’s menu sends it to another column', async () => {
  const onMove = vi.fn()
  const screen = await render(<Plan onMove={onMove} />)
  await expect.poll(() => card('Draw')).not.toBeNull()
  card('Draw')?.focus()
  await userEvent.keyboard('{Tab}{Enter}')
  await screen.getByRole('menuitem', { name: 'Done' }).click()
  expect(onMove.mock.lastCall).toEqual(['Draw', 'done', null])
  expect(cards()).toEqual([['Write', 'Film'], ['Cut'], ['Draw']])
})

test('a card is dragged to where it is let go', async () => {
  const onMove = vi.fn()
  await render(<Plan onMove={onMove} />)
  await expect.poll(() => card('Film')).not.toBeNull()
  await userEvent.dragAndDrop(card('Film') as Element, card('Cut') as Element, { targetPosition: { x: 40, y: 4 } })
  await expect.poll(() => onMove.mock.lastCall).toEqual(['Film', 'doing', 'Cut'])
  await userEvent.dragAndDrop(card('Film') as Element, card('Cut') as Element, { targetPosition: { x: 40, y: 34 } })
  await expect.poll(() => cards()[1]).toEqual(['Cut', 'Film'])
})
