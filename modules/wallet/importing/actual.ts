import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { AppError } from '@atrium/contract/errors'
import { IMPORT_ROWS_MAX } from '@atrium/contract/reading'
import { dayOfNumbers } from '../kept-day.ts'
import { say } from '../say.ts'
import type { BudgetRow, FilePayment, FileRule, FileSchedule } from './budget-file.ts'

// A backup of Actual Budget ("Export data"): db.sqlite, whose tables its migrations describe. Amounts are hundredths whatever the
// currency; what somebody removed has a tombstone; payees and categories that were merged are mapped to what they became.

type Row = Record<string, SQLOutputValue>
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const isOn = (value: unknown) => value === 1 || value === 1n
const decimal = (hundredths: unknown) => String(Number(hundredths ?? 0) / 100)

/** `20260131` */
function dayOf(value: unknown): string | null {
  const digits = String(value ?? '')
  return /^\d{8}$/.test(digits)
    ? dayOfNumbers(Number(digits.slice(0, 4)), Number(digits.slice(4, 6)), Number(digits.slice(6)))
    : null
}

interface Budget {
  rows(table: string, order?: string): Row[]
  payee(id: unknown): Row | undefined
  categoryOf(id: unknown): string | null
}

function openBudget(path: string): Budget & { close(): void } {
  const database = new DatabaseSync(path, { readOnly: true })
  database.exec('pragma trusted_schema = off; pragma query_only = on')
  const columns = (table: string) =>
    new Set(
      database
        .prepare('select name from pragma_table_info(?)')
        .all(table)
        .map((row) => text(row.name)),
    )
  const rows = (table: string, order = ''): Row[] => {
    const known = columns(table)
    if (known.size === 0) return []
    const live = known.has('tombstone') ? 'where coalesce(tombstone, 0) = 0' : ''
    const sorted = order && known.has(order) ? `order by ${order}` : ''
    const found = database.prepare(`select * from "${table}" ${live} ${sorted} limit ?`).all(IMPORT_ROWS_MAX * 2 + 1)
    if (found.length > IMPORT_ROWS_MAX * 2)
      throw new AppError('too_large', say('tooManyBudgetRows', { most: IMPORT_ROWS_MAX * 2, table }))
    return found
  }
  if (columns('accounts').size === 0 || columns('transactions').size === 0) throw new Error('no tables of Actual')
  const mapped = (table: string, to: string) => new Map(rows(table).map((row) => [text(row.id), text(row[to])]))
  const [payees, became] = [
    new Map(rows('payees').map((row) => [text(row.id), row])),
    mapped('payee_mapping', 'targetId'),
  ]
  const [live, moved] = [
    new Set(rows('categories').map((row) => text(row.id))),
    mapped('category_mapping', 'transferId'),
  ]
  return {
    rows,
    payee: (id) => payees.get(became.get(text(id)) ?? text(id)),
    categoryOf: (id) => {
      const now = moved.get(text(id)) ?? text(id)
      return live.has(now) ? now : null
    },
    close: () => database.close(),
  }
}

