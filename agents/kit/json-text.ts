import { AppError } from '@atrium/contract/errors'
import type { JobFile } from '@atrium/contract/playbook'
import { isCut } from './cut-text.ts'

/** What a JSON file says. Throws `bad_request` that names what to give instead. */
export function readJson(file: Pick<JobFile, 'name' | 'text'>, what: string): unknown {
  if (isCut(file.text))
    throw new AppError('bad_request', `“${file.name}” is larger than 1 MB of text. Give ${what} in smaller parts.`)
  try {
    return JSON.parse(file.text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw new AppError('bad_request', `“${file.name}” is no JSON. Give ${what}.`, { cause })
  }
}
