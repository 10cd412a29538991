import { SignInOptions } from '@atrium/contract/account-security'
import { type Route, route } from '../platform/http/route.ts'
import type { AccountsContext } from './context.ts'
import { OIDC_ID } from './oidc.ts'
import { isFirst } from './registration.ts'
import { partyAt } from './relying-party.ts'

/** What the sign-in page offers beside a password. */
export function optionRoutes({ db, mail, oidc, baseUrl, registration }: AccountsContext): Route[] {
  let hasAccounts = false
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
      async ({ request }): Promise<SignInOptions> => {
        hasAccounts ||= !(await isFirst(db))
        return {
          providers: oidc ? [{ id: OIDC_ID, name: oidc.name }] : [],
          mail: mail !== null,
          passkeys: partyAt(baseUrl, request) !== null,
          ...(hasAccounts
            ? { registration: registration.mode, domains: [...registration.domains] }
            : { registration: 'open', domains: [] }),
        }
      },
    ),
  ]
}