function* paymentsOf({ rows, payee, categoryOf }: Budget, names: ReadonlyMap<string, string>): Generator<BudgetRow> {
  const all = rows('transactions', 'date').filter((row) => names.has(text(row.acct)))
  const children = Map.groupBy(
    all.filter((row) => isOn(row.isChild)),
    (row) => text(row.parent_id),
  )
  const seen = new Set<string>()
  const live = new Set(all.map((row) => text(row.id)))
  const payment = (row: Row, parent: Row = row): FilePayment | null => {
    const date = dayOf(parent.date)
    if (!date) return null
    const other = text(row.transferred_id)
    const isTransfer = other !== '' && live.has(other)
    const its = payee(row.description ?? parent.description)
    const isSecond = isTransfer && seen.has(other)
    seen.add(text(row.id))
    return {
      ...{
        key: text(row.id),
        account: text(row.acct),
        date,
        amount: decimal(row.amount),
        category: categoryOf(row.category),
      },
      payee: names.get(text(its?.transfer_acct)) ?? text(its?.name),
      memo: text(row.notes) || (row === parent ? '' : text(parent.notes)),
      cleared: isOn(parent.reconciled) ? 'reconciled' : isOn(parent.cleared) ? 'cleared' : 'open',
      ...{ splits: [], other: isTransfer ? other : null, isSecond },
    }
  }
  for (const row of all) {
    if (isOn(row.isChild)) continue
    const parts = children.get(text(row.id)) ?? []
    const isApart = parts.some((part) => text(part.transferred_id) !== '') || parts.length === 1
    for (const one of isApart ? parts : [row]) {
      const made = payment(one, row)
      if (!made) yield { text: `${text(row.date)} ${text(row.notes)}`, refused: 'There is no date.' }
      else if (isApart || parts.length === 0) yield { payment: made }
      else {
        const splits = parts.map((part) => ({
          ...{ category: categoryOf(part.category), amount: decimal(part.amount), memo: text(part.notes) },
        }))
        yield { payment: { ...made, category: null, splits } }
      }
    }
  }
}

interface Condition {
  field?: string
  op?: string
  value?: unknown
}
function listIn(json: unknown): Condition[] {
  try {
    const list: unknown = JSON.parse(text(json))
    return Array.isArray(list) ? list.filter((one): one is Condition => typeof one === 'object' && one !== null) : []
  } catch {
    return [] // then it is none of ours
  }
}

const TEXT_FIELDS = new Set(['imported_description', 'imported_payee', 'notes'])
const HOWS: Readonly<Record<string, FileRule['how']>> = { contains: 'contains', is: 'is' }

/** A rule that ours can say: one text that is looked for, and a name or a category that it gives. */
function ruleOf(row: Row, { payee, categoryOf }: Budget): FileRule | null {
  const conditions = listIn(row.conditions)
  const actions = listIn(row.actions)
  const [{ field = '', op = '', value } = {}] = conditions
  const how = HOWS[op]
  const isPayee = field === 'description' && op === 'is'
  const match = isPayee ? text(payee(value)?.name) : TEXT_FIELDS.has(field) ? text(value) : ''
  const sets = (name: string) => actions.find((action) => action.op === 'set' && action.field === name)?.value
  const category = categoryOf(sets('category'))
  const called = text(payee(sets('description'))?.name)
  const isOurs = actions.every(
    ({ op: does, field: of }) => does === 'set' && (of === 'category' || of === 'description'),
  )
  if (!how || conditions.length !== 1 || match.length < 2 || !isOurs || (!category && !called)) return null
  return { how, match, payee: called, category }
}

const UNITS: Readonly<Record<string, FileSchedule['unit']>> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  yearly: 'year',
}

/** As Actual reads it: the day that this device has set counts until a newer one comes from another device. */
const nextOf = (row: Row | undefined) =>
  dayOf(row?.local_next_date_ts === row?.base_next_date_ts ? row?.local_next_date : row?.base_next_date)

