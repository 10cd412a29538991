import { z } from 'zod'
import type { Context } from './decks.ts'

const Card = z.object({
  front: z.string().trim().min(1).max(2_000).describe('A short question that has exactly one answer'),
  back: z.string().trim().min(1).max(2_000).describe('The answer, as the text gives it'),
})

const INSTRUCTIONS =
  'Write flashcards from the data: one fact a card, in the language of the data. The quote of front and back is the sentence that has the fact. A question names only what its quote names.'

/** Cards of which the text bears both sides; the others are counted. */
export async function proposeCards({ text, atMost }: { text: string; atMost: number }, { model }: Context) {
  const { items, isCut } = await model.extractMany({ schema: Card, from: text, instructions: INSTRUCTIONS, atMost })
  const borne = items.flatMap(({ value: { front, back }, quotes }) => {
    const quote = quotes.back ?? quotes.front
    return front === null || back === null || !quote ? [] : [{ front, back, quote }]
  })
  const cards = [...new Map(borne.map((card) => [card.front, card])).values()]
  return { cards, refused: items.length - borne.length, isCut }
}
