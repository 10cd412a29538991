type Guard = (event: PopStateEvent) => void
let guard: Guard | undefined

/** Called before the router mounts: browsers tell the window's listeners in the order in which they came, capturing or not. */
export function startTraversals(): void {
  addEventListener('popstate', (event) => guard?.(event))
}

/** From now on, until the function that it answers is called, Back and Forward are told to this before the router. */
export function guardTraversals(next: Guard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = undefined
  }
}
