import type { Upload } from '@atrium/contract/module-files'
import { ApiError, authHeaders } from '../platform/api.ts'

/** bytes; as the server has it (server/records/uploads.ts) */
export const UPLOAD_MAX = 1024 ** 3

/**
 * Sends a file that this module is to import. `onProgress` is told 0–100. XMLHttpRequest, because fetch does not tell how much
 * has been sent. The file is read from the disk as it goes, so its size costs no memory.
 */
export function upload(
  file: File,
  module: string,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<Upload> {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/uploads?name=${encodeURIComponent(file.name)}&module=${module}`)
    request.withCredentials = true
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream')
    for (const [name, value] of Object.entries(authHeaders())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? (loaded / total) * 100 : 0)
    request.onerror = () => failed(new ApiError(0, '', 'Network error'))
    request.onload = () => {
      const answer = request.status === 201 ? stored(request.responseText) : null
      if (answer) done(answer)
      // An answer that is not ours is a proxy's: the server was not reached.
      else failed(new ApiError(request.status === 201 ? 0 : request.status, request.responseText, request.statusText))
    }
    signal.addEventListener('abort', () => {
      request.abort()
      failed(signal.reason)
    })
    request.send(file)
  })
}

function stored(text: string): Upload | null {
  try {
    const answer = JSON.parse(text) as Partial<Upload>
    return typeof answer.id === 'string' ? (answer as Upload) : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
