// Markdown of rich texts, as far as server and browser agree on it; without packages, which a list may do without.

/** Where a picture of the same record stands in a text: `![A boat](file:0198…)`. */
export const PICTURE = 'file:'

/** Escaped signs stand aside while the others are taken away. */
const ASIDE = 0xe000

/**
 * A rich text as plain words, for lists and search: no marks, a link by its text, a picture by what is said of it. Takes time in
 * proportion to the text, whatever stands in it.
 */
export function plainText(markdown: string): string {
  const words = markdown
    .replace(/\\([!-/:-@[-`{-~])/g, (_, sign: string) => String.fromCharCode(ASIDE + sign.charCodeAt(0)))
    .replace(/!?\[([^[\]\n]{0,1000})\]\([^()\s]{0,2000}(?: "[^"\n]{0,300}")?\)/g, '$1')
    .replace(/<((?:https?:\/\/|mailto:)[^<>\s]{1,2000})>/g, '$1')
    .split('\n')
    .map(plainLine)
    .filter((line) => line !== null)
    .join('\n')
    .replace(/\*\*|__|~~|`+/g, '')
    .replace(/(?<![\p{L}\p{N}*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\p{L}\p{N}*])/gu, '')
    .replace(/(?<![\p{L}\p{N}_])_(?=[^\s_])|(?<=[^\s_])_(?![\p{L}\p{N}_])/gu, '')
    .replace(/[\ue000-\ue0ff]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - ASIDE))
  return words.replace(/[ \t]+/g, ' ').trim()
}

/** A line without what it begins with; null where it only draws. */
function plainLine(line: string): string | null {
  const text = line.trim()
  if (/^(?:```|~~~|[-*_]{3,}$|\|?[ :|-]*-{2,}[ :|-]*$)/.test(text)) return null
  const bare = text.replace(/^(?:#{1,6} |> ?|[-*+] (?:\[[ xX]\] )?|\d{1,9}[.)] )+/, '')
  return bare.startsWith('|') ? bare.replace(/\|/g, ' ').trim() : bare
}

/** The ids of the pictures that a text shows, in their order. */
export const picturesIn = (markdown: string): string[] => [
  ...new Set([...markdown.matchAll(/\]\(file:([\w-]{1,64})[ )]/g)].map(([, id]) => id as string)),
]
