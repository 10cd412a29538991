import type { ShareRole } from '@atrium/contract/sharing'
import { createContext, use } from 'react'

export const SharedAsContext = createContext<ShareRole | null>(null)

/** In what role the page shows what somebody else shares with the person; null where it is their own, or their team's. */
export const useSharedAs = (): ShareRole | null => use(SharedAsContext)
