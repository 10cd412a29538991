import { readersOf } from '@atrium/contract/reading'

export const read = readersOf<typeof import('../readers.ts')>()
