import { AppError } from '@atrium/contract/errors'

/** Tasks of one file. A whole life fits; a preview, which any visitor may ask for, stays affordable. */
export const MOST_TASKS = 20_000

export const tooManyTasks = () =>
  new AppError(
    'bad_request',
    `The file has more than ${MOST_TASKS.toLocaleString('en')} tasks. Split it and import the parts one by one.`,
  )
