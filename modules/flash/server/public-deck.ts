import type { PageCell, PageContent, PageRequest } from '@atrium/contract/page-content'
import { mediaNames, plainText } from '../plain-text.ts'
import { renderCard } from '../templates.ts'
import { allDecks, type Context, subtree } from './decks.ts'
import { allTypes, mediaOf } from './notes.ts'

/** Cards of one part of the page. */
const PAGE = 100
/** What stands before the answer on Anki's own cards: the question once more. */
const ANSWER = /<hr\s[^>]*id=["']?answer["']?[^>]*>/i

/** A deck as everybody sees it: questions that open on their answers, in the order in which they are learnt. */
export async function publicDeck({ subject, after }: PageRequest, context: Context): Promise<PageContent> {
  const { store } = context
  const root = await store.decks.get(subject)
  const decks = new Map(subtree(await allDecks(context), root).map((deck) => [deck.id, deck]))
  const deck = { in: [...decks.keys()] }
  const { rows, next } = await store.cards.page({ where: { deck }, order: ['position', 'key'], limit: PAGE, after })
  const guids = [...new Set(rows.map(({ note }) => note))]
  const notes = new Map(
    (await store.notes.list({ where: { guid: { in: guids } }, limit: PAGE })).map((note) => [note.guid, note]),
  )
  const types = await allTypes(context)
  const sides = rows.flatMap((card) => {
    const note = notes.get(card.note)
    const type = note && types.get(note.type)
    if (!note || !type) return []
    const around = { fields: note.fields, tags: note.tags, deck: decks.get(card.deck)?.name ?? '', ord: card.ord }
    const { question, answer } = renderCard(type, around)
    const [, behind] = answer.split(ANSWER, 2)
    return [{ question, answer: behind ?? answer }]
  })
  const media = await mediaOf(
    sides.flatMap(({ question, answer }) => [question, answer]),
    context,
  )
  const cell = (side: string): PageCell => ({
    text: plainText(side),
    files: mediaNames(side).flatMap((name) => {
      const known = Object.hasOwn(media, name) ? media[name] : undefined
      return known ? [{ id: known.file, name, mime: known.mime }] : []
    }),
  })
  const items = sides.map(({ question, answer }) => ({ title: cell(question), text: cell(answer) }))
  return { blocks: [{ kind: 'folds', items }], next }
}

/** Without what its owner has learnt of it. */
export const copiedDeck = async ({ subject }: PageRequest) => ({ deck: subject, scheduling: false })
