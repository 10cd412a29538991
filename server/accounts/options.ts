import { SignInOptions } from '@atrium/contract/account-security'
import { type Route, route } from '../platform/http/route.ts'
import type { AccountsContext } from './context.ts'
import { OIDC_ID } from './oidc.ts'
import { partyAt } from './relying-party.ts'

/** What the sign-in page offers beside a password. */
export function optionRoutes({ mail, oidc, baseUrl }: AccountsContext): Route[] {
  return [
    route(
      {
        tag: 'accounts',
        method: 'GET',
        path: '/api/auth/options',
        summary: 'The ways to sign in, and whether a forgotten password can be reset by mail',
        access: 'public.read',
        limit: 'read',
        answer: SignInOptions,
      },
      ({ request }): SignInOptions => ({
        providers: oidc ? [{ id: OIDC_ID, name: oidc.name }] : [],
        mail: mail !== null,
        passkeys: partyAt(baseUrl, request) !== null,
      }),
    ),
  ]
}
