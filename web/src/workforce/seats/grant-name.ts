import type { SeatGrant } from '@atrium/contract/workforce-seats'
import type { TFunction } from 'i18next'
import { said } from '../../i18n/said.ts'

/** The core's own action. It is there only where mail is set up, and then always asks. */
export const MAIL = 'mail.send'

/** What was granted, in words: a whole module, or one action of it. */
export function grantName(t: TFunction<'seats'>, { action, summary }: Pick<SeatGrant, 'action' | 'summary'>): string {
  if (!action.endsWith('.*')) return summary ? said(summary) : action === MAIL ? t('access.mail') : action
  // The server says what the module is for, too: `Task Inbox: What is to be done, by whom and when.`
  const [module = action] = summary.split(': ')
  return t('access.whole', { module: module ? said(module) : action.slice(0, -2) })
}
