/** What a page tells the worker: which build it is of, by the scripts its document names, and which hashed files it has. Addresses. */
export interface PageReport {
  type: 'loaded' | 'here'
  scripts: readonly string[]
  assets: readonly string[]
}
/** The worker asks every open page which build it is of. */
export interface RollCall {
  type: 'roll-call'
}

/** Installs the worker of a built product; for when the page is in and idle. Without one the page is the same, online. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const container = navigator.serviceWorker
  container.addEventListener('message', ({ data, source }: MessageEvent<RollCall>) => {
    if (data.type === 'roll-call') (source as ServiceWorker | null)?.postMessage(report('here'))
  })
  // The browser may refuse (storage blocked, a private window), and an upgrade may be under way: the next visit tries again.
  container
    .register('/service-worker.js', { updateViaCache: 'none' })
    .catch((cause: unknown) => console.error('The page cannot be kept for when there is no connection.', cause))
  const tell = (type: PageReport['type']) => container.ready.then(({ active }) => active?.postMessage(report(type)))
  let takenOver = 0 // when, in ms of the page's clock
  container.addEventListener('controllerchange', () => {
    takenOver = performance.now()
    void tell('loaded')
  })
  void tell('loaded')
  // A file that was on its way when the worker took over did not pass it, and was not here yet when it was told of the others.
  new PerformanceObserver((loaded) => {
    const late = loaded.getEntriesByType('resource').some(({ startTime }) => startTime < takenOver)
    if (late) void tell('here')
  }).observe({ type: 'resource' })
}

function report(type: PageReport['type']): PageReport {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')]
  const assets = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  return {
    type,
    scripts: scripts.map(({ src }) => new URL(src).pathname),
    assets: assets.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname),
  }
}
