/** What an event or a post takes as its pictures and files: as many as a carousel has on the networks that allow the most. */
export const ATTACHMENTS = { most: 35, largest: 50_000_000, accepts: [] }
