import { createUploadQueue, type QueuedUpload, useUploadsOf } from '@atrium/web/kit'
import { useEffect, useRef, useState } from 'react'
import { headersFor } from './link-password.tsx'

/** A file and who says they send it. */
export type Sent = QueuedUpload<string>

/** Files that somebody sends by an upload link: some at a time, each going on where it stopped, after a reload too. */
export function useSending(token: string, password: string, sender: string) {
  const opening = useRef(password)
  opening.current = password
  const [queue] = useState(() =>
    createUploadQueue<string>({
      atOnce: 3,
      target: ({ file, about }) => ({
        endpoint: `/api/m/sync/requests/${token}/tus`,
        metadata: { sender: about },
        headers: headersFor(opening.current),
        rememberedAs: ['atrium-request', token, file.name, file.size, file.lastModified].join(' '),
      }),
    }),
  )
  const items = useUploadsOf(queue)
  useEffect(() => () => queue.stopAll(), [queue])
  return {
    items,
    add: (files: readonly { file: File; error?: string | undefined }[]) =>
      queue.add(files.map(({ file, error }) => ({ file, error, about: sender }))),
    retry: queue.resume,
    /** Stops it, and has what has come of it thrown away. */
    drop: (id: number) => void queue.giveUp(id),
  }
}
