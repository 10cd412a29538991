import { i18n } from '../i18n/index.ts'
import { part } from '../platform/part.tsx'
import { withTexts } from './with-texts.ts'

export const ActivityDrawer = part(async () => (await withTexts(import('./drawer.tsx'))).ActivityDrawer)
export const ActivityMenuItem = part(async () => (await withTexts(import('./menu-item.tsx'))).ActivityMenuItem)
export const JobProgress = part(async () => (await withTexts(import('./job-progress.tsx'))).JobProgress)
/** What an archive of everything has brought. */
export const ArchiveReport = part(async () => {
  const [file] = await Promise.all([import('../settings/import-report.tsx'), i18n.loadNamespaces('settings')])
  return file.ImportReportView
})
export const ImportOutcome = part(async () => {
  const [file] = await Promise.all([withTexts(import('./import-outcome.tsx')), i18n.loadNamespaces('kit')])
  return file.ImportOutcome
})
