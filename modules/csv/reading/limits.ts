/** cells; beyond it a compressed file would fill the memory */
export const CELLS_MAX = 20_000_000
/** bytes that the cells of a file may come to: one long text may stand in a million cells and be packed once */
export const WRITTEN_MAX = 256 * 1024 * 1024

export const tooManyCells = `This file has more than ${CELLS_MAX / 1_000_000} million cells. Split it, or keep fewer columns.`

/** What is wrong with a file, in a sentence for a person. */
export class Unreadable extends Error {}
