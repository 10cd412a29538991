import { daysBetween } from '../kit/table.ts'

// Review of accounts. CIS Controls v8: 5.1 inventory of accounts, 5.3 dormant accounts, 5.4 administrators apart,
// 6.2 access revoked on leaving, 6.5 MFA for administrators. NIST SP 800-53 r5: AC-2, AC-6, IA-2(1) and (2).

export interface Account {
  line: number
  name: string
  email: string
  role: string
  /** `YYYY-MM-DD`; null when it never signed in or the file does not say. */
  lastSeen: string | null
  /** Null when the file does not say. */
  hasMfa: boolean | null
  isActive: boolean
}

export type Weight = 'high' | 'medium' | 'low'

export interface Fault {
  account: Account
  rule: string
  weight: Weight
  what: string
  fix: string
}

export interface Rules {
  today: string
  dormantDays: number
  domains: readonly string[]
  /** Addresses and names of the people who are there, in lower case; null when no list was given. */
  staff: ReadonlySet<string> | null
  /** Whether the file has a column for it. */
  says: { lastSeen: boolean; mfa: boolean }
}

const ADMIN = /\b(admin\w*|owner|root|superuser|super user|global|sysadmin|privileged)\b/i
/** Mailboxes and names that several people use. */
const SHARED =
  /^(admin|administrator|root|test\d*|demo|guest|info|office|support|sales|shared|team|service|user\d*|temp|intern|backup|noreply|it|hr)$/i

export const isAdmin = ({ role }: Pick<Account, 'role'>): boolean => ADMIN.test(role.replace(/[_-]+/g, ' '))

const localOf = (email: string) => email.split('@')[0] ?? ''
const domainOf = (email: string) => email.split('@')[1]?.toLowerCase() ?? ''

function* faultsOf(
  account: Account,
  { today, dormantDays, domains, staff, says }: Rules,
): Generator<Omit<Fault, 'account'>> {
  const admin = isAdmin(account)
  const isOwn = domains.length === 0 || domains.some((domain) => domainOf(account.email) === domain.toLowerCase())
  const isShared = SHARED.test(localOf(account.email) || account.name)
  if (staff && isOwn && !isShared && !staff.has(account.email.toLowerCase()) && !staff.has(account.name.toLowerCase()))
    yield {
      rule: 'Left or unknown',
      weight: 'high',
      what: 'is active, and in nobody’s place on the list of people',
      fix: 'Disable it today, end its sessions and keys, and hand its data over (CIS 6.2).',
    }
  if (says.mfa && account.hasMfa === false)
    yield {
      rule: 'No second factor',
      weight: admin ? 'high' : 'medium',
      what: admin ? 'is an administrator without a second factor' : 'has no second factor',
      fix: admin
        ? 'Require a second factor before its next sign-in (CIS 6.5, IA-2(1)).'
        : 'Enrol a second factor (IA-2(2)).',
    }
  const idle = account.lastSeen === null ? null : daysBetween(account.lastSeen, today)
  if (idle !== null && idle > dormantDays)
    yield {
      rule: 'Dormant',
      weight: admin ? 'high' : 'medium',
      what: `last signed in ${idle} days ago`,
      fix: `Disable it; it is past ${dormantDays} days (CIS 5.3).`,
    }
  else if (says.lastSeen && idle === null)
    yield {
      rule: 'Never signed in',
      weight: admin ? 'medium' : 'low',
      what: 'has no sign-in that the file knows of',
      fix: 'Ask its owner whether it is needed; remove it if not (CIS 5.1).',
    }
  if (isShared)
    yield {
      rule: 'Shared',
      weight: admin ? 'high' : 'low',
      what: 'looks as if several people use it',
      fix: 'Name an owner, or replace it by personal accounts (AC-2).',
    }
  if (admin && !isOwn)
    yield {
      rule: 'Guest as administrator',
      weight: 'high',
      what: `is an administrator from ${domainOf(account.email) || 'no domain'}`,
      fix: 'Give it the least role that its work needs (AC-6).',
    }
}

const ORDER: readonly Weight[] = ['high', 'medium', 'low']

/** Whatever is wrong with active accounts, the gravest first; the same address twice is wrong of each after the first. */
export function review(accounts: readonly Account[], rules: Rules): Fault[] {
  const seen = new Map<string, number>()
  const faults: Fault[] = []
  for (const account of accounts.filter(({ isActive }) => isActive)) {
    const key = (account.email || account.name).toLowerCase()
    const before = seen.get(key)
    if (before !== undefined)
      faults.push({
        account,
        rule: 'Twice',
        weight: 'low',
        what: `is there already in line ${before}`,
        fix: 'Join the two, with the lesser role.',
      })
    else seen.set(key, account.line)
    for (const fault of faultsOf(account, rules)) faults.push({ account, ...fault })
  }
  return faults.sort((a, b) => ORDER.indexOf(a.weight) - ORDER.indexOf(b.weight) || a.account.line - b.account.line)
}
