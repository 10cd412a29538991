/** A deck at an address of its owner's choice: its cards, and a copy for whoever studies here or in Anki. */
export const publicDecks = {
  deck: {
    title: 'A public deck',
    summary: 'Whoever has the address reads its cards, and can copy them. Nobody sees what you have learnt.',
    of: 'decks',
    copy: { export: 'anki', import: 'anki' },
  },
} as const
