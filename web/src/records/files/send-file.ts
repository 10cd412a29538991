import { ApiError, authHeaders } from '../../platform/api.ts'

/**
 * Sends a file as it is and answers what the server says of it. `onProgress` is told 0–100. XMLHttpRequest, because fetch does not
 * tell how much has been sent. The file is read from the disk as it goes, so its size costs no memory.
 */
export function sendFile<T extends { id: string }>(
  path: string,
  file: File,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<T> {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.withCredentials = true
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream')
    for (const [name, value] of Object.entries(authHeaders())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? (loaded / total) * 100 : 0)
    request.onerror = () => failed(new ApiError(0, '', 'Network error'))
    request.onload = () => {
      const answer = request.status === 201 ? stored<T>(request.responseText) : null
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

function stored<T extends { id: string }>(text: string): T | null {
  try {
    const answer = JSON.parse(text) as Partial<T>
    return typeof answer.id === 'string' ? (answer as T) : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
