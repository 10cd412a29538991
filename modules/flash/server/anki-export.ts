import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { inTurns } from '@atrium/contract/pauses'
import { dayOfNumber } from '@atrium/domain/dates/days'
import { ZipFile } from 'yazl'
import { isOcclusionType } from '../occlusion-shapes.ts'
import { mediaNames, plainText } from '../plain-text.ts'
import type { CardRow, NoteType } from '../records.ts'
import type { StudyDays } from '../study-day.ts'
import type { Context } from './decks.ts'
import { reviewsOf, type ToExport, toExport } from './exporting.ts'
import { daysOf } from './study.ts'

/** Anki's schema 11, the one that every Anki since 2.0 opens. */
export const SCHEMA_11 = `
create table col (id integer primary key, crt integer not null, mod integer not null, scm integer not null, ver integer not null,
  dty integer not null, usn integer not null, ls integer not null, conf text not null, models text not null, decks text not null,
  dconf text not null, tags text not null);
create table notes (id integer primary key, guid text not null, mid integer not null, mod integer not null, usn integer not null,
  tags text not null, flds text not null, sfld integer not null, csum integer not null, flags integer not null, data text not null);
create table cards (id integer primary key, nid integer not null, did integer not null, ord integer not null, mod integer not null,
  usn integer not null, type integer not null, queue integer not null, due integer not null, ivl integer not null,
  factor integer not null, reps integer not null, lapses integer not null, left integer not null, odue integer not null,
  odid integer not null, flags integer not null, data text not null);
create table revlog (id integer primary key, cid integer not null, usn integer not null, ease integer not null, ivl integer not null,
  lastIvl integer not null, factor integer not null, time integer not null, type integer not null);
create table graves (usn integer not null, oid integer not null, type integer not null);
create index ix_notes_usn on notes (usn);
create index ix_cards_usn on cards (usn);
create index ix_revlog_usn on revlog (usn);
create index ix_cards_nid on cards (nid);
create index ix_cards_sched on cards (did, queue, due);
create index ix_revlog_cid on revlog (cid);
create index ix_notes_csum on notes (csum);
`

/** Ids of the built-in types, always the same: Anki then knows them again. */
const BUILT_IN_IDS: Record<string, number> = {
  basic: 1_700_000_000_001,
  reversed: 1_700_000_000_002,
  typed: 1_700_000_000_003,
  cloze: 1_700_000_000_004,
  occlusion: 1_700_000_000_005,
}
const STATES = { new: 0, learning: 1, review: 2, relearning: 3 } as const
const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000)

/**
 * Ids are moments in milliseconds; one that is taken moves on to the next that is free. An import makes thousands in one
 * moment: each taken id knows how far those after it are taken, so that nobody walks past all of them again.
 */
export function ids(): (wanted: number) => number {
  const next = new Map<number, number>()
  return (wanted) => {
    const passed: number[] = []
    let id = wanted
    for (let after = next.get(id); after !== undefined; after = next.get(id)) {
      passed.push(id)
      id = after
    }
    for (const one of [...passed, id]) next.set(one, id + 1)
    return id
  }
}

function typeIds(types: Iterable<NoteType>): Map<string, number> {
  const next = ids()
  return new Map(
    [...types].map(({ key }) => [
      key,
      next(BUILT_IN_IDS[key] ?? (Number(/^anki:(\d+):/.exec(key)?.[1]) || 1_700_000_001_000)),
    ]),
  )
}

/** By it Anki knows a renamed field or template again. */
const idOf = (id: number | null | undefined) => (id == null ? {} : { id })

/** Anki's number of its own type of image occlusion: by it and by its fields' tags it opens the drawing again. */
const OCCLUSION_KIND = 6
const occlusionTag = (isOcclusion: boolean, ord: number) =>
  isOcclusion && ord < 5 ? { tag: ord, preventDeletion: ord < 4 } : {}

function modelOf(type: NoteType, id: number, mod: number) {
  const isOcclusion = isOcclusionType(type)
  const size = { font: 'Arial', media: [], rtl: false, size: 20, sticky: false }
  return {
    id,
    name: type.name,
    type: type.kind === 'cloze' ? 1 : 0,
    mod,
    usn: -1,
    sortf: 0,
    did: 1,
    css: type.css,
    latexPre: '\\documentclass[12pt]{article}\n\\begin{document}\n',
    latexPost: '\\end{document}',
    latexsvg: false,
    ...(isOcclusion && { originalStockKind: OCCLUSION_KIND }),
    flds: type.fields.map((name, ord) => ({
      name,
      ord,
      ...idOf(type.fieldIds?.[ord]),
      ...size,
      ...occlusionTag(isOcclusion, ord),
    })),
    tmpls: type.templates.map(({ name, front, back }, ord) => ({
      name,
      ord,
      ...idOf(type.templateIds?.[ord]),
      qfmt: front,
      afmt: back,
      bqfmt: '',
      bafmt: '',
      did: null,
    })),
    req: type.templates.map((_, ord) => [ord, 'any', type.fields.map((__, at) => at)]),
    tags: [],
    vers: [],
  }
}

