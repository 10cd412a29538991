/** Who is calling. `owner` is the key every stored row is fenced by: a user's id, or `anon:<key>` for a browser without a session. */
export type PrincipalKind = 'anonymous' | 'guest' | 'member' | 'administrator'

export interface Principal {
  kind: PrincipalKind
  owner: string
  /** null for an anonymous visitor */
  userId: string | null
  /** The session in use, for revocation and rotation; null for an anonymous visitor. */
  sessionId: string | null
}

export const principalKinds: readonly PrincipalKind[] = ['anonymous', 'guest', 'member', 'administrator']
