import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { Asked, DeckCounts, Draft, Found, NoteView, Stats } from './module.ts'
import flash from './server.ts'

const ZONE = 'America/New_York'
let at: TestModules
beforeAll(async () => {
  at = await testModules(flash)
})
const act = <T = Record<string, unknown>>(who: string, action: string, input: unknown = {}) =>
  at.act<T>(who, `flash.${action}`, input, ZONE)
const out = async <T>(who: string, action: string, input: unknown = {}) => (await act<T>(who, action, input)).output
const add = (who: string, front: string, back: string, more = {}) =>
  act(who, 'add', { front, back, deck: 'German', ...more })
type Queue = { cards: Asked[]; counts: { new: number; learning: number; due: number } }
const queue = (who: string, deck?: string) => out<Queue>(who, 'queue', { deck })
const found = async (who: string, query = '') =>
  (await out<{ cards: Found[] }>(who, 'browse', { query, order: 'added' })).cards
const titles = async (who: string, query?: string) => (await found(who, query)).map(({ title }) => title)
const decks = async (who: string) => (await out<{ decks: DeckCounts[] }>(who, 'decks')).decks

describe('a deck', () => {
  test('is opened by its name, and made when it is not there; another person sees nothing of it', async () => {
    const made = await out<{ id: string; isNew: boolean }>('ann', 'open', { name: ' Photosynthesis ' })
    expect(made.isNew).toBe(true)
    expect(await out('ann', 'open', { name: 'photosynthesis' })).toMatchObject({ id: made.id, isNew: false })
    expect(await decks('ben')).toEqual([])
    expect((await act('ben', 'saveDeck', { id: made.id, retention: 0.8 })).status).toBe(404)
  })
  test('is one, however many open it at once, in whatever letters', async () => {
    const names = Array.from({ length: 12 }, (_, n) => (n % 2 ? 'Übung' : 'übung'))
    const opened = await Promise.all(names.map((name) => act<{ id: string }>('flo', 'open', { name })))
    expect(opened.map(({ status }) => status)).toEqual(names.map(() => 200))
    expect(new Set(opened.map(({ output }) => output.id)).size).toBe(1)
    expect(await decks('flo')).toHaveLength(1)
  })
  test('cannot take the name of another; out of the trash it comes with its cards', async () => {
    const one = await out<{ id: string }>('gus', 'open', { name: 'German' })
    await out('gus', 'open', { name: 'Latin' })
    expect((await act('gus', 'saveDeck', { id: one.id, name: 'latin' })).error).toContain('There is already “latin”.')
    await add('gus', 'dog', 'Hund')
    await act('gus', 'removeDeck', { id: one.id })
    const path = `/api/m/flash/collections/decks/${one.id}/restore`
    expect((await at.fetch('gus', path, { method: 'POST' })).status).toBe(200)
    expect((await decks('gus')).map(({ name, cards }) => [name, cards])).toEqual([
      ['German', 1],
      ['Latin', 0],
    ])
  })
  describe('that comes back from the trash', () => {
    const bringBack = async (who: string, id: string) => {
      const path = `/api/m/flash/collections/decks/${id}/restore`
      const answer = await at.fetch(who, path, { method: 'POST' })
      return ((await answer.json()) as { change: string }).change
    }
    test('has its cards’ notes again, until that is undone', async () => {
      const { id } = await out<{ id: string }>('rae', 'open', { name: 'German' })
      await add('rae', 'dog', 'Hund')
      await act('rae', 'removeDeck', { id })
      const change = await bringBack('rae', id)
      const [card] = await found('rae')
      expect(card?.title).toBe('dog')
      expect(await out('rae', 'note', { id: card?.noteId })).toMatchObject({ title: 'dog' })
      expect((await queue('rae')).cards.map(({ question }) => question)).toEqual(['dog'])
      await at.undo('rae', change)
      expect(await titles('rae')).toEqual([])
      const { rows } = await at.db.execute(
        sql`select from records where scope_id = 'rae' and collection in ('notes', 'cards') and deleted_at is null`,
      )
      expect(rows).toEqual([])
    })
    test('brings a note that went later with another deck, and not a second one of what is here', async () => {
      const both = { type: 'reversed' }
      await add('sam', 'dog', 'Hund', both)
      const [first] = await found('sam')
      await act('sam', 'move', { ids: [first?.id], deck: 'Latin' })
      const all = await decks('sam')
      const idOf = (name: string) => all.find((deck) => deck.name === name)?.id ?? ''
      await act('sam', 'removeDeck', { id: idOf('German') })
      await act('sam', 'removeDeck', { id: idOf('Latin') })
      await bringBack('sam', idOf('German'))
      await bringBack('sam', idOf('Latin'))
      expect((await titles('sam')).toSorted()).toEqual(['Hund', 'dog'])
      const { rows } = await at.db.execute(
        sql`select from records where scope_id = 'sam' and collection = 'notes' and deleted_at is null`,
      )
      expect(rows).toHaveLength(1)
    })
  })
  test('inside another begins with its options, and is renamed and removed with it', async () => {
    const outer = await out<{ id: string }>('cleo', 'open', { name: 'Languages' })
    await act('cleo', 'saveDeck', { id: outer.id, newPerDay: 5 })
    await out('cleo', 'open', { name: 'Languages::German' })
    expect((await decks('cleo')).map(({ newPerDay }) => newPerDay)).toEqual([5, 5])
    await act('cleo', 'add', { front: 'dog', back: 'Hund', deck: 'Languages::German' })
    await act('cleo', 'saveDeck', { id: outer.id, name: 'Tongues' })
    expect((await decks('cleo')).map(({ name }) => name)).toEqual(['Tongues', 'Tongues::German'])
    const removed = await act('cleo', 'removeDeck', { id: outer.id })
    expect([await decks('cleo'), await titles('cleo')]).toEqual([[], []])
    await at.undo('cleo', removed.change)
    expect(await titles('cleo')).toEqual(['dog'])
  })
  test('refuses what cannot be studied, with a sentence', async () => {
    const { id } = await out<{ id: string }>('ann', 'open', { name: 'Options' })
    const save = async (more: object) => (await act('ann', 'saveDeck', { id, ...more })).error
    expect(await save({ retention: 0.99 })).toContain('70 % to 97 %')
    expect(await save({ learningSteps: '1m soon' })).toContain('1m 10m 1d')
    expect(await save({ weights: [1, 2] })).toContain('21 parameters')
    expect(await save({ name: ' :: ' })).toContain('A deck needs a name.')
    expect((await act('ann', 'open', { name: '' })).error).toContain('A deck needs a name.')
  })
})

