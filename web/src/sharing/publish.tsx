import type { NamedField } from '@atrium/contract/field-facts'
import type { PageKind } from '@atrium/contract/public-pages'
import { part } from '../platform/part.tsx'
import { useUsed } from '../ui/dialog.tsx'

export interface PublishProps {
  module: string
  /** The name of the kind in the module's `pages`, and what it declares. */
  kind: string
  declared: PageKind
  /** The record's id; absent for a page of a whole collection. */
  subject?: string
  /** What the page is called at first. */
  title: string
  /** What can be shown of a collection, where the owner chooses. */
  fields?: readonly NamedField[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

const PublishPanel = /* @__PURE__ */ part<PublishProps>(() =>
  import('./publish-panel.tsx').then((file) => file.PublishPanel),
)

/** Makes something public at an address of one's choice; changes such a page, and takes it back. */
export function Publish(props: PublishProps) {
  return useUsed(props.open) ? <PublishPanel {...props} /> : null
}
