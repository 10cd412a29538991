// The headers of a web page's answer. OWASP Secure Headers Project and HTTP Headers Cheat Sheet; RFC 6797 (HSTS), RFC 6265
// (cookies), W3C CSP Level 3.

export interface HeaderCheck {
  what: string
  state: 'pass' | 'fail' | 'unknown'
  note: string
}

/** `name: value` lines of `curl -I`; a name may come several times. Lines of the status and others are left out. */
export function headersIn(text: string): Map<string, string[]> {
  const headers = new Map<string, string[]>()
  for (const line of text.split(/\r?\n/).slice(0, 500)) {
    const [, name, value] = /^\s*<?\s*([A-Za-z][\w-]*)\s*:\s*(.*)$/.exec(line.slice(0, 4_000).trim()) ?? []
    if (name && value !== undefined && !/^https?$/i.test(name))
      headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value])
  }
  return headers
}

/** Directives of a policy: name to its values. */
function directivesOf(policy: string): Map<string, string[]> {
  return new Map(
    policy
      .split(';')
      .map((part) => part.trim().toLowerCase().split(/\s+/))
      .filter(([name]) => name)
      .map(([name = '', ...values]) => [name, values]),
  )
}

function scripts(policy: string): HeaderCheck {
  const directives = directivesOf(policy)
  const sources = directives.get('script-src') ?? directives.get('default-src')
  if (!sources)
    return { what: 'The policy limits scripts', state: 'fail', note: "Add script-src (or default-src) 'self'." }
  const isNonced = sources.some((source) => /^'(nonce-|sha(256|384|512)-)/.test(source))
  // CSP 3, section 6.7.3.2: with a nonce or hash, browsers do not heed 'unsafe-inline'.
  const open = sources.filter(
    (source) =>
      (source === "'unsafe-inline'" && !isNonced) ||
      source === "'unsafe-eval'" ||
      ['*', 'http:', 'https:', 'data:'].includes(source),
  )
  return open.length === 0
    ? { what: 'The policy limits scripts', state: 'pass', note: sources.join(' ') }
    : {
        what: 'The policy limits scripts',
        state: 'fail',
        note: `Take ${open.join(', ')} out of script-src; use nonces.`,
      }
}

function cookies(all: readonly string[]): HeaderCheck[] {
  return all.slice(0, 100).map((cookie) => {
    const name = cookie.split('=')[0]?.trim().slice(0, 100) ?? ''
    const parts = cookie
      .split(';')
      .slice(1)
      .map((part) => part.trim().toLowerCase())
    const missing = [
      parts.includes('secure') ? '' : 'Secure',
      parts.includes('httponly') ? '' : 'HttpOnly',
      parts.some((part) => /^samesite=(lax|strict)$/.test(part)) ? '' : 'SameSite=Lax or Strict',
    ].filter(Boolean)
    return {
      what: `Cookie ${name} is guarded`,
      state: missing.length === 0 ? 'pass' : 'fail',
      note: missing.length === 0 ? '' : `Add ${missing.join(', ')}.`,
    }
  })
}

/** Seconds of a year. */
const YEAR = 31_536_000

/** Each header that should be there, and those that tell too much. */
export function checkHeaders(headers: ReadonlyMap<string, readonly string[]>): HeaderCheck[] {
  const of = (name: string) => headers.get(name)?.join(', ') ?? ''
  const check = (what: string, isKept: boolean, fix: string, found = ''): HeaderCheck => ({
    what,
    state: isKept ? 'pass' : 'fail',
    note: isKept ? found : fix,
  })
  const transport = of('strict-transport-security')
  const age = Number(/max-age\s*=\s*"?(\d+)/i.exec(transport)?.[1] ?? 0)
  const policy = (headers.get('content-security-policy') ?? []).join('; ')
  const frames = directivesOf(policy).get('frame-ancestors')
  const framed = of('x-frame-options')
  const referrer = of('referrer-policy').toLowerCase()
  const told = ['server', 'x-powered-by', 'x-aspnet-version'].filter(
    (name) => /\d/.test(of(name)) || (name === 'x-powered-by' && of(name)),
  )
  const origin = of('access-control-allow-origin')
  return [
    check(
      'Browsers stay on https for a year',
      age >= YEAR,
      `Send Strict-Transport-Security: max-age=${YEAR}; includeSubDomains${age ? ` (now ${age} seconds)` : ''}.`,
      transport,
    ),
    policy
      ? scripts(policy)
      : check('The policy limits scripts', false, "Send Content-Security-Policy, beginning with default-src 'self'."),
    check(
      'Others cannot frame the page',
      (frames !== undefined && !frames.includes('*')) || /^(deny|sameorigin)$/i.test(framed),
      "Send frame-ancestors 'none' or 'self' in Content-Security-Policy.",
      frames ? `frame-ancestors ${frames.join(' ')}` : framed,
    ),
    check(
      'Types are not guessed',
      /^nosniff$/i.test(of('x-content-type-options')),
      'Send X-Content-Type-Options: nosniff.',
    ),
    check(
      'Addresses are not told to others',
      referrer !== '' && !/unsafe-url|no-referrer-when-downgrade/.test(referrer),
      'Send Referrer-Policy: strict-origin-when-cross-origin, or stricter.',
      referrer,
    ),
    check(
      'Devices are not open to the page',
      of('permissions-policy') !== '',
      'Send Permissions-Policy: camera=(), microphone=(), geolocation=().',
    ),
    check('Versions are not told', told.length === 0, `Take the version out of ${told.join(', ')}.`),
    check(
      'Not every origin may read with cookies',
      !(origin === '*' && /true/i.test(of('access-control-allow-credentials'))),
      'Name the origins in Access-Control-Allow-Origin.',
    ),
    ...cookies(headers.get('set-cookie') ?? []),
  ]
}
