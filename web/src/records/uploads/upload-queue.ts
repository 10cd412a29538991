import { useSyncExternalStore } from 'react'
import { ApiError, sentenceFor } from '../../platform/api.ts'
import { discardUpload, type RunningUpload, startUpload, type UploadTarget } from './uploader.ts'

export interface QueuedUpload<A> {
  id: number
  file: File
  /** What its sender knows of it. */
  about: A
  /** bytes */
  sent: number
  state: 'waiting' | 'going' | 'paused' | 'done' | 'failed'
  /** The connection broke; it goes on by itself. */
  isCut: boolean
  /** A sentence. */
  error: string | null
  /** What failed may succeed when it is tried again. */
  mayRetry: boolean
  /** Where it goes on, once the server knows of it. */
  url: string | null
}

interface Options<A> {
  /** Files that are sent side by side. */
  atOnce: number
  target: (upload: QueuedUpload<A>) => UploadTarget
  /** Told when one has arrived, with the headers of the last answer. What has arrived stays in the list until it is forgotten. */
  arrived?: (upload: QueuedUpload<A>, headers: Headers) => void
  /** Told with every change of what the server knows: begun, arrived, given up or refused for good. */
  changed?: (upload: QueuedUpload<A>, url: string, isOpen: boolean) => void
  /** Has it begin again, for instance as somebody where nobody was. */
  around?: <T>(go: () => Promise<T>, upload: QueuedUpload<A>) => Promise<T>
}

/** Where there was no room some may be made. */
const isPassing = ({ status, details }: ApiError): boolean =>
  status === 0 || status === 429 || status >= 500 || details?.quota !== undefined
/** Their session has ended: what had come of it is answered as if it did not exist, and may be there for them again. */
const mayBeTheirs = ({ status }: ApiError): boolean => status === 401 || status === 404

export interface NewUpload<A> {
  file: File
  about: A
  /** Where one goes on that was begun before. */
  url?: string | null | undefined
  /** Why it is not sent at all. */
  error?: string | null | undefined
}

export type UploadQueue<A> = ReturnType<typeof createUploadQueue<A>>

/** Files that are sent some at a time: what is cut goes on, what fails stays with its sentence. It belongs to no component. */
export function createUploadQueue<A>({ atOnce, target, arrived, changed, around = (go) => go() }: Options<A>) {
  let items: readonly QueuedUpload<A>[] = []
  let count = 0
  const running = new Map<number, RunningUpload>()
  const listeners = new Set<() => void>()
  const resting = new Set<() => void>()

  const find = (id: number) => items.find((one) => one.id === id)
  function set(next: readonly QueuedUpload<A>[]): void {
    items = next
    for (const listener of listeners) listener()
  }
  const change = (id: number, more: Partial<QueuedUpload<A>>) =>
    set(items.map((one) => (one.id === id ? { ...one, ...more } : one)))

  async function start(item: QueuedUpload<A>): Promise<void> {
    const { id, file } = item
    change(id, { state: 'going', error: null, isCut: false })
    let own: RunningUpload | undefined
    const isOver = () => running.get(id) !== own
    const go = async () => {
      if (find(id)?.state !== 'going') throw new DOMException('It is not to be sent any more.', 'AbortError')
      own = startUpload(
        file,
        { ...target(item), url: find(id)?.url ?? null },
        {
          onUrl: (url) => {
            if (isOver()) return
            change(id, { url })
            changed?.(item, url, true)
          },
          onProgress: (sent) => !isOver() && change(id, { sent, isCut: false }),
          onCut: () => !isOver() && change(id, { isCut: true }),
        },
      )
      running.set(id, own)
      return own.done
    }
    try {
      const headers = await around(go, item)
      if (isOver()) return
      const url = own?.url()
      running.delete(id)
      change(id, { state: 'done', sent: file.size, isCut: false })
      if (url) changed?.(item, url, false)
      arrived?.(find(id) ?? item, headers)
    } catch (error) {
      if (isOver()) return
      running.delete(id)
      const url = own?.url()
      const mayRetry = !(error instanceof ApiError) || isPassing(error) || (url != null && mayBeTheirs(error))
      if (url && !mayRetry) changed?.(item, url, false)
      change(id, { state: 'failed', isCut: false, mayRetry, error: sentenceFor(error) })
    }
    next()
  }

  function next(): void {
    for (const item of items) {
      if (running.size >= atOnce) return
      if (item.state === 'waiting' && !running.has(item.id)) void start(item)
    }
    if (running.size === 0) for (const listener of resting) listener()
  }

  function stopAll(): void {
    for (const run of running.values()) void run.stop()
    running.clear()
    // What waits, or is about to begin, does not begin later.
    set(items.map((one) => (one.state === 'going' || one.state === 'waiting' ? { ...one, state: 'paused' } : one)))
  }

  /** Takes it off the list. Answers what was running of it. */
  function take(id: number): { run: RunningUpload | undefined; item: QueuedUpload<A> | undefined } {
    const [run, item] = [running.get(id), find(id)]
    running.delete(id)
    set(items.filter((one) => one.id !== id))
    return { run, item }
  }

  return {
    items: () => items,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Hears when nothing is under way any more. */
    onRest: (listener: () => void) => {
      resting.add(listener)
      return () => void resting.delete(listener)
    },
    add(files: readonly NewUpload<A>[]): void {
      const added = files.map(({ file, about, url = null, error = null }): QueuedUpload<A> => {
        const state = error === null ? 'waiting' : 'failed'
        return { id: ++count, file, about, url, error, state, sent: 0, isCut: false, mayRetry: false }
      })
      set([...items, ...added])
      next()
    },
    async pause(id: number): Promise<void> {
      const run = running.get(id)
      running.delete(id)
      change(id, { state: 'paused', isCut: false })
      await run?.stop()
      next()
    },
    /** Goes on with one that was paused or failed. */
    resume(id: number): void {
      change(id, { state: 'waiting', error: null })
      next()
    },
    /** Says why one that failed does not go on yet. */
    refuse: (id: number, error: string): void => change(id, { state: 'failed', error }),
    /** Takes it off the list. Answers where the server keeps what has come, if anything has. */
    async drop(id: number): Promise<string | null> {
      const { run, item } = take(id)
      const url = run?.url() ?? item?.url ?? null
      await run?.stop()
      next()
      return url
    },
    /** Takes it off the list, and has what has come thrown away. */
    async giveUp(id: number): Promise<void> {
      const { run, item } = take(id)
      const url = run?.url() ?? item?.url
      if (item && url) changed?.(item, url, false)
      next() // the others do not wait until the server has heard of it
      if (run) await run.giveUp()
      else if (item && url) await discardUpload(url, target(item).headers)
    },
    forgetDone: (): void => set(items.filter(({ state }) => state !== 'done')),
    /** Where a page is left: what has come stays, to go on with. */
    stopAll,
    /** Where somebody has left: nothing of theirs is shown or sent any more. */
    clear(): void {
      stopAll()
      set([])
    },
  }
}

export const useUploadsOf = <A>(queue: Pick<UploadQueue<A>, 'items' | 'subscribe'>): readonly QueuedUpload<A>[] =>
  useSyncExternalStore(queue.subscribe, queue.items)
