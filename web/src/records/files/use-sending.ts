import { previewOf, takesKind } from '@atrium/contract/file-kinds'
import type { FileLimits, HeldFile } from '@atrium/contract/files'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, sentenceFor } from '../../platform/api.ts'
import { asSomebody } from '../../platform/somebody.ts'
import { formatSize } from '../../ui/formats.ts'
import { sendFile } from './send-file.ts'

/** Files that are sent side by side. */
const AT_ONCE = 3

/** A file that is on its way, or that did not arrive. */
export interface Sending {
  key: number
  file: File
  /** An address in this page to show a picture by. */
  picture: string | null
  /** 0–100 */
  percent: number
  /** A sentence. */
  error: string | null
  mayRetry: boolean
}

/** Where files of a field are sent. */
export interface FilePlace {
  module: string
  collection: string
  field: string
}

interface SendingOptions {
  place: FilePlace
  limits: FileLimits
  held: readonly HeldFile[]
  /** `key`: its place among those that were chosen. */
  onArrived: (file: HeldFile, key: number) => void
}

/** Sends files of a field, some at a time; what fails stays with its sentence. */
export function useSending({ place, limits, held, onArrived }: SendingOptions) {
  const { t, i18n } = useTranslation('kit')
  const client = useQueryClient()
  const [all, setAll] = useState<readonly Sending[]>([])
  const running = useRef(new Map<number, AbortController>())
  /** A rendering may still show as waiting what has arrived meanwhile. */
  const started = useRef(new Set<number>())
  const count = useRef(0)
  // Who hears of it is asked when it arrives, which may be many renderings later.
  const arrive = useRef(onArrived)
  arrive.current = onArrived

  const change = (key: number, more: Partial<Sending>) =>
    setAll((now) => now.map((one) => (one.key === key ? { ...one, ...more } : one)))
  const forget = (key: number) => {
    running.current.get(key)?.abort()
    running.current.delete(key)
    setAll((now) => {
      const gone = now.find((one) => one.key === key)
      if (gone?.picture) URL.revokeObjectURL(gone.picture)
      return now.filter((one) => one.key !== key)
    })
  }

  function faultOf(file: File): string | null {
    const { largest } = limits
    if (file.size === 0) return t('files.empty')
    if (file.size > largest) return t('files.tooLarge', { size: formatSize(largest, i18n.language) })
    // What the browser does not know the server will.
    return file.type === '' || takesKind(limits, file.type) ? null : t('files.wrongKind')
  }

  const send = async ({ key, file }: Sending) => {
    const stop = new AbortController()
    started.current.add(key)
    running.current.set(key, stop)
    const { module, collection, field } = place
    const path = `/api/m/${module}/files/${collection}/${field}?name=${encodeURIComponent(file.name || 'file')}`
    try {
      const arrived = await asSomebody(client, () =>
        sendFile<HeldFile>(path, file, stop.signal, (percent) => change(key, { percent })),
      )
      if (stop.signal.aborted) return
      forget(key)
      arrive.current(arrived, key)
    } catch (error) {
      if (stop.signal.aborted) return
      const mayRetry = !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500
      change(key, { error: sentenceFor(error), mayRetry })
    } finally {
      running.current.delete(key)
    }
  }
  const sendNext = useEffectEvent(() => {
    for (const one of all) {
      if (running.current.size >= AT_ONCE) return
      if (one.error === null && !started.current.has(one.key)) void send(one)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something has come, gone or failed
  useEffect(() => sendNext(), [all])

  const stopAll = useEffectEvent(() => {
    for (const stop of running.current.values()) stop.abort()
    for (const { picture } of all) if (picture) URL.revokeObjectURL(picture)
  })
  useEffect(() => () => stopAll(), [])

  return {
    all,
    /** Something is on its way. */
    isBusy: all.some(({ error }) => error === null),
    add: (files: readonly File[]) => {
      let room = limits.most - held.length - all.filter(({ error }) => error === null).length
      const added = files.map((file): Sending => {
        const picture = previewOf(file.type) === 'image' && file.size > 0 ? URL.createObjectURL(file) : null
        // What is not sent takes no room from the others.
        const error = faultOf(file) ?? (room-- > 0 ? null : t('files.tooMany', { count: limits.most }))
        return { key: ++count.current, file, picture, percent: 0, error, mayRetry: false }
      })
      setAll((now) => [...now, ...added])
    },
    retry: (key: number) => {
      started.current.delete(key)
      change(key, { error: null, percent: 0 })
    },
    /** Stops it, or takes one away that failed. */
    drop: forget,
    /** Takes back what has arrived and no record names. */
    takeBack: ({ id }: HeldFile) =>
      api.delete(`/api/m/${place.module}/files/${encodeURIComponent(id)}`).catch((error: unknown) => {
        // A record names it, or it is gone already: what stays behind is the server's housekeeping.
        if (!(error instanceof ApiError)) throw error
      }),
  }
}
