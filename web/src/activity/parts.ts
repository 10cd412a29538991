import { i18n } from '../i18n/index.ts'
import { part } from '../platform/part.tsx'
import { withTexts } from './with-texts.ts'

export const ActivityDrawer = part(async () => (await withTexts(import('./drawer.tsx'))).ActivityDrawer)
export const ActivityMenuItem = part(async () => (await withTexts(import('./menu-item.tsx'))).ActivityMenuItem)
export const JobProgress = part(async () => (await withTexts(import('./job-progress.tsx'))).JobProgress)
export const ImportOutcome = part(async () => {
  const [file] = await Promise.all([withTexts(import('./import-outcome.tsx')), i18n.loadNamespaces('kit')])
  return file.ImportOutcome
})
