import { fileInput, playbook } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { momentIn } from '../kit/moments.ts'
import { groupedBy } from '../kit/statistics.ts'
import { columnFor, dayIn, dayOf, neededColumn, readTable, type Table } from '../kit/table.ts'
import { putTasks, TASK_LIST } from '../kit/task-list.ts'
import { answerTo, cutTo, itemsIn, percent, shownAs } from '../kit/telling.ts'
import { type Account, isAdmin, review } from './access.ts'
import { domains, dormancy, numberOf, REVIEW } from './questions.ts'
import { accounts as accountSample, staff as staffSample } from './samples.ts'

const EMAIL = ['email', 'e-mail', 'mail', 'login', 'username', 'user', 'account']
const NAME = ['name', 'full name', 'display name', 'person', 'employee']
const YES = /^(yes|y|true|1|on|enabled|enforced|active|enrolled)$/i
const NO = /^(no|n|false|0|off|disabled|none|not enrolled)$/i
const OUT = /^(disabled|inactive|suspended|deleted|deactivated|blocked|no|false|0)$/i

interface Read {
  accounts: Account[]
  /** Lines whose last sign-in cannot be read. */
  undated: number[]
  /** Lines with neither an address nor a name. */
  nameless: number[]
  says: { lastSeen: boolean; mfa: boolean }
}

function readAccounts(table: Table): Read {
  const email = neededColumn(table, 'address or name of the account', EMAIL)
  const name = columnFor(table, NAME) ?? email
  const role = neededColumn(table, 'role', ['role', 'roles', 'permission', 'access level', 'access', 'group', 'type'])
  const seen = columnFor(table, ['last sign-in', 'last login', 'last seen', 'last active', 'last activity'])
  const mfa = columnFor(table, ['mfa', '2fa', 'two factor', 'second factor', 'mfa enabled', 'mfa status'])
  const status = columnFor(table, ['status', 'state', 'active', 'enabled'])
  const read: Read = {
    accounts: [],
    undated: [],
    nameless: [],
    says: { lastSeen: seen !== undefined, mfa: mfa !== undefined },
  }
  for (const { line, fields } of table.rows) {
    const cell = (column: string | undefined) => cutTo(column === undefined ? '' : (fields[column] ?? ''), 200)
    if (!cell(email) && !cell(name)) {
      read.nameless.push(line)
      continue
    }
    const said = cell(seen)
    const moment = momentIn(said)
    const lastSeen = dayIn(said) ?? (moment === null ? null : new Date(moment).toISOString().slice(0, 10))
    if (said && lastSeen === null && !/^(never|-|n\/a|none)$/i.test(said)) read.undated.push(line)
    const factor = cell(mfa)
    read.accounts.push({
      line,
      name: cell(name),
      email: cell(email),
      role: cell(role),
      lastSeen,
      hasMfa: mfa === undefined ? null : YES.test(factor) ? true : NO.test(factor) ? false : null,
      isActive: status === undefined || !OUT.test(cell(status)),
    })
  }
  return read
}

function readStaff(table: Table): Set<string> {
  const columns = [columnFor(table, EMAIL), columnFor(table, NAME)].filter((one) => one !== undefined)
  if (columns.length === 0) neededColumn(table, 'address or name of the person', EMAIL)
  return new Set(
    table.rows.flatMap(({ fields }) => columns.map((one) => fields[one]?.toLowerCase() ?? '')).filter(Boolean),
  )
}

const criteria = [
  'Every active account was looked at',
  'Every fault names its line, its rule and its fix',
  'Administrators are listed, each with its second factor',
  'What the file does not say is said',
]

