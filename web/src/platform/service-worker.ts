import { whenIdle } from '../ui/load-overlays.ts'

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

/** Installs the worker of a built product, when the page is in and idle. Without one the page is the same, online. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const container = navigator.serviceWorker
  container.addEventListener('message', ({ data, source }: MessageEvent<RollCall>) => {
    if (data.type === 'roll-call') (source as ServiceWorker | null)?.postMessage(report('here'))
  })
  whenIdle(() => {
    // The browser may refuse (storage blocked, a private window), and an upgrade may be under way: the next visit tries again.
    container
      .register('/service-worker.js', { updateViaCache: 'none' })
      .catch((cause: unknown) => console.error('The page cannot be kept for when there is no connection.', cause))
    let latest: ServiceWorker | null = null
    const tell = () =>
      container.ready.then(({ active }) => {
        if (active && active !== latest) active.postMessage(report('loaded'))
        latest = active
      })
    container.addEventListener('controllerchange', tell)
    void tell()
  })
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
