// Makes actual-backup.zip with Actual Budget's own code, as its "Export data" does: a budget of made-up payments.
//   npm install --ignore-scripts @actual-app/api   (in a folder outside of this repository)
//   node make-actual-backup.mjs <that folder> actual-backup.zip
// The API asks for better-sqlite3, which has to be compiled: Node's own SQLite stands in for it.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const [folder, target] = process.argv.slice(2)
const STAND_IN = `
  const { DatabaseSync, backup } = require('node:sqlite')
  const { mkdtempSync, writeFileSync } = require('node:fs')
  const { tmpdir } = require('node:os')
  const { join } = require('node:path')
  module.exports = class {
    constructor(given) {
      const path = typeof given === 'string' ? given : join(mkdtempSync(join(tmpdir(), 'actual-')), 'db.sqlite')
      if (given !== path) writeFileSync(path, given)
      this.db = new DatabaseSync(path)
    }
    prepare(sql) { return this.db.prepare(sql) }
    exec(sql) { this.db.exec(sql); return this }
    function(name, options, run) { this.db.function(name, options, run) }
    transaction(work) { return () => { this.db.exec('begin'); try { work(); this.db.exec('commit') } catch (e) { this.db.exec('rollback'); throw e } } }
    backup(name) { return backup(this.db, name) }
    close() { this.db.close() }
  }`
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'better-sqlite3'
      ? { url: 'stand-in:sqlite', format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url === 'stand-in:sqlite' ? { format: 'commonjs', source: STAND_IN, shortCircuit: true } : next(url, context),
})
const require = createRequire(join(resolve(folder), 'x.js'))
const api = require('@actual-app/api')

const dataDir = mkdtempSync(join(tmpdir(), 'actual-'))
await api.init({ dataDir })
await api.runImport('Household', async () => {
  const giro = await api.createAccount({ name: 'Giro', offbudget: false }, 0)
  const savings = await api.createAccount({ name: 'Savings', offbudget: false }, 0)
  const house = await api.createAccount({ name: 'House', offbudget: true }, 0)
  const old = await api.createAccount({ name: 'Old card', offbudget: false }, 0)
  const groups = await api.getCategoryGroups()
  const income = groups.find((group) => group.is_income)
  const salary = await api.createCategory({ name: 'Gehalt', group_id: income.id })
  const living = await api.createCategoryGroup({ name: 'Leben' })
  const food = await api.createCategory({ name: 'Essen', group_id: living })
  const rent = await api.createCategory({ name: 'Miete', group_id: living })
  const gone = await api.createCategory({ name: 'Gone', group_id: living })
  const lidl = await api.createPayee({ name: 'Lidl' })
  const lidl2 = await api.createPayee({ name: 'LIDL 4711' })
  const payees = await api.getPayees()
  const toSavings = payees.find((payee) => payee.transfer_acct === savings).id
  const toHouse = payees.find((payee) => payee.transfer_acct === house).id
  await api.addTransactions(
    giro,
    [
      {
        date: '2026-01-02',
        amount: 250000,
        payee_name: 'Northwind',
        category: salary,
        cleared: true,
        imported_id: 'F1',
      },
      { date: '2026-01-05', amount: -4510, payee: lidl, category: food, notes: 'Wochenende', cleared: true },
      { date: '2026-01-05', amount: -4510, payee: lidl2, category: gone },
      {
        ...{ date: '2026-01-08', amount: -10000, payee_name: 'Markt', cleared: true },
        subtransactions: [
          { amount: -7000, category: food, notes: 'Gemüse' },
          { amount: -3000, category: rent, notes: 'Nachzahlung' },
        ],
      },
    ],
    { runTransfers: true },
  )
  await api.addTransactions(giro, [{ date: '2026-01-10', amount: -50000, payee: toSavings, notes: 'Rücklage' }], {
    runTransfers: true,
  })
  await api.addTransactions(giro, [{ date: '2026-01-11', amount: -20000, payee: toHouse, category: rent }], {
    runTransfers: true,
  })
  await api.addTransactions(giro, [{ date: '2026-02-03', amount: -100, payee_name: 'Removed', category: gone }], {})
  await api.addTransactions(
    old,
    [
      { date: '2025-12-01', amount: -1000, payee_name: 'Kiosk' },
      { date: '2025-12-20', amount: 1000, payee_name: 'Ausgleich' },
    ],
    {},
  )
  await api.closeAccount(old)
  const removed = (await api.getTransactions(giro, '2026-02-03', '2026-02-03'))[0]
  await api.deleteTransaction(removed.id)
  await api.deleteCategory(gone, food)
  await api.mergePayees(lidl, [lidl2])
  await api.setBudgetAmount('2026-01', food, 20000)
  await api.setBudgetAmount('2026-01', rent, 90000)
  await api.setBudgetAmount('2026-02', food, 21000)
  await api.setBudgetCarryover('2026-01', rent, true)
  await api.createRule({
    stage: null,
    conditionsOp: 'and',
    conditions: [{ field: 'imported_payee', op: 'contains', value: 'lidl' }],
    actions: [{ op: 'set', field: 'category', value: food }],
  })
  await api.createRule({
    stage: null,
    conditionsOp: 'and',
    conditions: [
      { field: 'amount', op: 'gt', value: 100 },
      { field: 'notes', op: 'contains', value: 'x' },
    ],
    actions: [{ op: 'set', field: 'notes', value: 'y' }],
  })
  await api.createSchedule({
    name: 'Miete',
    posts_transaction: true,
    payee: await api.createPayee({ name: 'Vermieter' }),
    account: giro,
    amount: -78000,
    amountOp: 'is',
    date: {
      start: '2026-03-01',
      frequency: 'monthly',
      interval: 1,
      patterns: [],
      skipWeekend: true,
      weekendSolveMode: 'before',
      endMode: 'never',
    },
  })
  await api.createSchedule({
    name: 'Kino',
    posts_transaction: false,
    payee: lidl,
    account: giro,
    amount: -1200,
    amountOp: 'isapprox',
    date: {
      start: '2026-03-06',
      frequency: 'monthly',
      interval: 1,
      patterns: [{ type: 'FR', value: 1 }],
      skipWeekend: false,
      endMode: 'never',
    },
  })
})
const answer = await api.internal.send('export-budget')
writeFileSync(target, answer.data)
await api.shutdown()
