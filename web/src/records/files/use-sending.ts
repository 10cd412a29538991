import { previewOf, takesKind } from '@atrium/contract/file-kinds'
import type { FileLimits, HeldFile } from '@atrium/contract/files'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '../../platform/api.ts'
import { readScope } from '../../platform/scope.ts'
import { asSomebody } from '../../platform/somebody.ts'
import { formatSize } from '../../ui/formats.ts'
import { createUploadQueue, type QueuedUpload, useUploadsOf } from '../uploads/upload-queue.ts'
import { discardUpload, uploadHeaders } from '../uploads/uploader.ts'
import { type FilePlace, fieldTarget, heldIn } from './field-target.ts'
import { createHeldUploads } from './one-tab.ts'
import { isSame, keyOf, remember, type Unfinished, useUnfinished } from './unfinished.ts'

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
  /** The connection broke; it goes on by itself. */
  isCut: boolean
  /** A sentence. */
  error: string | null
  mayRetry: boolean
}

interface SendingOptions {
  place: FilePlace
  limits: FileLimits
  held: readonly HeldFile[]
  /** `key`: its place among those that were chosen. */
  onArrived: (file: HeldFile, key: number) => void
}

/** Sends files of a field, some at a time; what is cut goes on, what fails stays with its sentence. */
export function useSending({ place, limits, held, onArrived }: SendingOptions) {
  const { t, i18n } = useTranslation('kit')
  const client = useQueryClient()
  // Who hears of it is asked when it arrives, which may be many renderings later.
  const arrive = useRef(onArrived)
  arrive.current = onArrived
  const [{ queue, leave: stop }] = useState(() => queueOf(client, (file, key) => arrive.current(file, key)))
  const uploads = useUploadsOf(queue)
  const all = uploads.filter(({ state }) => state !== 'done').map(sendingOf)
  const { unfinished, take } = useUnfinished(place)

  function faultOf(file: File): string | null {
    const { largest } = limits
    if (file.size === 0) return t('files.empty')
    if (file.size > largest) return t('files.tooLarge', { size: formatSize(largest, i18n.language) })
    // What the browser does not know the server will.
    return file.type === '' || takesKind(limits, file.type) ? null : t('files.wrongKind')
  }

  /** Files that may still be sent: one that failed holds no place. */
  const roomLeft = () => limits.most - held.length - all.filter(({ error }) => error === null).length
  const tooMany = () => t('files.tooMany', { count: limits.most })

  const leave = useEffectEvent(() => {
    stop()
    for (const { about } of queue.items()) if (about.picture) URL.revokeObjectURL(about.picture)
  })
  useEffect(() => () => leave(), [])

  return {
    all,
    /** Something is on its way. */
    isBusy: all.some(({ error }) => error === null),
    /** What stopped when an earlier page was left, and goes on once it is chosen again. */
    unfinished,
    add: (files: readonly File[]) => {
      let room = roomLeft()
      const added = files.map((file) => {
        const picture = previewOf(file.type) === 'image' && file.size > 0 ? URL.createObjectURL(file) : null
        // What is not sent takes no room from the others.
        const error = faultOf(file) ?? (room-- > 0 ? null : tooMany())
        const begun = error === null ? unfinished.find((one) => isSame(one, file)) : undefined
        if (begun) take(begun.url)
        return { file, about: { place, scope: readScope(), picture }, url: begun?.url, error }
      })
      queue.add(added)
    },
    retry: (key: number) => (roomLeft() > 0 ? queue.resume(key) : queue.refuse(key, tooMany())),
    /** Stops it, or takes one away that failed. */
    drop: (key: number) => {
      const picture = uploads.find(({ id }) => id === key)?.about.picture
      if (picture) URL.revokeObjectURL(picture)
      void queue.giveUp(key)
    },
    /** Throws away what had come of one that stopped. */
    forget: ({ url }: Unfinished) => {
      take(url)
      remember(keyOf(place), url, false)
      void discardUpload(url, uploadHeaders(url, readScope()))
    },
    /** Takes back what has arrived and no record names. */
    takeBack: ({ id }: HeldFile) =>
      api.delete(`/api/m/${place.module}/files/${encodeURIComponent(id)}`).catch((error: unknown) => {
        // A record names it, or it is gone already: what stays behind is the server's housekeeping.
        if (!(error instanceof ApiError)) throw error
      }),
  }
}

interface About {
  place: FilePlace
  scope: string
  /** An address in this page to show a picture by. */
  picture: string | null
}

function queueOf(client: QueryClient, onArrived: SendingOptions['onArrived']) {
  const held = createHeldUploads()
  const queue = createUploadQueue<About>({
    atOnce: AT_ONCE,
    target: ({ about: { place, scope } }) => fieldTarget(place, scope),
    around: (go, { url }) =>
      asSomebody(client, async () => {
        if (url) await held.hold(url)
        return go()
      }),
    changed: ({ about: { place, scope } }, url, isOpen) => {
      remember(keyOf(place, scope), url, isOpen)
      if (isOpen) void held.hold(url)
      else held.release(url)
    },
    arrived: ({ id, about }, headers) => {
      queue.forgetDone()
      if (about.picture) URL.revokeObjectURL(about.picture)
      onArrived(heldIn(headers), id)
    },
  })
  const leave = () => {
    queue.stopAll()
    held.releaseAll()
  }
  return { queue, leave }
}

const sendingOf = ({ id, file, about, sent, isCut, error, mayRetry }: QueuedUpload<About>): Sending => ({
  key: id,
  file,
  picture: about.picture,
  percent: Math.floor((sent / Math.max(1, file.size)) * 100),
  isCut,
  error,
  mayRetry,
})
