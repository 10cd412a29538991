/**
 * Makes a value for a key once and keeps those of the last `most` keys that were asked for: whoever invents keys (zones,
 * languages, templates) can neither fill the memory nor push the usual ones out for good. What `make` throws is not kept.
 */
export function recent<Key, Value>(most: number, make: (key: Key) => Value): (key: Key) => Value {
  const kept = new Map<Key, Value>()
  return (key) => {
    const found = kept.get(key)
    const value = found === undefined ? make(key) : found
    kept.delete(key) // to the young end
    kept.set(key, value)
    const [oldest] = kept.size > most ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
    return value
  }
}
