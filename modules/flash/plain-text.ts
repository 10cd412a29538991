const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Character references that HTML has most; unknown ones stay as they are. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : whole
  })

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The words of a field, for search and for lists: no tags, no sounds, deletions as their words. Not for showing as HTML. */
export function plainText(html: string): string {
  const text = html
    .replace(/<(style|script)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/\[sound:[^\]]*\]/g, ' ')
    .replace(/<\/?[a-z][^>]*>/gi, (tag) => (/^<\/?(?:b|i|u|em|strong|sub|sup|span|font|a)\b/i.test(tag) ? '' : ' '))
    .replace(/\{\{c\d+::/g, '')
    .replace(/(?:::[^{}]*)?\}\}/g, '')
  return decodeEntities(text).replace(/\s+/g, ' ').trim()
}

/** A field holds something: words, a picture, a sound. */
export const hasContent = (html: string): boolean =>
  /<(?:img|audio|video|svg|object)\b|\[sound:/i.test(html) || plainText(html) !== ''

/** Plain text as a field keeps it. */
export const asField = (text: string): string => escapeHtml(text).replace(/\r\n?|\n/g, '<br>')

/** The names of the pictures and sounds that a field refers to. Those with an address elsewhere are none. */
export function mediaNames(html: string): string[] {
  const names: string[] = []
  for (const [, double, single, bare] of html.matchAll(
    /<(?:img|audio|video|source)\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi,
  ))
    names.push(decodeEntities(double ?? single ?? bare ?? ''))
  for (const [, name] of html.matchAll(/\[sound:([^\]]+)\]/g)) names.push(decodeEntities(name ?? ''))
  const own = names.filter((name) => name !== '' && !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(name))
  return [...new Set(own.flatMap((name) => [name, decoded(name)]))]
}

/** Anki writes some names percent-encoded. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name // a lone % is part of the name
  }
}
