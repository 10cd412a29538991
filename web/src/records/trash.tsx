import { part } from '../platform/part.tsx'
import { useUsed } from '../ui/dialog.tsx'

export interface TrashProps {
  module: string
  /** What the module's collections are called, by their name. */
  collections: Readonly<Record<string, string>>
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What a row is called; found out from its fields when absent. */
  titleOf?: (row: Record<string, unknown>) => string
}

const TrashPanel = /* @__PURE__ */ part<TrashProps>(() => import('./trash-panel.tsx').then((file) => file.TrashPanel))

/** What was deleted, the way back, and the end of it. */
export function Trash(props: TrashProps) {
  return useUsed(props.open) ? <TrashPanel {...props} /> : null
}
