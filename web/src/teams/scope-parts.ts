import { part } from '../platform/part.tsx'
import { withTexts } from './with-texts.ts'

export const ScopeItems = part(async () => (await withTexts(import('./scope-items.tsx'))).ScopeItems)
export const ScopeName = part(async () => (await withTexts(import('./scope-name.tsx'))).ScopeName)
