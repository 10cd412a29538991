const TRIES = 3
const PAUSE = 1_500 // ms between tries while the browser is online

/**
 * Loads a part of the program that may be wanted while the connection is gone: offline it waits for the browser to be
 * back, and what is on screen stays. Only a part that cannot be had online (a newer version was installed) is an error.
 */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; ) {
    try {
      return await load()
    } catch (error) {
      if (navigator.onLine && tries >= TRIES) throw error
      if (navigator.onLine) tries += 1
      await nextChance()
    }
  }
}

function nextChance(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      removeEventListener('online', go)
      resolve()
    }
    if (navigator.onLine) setTimeout(go, PAUSE)
    else addEventListener('online', go)
  })
}

/** Whether this is what a failed import() throws in Chromium, Firefox and Safari: the file of an older build is gone, or the network is. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload/i.test(error.message)
