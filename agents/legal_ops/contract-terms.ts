import { daysBetween } from '@atrium/domain/dates/days'
import { after, before, type Period } from './periods.ts'

// When a contract ends, renews, and until when that can be prevented.

export interface Contract {
  line: number
  party: string
  title: string
  version: string
  owner: string
  start: string | null
  end: string | null
  /** The file says that it has no end. */
  isOpen: boolean
  notice: Period | null
  /** Null: it does not renew by itself, or the file does not say. */
  renewal: Period | null
  renews: boolean | null
  value: number | null
  currency: string
}

export type Standing =
  | 'notice day has passed'
  | 'act now'
  | 'act soon'
  | 'notice period unknown'
  | 'running'
  | 'open-ended'
  | 'end unknown'
  | 'ended'

export interface Term {
  contract: Contract
  /** The next end: of the first term, or of the one that renewals lead to. */
  end: string | null
  /** How often it has renewed itself by today. */
  renewed: number
  /** The last day on which notice can arrive; null when nothing needs to be given, or the notice period is not known. */
  noticeBy: string | null
  daysLeft: number | null
  standing: Standing
  missing: string[]
}

/** Renewals that are counted; a century of months. */
const RENEWALS_MAX = 1_200

/**
 * Rolls a renewing contract forward to the term that runs today. When its notice day of this term has passed, it renews once
 * more: `notice day has passed` says so.
 */
export function termOf(contract: Contract, today: string, soon: number): Term {
  const { notice, renewal, renews } = contract
  const missing = [
    contract.party ? '' : 'party',
    contract.start ? '' : 'start',
    contract.end || contract.isOpen ? '' : 'end',
    contract.owner ? '' : 'owner',
    renews === null ? 'whether it renews' : renews && !renewal ? 'how long it renews for' : '',
    renews && !notice ? 'notice period' : '',
  ].filter(Boolean)
  const first = contract.end
  // It has renewed itself for a time that the file does not say.
  const isLost = first !== null && first < today && renews === true && !renewal
  if (first === null || isLost)
    return {
      contract,
      end: null,
      renewed: 0,
      noticeBy: null,
      daysLeft: null,
      standing: contract.isOpen ? 'open-ended' : 'end unknown',
      missing,
    }
  let [end, renewed] = [first, 0]
  if (renews && renewal && renewal.days + renewal.months > 0)
    while (end < today && renewed < RENEWALS_MAX) {
      renewed++
      // Counted from the first end each time, so that the 31st comes back after a short month.
      end = after(first, { days: renewal.days * renewed, months: renewal.months * renewed })
    }
  // Where the file does not say whether it renews, a notice period says that it may.
  const noticeBy = renews !== false && notice ? before(end, notice) : null
  const daysLeft = daysBetween(today, noticeBy ?? end)
  const standing: Standing =
    end < today
      ? 'ended'
      : noticeBy !== null && noticeBy < today
        ? 'notice day has passed'
        : renews && noticeBy === null
          ? 'notice period unknown'
          : daysLeft <= soon / 4
            ? 'act now'
            : daysLeft <= soon
              ? 'act soon'
              : 'running'
  return { contract, end, renewed, noticeBy, daysLeft, standing, missing }
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/\b(ltd|limited|inc|llc|gmbh|ag|plc|corp|co|sarl|bv)\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
/** `v2.1` above `2`; words as they are. */
const versionParts = (version: string) => (version.match(/\d+/g) ?? []).map(Number)

export function newerVersion(a: string, b: string): number {
  const [left, right] = [versionParts(a), versionParts(b)]
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const by = (left[at] ?? 0) - (right[at] ?? 0)
    if (by !== 0) return by
  }
  return 0
}

export interface Versions {
  /** The one that counts of each contract. */
  current: Contract[]
  superseded: { contract: Contract; by: Contract }[]
  /** Rows of the same contract and version that do not say the same. */
  conflicts: { lines: number[]; what: string }[]
}

/**
 * Rows of the same party and title: the highest version counts, of equal ones the last row. Rows without a version that begin
 * on other days are contracts of their own.
 */
export function versionsOf(contracts: readonly Contract[]): Versions {
  const groups = new Map<string, Contract[]>()
  for (const one of contracts) {
    const key = `${plain(one.party)} ${plain(one.title)} ${one.version === '' ? one.start : ''}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  const result: Versions = { current: [], superseded: [], conflicts: [] }
  for (const all of groups.values()) {
    const sorted = all.toSorted((a, b) => newerVersion(b.version, a.version) || b.line - a.line)
    const [first, ...others] = sorted
    if (!first) continue
    result.current.push(first)
    result.superseded.push(...others.map((contract) => ({ contract, by: first })))
    const equal = sorted.filter((one) => newerVersion(one.version, first.version) === 0)
    for (const field of ['end', 'value'] as const) {
      const said = new Set(equal.map((one) => one[field]))
      if (said.size > 1)
        result.conflicts.push({
          lines: equal.map(({ line }) => line).sort((a, b) => a - b),
          what: `${first.party}, ${first.title}: the ${field} is ${[...said].map((one) => one ?? 'empty').join(' or ')}`,
        })
    }
  }
  return { ...result, current: result.current.sort((a, b) => a.line - b.line) }
}
