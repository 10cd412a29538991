/** Runs `work` when the page has nothing better to do; returns how to call it off. Safari has no requestIdleCallback. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(work)
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, 1_000)
  return () => clearTimeout(timer)
}

/** Fetches what floats once the page stands, so that the first menu opens at once and an error can be told when the network is gone. */
export function loadOverlays(): void {
  const load = () =>
    whenIdle(() => {
      Promise.all([import('./toast-layer.tsx'), import('./menu-panel.tsx'), import('./dialog-panel.tsx')]).catch(
        (cause: unknown) =>
          // Tried again when one is opened.
          console.error('The overlays could not be loaded ahead.', cause),
      )
    })
  if (document.readyState === 'complete') load()
  else addEventListener('load', load, { once: true })
}
