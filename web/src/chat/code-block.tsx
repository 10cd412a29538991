import { Check, Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/button.tsx'
import { codeSpans } from './highlight.ts'
import { colourText } from './text-highlights.ts'
import { useCopy } from './use-copy.ts'

const HIGHLIGHT_MAX = 60_000 // characters; colouring more takes longer than a frame
const PATIENCE = 1_000 // ms after which colours come although the page is busy

/** When the browser has nothing better to do, or has had enough to do for long. Safari has no requestIdleCallback. */
const idle = () =>
  new Promise<unknown>((done) =>
    'requestIdleCallback' in window ? requestIdleCallback(done, { timeout: PATIENCE }) : setTimeout(done, 50),
  )

export interface CodeBlockProps {
  code: string
  language: string
  /** Still being written: it is coloured when it is complete. */
  open: boolean
}

export function CodeBlock({ code, language, open }: CodeBlockProps) {
  const { t } = useTranslation()
  const element = useRef<HTMLElement>(null)
  const { copied, copy } = useCopy()

  useEffect(() => {
    if (open || language === '' || code.length > HIGHLIGHT_MAX) return
    let gone = false
    let clear = () => {}
    const colour = async () => {
      await idle()
      // A language is made ready by its first use, and that takes as long as a long piece of code does.
      if (!gone) await codeSpans('', language)
      await idle()
      const spans = gone ? [] : await codeSpans(code, language)
      const node = element.current?.firstChild
      if (!gone && node instanceof Text && node.data === code) clear = colourText(node, spans)
    }
    colour().catch((cause: unknown) => console.error('The colours for code could not be loaded.', cause))
    return () => {
      gone = true
      clear()
    }
  }, [code, language, open])

  return (
    <figure className="my-4 overflow-hidden rounded-lg border border-line bg-surface" dir="ltr">
      <figcaption className="flex h-9 items-center justify-between gap-2 ps-3.5 pe-1 text-xs text-muted touch:h-11">
        <span>{language || t('chat.code.plain')}</span>
        <IconButton
          size="sm"
          label={copied ? t('chat.code.copied') : t('chat.code.copy')}
          icon={copied ? <Check /> : <Copy />}
          onClick={() => copy(code)}
        />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard */}
      <pre className="overflow-x-auto px-3.5 pb-3.5 font-mono text-[0.8125rem] leading-5.5" tabIndex={0}>
        <code ref={element}>{code}</code>
      </pre>
    </figure>
  )
}
