import type { KeyScope } from './account-security.ts'
import type { TeamRole } from './teams.ts'

/**
 * Who is calling. `owner` is the key every stored row is fenced by: a user's id, `anon:<key>` for a browser without a session,
 * or `team:<id>` for a member who acts in a team's scope.
 */
export type PrincipalKind = 'anonymous' | 'guest' | 'member' | 'administrator'

export interface Principal {
  kind: PrincipalKind
  owner: string
  /** Who acts, whichever scope it is in; null for an anonymous visitor. */
  userId: string | null
  /** The session in use, for revocation and rotation; null for an anonymous visitor. */
  sessionId: string | null
  /** Came with a personal key: which, and what it may do of all that the person may. */
  key?: { id: string; scopes: readonly KeyScope[] }
  /** A visitor who came with a session that has ended: what needs a person asks to sign in again. */
  ended?: boolean
  /**
   * A seat of the workforce acts for the person: which, the actions it was granted (`tasks.add`, `tasks.*`), and on which task, in
   * which run of it.
   */
  seat?: { id: string; grants: readonly string[]; on: { taskId: string; runId: string } }
  /** Somebody who came by this share link, on the things of whoever made it: what it opens, and the only actions they may call. */
  link?: { id: string; subject: string; allows: readonly string[] }
  /** Acts on one record that somebody shared with them, and on what lies in it: which, and in which role. */
  share?: { id: string; role: 'viewer' | 'editor'; module: string; collection: string; record: string }
  /** Acts in the scope of this team, in this role. */
  team?: { id: string; role: TeamRole }
}

export const principalKinds: readonly PrincipalKind[] = ['anonymous', 'guest', 'member', 'administrator']