const deckJson = (id: number, name: string, mod: number) => ({
  id,
  name,
  mod,
  usn: -1,
  desc: '',
  dyn: 0,
  conf: 1,
  collapsed: false,
  browserCollapsed: false,
  extendNew: 0,
  extendRev: 0,
  newToday: [0, 0],
  revToday: [0, 0],
  lrnToday: [0, 0],
  timeToday: [0, 0],
})

const CONFIG = {
  id: 1,
  name: 'Default',
  mod: 0,
  usn: 0,
  maxTaken: 60,
  autoplay: true,
  timer: 0,
  replayq: true,
  new: { bury: true, delays: [1, 10], initialFactor: 2500, ints: [1, 4, 7], order: 1, perDay: 20, separate: true },
  rev: { bury: true, ease4: 1.3, fuzz: 0.05, ivlFct: 1, maxIvl: 36500, minSpace: 1, perDay: 200 },
  lapse: { delays: [10], leechAction: 0, leechFails: 8, minInt: 1, mult: 0 },
}

/** The first field's checksum, by which Anki finds duplicates. */
const checksum = (field: string): number =>
  Number.parseInt(createHash('sha1').update(field).digest('hex').slice(0, 8), 16)

/** A card's columns: type, queue, due, ivl, factor, reps, lapses, left, data. */
function schedule(card: CardRow, epoch: number, days: StudyDays, position: number, now: Date): (string | number)[] {
  const isBuried = card.buriedUntil !== null && Date.parse(card.buriedUntil) > now.getTime()
  const queue = card.suspended ? -1 : isBuried ? -3 : STATES[card.state] === 3 ? 1 : STATES[card.state]
  if (card.state === 'new') return [0, queue, position, 0, 0, 0, 0, 0, '{}']
  const inDays = card.state === 'review' || card.interval > 0
  const due = inDays ? days.dayOf(new Date(card.due)) - epoch : seconds(card.due)
  const lrt = card.lastReview === null ? {} : { lrt: seconds(card.lastReview) }
  const data = JSON.stringify({ s: Number(card.stability.toFixed(4)), d: Number(card.difficulty.toFixed(3)), ...lrt })
  const learningInDays = inDays && card.state !== 'review' && queue > 0
  const { interval, reps, lapses } = card
  const left = card.state === 'review' ? 0 : 1001
  return [STATES[card.state], learningInDays ? 3 : queue, due, interval, 2500, reps, lapses, left, data]
}

