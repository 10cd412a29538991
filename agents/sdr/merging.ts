import { companyKey } from '@atrium/domain/names/company-name'
import { folded } from '@atrium/domain/names/folding'
import { nameSimilarity } from '@atrium/domain/names/similarity'
import type { Lead } from './lead.ts'

export interface Merge {
  lead: Lead
  /** Lines whose rows are the same contact, the kept one first. */
  lines: number[]
  /** By what they are the same. */
  by: string
  /** Fields in which the rows disagreed: what was kept and what not. */
  conflicts: { field: string; kept: string; dropped: string }[]
}

export interface Alike {
  a: Lead
  b: Lead
  /** 0 to 1 */
  similarity: number
  why: string
}

const FILLED = [
  'name',
  'first',
  'company',
  'role',
  'industry',
  'country',
  'source',
  'notes',
  'phone',
  'website',
  'emailText',
] as const
/** Of two, these are worth a word to the person. */
const TOLD: readonly string[] = ['name', 'company', 'role', 'industry', 'country', 'phone', 'emailText']

/** Where the contact works, as far as it can be told: its own mail domain, or the company's name. */
const workplaces = (lead: Lead): string[] => [
  ...(lead.company ? [`c:${companyKey(lead.company)}`] : []),
  ...(lead.email && !lead.email.isFree ? [`d:${lead.email.domain}`] : []),
]

function sameBy(lead: Lead): [key: string, by: string][] {
  const digits = lead.phone.replace(/\D/g, '').replace(/^00/, '')
  return [
    ...(lead.email ? [[`e:${lead.email.mailbox}`, 'e-mail address'] as [string, string]] : []),
    // A switchboard has one number for many: the name has to be the same too.
    ...(digits.length >= 8 && lead.name
      ? [[`p:${digits.slice(-9)} ${folded(lead.name)}`, 'name and phone number'] as [string, string]]
      : []),
  ]
}

/** The newer row leads; where it is silent the older one speaks. */
function merged(rows: readonly Lead[], by: string): Merge {
  const [first, ...others] = [...rows].sort(
    (a, b) => (b.lastActivity ?? '').localeCompare(a.lastActivity ?? '') || (a.lines[0] ?? 0) - (b.lines[0] ?? 0),
  ) as [Lead, ...Lead[]]
  const lead: Lead = { ...first, lines: rows.flatMap(({ lines }) => lines) }
  const conflicts: Merge['conflicts'] = []
  for (const other of others) {
    for (const field of FILLED) {
      if (lead[field] === '') lead[field] = other[field]
      else if (other[field] !== '' && TOLD.includes(field) && folded(other[field]) !== folded(lead[field]))
        conflicts.push({ field: field === 'emailText' ? 'e-mail' : field, kept: lead[field], dropped: other[field] })
    }
    lead.email ??= other.email
    lead.employees ??= other.employees
    lead.lastActivity ??= other.lastActivity
    lead.refusal ??= other.refusal
  }
  const kept = first.lines[0] ?? 0
  return { lead, lines: [kept, ...lead.lines.filter((line) => line !== kept)], by, conflicts }
}

/**
 * Merges the rows that are surely one contact: the same mailbox, or the same name and phone number, also in a chain. A name
 * alone merges nothing, except at the same company when one of the two rows has no address to differ by.
 */
export function mergeLeads(leads: readonly Lead[]): { leads: Lead[]; merges: Merge[] } {
  const group = leads.map((_, at) => at)
  const root = (at: number): number => (group[at] === at ? at : root(group[at] as number))
  const reasons = new Map<number, Set<string>>()
  const join = (a: number, b: number, by: string) => {
    const [low, high] = [root(a), root(b)].sort((x, y) => x - y) as [number, number]
    const said = new Set([...(reasons.get(low) ?? []), ...(reasons.get(high) ?? []), by])
    group[high] = low
    reasons.set(low, said)
  }
  const seen = new Map<string, number>()
  const byWorkplace = new Map<string, number[]>()
  for (const [at, lead] of leads.entries()) {
    for (const [key, by] of sameBy(lead)) {
      const before = seen.get(key)
      if (before === undefined) seen.set(key, at)
      else join(before, at, by)
    }
    if (!lead.name) continue
    for (const place of workplaces(lead)) {
      const key = `${place} ${folded(lead.name)}`
      const before = byWorkplace.get(key) ?? []
      for (const other of before)
        if (root(other) !== root(at) && (!lead.email || !leads[other]?.email)) join(other, at, 'name and company')
      byWorkplace.set(key, [...before, at])
    }
  }
  const groups = Map.groupBy(leads.keys(), root)
  const merges: Merge[] = []
  const kept = [...groups].map(([first, members]) => {
    const rows = members.map((at) => leads[at] as Lead)
    if (rows.length === 1) return rows[0] as Lead
    const merge = merged(rows, [...(reasons.get(first) ?? [])].join(', '))
    merges.push(merge)
    return merge.lead
  })
  return { leads: kept, merges }
}

/** Above this similarity two names at one company may be one person: a person decides. */
const ALIKE = 0.92

/** Pairs at the same company or domain with nearly the same name, which were not merged. The most alike first. */
export function alikeLeads(leads: readonly Lead[]): Alike[] {
  const pairs = new Map<string, Alike>()
  const byPlace = Map.groupBy(
    leads.flatMap((lead) => (lead.name ? workplaces(lead).map((place) => ({ lead, place })) : [])),
    ({ place }) => place,
  )
  for (const [place, here] of byPlace) {
    if (here.length > 300) continue // one domain with that many contacts: every pair would be work for nobody
    for (const [at, { lead: a }] of here.entries())
      for (const { lead: b } of here.slice(at + 1)) {
        if (a === b) continue
        const similarity = nameSimilarity(a.name, b.name)
        if (similarity < ALIKE) continue
        const why = place.startsWith('d:') ? 'same mail domain' : 'same company'
        pairs.set(`${a.lines[0]} ${b.lines[0]}`, { a, b, similarity, why })
      }
  }
  return [...pairs.values()].sort((x, y) => y.similarity - x.similarity)
}
