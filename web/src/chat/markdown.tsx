import { type ComponentProps, memo, type ReactElement, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import ReactMarkdown, { type Components, defaultUrlTransform } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { part } from '../platform/part.tsx'
import { CodeBlock } from './code-block.tsx'
import { lineBreaks } from './line-breaks.ts'
import { growingBlocks, isOpenFence, isOpenFormula, mayHoldMath, normaliseMath } from './markdown-blocks.ts'
import { MarkdownLink } from './markdown-link.tsx'
import { ReplyImage } from './reply-image.tsx'

export interface MarkdownProps {
  text: string
  /** The text is still growing. */
  streaming?: boolean
  /** Keeps footnotes of different messages apart. */
  id?: string
}

const MathBlock = part(() => import('./markdown-math.tsx').then((module) => module.MathBlock))

/**
 * Markdown as a page reads. A growing text is rendered block by block: a block that has not changed is not rendered again,
 * so that a reply of any length costs the same per piece of text.
 */
export function Markdown({ text, streaming = false, id = '' }: MarkdownProps) {
  const [grow] = useState(growingBlocks)
  // A text that never grew here is parsed in one go, which is cheaper; one that did keeps its blocks when it is complete.
  const [grows, setGrows] = useState(streaming)
  if (streaming && !grows) setGrows(true)
  const blocks = useMemo(() => (grows ? grow(text) : [text]), [text, grows, grow])
  return (
    <div className="prose-reply" dir="auto">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place in the text
        <Block key={index} block={block} open={streaming && index === blocks.length - 1} id={id} />
      ))}
    </div>
  )
}

const Block = memo(function Block({ block, open, id }: { block: string; open: boolean; id: string }) {
  if (block.trim() === '') return null
  // A formula that is still being written is no formula yet.
  if (mayHoldMath(block) && !(open && isOpenFormula(block))) {
    return (
      <MathBlock
        block={normaliseMath(block)}
        options={optionsFor(open && isOpenFence(block), id)}
        placeholder={<Plain block={block} open={open} id={id} />}
      />
    )
  }
  return <Plain block={block} open={open} id={id} />
})

function Plain({ block, open, id }: { block: string; open: boolean; id: string }) {
  return open ? draw(block, isOpenFence(block), id) : kept(block, id)
}

/** ReactMarkdown is a plain function, without hooks: what it makes of a block can be kept. */
const draw = (block: string, openFence: boolean, id: string): ReactElement =>
  ReactMarkdown({ ...optionsFor(openFence, id), children: block })

const KEPT = 200 // blocks; some screenfuls on either side of where one reads
const drawn = new Map<string, ReactElement>()

/** A block that grows no more is read once, however often it is scrolled into view. */
function kept(block: string, id: string): ReactElement {
  const key = `${id}\n${block}`
  const element = drawn.get(key) ?? draw(block, false, id)
  // What was asked for last is forgotten last.
  drawn.delete(key)
  drawn.set(key, element)
  const [oldest] = drawn.keys()
  if (drawn.size > KEPT && oldest !== undefined) drawn.delete(oldest)
  return element
}

export type MarkdownOptions = Omit<ComponentProps<typeof ReactMarkdown>, 'children'>

function optionsFor(openFence: boolean, id: string): MarkdownOptions {
  return {
    remarkPlugins: [remarkGfm, lineBreaks],
    remarkRehypeOptions: { clobberPrefix: `${id}-` },
    components: openFence ? openComponents : components,
    urlTransform,
  }
}

/** The box of a task list. It shows, and cannot be changed. */
function TaskMark({ done }: { done: boolean }) {
  const { t } = useTranslation()
  return (
    <input
      type="checkbox"
      checked={done}
      disabled
      readOnly
      aria-label={t(done ? 'chat.taskDone' : 'chat.taskOpen')}
      className="me-2 accent-(--accent)"
    />
  )
}

/** Addresses that may stand in a reply. Images may also carry their data. */
function urlTransform(url: string, attribute: string): string {
  if (attribute === 'src' && /^data:image\/(png|jpe?g|gif|webp|avif);base64,/i.test(url)) return url
  return defaultUrlTransform(url)
}

function componentsFor(open: boolean): Components {
  return {
    a: ({ node: _, ...props }) => <MarkdownLink {...props} />,
    img: ({ src, alt }) =>
      typeof src === 'string' && src !== '' ? <ReplyImage src={src} alt={alt ?? ''} /> : <span>{alt}</span>,
    pre: ({ node, children }) => {
      const code = node?.children[0]
      if (code?.type !== 'element' || code.tagName !== 'code') return <pre>{children}</pre>
      const names = Array.isArray(code.properties.className) ? code.properties.className.map(String) : []
      const language = names.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? ''
      const first = code.children[0]
      return (
        <CodeBlock
          code={first?.type === 'text' ? first.value.replace(/\n$/, '') : ''}
          language={language}
          open={open}
        />
      )
    },
    table: ({ node: _, ...props }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
      <div className="table-scroll" tabIndex={0}>
        <table {...props} />
      </div>
    ),
    input: ({ checked }) => <TaskMark done={checked ?? false} />,
  }
}

const components = componentsFor(false)
const openComponents = componentsFor(true)
