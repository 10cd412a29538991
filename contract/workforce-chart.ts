import { agentOf, type Department } from './catalogue/agents.ts'
import { cartItems, emptyCart, type Quantities } from './workforce.ts'

// Who reports to whom when a team is hired. The picture before and the seats after follow the same table.

/** Who leads a department: the first of these that is in the team. Nobody of them: whoever hired. */
const heads: Readonly<Record<Department, readonly string[]>> = {
  'C-Suite': [],
  Sales: ['cmo', 'coo'],
  Support: ['coo'],
  Ops: ['coo'],
  Research: ['cmo', 'coo'],
  Product: ['coo', 'cmo'],
  Creative: ['cmo', 'coo'],
  Dev: ['coo'],
  Education: ['coo'],
  Finance: ['cfo', 'coo'],
  Health: ['coo'],
  Marketing: ['cmo', 'coo'],
  Legal: ['coo', 'cfo'],
  HR: ['coo'],
  Security: ['coo'],
}

/** The kind of agent that leads this one in a team of these kinds; null for whoever hired it. */
export function headOf(agent: string, team: Iterable<string>): string | null {
  const department = agentOf(agent)?.space
  const there = new Set(team)
  return (department && heads[department].find((one) => one !== agent && there.has(one))) ?? null
}

/** Seats of one kind with the same place. */
export interface Place {
  agent: string
  seats: number
  /** Of the first of its seats. */
  reports: readonly Place[]
}

/** A team as its org chart will be, below whoever hires it. Of several heads of one kind the first has the reports. */
export function chartOf(items: Quantities): Place[] {
  const team = cartItems({ ...emptyCart, items })
  const keys = team.map(({ roleId }) => roleId)
  const under = (head: string | null): Place[] =>
    team
      .filter(({ roleId }) => headOf(roleId, keys) === head)
      .flatMap(({ roleId, quantity }) => {
        const reports = under(roleId)
        const alone = { agent: roleId, seats: quantity, reports: [] }
        if (reports.length === 0) return [alone]
        const lead = { agent: roleId, seats: 1, reports }
        return quantity > 1 ? [lead, { ...alone, seats: quantity - 1 }] : [lead]
      })
  return under(null)
}
