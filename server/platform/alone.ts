/** Not begun again while it is still at it. */
export function alone(work: () => Promise<void>, failed: (error: unknown) => void): () => Promise<void> {
  let isAtIt = false
  return async () => {
    if (isAtIt) return
    isAtIt = true
    try {
      await work()
    } catch (error) {
      failed(error)
    } finally {
      isAtIt = false
    }
  }
}
