import { clsx } from 'clsx'
import { useId, useLayoutEffect, useRef } from 'react'
import type { MediaFiles } from '../module.ts'
import type { Mask } from '../occlusion.ts'
import { coverPicture } from './masks.ts'
import { scopedSheet } from './safe-css.ts'
import { safeNodes } from './safe-html.ts'
import { useTexts } from './texts.ts'

const FORMULA = /\\\[([\s\S]+?)\\\]|\\\(([\s\S]+?)\\\)/

/** Sets the formulas between `\(…\)` and `\[…\]`. KaTeX is loaded with the first one. */
async function setFormulas(root: HTMLElement): Promise<void> {
  if (!FORMULA.test(root.textContent ?? '')) return
  const [{ default: katex }] = await Promise.all([import('katex'), import('katex/dist/katex.min.css')])
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (FORMULA.test(walker.currentNode.nodeValue ?? '')) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const nodes = (text.nodeValue ?? '').split(/(\\\[[\s\S]+?\\\]|\\\([\s\S]+?\\\))/).map((part) => {
      const found = FORMULA.exec(part)
      if (!found) return document.createTextNode(part)
      const place = document.createElement('span')
      const displayMode = found[1] !== undefined
      katex.render(found[1] ?? found[2] ?? '', place, {
        displayMode,
        throwOnError: false,
        trust: false,
        maxExpand: 200,
        maxSize: 20,
      })
      return place
    })
    text.replaceWith(...nodes)
  }
}

interface CardSideProps {
  html: string
  media: MediaFiles
  /** On the answer's side the question above the line steps back and the answer is brought into view. */
  isAnswer?: boolean
  /** The styling of its note type; the page's own look when there is none. */
  css?: string | undefined
  /** Of a note with several cards the one that it is, from 0: styling may ask for it. */
  ord?: number
  /** What lies on its picture (image occlusion). */
  masks?: readonly Mask[]
  className?: string
}

const NO_MASKS: readonly Mask[] = []

/** One side of a card. What it draws stays in its box, whatever its styling says. */
export function CardSide({ html, media, isAnswer = false, css = '', ord, masks = NO_MASKS, className }: CardSideProps) {
  const { t } = useTexts()
  const covered = t('review.covered')
  const box = useRef<HTMLDivElement>(null)
  const look = useId().replace(/\W/g, '')
  useLayoutEffect(() => {
    if (css === '') return
    const sheet = scopedSheet(css, `[data-look="${look}"]`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [css, look])
  useLayoutEffect(() => {
    const root = box.current
    if (!root) return
    root.replaceChildren(safeNodes(html, media))
    coverPicture(root, masks, covered)
    // A formula that cannot be set stands as it was written.
    setFormulas(root).catch((error: unknown) => console.error(error))
    if (isAnswer) root.querySelector('hr.answer')?.scrollIntoView({ block: 'nearest' })
  }, [html, media, isAnswer, masks, covered])
  return (
    <div data-look={css === '' ? undefined : look} className="isolate contain-[layout_paint]">
      <div
        ref={box}
        dir="auto"
        className={clsx(
          css !== '' && 'card',
          css !== '' && document.documentElement.classList.contains('dark') && 'nightMode night_mode',
          css !== '' && ord !== undefined && `card${ord + 1}`,
          'text-pretty text-center wrap-anywhere [&_.cloze]:font-semibold [&_.cloze]:text-accent-ink [&_.missing]:text-faint [&_.missing]:text-sm [&_a]:underline [&_audio]:mx-auto [&_audio]:my-2 [&_audio]:max-w-full [&_hr]:my-5 [&_hr]:border-line [&_img]:mx-auto [&_img]:my-2 [&_img]:max-h-96 [&_img]:max-w-full [&_img]:rounded-md [&_ol]:list-decimal [&_ol]:ps-6 [&_ol]:text-start [&_pre]:overflow-x-auto [&_pre]:text-start [&_pre]:text-sm [&_table]:mx-auto [&_td]:border [&_td]:border-line [&_td]:px-2 [&_td]:py-1 [&_ul]:list-disc [&_ul]:ps-6 [&_ul]:text-start',
          className,
        )}
      />
    </div>
  )
}
