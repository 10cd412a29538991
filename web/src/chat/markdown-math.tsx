import 'katex/dist/katex.min.css'
import ReactMarkdown from 'react-markdown'
import rehypeKatex, { type Options } from 'rehype-katex'
import remarkMath from 'remark-math'
import type { MarkdownOptions } from './markdown.tsx'

/** No macros that link, load or style; a formula that cannot be read stays as it was written. */
const katex: Options = { trust: false, strict: 'ignore', errorColor: 'currentColor', maxExpand: 200, maxSize: 20 }

interface Node {
  properties?: { className?: unknown; tabIndex?: number }
  children?: Node[]
}

/** A wide formula scrolls, so the keyboard must reach it. */
const reachable = () => (tree: Node) => {
  const visit = (node: Node) => {
    const names = node.properties?.className
    if (node.properties && Array.isArray(names) && names.includes('katex-display')) node.properties.tabIndex = 0
    else for (const child of node.children ?? []) visit(child)
  }
  visit(tree)
}

/** A block with formulas. This chunk holds KaTeX with its styles and fonts, served by our own server. */
export function MathBlock({ block, options }: { block: string; options: MarkdownOptions }) {
  return (
    <ReactMarkdown
      {...options}
      remarkPlugins={[...(options.remarkPlugins ?? []), [remarkMath, { singleDollarTextMath: false }]]}
      rehypePlugins={[[rehypeKatex, katex], reachable]}
    >
      {block}
    </ReactMarkdown>
  )
}
