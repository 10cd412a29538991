import { AppError } from '@atrium/contract/errors'
import { answering, defineServer } from '@atrium/contract/module-server'
import { clozeNumbers } from './cloze.ts'
import { faultOf, readDrafts } from './drafts.ts'
import flash from './module.ts'
import { isOcclusionType } from './occlusion-shapes.ts'
import { countsOf } from './queue.ts'
import type { Review } from './records.ts'
import routes from './routes.ts'
import { SAMPLE_DECK, sampleCards } from './sample.ts'
import { say } from './say.ts'
import { exportAnki } from './server/anki-export.ts'
import { importAnki } from './server/anki-import.ts'
import { browse } from './server/browse.ts'
import { bury, forget, move, removeDeck, removeNotes, rename, reschedule, retag, suspend } from './server/changing.ts'
import { allDecks, type Context, deckIn, ensureDeck, subtree, usualDeck } from './server/decks.ts'
import { fit, lastFit, useParameters } from './server/fitting.ts'
import { keep } from './server/keeping.ts'
import { keepMeanings, meaningEvents, meaningHandlers } from './server/meanings.ts'
import { keepMedium, textOfDocument } from './server/media.ts'
import { planMorning, remindDue } from './server/morning.ts'
import { changeType, listTypes, removeType, saveType, typeUse } from './server/note-types.ts'
import { addNotes, knownTitles, looksOf, mediaOf, noteOf, renewCards, typeOf } from './server/notes.ts'
import { proposeCards } from './server/proposing.ts'
import { copiedDeck, publicDeck } from './server/public-deck.ts'
import { speak } from './server/speaking.ts'
import { streakOf } from './server/streak.ts'
import { daysOf, grade, queue, today } from './server/study.ts'
import { takeIn } from './server/taking-in.ts'
import { exportCsv, exportText } from './server/text-export.ts'
import { importText } from './server/text-import.ts'
import { withWords } from './server/words.ts'
import { countedOf, statsOf } from './stats.ts'
import { cardsOf, renderCard } from './templates.ts'

/** The reviews of the last `span` days, month by month: a list of a store is bounded. */
async function reviewsSince(span: number, context: Context): Promise<Review[]> {
  const days = await daysOf(context)
  const end = days.dayOf(context.now) + 1
  const reviews: Review[] = []
  for (let from = end - span; from < end; from += 30) {
    const at = { gte: days.startOf(from).toISOString(), lt: days.startOf(Math.min(end, from + 30)).toISOString() }
    for await (const review of context.store.reviews.each({ where: { at } })) reviews.push(review)
  }
  return reviews
}

