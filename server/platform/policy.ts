import type { KeyScope } from '@atrium/contract/account-security'
import { AppError } from '@atrium/contract/errors'
import type { Effect } from '@atrium/contract/module'
import type { Principal, PrincipalKind } from '@atrium/contract/principal'
import type { TeamRole } from '@atrium/contract/teams'

const everyone: readonly PrincipalKind[] = ['anonymous', 'guest', 'member', 'administrator']
const withSession: readonly PrincipalKind[] = ['guest', 'member', 'administrator']

/**
 * What there is to be allowed, and to whom. A capability that is not listed is denied, and so is a kind of principal that
 * is not listed under it. Names ending in `.own` concern a stored object: it must belong to the caller.
 */
const rules = {
  'public.read': everyone,
  'session.read': everyone,
  'session.start': everyone,
  'session.end': everyone,
  'chat.use': everyone,
  'thread.own': everyone,
  'run.own': everyone,
  'live.own': everyone,
  'file.own': withSession,
  'file.read': everyone,
  'room.read': withSession,
  'memory.own': everyone,
  'space.read': everyone,
  'space.own': withSession,
  'preference.own': withSession,
  'notification.own': withSession,
  'push.own': ['member', 'administrator'],
  'provider-key.own': ['member', 'administrator'],
  'data.own': withSession,
  'data.import': ['member', 'administrator'],
  'action.read': everyone,
  'action.write': withSession,
  'action.send': withSession,
  'change.own': withSession,
  'activity.read': withSession,
  'activity.own': withSession,
  'metrics.read': ['administrator'],
  'account.own': ['member', 'administrator'],
  'admin.users': ['administrator'],
  'admin.spaces': ['administrator'],
  'webhook.own': ['member', 'administrator'],
  'page.own': ['member', 'administrator'],
  'share.own': ['member', 'administrator'],
  'picture.read': withSession,
  'team.read': ['member', 'administrator'],
  'team.use': ['member', 'administrator'],
  'team.manage': ['member', 'administrator'],
  'team.delete': ['member', 'administrator'],
  'workforce.own': withSession,
  'order.own': ['member', 'administrator'],
  'admin.orders': ['administrator'],
  'seat.own': ['member', 'administrator'],
  'admin.support': ['administrator'],
  // Whoever can sign it as Stripe does.
  'payment.report': everyone,
} as const satisfies Record<string, readonly PrincipalKind[]>

export type Capability = keyof typeof rules
export const capabilities = Object.keys(rules) as Capability[]

const looks: readonly Capability[] = ['action.read', 'file.read', 'room.read', 'team.read', 'activity.read']
const works: readonly Capability[] = [
  ...looks,
  'action.write',
  'action.send',
  'change.own',
  'file.own',
  'activity.own',
  'page.own',
  'share.own',
]
const manages: readonly Capability[] = [...works, 'team.manage', 'webhook.own']

/** What a role may do in a team's scope, of what its person's kind may do at all. */
const ofRole: Record<TeamRole, readonly Capability[]> = {
  viewer: looks,
  editor: works,
  admin: manages,
  owner: [...manages, 'team.delete'],
}

/** What may be done with one record that somebody shared, as viewer and as editor: never sharing it further. */
const ofShare: Record<'viewer' | 'editor', readonly Capability[]> = {
  viewer: ['action.read', 'file.read'],
  editor: ['action.read', 'file.read', 'action.write', 'change.own'],
}

/** All that a seat of the workforce may do at all; its grants say which actions (`authorizeSeat`). */
const ofSeat: readonly Capability[] = ['action.read', 'action.write', 'action.send', 'file.read']

/** Out of every key's reach: whoever holds a key must not become the person by it. */
const neverByKey: readonly Capability[] = [
  'session.start',
  'session.end',
  'account.own',
  'provider-key.own',
  'push.own',
  'data.own',
  'data.import',
  'admin.users',
  'admin.spaces',
  'team.use',
  'team.manage',
  'team.delete',
  'order.own',
  'admin.orders',
  'seat.own',
  'admin.support',
  'payment.report',
]

