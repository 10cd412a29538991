import {
  createUploadQueue,
  onOwnerChange,
  type QueuedUpload,
  readScope,
  uploadHeaders,
  useUploadsOf,
} from '@atrium/web/kit'

const TUS = '/api/m/sync/tus'

interface Place {
  parent: string
  /** Where it goes, whatever is looked at meanwhile. */
  scope: string
}
export type Item = QueuedUpload<Place>

/** Uploads go on while other pages are looked at. The server knows what waits, on every device. */
const queue = createUploadQueue<Place>({
  atOnce: 2,
  target: ({ about: { parent, scope } }) => ({
    endpoint: TUS,
    metadata: { parent },
    headers: uploadHeaders(TUS, scope),
  }),
})

// Whoever has left takes their files along: what is under way would go on as somebody else.
onOwnerChange(({ takesAlong }) => takesAlong || queue.clear())

export const { pause, resume, drop, forgetDone, onRest: onUploaded } = queue
export const useUploads = (): readonly Item[] => useUploadsOf(queue)

/** Puts files behind what waits already. `url`: where one goes on that was begun before. */
export function enqueue(files: readonly { file: File; parent: string; url?: string | undefined }[]): void {
  queue.forgetDone()
  queue.add(files.map(({ file, parent, url }) => ({ file, url, about: { parent, scope: readScope() } })))
}
