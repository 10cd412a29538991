/** HTML that is safe to send: made by `html` alone, which escapes whatever is put into it. */
export interface Html {
  readonly markup: string
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.toWellFormed().replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)

type Part = string | number | Html | readonly Html[] | null | undefined | false

function markupOf(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('')
}

/** A template of HTML: what stands in it is text unless it was made by `html`. Attributes are written in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { markup: strings.reduce((all, text, at) => all + text + markupOf(parts[at]), '') }
}

/** Markup of our own, which holds nothing of anybody's. */
export const ownMarkup = (markup: string): Html => ({ markup })

/** An address that a visitor may follow; null for any other scheme. */
export function safeAddress(address: string): string | null {
  const url = URL.parse(address)
  return url && /^(?:https?|mailto):$/.test(url.protocol) ? url.href : null
}
