import { readOwner, readScope, toast } from '@atrium/web/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useTexts } from '../texts.ts'
import { keepCards, loadKept, readKept, sendSteps, subscribeKept, waitingIn } from './kept.ts'

export const useKept = () => useSyncExternalStore(subscribeKept, readKept)

/** Sends what waits, then keeps the cards anew: `sync` at once, and by itself when the connection is back. */
export function useKeeping() {
  const { t } = useTexts()
  const client = useQueryClient()
  const sync = async () => {
    const had = waitingIn(readKept())
    const gone = await sendSteps()
    if (gone === null) return
    if (gone > 0) toast({ title: t('offline.gone', { count: gone }) })
    if (had > 0) void client.invalidateQueries({ queryKey: ['module', 'flash'] })
    await keepCards()
  }
  return { kept: useKept(), sync }
}

/** What the cards were when they were kept last: of the same ones nothing is fetched again so soon. */
let latest = { mark: '', at: 0 }
const SOON_MS = 10 * 60_000

/** Keeps the cards of the coming days while somebody is at the page, as soon as it rests. `mark` is another when they are; null waits. */
export function useKeepingAhead(mark: string | null): void {
  const keeping = useKeeping()
  const sync = useEffectEvent(() => keeping.sync())
  useEffect(() => {
    let isLeft = false
    const go = () => {
      if (!isLeft) void sync()
    }
    void loadKept().then(({ steps }) => {
      if (steps.some(({ sentAt }) => sentAt === null)) go()
    })
    addEventListener('online', go)
    return () => {
      isLeft = true
      removeEventListener('online', go)
    }
  }, [])
  useEffect(() => {
    if (mark === null) return
    // The page first: what is kept is for later.
    const timer = setTimeout(() => {
      const whose = `${readOwner()} ${readScope()} ${mark}`
      const isSame = latest.mark === whose && Date.now() - latest.at < SOON_MS
      latest = { mark: whose, at: Date.now() }
      if (!isSame) void sync()
      // The part that reviews without a network is itself kept by having been loaded.
      import('./kept-review.tsx').catch((cause: unknown) => console.error(cause))
    }, 1500)
    return () => clearTimeout(timer)
  }, [mark])
}
