import { Publish } from '@atrium/web/kit'
import { useState } from 'react'
import type { DeckCounts } from '../module.ts'
import { publicDecks } from '../public-deck.ts'

/** The dialog in which a deck is made public. It closes with the deck that it was opened for still in it. */
export function PublishDeck({ deck, onClose }: { deck: DeckCounts | null; onClose: () => void }) {
  const [last, setLast] = useState(deck)
  if (deck && deck !== last) setLast(deck)
  if (!last) return null
  return (
    <Publish
      key={last.id}
      module="flash"
      kind="deck"
      declared={publicDecks.deck}
      subject={last.id}
      title={last.name.split('::').at(-1) ?? last.name}
      open={deck !== null}
      onOpenChange={(open) => open || onClose()}
    />
  )
}