describe('adding', () => {
  test('makes the cards of the note: one, two, one for each gap', async () => {
    await add('dora', 'dog', 'Hund')
    await add('dora', 'cat', 'Katze', { type: 'reversed' })
    await add('dora', 'Berlin has {{c1::3.7}} million people on {{c2::the Spree}}', '')
    expect(await titles('dora')).toEqual([
      'dog',
      'cat',
      'Katze',
      'Berlin has […] million people on the Spree',
      'Berlin has 3.7 million people on […]',
    ])
    expect(await titles('ben')).toEqual([])
  })
  test('without a deck goes to the one used last; what is no card is refused with the reason', async () => {
    expect((await act('dora', 'add', { front: 'bird', back: 'Vogel' })).output).toMatchObject({
      deck: 'German',
      cards: 1,
    })
    expect((await act('dora', 'add', { front: 'bird' })).error).toBe('The card has no back.')
    expect((await act('dora', 'add', { front: 'x', type: 'cloze' })).error).toContain('no gap such as {{c1::word}}')
    expect((await act('dora', 'add', { front: '  ', back: 'x' })).error).toBe('The card has no front.')
    expect((await act('dora', 'add', { front: 'x'.repeat(50_001), back: 'x' })).error).toContain('50,000 characters')
    expect((await act('dora', 'addNote', { deck: 'nowhere', type: 'basic', fields: ['a', 'b'] })).status).toBe(404)
  })
  test('from a text keeps what was shown and good, once', async () => {
    const { drafts, refused } = await out<{ drafts: Draft[]; refused: unknown[] }>('eve', 'checkDrafts', {
      text: '1. dog = Hund\nnonsense\nThe {{c1::sun}} shines',
    })
    expect([drafts.length, refused.length]).toEqual([2, 1])
    expect(await titles('eve')).toEqual([])
    expect(await out('eve', 'addMany', { deck: 'Mine', cards: drafts })).toMatchObject({ added: 2, known: 0 })
    expect(await out('eve', 'addMany', { deck: 'Mine', cards: drafts })).toMatchObject({ added: 0, known: 2 })
    const bad = await act('eve', 'addMany', { deck: 'Mine', cards: [...drafts, { front: 'x', back: '' }] })
    expect(bad.error).toBe('Card 3: It has no back.')
  })
  test('keeps what was written as text, not as HTML', async () => {
    await add('fay', '<img src=x onerror=alert(1)> a < b', 'b')
    expect((await queue('fay')).cards[0]?.question).toBe('&lt;img src=x onerror=alert(1)&gt; a &lt; b')
  })
})

