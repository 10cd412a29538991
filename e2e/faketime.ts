import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where Debian's package faketime puts its library for programs of many threads; null when it is not installed. */
export function libraryOfFaketime(): string | null {
  if (!existsSync('/usr/lib')) return null
  for (const folder of ['', ...readdirSync('/usr/lib').filter((name) => name.includes('linux'))]) {
    const library = join('/usr/lib', folder, 'faketime', 'libfaketimeMT.so.1')
    if (existsSync(library)) return library
  }
  return null
}
