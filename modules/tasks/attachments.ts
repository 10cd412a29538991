/** What a task takes as its attachments. */
export const ATTACHMENTS = { most: 20, largest: 50_000_000, accepts: [] }
