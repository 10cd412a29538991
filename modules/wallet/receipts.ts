import { PICTURES } from '@atrium/contract/file-kinds'

/** What a transaction takes as its receipts: photos and documents. */
export const RECEIPTS = { most: 20, largest: 20_000_000, accepts: [...PICTURES, 'application/pdf'] }
