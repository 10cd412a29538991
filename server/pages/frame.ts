import { brand } from '@atrium/contract/brand'
import { directionOf } from '@atrium/contract/catalogue/language-codes'
import { type Html, html, ownMarkup } from './html.ts'
import { MOMENTS_SCRIPT, MOMENTS_SOURCE } from './moments.ts'
import { PAGE_POLICY, STYLE } from './style.ts'
import { textsIn } from './texts.ts'

interface Frame {
  title: string
  description?: string
  language: string
  isListed?: boolean
  /** It has moments, which the visitor's browser writes on their clocks. */
  tellsTime?: boolean
  body: Html
}

/** A whole document of ours for people without an account. */
export function documentOf({
  title,
  description = '',
  language,
  isListed = false,
  tellsTime = false,
  body,
}: Frame): string {
  const say = textsIn(language)
  const { markup } = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${description ? html`<meta name="description" content="${description}">` : null}
${isListed ? html`<meta property="og:title" content="${title}"><meta property="og:description" content="${description}">` : html`<meta name="robots" content="noindex, nofollow">`}
<style>${ownMarkup(STYLE)}</style></head>
<body><main>${body}</main><footer>${say('made', { name: brand.name })}</footer>${tellsTime ? html`<script>${ownMarkup(MOMENTS_SCRIPT)}</script>` : null}</body></html>`
  return markup
}

/** The answer that holds it. Nobody keeps it: what is taken back is gone at once. */
export function pageAnswer(frame: Frame, status = 200, more: Readonly<Record<string, string>> = {}): Response {
  return new Response(documentOf(frame), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': frame.tellsTime ? `${PAGE_POLICY}; ${MOMENTS_SOURCE}` : PAGE_POLICY,
      'cache-control': 'no-store',
      vary: 'accept-language',
      'referrer-policy': 'same-origin',
      ...(frame.isListed !== true && { 'x-robots-tag': 'noindex, nofollow' }),
      ...more,
    },
  })
}
