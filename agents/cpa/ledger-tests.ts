import { isWeekend } from '@atrium/domain/dates/working-days'
import { saidAmount } from '@atrium/domain/money/minor-units'
import { linesOf } from '../kit/doing.ts'
import type { Exception } from './exceptions.ts'
import type { Entry } from './ledger.ts'

// Tests of journal entries as ISA 240 (A45) and PCAOB AS 2401.61 name them: unbalanced, doubled, on unusual days, in round
// numbers, just below an approval limit, without an explanation, gaps in the numbering.

export interface TestLimits {
  currency: string
  /** Minor units: what is smaller is no exception by itself. */
  materiality: number
  /** Minor units above which somebody has to approve; null when the firm has no such limit. */
  approvalLimit: number | null
  hasRefs: boolean
}

const netOf = (entries: readonly Entry[]) => entries.reduce((sum, { debit, credit }) => sum + debit - credit, 0)
const linesIn = (entries: readonly Entry[]) => linesOf(entries.flatMap(({ line }) => line ?? []))
const sizeOf = ({ debit, credit }: Entry) => Math.max(debit, credit)

/** Journal entries (or days, where the file has no numbers) whose debits are not their credits. */
export function unbalanced(entries: readonly Entry[], { currency, hasRefs }: TestLimits): Exception[] {
  const groups = Map.groupBy(entries, ({ ref, date }) => (hasRefs && ref ? ref : date))
  return [...groups].flatMap(([name, group]): Exception[] => {
    const net = netOf(group)
    if (net === 0) return []
    return [
      {
        severity: 'high',
        test: 'Double entry',
        where: `${hasRefs && group[0]?.ref ? 'Entry' : 'Day'} ${name}, ${linesIn(group)}`,
        amount: net,
        finding: `Debits and credits differ by ${saidAmount(net, currency)}.`,
        ask: net > 0 ? 'Which credit is missing or too small?' : 'Which debit is missing or too small?',
      },
    ]
  })
}

/** The same account, day, side and amount in different entries. */
export function doubled(entries: readonly Entry[], { currency, materiality, hasRefs }: TestLimits): Exception[] {
  const groups = Map.groupBy(
    entries.filter((entry) => sizeOf(entry) > 0),
    ({ account, date, debit, credit }) => `${account} ${date} ${debit} ${credit}`,
  )
  const seen = new Set<string>()
  return [...groups.values()].flatMap((group): Exception[] => {
    const [first] = group
    if (!first || group.length < 2) return []
    const refs = [...new Set(group.map(({ ref }) => ref))]
    if (hasRefs && refs.length < 2) return []
    // The other side of the same entries says nothing new.
    const pair = hasRefs ? refs.join(' ') : `${first.date} ${sizeOf(first)} ${first.text}`
    if (seen.has(pair)) return []
    seen.add(pair)
    const isSameText = new Set(group.map(({ text }) => text.toLowerCase())).size < group.length
    if (!isSameText && sizeOf(first) < materiality) return []
    return [
      {
        severity: isSameText ? 'high' : 'medium',
        test: 'Possible duplicate',
        where: `${first.account}, ${first.date}, ${linesIn(group)}`,
        amount: sizeOf(first) * (group.length - 1),
        finding: `${saidAmount(sizeOf(first), currency)} stands there ${group.length} times${isSameText ? ' with the same text' : ''}.`,
        ask: 'Show the document of each, or reverse what was booked twice.',
      },
    ]
  })
}

/** Numbers missing between the smallest and the largest of one series (`JE-0001`, `JE-0002` …); series with more than 200 gaps are no series. */
export function gaps(entries: readonly Entry[]): Exception[] {
  const series = new Map<string, Set<number>>()
  for (const { ref } of entries) {
    const [, prefix = '', digits] = /^(.*?)(\d{1,9})$/.exec(ref) ?? []
    if (!digits) continue
    const known = series.get(prefix) ?? new Set<number>()
    series.set(prefix, known.add(Number(digits)))
  }
  return [...series].flatMap(([prefix, numbers]): Exception[] => {
    const sorted = [...numbers].sort((a, b) => a - b)
    const [low = 0, high = 0] = [sorted[0], sorted.at(-1)]
    const missing = high - low + 1 - sorted.length
    if (sorted.length < 5 || missing <= 0 || missing > 200) return []
    const lost: number[] = []
    for (let number = low; number <= high && lost.length < 20; number++) if (!numbers.has(number)) lost.push(number)
    return [
      {
        severity: 'medium',
        test: 'Numbering',
        where: `Series ${prefix || '(numbers)'} ${low}–${high}`,
        amount: null,
        finding: `${missing} missing: ${lost.join(', ')}${missing > lost.length ? ' …' : ''}.`,
        ask: 'Were they voided, or are entries missing from the file?',
      },
    ]
  })
}

/** Single lines that are unusual by day, amount or missing words. */
export function unusualLines(entries: readonly Entry[], limits: TestLimits): Exception[] {
  const { currency, materiality, approvalLimit, hasRefs } = limits
  const told = new Set<string>()
  /** Of an entry with several sides, the first that is large enough tells it. */
  const isNew = (test: string, { ref }: Entry) => {
    const key = `${test} ${ref}`
    if (!hasRefs || ref === '') return true
    if (told.has(key)) return false
    told.add(key)
    return true
  }
  const whole = 100_000 // 1,000 of a currency with two digits
  return entries.flatMap((entry): Exception[] => {
    const size = sizeOf(entry)
    const where = `${entry.account}, ${entry.date}${entry.line === null ? '' : `, line ${entry.line}`}`
    const amount = entry.debit - entry.credit
    const found: Exception[] = []
    if (approvalLimit !== null && size < approvalLimit && size >= approvalLimit * 0.95)
      found.push({
        severity: 'high',
        test: 'Just below the approval limit',
        where,
        amount,
        finding: `${saidAmount(size, currency)} is within 5 % below ${saidAmount(approvalLimit, currency)}.`,
        ask: 'Is it part of a larger purchase that was split?',
      })
    if (size < materiality) return found
    if (isWeekend(entry.date) && isNew('weekend', entry))
      found.push({
        severity: 'medium',
        test: 'Posted on a weekend',
        where,
        amount,
        finding: 'A Saturday or Sunday is an unusual day for a posting of this size.',
        ask: 'Who booked it, and why then?',
      })
    if (entry.text === '' && isNew('text', entry))
      found.push({
        severity: 'medium',
        test: 'No explanation',
        where,
        amount,
        finding: 'A line of this size has no text.',
        ask: 'What is it for? Add the document.',
      })
    if (size >= whole && size % whole === 0)
      found.push({
        severity: 'low',
        test: 'Round amount',
        where,
        amount,
        finding: `${saidAmount(size, currency)} is a round thousand: an estimate or an accrual?`,
        ask: 'Show how it was worked out.',
      })
    return found
  })
}

const SUSPENSE = /suspense|clearing|uncategori[sz]ed|unallocated|unknown|ask my accountant|interim|verrechnung/i

/** Accounts that should be empty when a month is closed. */
export const suspense = (
  lines: readonly { account: string; closing: number }[],
  { currency }: Pick<TestLimits, 'currency'>,
): Exception[] =>
  lines
    .filter(({ account, closing }) => SUSPENSE.test(account) && closing !== 0)
    .map(({ account, closing }) => ({
      severity: 'high',
      test: 'Suspense account',
      where: account,
      amount: closing,
      finding: `It closes with ${saidAmount(closing, currency)}; at the end of a month it should be empty.`,
      ask: 'Put each item where it belongs.',
    }))
