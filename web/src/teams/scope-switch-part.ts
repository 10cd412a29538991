import { part } from '../platform/part.tsx'

/** In the first page's own chunk: nothing more than this. Its words come with it. */
export const ScopeSwitch = part(() => import('./scope-switch-loaded.ts').then((file) => file.load()))