describe('reviewing', () => {
  test('asks, shows when each grade brings the card back, moves it on, and undoes one after the other', async () => {
    await add('gil', 'dog', 'Hund')
    const [card] = (await queue('gil', 'German')).cards
    expect(card).toMatchObject({
      question: 'dog',
      answer: expect.stringContaining('Hund'),
      state: 'new',
      deckName: 'German',
    })
    expect(card?.waits.slice(0, 3)).toEqual([1, 6, 10])
    const first = await act('gil', 'grade', { id: card?.id, grade: 3, took: 4200 })
    expect(first.output).toMatchObject({ state: 'learning', interval: 0 })
    const second = await act('gil', 'grade', { id: card?.id, grade: 4 })
    expect(second.output.state).toBe('review')
    expect(await out('gil', 'due', {})).toMatchObject({ new: 0, learning: 0, due: 0, doneToday: 2 })
    expect((await out<Stats>('gil', 'stats')).today.reviews).toBe(2)
    await at.undo('gil', second.change)
    expect(await out('gil', 'due', { deck: 'german' })).toMatchObject({ learning: 1, doneToday: 1 })
    await at.undo('gil', first.change)
    expect((await queue('gil')).cards[0]).toMatchObject({ id: card?.id, state: 'new' })
    expect((await out<Stats>('gil', 'stats')).today.reviews).toBe(0)
  })
  test('keeps to the new cards of a day, asks one card of a note, and not what is suspended or buried', async () => {
    for (const word of ['a', 'b', 'c', 'd']) await add('hal', word, word, { type: 'reversed' })
    const [deck] = await decks('hal')
    await act('hal', 'saveDeck', { id: deck?.id, newPerDay: 3 })
    expect((await queue('hal')).counts).toEqual({ new: 3, learning: 0, due: 0 })
    const cards = await found('hal', 'a')
    await act('hal', 'suspend', { ids: cards.map(({ id }) => id) })
    await act('hal', 'bury', { ids: [(await found('hal', 'b'))[0]?.id] })
    expect((await queue('hal')).cards.map(({ question }) => question)).toEqual(['b', 'c', 'd'])
    expect(await found('hal', 'is:suspended')).toHaveLength(2)
    expect(await found('hal', 'is:buried')).toHaveLength(1)
    const graded = await act('hal', 'grade', { id: cards[0]?.id, grade: 3 })
    expect(graded.error).toContain('suspended')
  })
  test('begins at the hour that the person has chosen', async () => {
    await add('ora', 'dog', 'Hund')
    const ids = (await found('ora')).map(({ id }) => id)
    const comesAgain = async () => {
      await act('ora', 'bury', { ids })
      const { rows } = await at.db.execute<{ at: string }>(
        sql`select data->>'buriedUntil' as at from records where scope_id = 'ora' and collection = 'cards'`,
      )
      const clock = { timeZone: ZONE, hour: 'numeric', hourCycle: 'h23' } as const
      return rows.map((row) => Number(new Intl.DateTimeFormat('en', clock).format(new Date(row.at))))
    }
    expect(await comesAgain()).toEqual([4])
    expect((await act('ora', 'changeSettings', { dayStartsAt: 11 })).status).toBe(200)
    expect(await comesAgain()).toEqual([11])
  })
  test('counts the days in a row, also those of months ago, whatever time the statistics show', async () => {
    await add('yan', 'dog', 'Hund')
    const [card] = (await queue('yan')).cards
    await act('yan', 'grade', { id: card?.id, grade: 3 })
    const streaks = async () => [
      (await out<{ streak: number }>('yan', 'decks')).streak,
      (await out<Stats>('yan', 'stats', { days: 7 })).streak,
    ]
    expect(await streaks()).toEqual([1, 1])
    // The same review at the same hour of her clock on each of the 69 days before, but for one 65 days ago.
    await at.db.execute(sql`insert into records (id, scope_id, module, collection, schema_version, data)
      select id || n, scope_id, module, collection, schema_version,
        jsonb_set(data, '{at}', to_jsonb(to_char(
          ((data->>'at')::timestamptz at time zone ${ZONE} - n * interval '1 day') at time zone ${ZONE} at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
      from records, generate_series(1, 69) n where scope_id = 'yan' and collection = 'reviews' and n <> 65`)
    expect(await streaks()).toEqual([65, 65])
    expect((await out<{ streak: number }>('ben', 'decks')).streak).toBe(0)
  })
  test('a grade that is none, a card that is none or somebody else’s, are refused', async () => {
    const id = (await queue('hal')).cards[0]?.id
    expect((await act('hal', 'grade', { id, grade: 5 })).error).toContain('1 (again), 2 (hard), 3 (good) or 4 (easy)')
    expect((await act('ben', 'grade', { id, grade: 3 })).status).toBe(404)
    expect((await act('hal', 'grade', { id: 'x', grade: 3 })).status).toBe(404)
    expect((await act('hal', 'queue', { deck: 'Nowhere' })).error).toContain('There is no deck “Nowhere”.')
  })
  test('a card forgotten too often is suspended and tagged', async () => {
    await add('ida', 'hard', 'word')
    const [deck] = await decks('ida')
    await act('ida', 'saveDeck', { id: deck?.id, leechAfter: 1, learningSteps: '', relearningSteps: '' })
    const id = (await queue('ida')).cards[0]?.id
    await act('ida', 'grade', { id, grade: 3 })
    expect(await out('ida', 'grade', { id, grade: 1 })).toMatchObject({ leech: true })
    expect((await found('ida', 'tag:leech is:suspended')).map((card) => card.id)).toEqual([id])
  })
})

