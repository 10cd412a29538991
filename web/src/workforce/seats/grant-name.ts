import type { SeatGrant } from '@atrium/contract/workforce-seats'
import type { TFunction } from 'i18next'
import { said } from '../../i18n/said.ts'

/** The core's own action. It is there only where mail is set up, and then always asks. */
export const MAIL = 'mail.send'

/** What was granted, in words: a whole module, or one action of it. */
export function grantName(
  t: TFunction<'seats'>,
  { action, title, summary }: Pick<SeatGrant, 'action' | 'title' | 'summary'>,
): string {
  if (action === MAIL) return t('access.mail')
  if (action.endsWith('.*')) return t('access.whole', { module: title ? said(title) : action.slice(0, -2) })
  if (!summary) return action
  return title ? t('access.of', { module: said(title), action: said(summary) }) : said(summary)
}