function scheduleOf(row: Row, rule: Row | undefined, next: Row | undefined, { payee }: Budget): FileSchedule | null {
  const conditions = listIn(rule?.conditions)
  const sought = (...fields: string[]) => conditions.find(({ field = '' }) => fields.includes(field))?.value
  const when = sought('date')
  const repeats = (typeof when === 'object' && when !== null ? when : {}) as Record<string, unknown>
  const start = text(repeats.start) || text(when)
  const between = sought('amount') as { num1?: number; num2?: number } | number | undefined
  const amount = typeof between === 'object' ? ((between.num1 ?? 0) + (between.num2 ?? 0)) / 2 : between
  const unit = text(when) ? 'once' : UNITS[text(repeats.frequency)]
  const patterns = Array.isArray(repeats.patterns) ? repeats.patterns : []
  const ends = text(repeats.endMode) || 'never'
  const isKnown = /^\d{4}-\d\d-\d\d$/.test(start) && unit && patterns.length === 0 && ends !== 'after_n_occurrences'
  if (!isKnown || typeof amount !== 'number' || amount === 0) return null
  const its = payee(sought('description', 'payee'))
  return {
    ...{ payee: text(row.name) || text(its?.name), memo: '', account: text(sought('acct', 'account')) },
    ...{
      toAccount: text(its?.transfer_acct) || null,
      category: null,
      amount: decimal(Math.round(amount)),
      start,
      unit,
    },
    every: Math.max(1, Math.min(366, Number(repeats.interval ?? 1))),
    weekend: repeats.skipWeekend === true ? (repeats.weekendSolveMode === 'before' ? 'before' : 'after') : 'keep',
    until: ends === 'on_date' ? text(repeats.endDate).slice(0, 10) || null : null,
    automatic: isOn(row.posts_transaction),
    next: nextOf(next),
  }
}

/** Everything of the budget at this path that ours can hold; the rest is named. */
export function* readActual(path: string): Generator<BudgetRow> {
  const budget = openBudget(path)
  try {
    const { rows, categoryOf } = budget
    const currency = text(rows('preferences').find((row) => row.id === 'defaultCurrencyCode')?.value)
    yield { currencies: currency ? [currency] : [] }
    // Each of the two kinds is in an order of its own.
    const accounts = rows('accounts', 'sort_order').sort((a, b) => Number(a.offbudget ?? 0) - Number(b.offbudget ?? 0))
    for (const row of accounts)
      yield {
        account: {
          ...{ key: text(row.id), name: text(row.name), kind: isOn(row.offbudget) ? 'other' : 'checking' },
          ...{ onBudget: !isOn(row.offbudget), closed: isOn(row.closed) },
        },
      }
    const given = [...rows('zero_budgets', 'month'), ...rows('reflect_budgets', 'month')]
    const carried = new Map(given.map((row) => [text(row.category), isOn(row.carryover)]))
    const groups = new Map(rows('category_groups', 'sort_order').map((row) => [text(row.id), row]))
    for (const row of rows('categories', 'sort_order')) {
      const group = groups.get(text(row.cat_group))
      const key = text(row.id)
      yield {
        category: {
          ...{ key, name: text(row.name), group: text(group?.name) || 'Actual', isIncome: isOn(group?.is_income) },
          ...{ hidden: isOn(row.hidden) || isOn(group?.hidden), keepsDebt: carried.get(key) ?? false },
        },
      }
    }
    yield* paymentsOf(budget, new Map(accounts.map((row) => [text(row.id), text(row.name)])))
    for (const row of given) {
      const [category, month] = [categoryOf(row.category), /^(\d{4})(\d\d)$/.exec(String(row.month ?? ''))]
      if (category && month && row.amount)
        yield { given: { month: `${month[1]}-${month[2]}`, category, amount: decimal(row.amount) } }
    }
    const rules = new Map(rows('rules').map((row) => [text(row.id), row]))
    const nexts = new Map(rows('schedules_next_date').map((row) => [text(row.schedule_id), row]))
    for (const row of rows('schedules')) {
      const schedule = scheduleOf(row, rules.get(text(row.rule)), nexts.get(text(row.id)), budget)
      rules.delete(text(row.rule))
      if (isOn(row.completed)) continue
      if (schedule) yield { schedule }
      else yield { text: text(row.name), refused: 'This schedule comes again in a way that is not known here.' }
    }
    for (const row of rules.values()) {
      const rule = ruleOf(row, budget)
      if (rule) yield { rule }
      else yield { text: text(row.conditions), refused: 'This rule does more than rules here can.' }
    }
  } finally {
    budget.close()
  }
}
