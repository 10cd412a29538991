import { z } from 'zod'
import type { Config } from '../config.ts'
import { type Route, route } from './route.ts'

/** Days for which what security.txt says may be believed; RFC 9116, 2.5.5 asks for less than a year. */
const GOOD_FOR = 180
const DAY = 24 * 60 * 60 * 1000

type Settings = Pick<Config, 'SECURITY_CONTACT' | 'MAIL_FROM' | 'PUBLIC_URL'>

const text = (content: string, status = 200) =>
  new Response(content, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })

/** As a URI: a bare address is a mailbox. */
const asUri = (contact: string) => (/^(?:https|mailto|tel):/i.test(contact) ? contact : `mailto:${contact}`)

/** Where whoever found a hole may write: what was configured, else the address from which this server's mails come. */
function contactOf({ SECURITY_CONTACT, MAIL_FROM }: Settings): string | null {
  if (SECURITY_CONTACT) return asUri(SECURITY_CONTACT)
  return MAIL_FROM ? asUri(/<([^<>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM) : null
}

/** RFC 9116. Null where nobody said who is to be told: a file with a made-up contact would be worse than none. */
export function securityText(settings: Settings, now: Date): string | null {
  const contact = contactOf(settings)
  if (contact === null) return null
  const today = Math.floor(now.getTime() / DAY) * DAY
  const { PUBLIC_URL } = settings
  return [
    `Contact: ${contact}`,
    `Expires: ${new Date(today + GOOD_FOR * DAY).toISOString()}`,
    ...(PUBLIC_URL ? [`Canonical: ${new URL('/.well-known/security.txt', PUBLIC_URL).href}`] : []),
    'Preferred-Languages: en',
    '',
  ].join('\n')
}

/** What programs look for at addresses that are the same on every site. */
export function wellKnownRoutes(settings: Settings): Route[] {
  const about = { method: 'GET', tag: 'About', access: 'public.read', limit: 'read' } as const
  const plain = { ...about, answerType: 'text/plain' } as const
  return [
    route(
      { ...plain, path: '/robots.txt', summary: 'Asks search engines to stay outside: what is here is somebody’s own' },
      () => text('User-agent: *\nDisallow: /\n'),
    ),
    route(
      {
        ...plain,
        path: '/.well-known/security.txt',
        summary:
          'Whom to tell of a hole in the security (RFC 9116); 404 where neither SECURITY_CONTACT nor MAIL_FROM is set',
        answers: {
          200: { description: 'Whom to tell', content: { 'text/plain': z.string() } },
          404: { description: 'Nobody is named.', content: { 'text/plain': z.string() } },
        },
      },
      () => {
        const content = securityText(settings, new Date())
        return content === null
          ? text('The operator of this installation has named nobody: SECURITY_CONTACT is not set.\n', 404)
          : text(content)
      },
    ),
    route(
      {
        ...about,
        path: '/.well-known/change-password',
        summary: 'Leads to where a person changes their password',
        status: 302,
        answers: {
          302: {
            description: 'To the page.',
            headers: { Location: { description: 'Its path.', schema: z.string(), always: true } },
          },
        },
      },
      () => new Response(null, { status: 302, headers: { location: '/settings/security' } }),
    ),
  ]
}
