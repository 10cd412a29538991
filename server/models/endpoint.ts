const version = /^v\d+(?:alpha|beta)?\d*$/

/**
 * The address of a provider's call, from a base address as people write it: with or without a trailing slash, with or
 * without the API version, with a query kept (Azure's `api-version`), with the call's own path pasted along.
 * Throws on what is no web address, so that a wrong setting shows at start.
 */
export function endpoint(baseUrl: string, defaultVersion: string, call: string): string {
  const url = URL.parse(baseUrl)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error(`"${baseUrl}" is not a web address. A model provider's base address looks like https://host/v1.`)
  }
  const segments = url.pathname
    .replace(/\/(?:chat\/completions|messages|models)\/*$/, '')
    .split('/')
    .filter(Boolean)
  if (!segments.some((segment) => version.test(segment))) segments.push(defaultVersion)
  url.pathname = `/${[...segments, call].join('/')}`
  return url.href
}
