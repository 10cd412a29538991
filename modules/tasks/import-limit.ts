import { AppError } from '@atrium/contract/errors'
import { say } from './say.ts'

/** Tasks of one file. A whole life fits; a preview, which any visitor may ask for, stays affordable. */
export const MOST_TASKS = 20_000

export const tooManyTasks = () => new AppError('bad_request', say('tooManyTasks', { most: MOST_TASKS }))
