// Kinds of files by the endings of their names, as people mean them who ask for “pictures” or “documents”.

export const SORTS = ['image', 'video', 'audio', 'document', 'archive'] as const
export type FileSort = (typeof SORTS)[number]

const ENDINGS: Readonly<Record<FileSort, readonly string[]>> = {
  image: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'heic', 'heif', 'bmp', 'tif', 'tiff', 'svg', 'dng'],
  video: ['mp4', 'm4v', 'mov', 'mkv', 'webm', 'avi', 'mpg', 'mpeg', '3gp', 'mts'],
  audio: ['mp3', 'm4a', 'wav', 'flac', 'ogg', 'oga', 'opus', 'aac', 'wma', 'aif', 'aiff'],
  document: [
    ...['pdf', 'doc', 'docx', 'odt', 'rtf', 'txt', 'md', 'pages', 'epub'],
    ...['xls', 'xlsx', 'ods', 'csv', 'tsv', 'numbers', 'ppt', 'pptx', 'odp', 'key'],
  ],
  archive: ['zip', '7z', 'rar', 'tar', 'gz', 'tgz', 'bz2', 'xz', 'zst'],
}

/** The endings with their points, as a file chooser takes them; all files when there are no kinds. */
export const endingsOf = (sorts: readonly FileSort[]): string[] =>
  sorts.flatMap((sort) => ENDINGS[sort].map((ending) => `.${ending}`))

/** Whether a file of this name is of one of these kinds; of any when there are none. */
export function isOfSorts(name: string, sorts: readonly FileSort[]): boolean {
  const ending = /\.([^.]+)$/.exec(name.trim())?.[1]?.toLowerCase() ?? ''
  return sorts.length === 0 || sorts.some((sort) => ENDINGS[sort].includes(ending))
}
