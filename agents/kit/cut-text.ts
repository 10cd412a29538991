/** How the core ends a text of which it keeps the beginning only, the first megabyte. */
const CUT = /\n\n\[The text goes on: [^\]]*\]\s*$/

/** Whether only the beginning of a file’s text is there: a product says so, or the file is refused. */
export const isCut = (text: string): boolean => CUT.test(text.slice(-300))
