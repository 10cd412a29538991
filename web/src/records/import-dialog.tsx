import type { ReactNode } from 'react'
import { part } from '../platform/part.tsx'
import { Dialog, useUsed } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export interface ImportDialogProps {
  /** The module's id; its `imports` say what can be read. */
  module: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What can be chosen for an import besides the file: fields whose values the page keeps. */
  options?: (importName: string) => ReactNode
  /** Those values. When they change, the preview does too. */
  optionValues?: object
}

const ImportPanel = /* @__PURE__ */ part<ImportDialogProps>(() =>
  import('./import-panel.tsx').then((file) => file.ImportPanel),
)

/** A file, what it would change, and only then the import, which can be undone. Loaded when it first opens. */
export function ImportDialog(props: ImportDialogProps) {
  if (!useUsed(props.open)) return null
  return (
    <ImportPanel
      {...props}
      placeholder={
        <Dialog open={props.open} onOpenChange={props.onOpenChange} title="…" size="lg">
          <Skeleton className="h-40 w-full" />
        </Dialog>
      }
    />
  )
}
