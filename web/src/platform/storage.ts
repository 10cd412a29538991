/**
 * localStorage that never throws: in a private window, with storage blocked or full, the page works on and forgets.
 * `write` says whether it was kept.
 */
export const storage = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key)
    } catch (cause) {
      return refused('read', key, cause, null)
    }
  },
  write(key: string, value: string): boolean {
    try {
      localStorage.setItem(key, value)
      return true
    } catch (cause) {
      return refused('write', key, cause, false)
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(key)
    } catch (cause) {
      refused('remove', key, cause, undefined)
    }
  },
  /** The keys that begin with `prefix`. */
  keys(prefix: string): string[] {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
    } catch (cause) {
      return refused('list', prefix, cause, [])
    }
  },
  /** A JSON value, or `fallback` when there is none or it cannot be read. */
  readJson<T>(key: string, fallback: T): T {
    const text = storage.read(key)
    if (text === null) return fallback
    try {
      return JSON.parse(text) as T
    } catch (cause) {
      return refused('parse', key, cause, fallback)
    }
  },
  writeJson(key: string, value: unknown): boolean {
    return storage.write(key, JSON.stringify(value))
  },
}

const told = new Set<string>()

function refused<T>(what: string, key: string, cause: unknown, instead: T): T {
  // Once a page: a blocked store would fill the console.
  if (!told.has(what)) console.error(`Could not ${what} ${key} in the browser's storage.`, cause)
  told.add(what)
  return instead
}