async function writeCollection(path: string, { decks, notes }: ToExport, scheduling: boolean, context: Context) {
  const { now } = context
  const days = await daysOf(context)
  const mod = Math.floor(now.getTime() / 1000)
  let count = 0
  let epoch = days.dayOf(now) // no due day before day 0
  for await (const { cards } of inTurns(notes))
    for (const { state, due } of cards) {
      count += 1
      if (state !== 'new') epoch = Math.min(epoch, days.dayOf(new Date(due)))
    }
  const types = new Map(notes.map(({ type }) => [type.key, type]))
  const modelIds = typeIds(types.values())
  const deckIds = new Map(decks.map(({ id }, at) => [id, 1_700_000_100_000 + at]))
  const models = Object.fromEntries(
    [...types].map(([key, type]) => [
      modelIds.get(key),
      modelOf(type, modelIds.get(key) ?? 0, type.modified ? Math.floor(type.modified / 1000) : mod),
    ]),
  )
  const decksJson = {
    1: deckJson(1, 'Default', mod),
    ...Object.fromEntries(decks.map(({ id, name }) => [deckIds.get(id), deckJson(deckIds.get(id) ?? 0, name, mod)])),
  }
  const conf = {
    nextPos: count + 1,
    estTimes: true,
    activeDecks: [1],
    sortType: 'noteFld',
    timeLim: 0,
    sortBackwards: false,
    addToCur: true,
    curDeck: 1,
    newBury: true,
    newSpread: 0,
    dueCounts: true,
    curModel: [...modelIds.values()][0] ?? null,
    collapseTime: 1200,
    schedVer: 2,
  }
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma journal_mode = off; pragma synchronous = off')
    database.exec(SCHEMA_11)
    database.exec('begin')
    database
      .prepare('insert into col values (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, ?)')
      .run(
        Math.floor(days.startOf(epoch).getTime() / 1000),
        now.getTime(),
        now.getTime(),
        ...[conf, models, decksJson, { 1: CONFIG }, {}].map((part) => JSON.stringify(part)),
      )
    const insertNote = database.prepare("insert into notes values (?, ?, ?, ?, -1, ?, ?, ?, ?, 0, '')")
    const insertCard = database.prepare(
      'insert into cards values (?, ?, ?, ?, ?, -1, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?)',
    )
    const noteId = ids()
    const cardId = ids()
    const cardIds = new Map<string, number>()
    let position = 0
    for await (const { note, type, cards } of inTurns(notes)) {
      const id = noteId(Date.parse(note.createdAt))
      const sort = plainText(note.fields[0] ?? '')
      const tags = note.tags.length > 0 ? ` ${note.tags.join(' ')} ` : ''
      const changed = Math.floor((note.modified || Date.parse(note.updatedAt)) / 1000)
      insertNote.run(
        id,
        note.guid,
        modelIds.get(type.key) ?? 0,
        changed,
        tags,
        type.fields.map((_, at) => note.fields[at] ?? '').join('\x1f'),
        sort,
        checksum(sort),
      )
      for (const card of cards) {
        position += 1
        const its = cardId(Date.parse(card.createdAt))
        cardIds.set(card.key, its)
        const [kind = 0, queue = 0, due = 0, ivl = 0, factor = 0, reps = 0, lapses = 0, left = 0, data = '{}'] =
          scheduling ? schedule(card, epoch, days, position, now) : [0, 0, position]
        insertCard.run(
          its,
          id,
          deckIds.get(card.deck) ?? 1,
          card.ord,
          mod,
          kind,
          queue,
          due,
          ivl,
          factor,
          reps,
          lapses,
          left,
          data,
        )
      }
    }
    if (scheduling) {
      const insertReview = database.prepare('insert into revlog values (?, ?, -1, ?, ?, ?, 2500, ?, ?)')
      const reviewId = ids()
      const kinds = { new: 0, learning: 0, review: 1, relearning: 2 }
      for await (const review of inTurns(reviewsOf(new Set(cardIds.keys()), context)))
        insertReview.run(
          reviewId(Date.parse(review.at)),
          cardIds.get(review.card) ?? 0,
          review.grade,
          review.to,
          review.from,
          review.took,
          kinds[review.state],
        )
    }
    database.exec('commit')
  } finally {
    database.close()
  }
}

/** An Anki package of the legacy shape: `collection.anki2`, a JSON map of media, and the files under their numbers. */
export async function exportAnki({ deck, scheduling }: { deck?: string; scheduling: boolean }, context: Context) {
  const whole = await toExport(deck, context)
  const directory = await mkdtemp(join(tmpdir(), 'atrium-anki-'))
  const path = join(directory, 'collection.anki2')
  try {
    await writeCollection(path, whole, scheduling, context)
    const names = new Set<string>()
    const types = new Set<NoteType>()
    for await (const { note, type } of inTurns(whole.notes)) {
      types.add(type)
      for (const name of note.fields.flatMap(mediaNames)) names.add(name)
    }
    for (const { templates, css } of types)
      for (const name of [css, ...templates.flatMap(({ front, back }) => [front, back])].flatMap(mediaNames))
        names.add(name)
    const media: { name: string; file: string; size: number }[] = []
    for await (const { name, file, size } of context.store.media.each({ order: 'name' }))
      if (names.has(name)) media.push({ name, file, size })
    const zip = new ZipFile()
    zip.addFile(path, 'collection.anki2')
    zip.addBuffer(Buffer.from(JSON.stringify(Object.fromEntries(media.map(({ name }, at) => [at, name])))), 'media')
    for (const [at, { file, size }] of media.entries())
      zip.addReadStreamLazy(String(at), { size, compress: false }, (give) =>
        give(null, Readable.from(context.files.read(file), { objectMode: false })),
      )
    zip.end()
    const written = async function* () {
      try {
        for await (const part of zip.outputStream) yield part as Uint8Array
      } finally {
        await rm(directory, { recursive: true, force: true })
      }
    }
    const day = dayOfNumber((await daysOf(context)).dayOf(context.now))
    return { name: `${whole.title} ${day}.apkg`, body: written() }
  } catch (error) {
    await rm(directory, { recursive: true, force: true })
    throw error
  }
}
