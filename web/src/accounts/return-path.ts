/** Where to go after signing in: a path of this site and no other, whatever the address says. */
export function returnPath(next: string | null): string {
  if (!next) return '/'
  const url = URL.parse(next, location.origin)
  if (!url || url.origin !== location.origin || !next.startsWith('/')) return '/'
  const path = url.pathname + url.search + url.hash
  return /^\/(auth|login)(\/|$|\?)/.test(path) || path.startsWith('//') ? '/' : path
}
