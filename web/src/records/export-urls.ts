import { scopedUrl } from '../platform/scoped-url.ts'

export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Where a module's own format is downloaded from. */
export function exportUrl(module: string, name: string, options?: object): string {
  const query = new URLSearchParams({ zone: zone(), ...(options && { options: JSON.stringify(options) }) })
  return scopedUrl(`/api/m/${module}/exports/${name}?${query}`)
}

/** Where all records of a collection are. */
export const collectionUrl = (module: string, collection: string, format: 'csv' | 'json'): string =>
  scopedUrl(`/api/m/${module}/collections/${collection}/export?${new URLSearchParams({ format, zone: zone() })}`)
