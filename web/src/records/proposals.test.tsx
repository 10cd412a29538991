import { useState } from 'react'
import { expect, test } from 'vitest'
import { readAction } from '../platform/module-client.ts'
import { MarkedText } from './marked-text.tsx'
import { ModelButton } from './model-button.tsx'
import { ProposalList } from './proposal-list.tsx'
import { answering, page } from './test-page.tsx'

const model = { 'GET /api/models': [200, { models: [{ id: 'm1', name: 'M', provider: 'openai' }], selected: 'm1' }] }

function Proposing() {
  const [cards, setCards] = useState<string[]>([])
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const run = async (signal: AbortSignal) => {
    const answer: unknown = await readAction('flash', 'propose', { text: 'T' }, signal)
    setCards((answer as { cards: string[] }).cards)
  }
  return (
    <>
      <ModelButton label="Propose" run={run} />
      <ProposalList
        label="Proposed"
        items={cards}
        keyOf={(card) => card}
        nameOf={(card) => `Keep ${card}`}
        without={without}
        onWithout={setWithout}
      >
        {(card) => card}
      </ProposalList>
      <p>Chosen: {cards.filter((card) => !without.has(card)).join(', ')}</p>
    </>
  )
}

test('what an action proposes is chosen at first, and each can be left out', async () => {
  answering({
    ...model,
    'POST /api/m/flash/propose': [200, { output: { cards: ['one', 'two'] }, change: null }],
  } as never)
  const screen = await page(<Proposing />)
  await screen.getByRole('button', { name: 'Propose' }).click()
  await expect.element(screen.getByText('Chosen: one, two')).toBeVisible()
  await screen.getByRole('checkbox', { name: 'Keep one' }).click()
  await expect.element(screen.getByText('Chosen: two')).toBeVisible()
})

test('where there is no model after all, the button says why and how to connect one, and may be tried again', async () => {
  const message = 'The provider did not accept the key of the model.'
  answering({ ...model, 'POST /api/m/flash/propose': [424, { error: { code: 'no_model', message } }] } as never)
  const screen = await page(<Proposing />)
  await screen.getByRole('button', { name: 'Propose' }).click()
  await expect.element(screen.getByText(message)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Open Settings → Models' }))
    .toHaveAttribute('href', '/settings/models')
})

test('what the facts do not bear is marked in the text', async () => {
  const text = 'Come to Berlin with 50 others.'
  const unsupported = [
    { kind: 'name' as const, text: 'Berlin', start: 8, end: 14 },
    { kind: 'number' as const, text: '50', start: 20, end: 22 },
  ]
  const screen = await page(<MarkedText text={text} unsupported={unsupported} />)
  expect([...screen.container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Berlin', '50'])
  expect(screen.container.querySelector('p')?.textContent).toBe(text)
  await expect.element(screen.getByRole('note')).toHaveTextContent('2 marked words are not in your facts. Check them.')
})
