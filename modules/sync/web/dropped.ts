/** A file and the folders that it lay in: `Trip/Day 1`. */
export interface Picked {
  file: File
  path: string
}

const above = (path: string): string => path.split('/').slice(0, -1).join('/')

/** From a file chooser, for files or for a folder. */
export const picked = (files: Iterable<File>): Picked[] =>
  [...files].map((file) => ({ file, path: above(file.webkitRelativePath) }))

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((done, failed) => entry.file(done, failed))
/** A browser gives at most a hundred entries at once, and none when there are no more. */
const someOf = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed))

async function inside(entry: FileSystemEntry, path: string): Promise<Picked[]> {
  if (entry.isFile) return [{ file: await fileOf(entry as FileSystemFileEntry), path }]
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: Picked[] = []
  const here = path ? `${path}/${entry.name}` : entry.name
  for (let some = await someOf(reader); some.length > 0; some = await someOf(reader))
    for (const one of some) found.push(...(await inside(one, here)))
  return found
}

/** Files and whole folders that were dropped. Its entries must be asked for before anything is awaited. */
export async function dropped(data: DataTransfer): Promise<Picked[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry())
  const known = entries.filter((entry): entry is FileSystemEntry => entry !== null)
  if (known.length === 0) return picked(data.files)
  return (await Promise.all(known.map((entry) => inside(entry, '')))).flat()
}