export default defineServer(
  flash,
  {
    open: async ({ name }, context) => {
      const deck = await ensureDeck(name, context)
      return { id: deck.id, name: deck.name, isNew: deck.isNew }
    },

    add: async ({ front, back, deck, type, tags = [] }, context) => {
      const draft = {
        type: type ?? (clozeNumbers(front).length > 0 ? ('cloze' as const) : ('basic' as const)),
        front,
        back,
        tags,
      }
      const fault = faultOf(draft)
      if (fault) throw new AppError('bad_request', fault.replace(/^It /, 'The card '))
      const into = deck === undefined ? await usualDeck(context) : await ensureDeck(deck, context)
      const note = await noteOf(draft, context)
      await addNotes(into.id, [note], context)
      return { front, back, deck: into.name, cards: cardsOf(note.type, note.fields).length }
    },

    addNote: async ({ deck, type, fields, tags }, context) => {
      const { id } = await context.store.decks.get(deck)
      const its = await typeOf(type, context)
      const [note] = await addNotes(id, [{ type: its, fields, tags }], context)
      return { id: note?.id ?? '', cards: cardsOf(its, fields).length }
    },

    checkDrafts: ({ text }) => readDrafts(text),

    addMany: async ({ deck, cards }, context) => {
      for (const [at, draft] of cards.entries()) {
        const fault = faultOf(draft)
        if (fault) throw new AppError('bad_request', say('cardFault', { value: at + 1, fault }))
      }
      const into = await ensureDeck(deck, context)
      const drafts = []
      for (const draft of cards) {
        const note = await noteOf(draft, context)
        drafts.push({ note, title: withWords(note.fields).title })
      }
      const known = await knownTitles(drafts, context)
      const notes = drafts.flatMap(({ note, title }) => {
        const key = `${note.type.key}\n${title}`
        if (known.has(key)) return []
        known.add(key)
        return [note]
      })
      await addNotes(into.id, notes, context)
      return { added: notes.length, known: cards.length - notes.length, deck: into.id }
    },

    ...meaningHandlers,
    proposeCards,
    speak,

    decks: async (_, context) => {
      const day = await today(undefined, context)
      const counts = new Map((await context.store.cards.groupBy(['deck'])).map(({ key, count }) => [key.deck, count]))
      const decks = day.decks.map((deck) => ({
        ...deck,
        cards: counts.get(deck.id) ?? 0,
        today: countsOf(day.studyFor(deck)),
      }))
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
      const total = countsOf(day.studyFor(null))
      return { decks, total, doneToday: day.doneToday, cards: all, streak: await streakOf(context) }
    },

    due: async ({ deck }, context) => {
      const day = await today(deck, context)
      return { ...countsOf(day.studyFor(day.root)), doneToday: day.doneToday }
    },

    remindDue: (_, context) => remindDue(context),
    queue: ({ deck, limit }, context) => queue(deck, limit, context),
    grade: (graded, context) => grade(graded, context),
    keep: (asked, context) => keep(asked, context),
    takeIn: (sent, context) => takeIn(sent, context),
    browse: (asked, context) => browse(asked, context),

    note: async ({ id }, context) => {
      const note = await context.store.notes.get(id)
      const type = await typeOf(note.type, context)
      const cards = await Array.fromAsync(context.store.cards.each({ where: { note: note.guid }, order: 'ord' }))
      const kinds = { isCloze: type.kind === 'cloze', isOcclusion: isOcclusionType(type) }
      const names = { typeName: type.name, fieldNames: type.fields, ...kinds }
      return {
        ...note,
        fields: type.fields.map((_, at) => note.fields[at] ?? ''),
        ...names,
        deck: cards[0]?.deck ?? '',
        cards,
        media: await mediaOf(note.fields, context),
      }
    },

    types: (_, context) => listTypes(context),
    typeUse: ({ key }, context) => typeUse(key, context),
    saveType: (sent, context) => saveType(sent, context),
    removeType: ({ key }, context) => removeType(key, context),
    changeType: (sent, context) => changeType(sent, context),

    preview: async ({ type, fields, tags }, context) => {
      const its = await typeOf(type, context)
      const cards = cardsOf(its, fields).map((ord) => {
        const { question, answer, masks } = renderCard(its, { fields, tags, deck: '', ord })
        return {
          name: its.kind === 'cloze' ? `${ord + 1}` : (its.templates[ord]?.name ?? ''),
          question,
          answer,
          masks: masks.answer,
        }
      })
      const media = await mediaOf([...fields, ...its.templates.flatMap(({ front, back }) => [front, back])], context)
      return { cards, media, css: looksOf([its])[its.key] ?? '' }
    },

    saveNote: async ({ id, fields, tags, version }, context) => {
      const modified = context.now.getTime()
      const its = await typeOf((await context.store.notes.get(id)).type, context)
      const note = await context.store.notes.update(
        id,
        // A type may have got fields that the note does not have yet.
        (row) => ({ ...withWords(its.fields.map((_, at) => fields[at] ?? row.fields[at] ?? '')), tags, modified }),
        version,
      )
      return { cards: await renewCards(note, its, context) }
    },

    removeNotes: ({ ids }, context) => removeNotes(ids, context),
    suspend: ({ ids, on }, context) => suspend(ids, on, context),
    bury: ({ ids, on }, context) => bury(ids, on, context),
    move: ({ ids, deck }, context) => move(ids, deck, context),
    tag: ({ ids, add, remove }, context) => retag(ids, add, remove, context),
    forget: ({ ids }, context) => forget(ids, context),
    reschedule: ({ ids, days }, context) => reschedule(ids, days, context),

    saveDeck: async ({ id, name, version, ...options }, context) => {
      const deck = await context.store.decks.update(id, options, version)
      if (name === undefined) return deck
      await rename(id, name, context)
      return context.store.decks.get(id)
    },
    fitParameters: async ({ deck }, { store, start }) => {
      if (deck !== undefined) await store.decks.get(deck)
      return start('fit', { deck: deck ?? null })
    },
    fit: async ({ scope }, context) => ({ found: await lastFit(scope, context) }),
    useParameters: (chosen, context) => useParameters(chosen, context),
    removeDeck: ({ id }, context) => removeDeck(id, context),

    stats: async ({ deck, days: span }, context) => {
      const decks = await allDecks(context)
      const inside = subtree(decks, deck === undefined ? null : deckIn(decks, deck))
      const ids = new Set(inside.map(({ id }) => id))
      const cards = []
      for await (const card of context.store.cards.each({ where: { deck: { in: [...ids] } } }))
        cards.push(countedOf(card))
      const reviews = (await reviewsSince(span, context)).filter((review) => ids.has(review.deck))
      const weights = new Map(decks.map((one) => [one.id, one.weights]))
      const weightsOf = (id: string) => weights.get(id) ?? null
      const stats = statsOf({ cards, reviews, now: context.now, days: await daysOf(context), span, weightsOf })
      return { ...stats, streak: await streakOf(context, ids) }
    },

    sample: async (_, context) => {
      const deck = await ensureDeck(SAMPLE_DECK, context)
      const notes = []
      for (const draft of sampleCards) notes.push(await noteOf(draft, context))
      return { added: (await addNotes(deck.id, notes, context)).length, deck: deck.id }
    },
  },
  {
    jobs: { morning: planMorning, fit, meanings: keepMeanings },
    on: meaningEvents,
    readers: new URL('./readers.ts', import.meta.url),
    imports: { anki: importAnki, text: importText },
    exports: { anki: exportAnki, text: exportText, csv: exportCsv },
    routes: answering(routes, { medium: keepMedium, document: textOfDocument }),
    pages: { deck: { content: publicDeck, export: copiedDeck } },
  },
)
