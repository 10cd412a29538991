import { part } from '../platform/part.tsx'
import { useUsed } from '../ui/dialog.tsx'

export interface ShareProps {
  module: string
  collection: string
  /** The record's id, and what it is called. */
  id: string
  name: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

const SharePanel = /* @__PURE__ */ part<ShareProps>(() => import('./share-panel.tsx').then((file) => file.SharePanel))

/** Shares one record with people and teams, to look at or to change. */
export function Share(props: ShareProps) {
  return useUsed(props.open) ? <SharePanel {...props} /> : null
}
