import type { MediaFiles } from '../../module.ts'
import type { KeptCards } from '../../offline-actions.ts'
import { fileAddress } from '../safe-html.ts'
import { database } from './database.ts'

/** Bytes of pictures and sounds that one person's cards keep here. */
const MOST = 200 * 1024 * 1024

/** Keeps the files that these cards show and play, and lets go those that they no longer do. A file that cannot be had is left out. */
export async function keepMedia(place: string, { media }: Pick<KeptCards, 'media'>): Promise<void> {
  const db = await database()
  const wanted = new Set(Object.values(media).map(({ file }) => file))
  const own = (await db.getAllKeys('media')).filter(([of]) => of === place)
  for (const key of own) if (!wanted.has(key[1])) await db.delete('media', key)
  const here = new Set(own.map(([, file]) => file))
  let bytes = 0
  for (const file of wanted) {
    if (here.has(file)) {
      bytes += (await db.get('media', [place, file]))?.size ?? 0
      continue
    }
    if (bytes > MOST) return
    const answer = await fetch(fileAddress(file)).catch(() => null)
    if (!answer?.ok) continue
    const blob = await answer.blob()
    bytes += blob.size
    await db.put('media', blob, [place, file])
  }
}

/** The kept files under addresses of this page; what is not kept is the server's. `free` lets go of them. */
export async function mediaAddresses(
  place: string,
  { media }: Pick<KeptCards, 'media'>,
): Promise<{ media: MediaFiles; free: () => void }> {
  const db = await database()
  const made = new Map<string, string>()
  const files: MediaFiles = {}
  for (const [name, { file, mime }] of Object.entries(media)) {
    const blob = made.has(file) ? undefined : await db.get('media', [place, file])
    if (blob) made.set(file, URL.createObjectURL(blob.type ? blob : new Blob([blob], { type: mime })))
    files[name] = { file: made.get(file) ?? file, mime }
  }
  const free = () => {
    for (const address of made.values()) URL.revokeObjectURL(address)
  }
  return { media: files, free }
}
