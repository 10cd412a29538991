import { plainText } from '@atrium/contract/rich-text'
import { part } from '../../platform/part.tsx'

export interface RichTextProps {
  /** Markdown of a rich text. */
  text: string
}

const RichTextView = /* @__PURE__ */ part<RichTextProps>(() =>
  import('./rich-text-view.tsx').then((file) => file.RichTextView),
)

/** A rich text as it reads, where nothing is changed. Until what draws it is here its words are. */
export const RichText = ({ text }: RichTextProps) => (
  <RichTextView text={text} placeholder={<p className="whitespace-pre-line">{plainText(text)}</p>} />
)
