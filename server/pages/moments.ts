import { createHash } from 'node:crypto'
import type { PageContent, PageMoment } from '@atrium/contract/page-content'
import { addDays } from '@atrium/domain/dates/days'
import { instantOf, isWholeDay } from '@atrium/domain/dates/local-time'
import { type Html, html } from './html.ts'

// When something is, for whoever opens a page: no server knows their clocks, their browser does.

/** From when to when, in words of a language: on the clocks of the moment's own zone, which is named. */
export function momentInWords({ start, end, zone }: PageMoment, language: string): string {
  if (isWholeDay(start)) {
    const days = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' })
    const last = end > start ? addDays(end, -1) : start
    return days.formatRange(new Date(`${start}T00:00Z`), new Date(`${last}T00:00Z`))
  }
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone: zone })
  return `${times.formatRange(instantOf(start, zone), instantOf(end, zone))} (${zone})`
}

/** The only script of any page, our own: it writes each moment on the visitor's clocks, above what was written on its own. */
export const MOMENTS_SCRIPT = `
for (const one of document.querySelectorAll('.moment[data-from]')) {
  const { lang } = document.documentElement, [first, second] = one.children
  const style = { dateStyle: 'full', timeStyle: 'short' }
  const shown = new Intl.DateTimeFormat(lang, style), zone = shown.resolvedOptions().timeZone
  const own = new Intl.DateTimeFormat(lang, { ...style, timeZone: one.dataset.zone })
  const [from, to] = [new Date(one.dataset.from), new Date(one.dataset.to)]
  if (shown.formatRange(from, to) === own.formatRange(from, to)) continue
  second.textContent = first.textContent
  second.hidden = false
  first.textContent = shown.formatRange(from, to) + ' (' + zone + ')'
}
`
const hash = createHash('sha256').update(MOMENTS_SCRIPT).digest('base64')
/** For the policy of a page that has a moment. */
export const MOMENTS_SOURCE = `script-src 'sha256-${hash}'`

export function momentMarkup(moment: PageMoment, language: string): Html {
  const { start, end, zone } = moment
  const words = momentInWords(moment, language)
  if (isWholeDay(start)) return html`<div class="moment"><p>${words}</p></div>`
  const [from, to] = [instantOf(start, zone), instantOf(end, zone)].map((at) => at.toISOString())
  return html`<div class="moment" data-from="${from}" data-to="${to}" data-zone="${zone}"><p>${words}</p><p class="quiet" hidden></p></div>`
}

export const hasMoment = ({ blocks }: PageContent): boolean =>
  blocks.some((block) => block.kind === 'moment' && !isWholeDay(block.moment.start))
