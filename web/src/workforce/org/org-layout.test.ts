import { expect, test } from 'vitest'
import { orgOf } from '../seats/test-work.ts'
import { CARD, layoutOf } from './org-layout.ts'
import { escaped, svgOf } from './org-svg.ts'
import { everyNode, treesOf } from './org-tree.ts'
import { managersFor } from './use-org.ts'

const compare = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })
const none: ReadonlySet<string> = new Set()

/** Seats by number, each below the one that `managerOf` says; -1 is the person, null nobody. */
const orgOfMany = (count: number, managerOf: (at: number) => number | null) =>
  orgOf(
    ...Array.from({ length: count }, (_, at) => {
      const manager = managerOf(at)
      return {
        id: `s${at}`,
        name: `Seat ${at}`,
        managerUserId: manager === -1 ? 'u1' : null,
        managerSeatId: manager === null || manager < 0 ? null : `s${manager}`,
      }
    }),
  )

/** A sequence that looks like chance and is the same every time. */
function* dice(seed: number) {
  let state = seed
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}

test('nobody overlaps, everybody is inside, and a report stands below its manager, in a hundred trees either way round', () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const chance = dice(seed)
    const roll = () => chance.next().value as number
    const org = orgOfMany(1 + Math.floor(roll() * 60), (at) =>
      at === 0 || roll() < 0.1 ? (roll() < 0.3 ? null : -1) : Math.floor(roll() * at),
    )
    const tops = treesOf(org, compare)
    const closed = new Set(everyNode(tops).flatMap(({ key }) => (roll() < 0.1 ? [key] : [])))
    const { placed, width, height, links } = layoutOf(tops, { collapsed: closed, mirrored: seed % 2 === 0 })
    for (const [at, one] of placed.entries()) {
      expect(one.x).toBeGreaterThanOrEqual(0)
      expect(one.x + CARD.width).toBeLessThanOrEqual(width)
      expect(one.y + CARD.height).toBeLessThanOrEqual(height)
      for (const other of placed.slice(at + 1)) {
        const apart = Math.abs(one.x - other.x) >= CARD.width || Math.abs(one.y - other.y) >= CARD.height
        expect(apart, `${one.node.name} and ${other.node.name} of tree ${seed}`).toBe(true)
      }
      if (!one.isCollapsed)
        for (const report of one.node.reports)
          expect(placed.find(({ node }) => node === report)?.y).toBeGreaterThan(one.y)
    }
    const shown = new Set(placed.map(({ node }) => node))
    const reports = placed.flatMap((one) => (one.isCollapsed ? [] : one.node.reports))
    expect(links).toHaveLength(reports.length)
    expect(reports.every((report) => shown.has(report))).toBe(true)
  }
})

test('each line begins where its manager’s card says that it leaves, from either side', () => {
  const tops = treesOf(
    orgOfMany(7, (at) => [-1, 0, 0, 0, -1, 4, 4][at] ?? null),
    compare,
  )
  for (const mirrored of [false, true]) {
    const { placed, links } = layoutOf(tops, { collapsed: none, mirrored })
    const begins = new Set(links.map(([first]) => first?.join(' ')))
    const leaves = placed
      .filter(({ node }) => node.reports.length > 0)
      .map(({ x, y, exit }) => `${x + exit} ${y + CARD.height}`)
    expect(leaves.toSorted()).toEqual([...begins].toSorted())
  }
})

test('a ring that was stored all the same leaves nobody out', () => {
  const org = orgOfMany(6, (at) => [1, 2, 0, 0, null, 4][at] ?? null)
  const tops = treesOf(org, compare)
  const shown = layoutOf(tops, { collapsed: none }).placed.map(({ node }) => node.name)
  expect(shown.toSorted()).toEqual(['Ada Lovelace', 'Seat 0', 'Seat 1', 'Seat 2', 'Seat 3', 'Seat 4', 'Seat 5'])
})

test('a manager is chosen from those who do not report to the seat, however far below', () => {
  const tops = treesOf(
    orgOfMany(5, (at) => [-1, 0, 1, 2, -1][at] ?? null),
    compare,
  )
  expect(managersFor(tops, 's1').map(({ name }) => name)).toEqual(['Ada Lovelace', 'Seat 0', 'Seat 4'])
})

test('the picture is XML whatever people are called, and a long name is cut with an ellipsis', () => {
  const nasty = `</text><script>alert(1)</script> & "Co" 'x'\u0000\ud800`
  const tops = treesOf(orgOf({ name: nasty }, { id: 's2', name: 'W'.repeat(80), managerUserId: null }), compare)
  const svg = svgOf(layoutOf(tops, { collapsed: none }), {
    title: 'A & B',
    direction: 'ltr',
    of: ({ node }) => ({ name: node.name, role: '<role>' }),
    measure: (text) => text.length * 8,
  })
  const page = new DOMParser().parseFromString(svg, 'image/svg+xml')
  expect(page.querySelector('parsererror')).toBeNull()
  expect(page.querySelector('script')).toBeNull()
  expect(page.querySelectorAll('rect')).toHaveLength(1 + 3)
  const titles = [...page.querySelectorAll('g > title')].map(({ textContent }) => textContent)
  expect(titles).toContain(`${nasty.slice(0, -2)}\n<role>`)
  expect([...page.querySelectorAll('text')].map(({ textContent }) => textContent)).toContain(`${'W'.repeat(25)}…`)
  expect(escaped('a\u0007b')).toBe('ab')
})
