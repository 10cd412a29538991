import type { Upload } from '@atrium/contract/module-files'
import { sendFile } from './files/send-file.ts'

/** bytes; as the server has it (server/records/uploads.ts) */
export const UPLOAD_MAX = 1024 ** 3

/** Sends a file that this module is to import. */
export const upload = (
  file: File,
  module: string,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<Upload> =>
  sendFile(`/api/uploads?name=${encodeURIComponent(file.name)}&module=${module}`, file, signal, onProgress)
