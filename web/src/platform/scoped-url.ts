import { readScope } from './scope.ts'

/** An address that the browser follows by itself, which sends no header: a download, a picture. */
export function scopedUrl(path: string): string {
  const scope = readScope()
  return scope ? `${path}${path.includes('?') ? '&' : '?'}scope=${encodeURIComponent(scope)}` : path
}
