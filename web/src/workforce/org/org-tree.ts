import type { Org, SeatAtWork } from '@atrium/contract/workforce-seats'

type Person = Org['people'][number]

/** A person or a seat with whoever reports to it. */
export interface OrgNode {
  /** `person:<id>` or `seat:<id>` */
  key: string
  name: string
  person: Person | null
  seat: SeatAtWork | null
  reports: OrgNode[]
}

export const personKey = (id: string): string => `person:${id}`
export const seatKey = (id: string): string => `seat:${id}`

/** The key of whom a seat reports to; null for nobody. */
export const managerKeyOf = ({ managerUserId, managerSeatId }: SeatAtWork): string | null =>
  managerSeatId ? seatKey(managerSeatId) : managerUserId ? personKey(managerUserId) : null

/**
 * People and seats as trees, by name. Whose manager is not among them stands at the top; so does one of a ring, which the
 * server refuses to make, so that nobody is missing from the page whatever was stored.
 */
export function treesOf({ people, seats }: Org, compare: (a: string, b: string) => number): OrgNode[] {
  const nodes = new Map<string, OrgNode>()
  for (const person of people)
    nodes.set(personKey(person.id), { key: personKey(person.id), name: person.name, person, seat: null, reports: [] })
  for (const seat of seats)
    nodes.set(seatKey(seat.id), { key: seatKey(seat.id), name: seat.name, person: null, seat, reports: [] })
  const managerOf = (node: OrgNode) => (node.seat ? nodes.get(managerKeyOf(node.seat) ?? '') : undefined)
  const isInRing = (node: OrgNode) => {
    const seen = new Set<OrgNode>()
    for (let at = managerOf(node); at && !seen.has(at); at = managerOf(at)) {
      if (at === node) return true
      seen.add(at)
    }
    return false
  }
  const tops: OrgNode[] = []
  const opened = new Set<OrgNode>()
  for (const node of nodes.values()) {
    const manager = managerOf(node)
    const isFirstOfRing = manager !== undefined && !opened.has(node) && isInRing(node)
    if (isFirstOfRing)
      for (let at: OrgNode | undefined = manager; at && !opened.has(at); at = managerOf(at)) opened.add(at)
    if (!manager || isFirstOfRing) tops.push(node)
    else manager.reports.push(node)
  }
  const byName = (a: OrgNode, b: OrgNode) => compare(a.name, b.name)
  for (const node of nodes.values()) node.reports.sort(byName)
  // People first: the page is theirs.
  return tops.sort((a, b) => Number(a.person === null) - Number(b.person === null) || byName(a, b))
}

/** A node and everybody below it. */
export const withReports = (node: OrgNode): OrgNode[] => [node, ...node.reports.flatMap(withReports)]

export const everyNode = (tops: readonly OrgNode[]): OrgNode[] => tops.flatMap(withReports)