describe('changing', () => {
  test('a note changes all its cards, gets those of new gaps, loses those that went, and is undone', async () => {
    await add('jo', '{{c1::a}} and {{c2::b}}', '')
    const [card] = await found('jo')
    const note = await out<NoteView>('jo', 'note', { id: card?.noteId })
    expect(note).toMatchObject({ isCloze: true, fieldNames: ['Text', 'Back Extra'], tags: [] })
    const save = (text: string, more = {}) =>
      act('jo', 'saveNote', { id: note.id, fields: [text, ''], tags: ['x'], ...more })
    const changed = await save('{{c1::a}} then {{c3::c}}')
    expect(await titles('jo')).toEqual(['[…] then c', 'a then […]'])
    expect((await save('no gap')).error).toContain('would have no cards')
    expect((await save('{{c1::z}}', { version: note.version })).status).toBe(409)
    await at.undo('jo', changed.change)
    expect(await titles('jo')).toEqual(['[…] and b', 'a and […]'])
  })
  test('cards move, are tagged, made due, made new again and removed, and every step is undone', async () => {
    await add('kim', 'one', '1')
    await add('kim', 'two', '2')
    const ids = (await found('kim')).map(({ id }) => id)
    await act('kim', 'move', { ids, deck: 'Numbers' })
    await act('kim', 'tag', { ids: ids.slice(0, 1), add: ['odd ones'] })
    expect(await titles('kim', 'deck:Numbers tag:odd-ones')).toEqual(['one'])
    await act('kim', 'reschedule', { ids, days: 0 })
    expect(await titles('kim', 'is:due')).toEqual(['one', 'two'])
    await act('kim', 'forget', { ids: ids.slice(1) })
    expect(await titles('kim', 'is:new')).toEqual(['two'])
    const removed = await act('kim', 'removeNotes', { ids })
    expect(await titles('kim')).toEqual([])
    await at.undo('kim', removed.change)
    expect(await titles('kim')).toEqual(['one', 'two'])
    expect((await act('ben', 'removeNotes', { ids })).status).toBe(404)
    expect((await act('kim', 'suspend', { ids: [] })).error).toContain('Choose at least one card.')
  })
  test('a picture is kept under a name of its own, for its owner alone', async () => {
    const png = (text: string) =>
      Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.from(text)])
    const put = (name: string, text: string, who = 'lea') =>
      at.fetch(who, `/api/m/flash/media/${encodeURIComponent(name)}`, { method: 'PUT', body: text && png(text) })
    const kept = async (answer: Response) => (await answer.json()) as { name: string; file: string }
    const first = await kept(await put('cell.png', 'one'))
    expect(first.name).toBe('cell.png')
    expect((await kept(await put('cell.png', 'one'))).file).toBe(first.file)
    const other = await kept(await put('cell.png', 'two'))
    expect(other.name).toMatch(/^cell-[0-9a-f]{8}\.png$/)
    expect((await put('virus.exe', 'x')).status).toBe(415)
    expect((await put('empty.png', '')).status).toBe(400)
    const deck = await out<{ id: string }>('lea', 'open', { name: 'Pictures' })
    await act('lea', 'addNote', { deck: deck.id, type: 'basic', fields: [`<img src="${other.name}">`, 'a cell'] })
    expect((await queue('lea')).cards[0]?.media).toEqual({ [other.name]: { file: other.file, mime: 'image/png' } })
    expect((await at.fetch('lea', `/api/files/${other.file}`)).status).toBe(200)
    expect((await at.fetch('ben', `/api/files/${other.file}`)).status).toBe(404)
  })
})

test('the sample is a deck of real cards, and can be undone', async () => {
  const made = await act('max', 'sample')
  expect(made.output.added).toBe(10)
  expect((await queue('max')).cards.length).toBeGreaterThan(5)
  expect((await decks('max')).map(({ name, cards }) => [name, cards])).toEqual([['Biology::The cell', 16]])
  await at.undo('max', made.change)
  expect(await decks('max')).toEqual([])
})
