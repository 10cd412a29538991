import { part } from '../platform/part.tsx'
import { useUsed } from '../ui/dialog.tsx'

export interface RecordHistoryProps {
  module: string
  collection: string
  /** The record's; null while none is chosen. */
  id: string | null
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What its fields are called; others are not shown. */
  fields: Readonly<Record<string, string>>
  /** A field's value as people read it; found out from the value where it answers nothing. */
  show?: (name: string, value: unknown) => string | undefined
}

const HistoryPanel = /* @__PURE__ */ part<RecordHistoryProps>(() =>
  import('./history-panel.tsx').then((file) => file.HistoryPanel),
)

/** The versions of a record, what each changed, and the way back to one. */
export function RecordHistory(props: RecordHistoryProps) {
  return useUsed(props.open) ? <HistoryPanel {...props} /> : null
}