export const reviewAccess = playbook({
  id: 'reviewAccess',
  title: 'Review accounts and access',
  summary:
    'Reads an export of accounts (CSV) and finds leavers, administrators without a second factor, dormant, shared and doubled accounts, each with its fix.',
  says: [
    'review access',
    'access review',
    'audit accounts',
    'who has access',
    'dormant accounts',
    'review permissions',
  ],
  input: z.object({
    accounts: fileInput('The accounts (CSV with address and role)', '.csv,.tsv,.txt'),
    people: fileInput('The people who are there, from HR (CSV)', '.csv,.tsv,.txt').optional(),
    tasks: z.boolean().default(true).meta({ title: 'Put what is grave into the Task Inbox' }),
  }),
  uses: [TASK_LIST],
  criteria,
  withoutModel: [],
  sample: {
    files: { 'accounts.csv': accountSample, 'people.csv': staffSample },
    input: { accounts: 'file:accounts.csv', people: 'file:people.csv' },
  },
  async run(job, input) {
    const file = await job.file(input.accounts)
    const read = readAccounts(readTable(file))
    const people = input.people ? await job.file(input.people) : null
    const today = dayOf(job.now, job.timeZone)
    const own = itemsIn(answerTo(job, domains)).map((domain) => domain.replace(/^@/, ''))
    const dormantDays = numberOf(answerTo(job, dormancy), 45)
    const faults = review(read.accounts, {
      today,
      dormantDays,
      domains: own,
      staff: people ? readStaff(readTable(people)) : null,
      says: read.says,
    })
    const active = read.accounts.filter(({ isActive }) => isActive)
    const admins = active.filter(isAdmin)
    const grave = faults.filter(({ weight }) => weight === 'high')
    const nameOf = (account: Account) => account.email || account.name
    await job.note(
      `${counted(active.length, 'active account')}, ${counted(faults.length, 'fault')}, ${grave.length} grave.`,
    )
    const put =
      input.tasks && grave.length > 0
        ? await putTasks(
            job,
            grave.map(({ account, rule, what }) => ({
              title: `${rule}: ${nameOf(account)} ${what} (${file.name}, line ${account.line})`,
              priority: 'A' as const,
              project: 'security',
              context: 'access',
            })),
            `${counted(grave.length, 'grave fault')} in ${file.name} shall be mended.`,
          )
        : null
    const rules = [...groupedBy(faults, ({ rule }) => rule)]
    const withFactor = active.filter(({ hasMfa }) => hasMfa === true).length
    await job.deliver({
      title: `Access review of ${file.name}`,
      summary: `${counted(active.length, 'active account')} of ${read.accounts.length}: ${counted(faults.length, 'fault')}, ${grave.length} of them grave. ${counted(admins.length, 'administrator')}.${read.says.mfa && active.length > 0 ? ` ${percent(withFactor / active.length)} have a second factor.` : ''}`,
      blocks: [
        textBlock(
          'In short',
          [
            ...rules.map(
              ([rule, all]) => `- **${rule}**: ${all.length} (${linesOf(all.map(({ account }) => account.line))})`,
            ),
            `- Administrators: ${admins.length} of ${active.length} active accounts`,
            ...grave
              .slice(0, 5)
              .map(
                ({ account, what, fix }) => `- First: ${shownAs(nameOf(account))} ${shownAs(what)}. ${shownAs(fix)}`,
              ),
          ].join('\n'),
        ),
        ...tableBlock(
          'Faults and fixes, the gravest first',
          { weight: 'Weight', rule: 'Rule', account: 'Account', role: 'Role', what: 'What', fix: 'Fix', line: 'Line' },
          faults.map(({ weight, rule, account, what, fix }) => ({
            weight,
            rule,
            account: nameOf(account),
            role: account.role,
            what,
            fix,
            line: account.line,
          })),
        ),
        ...tableBlock(
          'Administrators',
          { account: 'Account', role: 'Role', factor: 'Second factor', seen: 'Last sign-in', line: 'Line' },
          admins.map((account) => ({
            account: nameOf(account),
            role: account.role,
            factor: account.hasMfa === null ? 'not said' : account.hasMfa ? 'yes' : 'no',
            seen: account.lastSeen ?? 'none known',
            line: account.line,
          })),
        ),
      ],
      sources: [
        { kind: 'file', name: file.name, place: counted(read.accounts.length, 'account') },
        ...(people ? [{ kind: 'file' as const, name: people.name, place: 'all rows' }] : []),
      ],
      evidence: evidenceFor(
        criteria,
        [
          read.nameless.length === 0,
          `${active.length} active, ${read.accounts.length - active.length} not; ${read.nameless.length} rows without a name.`,
        ],
        [true, `${counted(faults.length, 'fault')}, columns “Line”, “Rule” and “Fix”.`],
        [
          read.says.mfa,
          `${admins.length} administrators by their role${read.says.mfa ? '' : '; the file has no column for a second factor'}.`,
        ],
        [true, 'Under what could not be done.'],
      ),
      couldNot: sentences(
        REVIEW,
        !people && 'Leavers were not looked for: no list of people was given.',
        !read.says.mfa && 'The file has no column for a second factor.',
        !read.says.lastSeen && 'The file has no column for the last sign-in: dormant accounts were not looked for.',
        own.length === 0 && 'Guests were not looked for: your own mail domains are not known (onboarding).',
        read.undated.length > 0 && `Last sign-in not readable: ${linesOf(read.undated)}.`,
        read.nameless.length > 0 && `Left out, neither address nor name: ${linesOf(read.nameless)}.`,
        put && !put.isDone && put.sentence,
      ),
    })
  },
})
