/** What a Host header is made of (RFC 9110, 7.2): no user, no path, nothing that a parser could read another way. */
const WRITTEN = /^(?:\[[\da-f:.]+\]|[a-z\d._-]+)(?::\d{0,5})?$/i

/** As names and addresses are compared: lower case, without port, brackets, or the dot of the root. Null for what is none. */
export function hostName(written: string): string | null {
  if (!WRITTEN.test(written)) return null
  const url = URL.parse(`http://${written}`)
  return url ? url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') : null
}

/** A setting's entry as it is compared; null for what names no host. */
export function allowedHost(entry: string): string | null {
  if (entry.startsWith('.')) {
    const below = hostName(entry.slice(1))
    return below && `.${below}`
  }
  const named = URL.parse(`http://${entry.includes(':') && !entry.startsWith('[') ? `[${entry}]` : entry}`)
  return named && named.pathname === '/' && !named.username && !named.port ? hostName(named.host) : null
}
