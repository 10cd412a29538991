import { expect, test } from 'vitest'
import { modelApp } from '../../server/models/door/test-door.ts'
import server from './server.ts'

const { app, answers } = await modelApp(server)
const text = 'Paris is the capital of France. Its river is the Seine.'

test('cards are proposed with the words that bear them, those that the text does not bear are left out, and nothing is kept', async () => {
  const capital = 'Paris is the capital of France.'
  const card = (front: string, back: string, quote: string) => ({
    front: { value: front, quote },
    back: { value: back, quote },
  })
  await answers({
    items: [
      card('What is the capital of France?', 'Paris', capital),
      card('What is the capital of France?', 'Paris', capital),
      card('What is the capital of France?', 'Lyon', 'Lyon is the capital of France.'),
      card('How many people live there?', '2 million', capital),
    ],
  })
  const { output, change } = await app.act('ann', 'flash.proposeCards', { text })
  expect(output).toEqual({
    cards: [
      {
        front: 'What is the capital of France?',
        back: 'Paris',
        quote: { text: capital, passage: '', start: 0, end: capital.length },
      },
    ],
    refused: 2,
    isCut: false,
  })
  expect(change).toBeNull()
  expect((await app.act('ann', 'flash.decks', {})).output).toMatchObject({ cards: 0 })
})
