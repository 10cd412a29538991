import { expect, test } from 'vitest'
import { testModules } from '../../server/records/test-module.ts'
import flash from './server.ts'

const { act, fetch } = await testModules(flash)

const json = { 'content-type': 'application/json' }
const publish = async (who: string, subject: string, slug: string) =>
  fetch(who, '/api/pages', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ module: 'flash', kind: 'deck', subject, slug, title: 'Spanish verbs' }),
  })

test('a deck that is made public is read by everybody, and copied with what it is made of, not with what was learnt', async () => {
  const { output: deck } = await act<{ id: string }>('ann', 'flash.open', { name: 'Spanish' })
  await act('ann', 'flash.open', { name: 'Private' })
  await act('ann', 'flash.add', { front: 'to be', back: 'ser', deck: 'Spanish' })
  await act('ann', 'flash.add', { front: 'It {{c1::is::verb}} late', deck: 'Spanish' })
  await act('ann', 'flash.add', { front: 'secret', back: 'secret', deck: 'Private' })
  const { output: queue } = await act<{ cards: { id: string }[] }>('ann', 'flash.queue', { deck: deck.id })
  await act('ann', 'flash.grade', { id: queue.cards[0]?.id, grade: 4 })
  expect((await publish('ann', deck.id, 'spanish-verbs')).status).toBe(201)

  const markup = await (await fetch('', '/p/spanish-verbs')).text()
  expect(markup).toContain('<bdi>to be</bdi></summary><div><p dir="auto"><bdi>ser</bdi>')
  expect(markup).toContain('<bdi>It [verb] late</bdi></summary><div><p dir="auto"><bdi>It is late</bdi>')
  expect(markup).not.toContain('secret')

  const copy = await fetch('ben', '/p/spanish-verbs/copy', { method: 'POST' })
  const { upload } = (await copy.json()) as { upload: string }
  const body = JSON.stringify({ upload })
  const taken = await fetch('ben', '/api/m/flash/imports/anki', { method: 'POST', headers: json, body })
  expect(taken.status).toBe(200)
  const { output: decks } = await act<{ decks: { name: string; today: object }[] }>('ben', 'flash.decks')
  expect(decks.decks).toMatchObject([{ name: 'Spanish', cards: 2, today: { new: 2, learning: 0, due: 0 } }])
})

test('nobody publishes another’s deck, and one that is deleted is no longer public', async () => {
  const { output: deck } = await act<{ id: string }>('cleo', 'flash.open', { name: 'Cleo’s' })
  await act('cleo', 'flash.add', { front: 'one', back: 'uno', deck: 'Cleo’s' })
  expect((await publish('dan', deck.id, 'dans-deck')).status).toBe(404)
  await publish('cleo', deck.id, 'cleos-deck')
  expect((await fetch('', '/p/cleos-deck')).status).toBe(200)
  await act('cleo', 'flash.removeDeck', { id: deck.id })
  expect((await fetch('', '/p/cleos-deck')).status).toBe(404)
})
