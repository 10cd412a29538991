import { part } from '../platform/part.tsx'

export interface CommentsProps {
  module: string
  collection: string
  /** The record's. */
  id: string
}

const CommentsPanel = /* @__PURE__ */ part<CommentsProps>(() =>
  import('./comments-panel.tsx').then((file) => file.CommentsPanel),
)

/** What people said about a record, and the place to say something. */
export function Comments(props: CommentsProps) {
  return <CommentsPanel key={props.id} {...props} />
}
