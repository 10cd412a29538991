import { createContext, type ReactNode, use } from 'react'
import type { Focus } from './focus.ts'

/** What the frame can do for a command. */
export interface Frame {
  newChat: () => void
  toggleSidebar: () => void
  /** The palette; at a command's own list when its id is given. */
  openPalette: (group?: string) => void
  /** `search`, `shortcuts`, `activity`, or an ability's id. */
  openModal: (name: string, words: string) => void
}

export type Surroundings = Focus & Frame

const CommandsContext = createContext<Surroundings | null>(null)

/** Where commands are given. What they are is loaded with the first surface that shows them (use-commands.ts). */
export function CommandsProvider({ industry, mode, frame, children }: Focus & { frame: Frame; children: ReactNode }) {
  return <CommandsContext value={{ industry, mode, ...frame }}>{children}</CommandsContext>
}

export function useSurroundings(): Surroundings {
  const surroundings = use(CommandsContext)
  if (!surroundings) throw new Error('useCommands must be used within a CommandsProvider.')
  return surroundings
}
