/** bytes that the cells of a file may come to: one long text may stand in a million cells and be packed once */
export const WRITTEN_MAX = 256 * 1024 * 1024
