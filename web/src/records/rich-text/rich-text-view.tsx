import './rich-text.css'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { isLink, pictureUrl } from './addresses.ts'
import type { RichTextProps } from './rich-text.tsx'

/** HTML in a text is letters; links lead to the web and to mail alone, and pictures are files of ours. */
const components: Components = {
  a: ({ href = '', children }) =>
    isLink(href) ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  img: ({ src, alt }) => {
    const url = pictureUrl(src)
    return url ? <img src={url} alt={alt ?? ''} loading="lazy" /> : <span>{alt}</span>
  },
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
    <div className="tableWrapper" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
}

const kept = (address: string) => (isLink(address) || pictureUrl(address) !== null ? address : '')

export const RichTextView = ({ text }: RichTextProps) => (
  <div className="rich-text" dir="auto">
    <ReactMarkdown remarkPlugins={[remarkGfm]} components={components} urlTransform={kept}>
      {text}
    </ReactMarkdown>
  </div>
)
