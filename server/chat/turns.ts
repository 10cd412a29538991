import type { Turn } from './context.ts'
import type { MessageRow } from './messages.ts'
import type { ChatFiles } from './ports.ts'

/** Only the newest images go to the model. */
const IMAGES_MAX = 6

/** Messages with what they brought: readable text of files, and images. */
export async function loadTurns(files: ChatFiles, owner: string, rows: readonly MessageRow[]): Promise<Turn[]> {
  const ids = rows.flatMap((row) => row.file_ids)
  if (ids.length === 0) return rows.map((row) => ({ row, files: [], images: [] }))
  const found = new Map((await files.readText(owner, ids)).map((file) => [file.id, file]))
  const pictures = ids.filter((id) => found.get(id)?.mime.startsWith('image/')).slice(-IMAGES_MAX)
  const base64 = new Map<string, string>()
  for (const id of pictures) {
    const picture = await files.readBytes(owner, id)
    if (picture) base64.set(id, picture.bytes.toString('base64'))
  }
  return rows.map((row) => {
    const own = row.file_ids.flatMap((id) => found.get(id) ?? [])
    return {
      row,
      files: own.filter((file) => file.text),
      images: own.flatMap((file) => {
        const data = base64.get(file.id)
        return data ? [{ type: 'image' as const, mime: file.mime, base64: data }] : []
      }),
    }
  })
}
