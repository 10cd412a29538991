import { withTexts } from './with-texts.ts'

export const load = async () => (await withTexts(import('./scope-switch.tsx'))).ScopeSwitch
