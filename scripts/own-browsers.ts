import { type PlaywrightBrowserProvider, type PlaywrightProviderOptions, playwright } from '@vitest/browser-playwright'
import type { BrowserProvider, BrowserProviderOption, TestProject } from 'vitest/node'

/**
 * Vitest's Playwright provider, but with a browser for each of its pages: pages of one browser share what there is only once
 * in it, the focused page and the clipboard, and take them from each other where test files run side by side.
 */
export function ownBrowsers(options: PlaywrightProviderOptions): BrowserProviderOption<PlaywrightProviderOptions> {
  const shared = playwright(options)
  return { ...shared, providerFactory: (project) => oneForEachPage(() => provide(shared, project)) }
}

const provide = (shared: BrowserProviderOption<PlaywrightProviderOptions>, project: TestProject) =>
  shared.providerFactory(project) as PlaywrightBrowserProvider

/** A session is a page that runs one test file after the other. */
export function oneForEachPage(create: () => PlaywrightBrowserProvider): BrowserProvider {
  const first = create() // also says what the page needs, and has the browser that was launched ahead
  const owners = new Map<string, PlaywrightBrowserProvider>()
  function ownerOf(session: string): PlaywrightBrowserProvider {
    const owner = owners.get(session) ?? (owners.size === 0 ? first : create())
    owners.set(session, owner)
    return owner
  }
  return {
    name: first.name,
    supportsParallelism: first.supportsParallelism,
    initScripts: first.initScripts,
    mocker: {
      register: (session, module) => ownerOf(session).mocker.register(session, module),
      delete: (session, url) => ownerOf(session).mocker.delete(session, url),
      clear: (session) => ownerOf(session).mocker.clear(session),
    },
    // What is typed goes to the page of this provider.
    getCommandsContext: (session) => ({ ...ownerOf(session).getCommandsContext(session), provider: ownerOf(session) }),
    openPage: (session, url, options) => ownerOf(session).openPage(session, url, options),
    getCDPSession: (session) => ownerOf(session).getCDPSession(session),
    async close(options) {
      await Promise.all([...new Set([first, ...owners.values()])].map((owner) => owner.close(options)))
    },
  }
}
