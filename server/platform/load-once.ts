/**
 * Loads at the first call, and remembers what came. A load that failed is not remembered: what was missing then (a file
 * descriptor, memory, a disk) may be there the next time.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
