/** The newest of what was made, as long as all together weighs no more than `most`; the newest one stays whatever it weighs. */
export function memory<T>(most: number, weightOf: (value: T) => number) {
  const kept = new Map<string, T>()
  return {
    has: (key: string) => kept.has(key),
    get(key: string): T | undefined {
      const found = kept.get(key)
      if (found === undefined) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found
    },
    set(key: string, value: T): T {
      kept.set(key, value)
      let weight = 0
      for (const one of kept.values()) weight += weightOf(one)
      for (const [oldest, one] of kept) {
        if (weight <= most || kept.size === 1) break
        weight -= weightOf(one)
        kept.delete(oldest)
      }
      return value
    },
  }
}

/** Whether the engine has no room for what was asked: V8 says so of buffers, lists, maps and texts. */
export const isOutOfRoom = (error: unknown): boolean =>
  error instanceof RangeError && /allocation failed|invalid .*length|maximum size/i.test(error.message)
