import type { HeldFile } from '@atrium/contract/files'
import { ApiError } from '../../platform/api.ts'
import { type UploadTarget, uploadHeaders } from '../uploads/uploader.ts'

/** Where files of a field are sent. */
export interface FilePlace {
  module: string
  collection: string
  field: string
}

export function fieldTarget({ module, collection, field }: FilePlace, scope: string): UploadTarget {
  const endpoint = `/api/m/${module}/files/${collection}/${field}/tus`
  return { endpoint, metadata: {}, headers: uploadHeaders(endpoint, scope) }
}

/** The file that an upload has become, as the server says in its last answer. */
export function heldIn(headers: Headers): HeldFile {
  const said = headers.get('X-File')
  // An answer that is not ours is a proxy's: the server was not reached.
  if (said === null) throw new ApiError(0, '', 'Network error')
  return JSON.parse(decodeURIComponent(said)) as HeldFile
}
