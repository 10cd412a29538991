import { numberIn } from '@atrium/domain/numbers/reading'
export interface Pillar {
  name: string
  /** Share of all pieces, 0–1. */
  share: number
}

/** `How-to | 50`, a line each; without a share all are alike. Shares are made to add up to 1. */
export function pillarsIn(text: string): Pillar[] {
  const rows = text
    .split('\n')
    .map((line) => line.split('|').map((part) => part.trim()))
    .filter(([name]) => name)
    .slice(0, 12)
    .map(([name = '', share = '']) => ({
      name: name.slice(0, 60),
      share: numberIn(share) ?? 0,
    }))
  const all = rows.reduce((sum, { share }) => sum + Math.max(0, share), 0)
  return rows.map(({ name, share }) => ({ name, share: all > 0 ? Math.max(0, share) / all : 1 / rows.length }))
}

export interface Idea {
  title: string
  pillar: string
  format: string
  place: string
}

/**
 * The order in which ideas go out: at each place the pillar that is most behind its share (Webster's divisor method, so that
 * small pillars are not forgotten), never the same twice running while another has ideas; within it the ideas' own order.
 */
export function rotaOf(ideas: readonly Idea[], pillars: readonly Pillar[], count: number): Idea[] {
  const queues = new Map(pillars.map(({ name }) => [name, ideas.filter(({ pillar }) => pillar === name)]))
  const given = new Map(pillars.map(({ name }) => [name, 0]))
  const order: Idea[] = []
  while (order.length < count) {
    const open = pillars.filter(({ name }) => (queues.get(name)?.length ?? 0) > 0)
    const last = order.at(-1)?.pillar
    const others = open.filter(({ name }) => name !== last)
    const ranked = (others.length > 0 ? others : open).toSorted(
      (a, b) => b.share / (2 * (given.get(b.name) ?? 0) + 1) - a.share / (2 * (given.get(a.name) ?? 0) + 1),
    )
    const next = ranked[0]
    const idea = next && queues.get(next.name)?.shift()
    if (!next || !idea) return order
    given.set(next.name, (given.get(next.name) ?? 0) + 1)
    order.push(idea)
  }
  return order
}