/** The scopes that a key needs for such a call; null when no key may. */
export function scopesFor(capability: Capability, method: string, asksAssistant: boolean): readonly KeyScope[] | null {
  if (neverByKey.includes(capability)) return null
  if (capability === 'public.read' || capability === 'session.read') return []
  if (capability === 'chat.use') return ['chat']
  const looks = capability.startsWith('action.') ? capability === 'action.read' : method === 'GET'
  return [looks ? 'read' : 'write', ...(asksAssistant ? (['chat'] as const) : [])]
}

/** Throws the refusal of a key whose scopes do not hold this call. */
export function authorizeKey(
  { key }: Principal,
  capability: Capability,
  { method, asksAssistant }: { method: string; asksAssistant: boolean },
): void {
  if (!key) return
  const needed = scopesFor(capability, method, asksAssistant)
  if (needed === null) throw new AppError('forbidden', 'This cannot be done with a key. Sign in to do it.')
  const lacking = needed.find((scope) => !key.scopes.includes(scope))
  if (lacking) throw new AppError('forbidden', `This key may not do this: it lacks the scope “${lacking}”.`)
}

/** Whether a grant (`tasks.add`, `tasks.*`) is one for this action. */
export const covers = (grant: string, action: string): boolean =>
  grant === action || (grant.endsWith('.*') && action.startsWith(grant.slice(0, -1)))

/** Throws the refusal of a seat that was not granted this action. */
export function authorizeSeat({ seat }: Principal, action: string): void {
  if (!seat || seat.grants.some((grant) => covers(grant, action))) return
  throw new AppError('forbidden', `The seat lacks the permission “${action}”. Grant it on the seat’s page.`)
}

/** Throws the refusal of whoever came by a link that does not name this action. */
export function authorizeLink({ link }: Principal, action: string): void {
  if (!link || link.allows.includes(action)) return
  throw new AppError('forbidden', 'This link does not allow that.')
}

/** What an action needs by what it does to the world: the capability, and the rate limit that counts its calls. */
export const ofEffect = {
  read: { access: 'action.read', limit: 'read' },
  write: { access: 'action.write', limit: 'write' },
  send: { access: 'action.send', limit: 'send' },
} as const satisfies Record<Effect, { access: Capability; limit: string }>

/** May this principal do this, with an object of this owner? The one place that decides. */
export function allows(principal: Principal, capability: Capability, owner?: string): boolean {
  const kinds: readonly PrincipalKind[] | undefined = Object.hasOwn(rules, capability) ? rules[capability] : undefined
  if (!kinds?.includes(principal.kind)) return false
  if (principal.team && !ofRole[principal.team.role].includes(capability)) return false
  if (principal.share && !ofShare[principal.share.role].includes(capability)) return false
  if (principal.seat && !ofSeat.includes(capability)) return false
  return owner === undefined || owner === principal.owner
}

function lackingRole(capability: Capability): string {
  if (ofRole.editor.includes(capability))
    return 'You can look at what this team has, but not change it. Ask an owner of the team for another role.'
  return ofRole.admin.includes(capability)
    ? 'Only owners and admins of the team can do this.'
    : 'Only owners of the team can do this.'
}

/** Throws the refusal: sign in first, or not yours to do, or (another's object) the same "not found" as a missing one. */
export function authorize(principal: Principal, capability: Capability, owner?: string, missing = 'Not found'): void {
  if (principal.ended && !capability.startsWith('public.') && !capability.startsWith('session.')) {
    throw new AppError('unauthenticated', 'Your session has ended. Please sign in again.')
  }
  if (allows(principal, capability, owner)) return
  if (owner !== undefined && allows(principal, capability)) throw new AppError('not_found', missing)
  if (principal.kind === 'anonymous') throw new AppError('unauthenticated', 'Please sign in first.')
  if (principal.share) throw new AppError('forbidden', 'You can look at what is shared with you here, and not do this.')
  if (principal.team) throw new AppError('forbidden', lackingRole(capability))
  throw new AppError(
    'forbidden',
    principal.kind === 'guest' ? 'Create an account to do this.' : 'You are not allowed to do this.',
  )
}
