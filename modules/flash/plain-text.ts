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

/**
 * The text with what ends with `end` replaced. What stands behind the last end is left alone: it holds no whole one, and
 * looking for an end from each of its beginnings would take time by the square.
 */
function replaceUpTo(text: string, end: string, replace: (part: string) => string): string {
  const rest = text.lastIndexOf(end) + end.length
  return rest < end.length ? text : replace(text.slice(0, rest)) + text.slice(rest)
}

/** Braces of deletions that are closed, with their hints: from the first `::` since the last brace. */
function withoutEnds(text: string): string {
  const parts = text.split('}}')
  const last = parts.pop() ?? ''
  const plain = parts.map((part) => {
    const hint = part.indexOf('::', Math.max(part.lastIndexOf('{'), part.lastIndexOf('}')) + 1)
    return hint < 0 ? part : part.slice(0, hint)
  })
  return plain.join('') + last
}

const tagWords = (tag: string) => (/^<\/?(?:b|i|u|em|strong|sub|sup|span|font|a)\b/i.test(tag) ? '' : ' ')

/** The words of a field, for search and for lists: no tags, no sounds, deletions as their words. Not for showing as HTML. */
export function plainText(html: string): string {
  let text = html.replace(/<(style|script)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ').replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
  text = replaceUpTo(text, '}}', (part) => part.replace(/\{\{c\d+::image-occlusion:[^{}]*\}\}/g, ' '))
  text = replaceUpTo(text, ']', (part) => part.replace(/\[sound:[^\]]*\]/g, ' '))
  text = replaceUpTo(text, '>', (part) => part.replace(/<\/?[a-z][^>]*>/gi, tagWords))
  return decodeEntities(withoutEnds(text.replace(/\{\{c\d+::/g, '')))
    .replace(/\s+/g, ' ')
    .trim()
}

/** A field holds something: words, a picture, a sound. */
export const hasContent = (html: string): boolean =>
  /<(?:img|audio|video|svg|object)\b|\[sound:/i.test(html) || plainText(html) !== ''

/** Plain text as a field keeps it. */
export const asField = (text: string): string => escapeHtml(text).replace(/\r\n?|\n/g, '<br>')

/** The names of the pictures and sounds that a field refers to. Those with an address elsewhere are none. */
export function mediaNames(html: string): string[] {
  const names: string[] = []
  for (const [, attributes] of html.matchAll(/<(?:img|audio|video|source)\b([^>]*)/gi))
    for (const [, double, single, bare] of (attributes ?? '').matchAll(
      /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi,
    ))
      names.push(decodeEntities(double ?? single ?? bare ?? ''))
  const sounds = html.slice(0, html.lastIndexOf(']') + 1)
  for (const [, name] of sounds.matchAll(/\[sound:([^\]]+)\]/g)) names.push(decodeEntities(name ?? ''))
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
