import { IconButton, sentenceFor, toast } from '@atrium/web/kit'
import { Bold, Brackets, ImagePlus, Italic, Underline } from 'lucide-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { clozeNumbers } from '../cloze.ts'
import type { MediaFiles } from '../module.ts'
import { keepMedium } from './keep-medium.ts'
import { fileAddress, htmlOf, safeNodes } from './safe-html.ts'
import { useTexts } from './texts.ts'

export interface RichFieldHandle {
  focus(): void
}

interface RichFieldProps {
  label: string
  value: string
  media: MediaFiles
  isCloze?: boolean
  onChange: (html: string) => void
  handle?: Ref<RichFieldHandle>
}

/** A field of a note: words with a little formatting, pictures and sounds. */
export function RichField({ label, value, media, isCloze = false, onChange, handle }: RichFieldProps) {
  const { t } = useTexts()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const shown = useRef<string>(null)
  useImperativeHandle(handle, () => ({ focus: () => box.current?.focus() }), [])
  useLayoutEffect(() => {
    if (!box.current || shown.current === value) return
    shown.current = value
    box.current.replaceChildren(safeNodes(value, media, { forEditing: true }))
  }, [value, media])

  const changed = () => {
    if (!box.current) return
    const html = htmlOf(box.current)
    shown.current = html
    onChange(html)
  }
  const insert = (node: Node) => {
    const root = box.current
    if (!root) return
    const selection = getSelection()
    const range = selection?.rangeCount ? selection.getRangeAt(0) : null
    if (selection && range && root.contains(range.commonAncestorContainer)) {
      range.deleteContents()
      const last = node instanceof DocumentFragment ? node.lastChild : node
      range.insertNode(node)
      if (last) range.setStartAfter(last)
      range.collapse(true)
      selection.removeAllRanges()
      selection.addRange(range)
    } else root.append(node)
    changed()
  }
  const take = async (files: readonly File[]) => {
    for (const file of files) {
      try {
        const kept = await keepMedium(file)
        if (!kept.mime.startsWith('image/')) {
          insert(document.createTextNode(`[sound:${kept.name}]`))
          continue
        }
        const image = document.createElement('img')
        image.src = fileAddress(kept.file)
        image.dataset.name = kept.name
        insert(image)
      } catch (error) {
        toast({ variant: 'destructive', title: sentenceFor(error) })
      }
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    const html = event.clipboardData.getData('text/html')
    event.preventDefault()
    if (files.length > 0) void take(files)
    else if (html) insert(safeNodes(html, media, { forEditing: true, isPasted: true }))
    else
      insert(
        event.clipboardData
          .getData('text/plain')
          .split(/\r\n?|\n/)
          .reduce((fragment, line, at) => {
            if (at > 0) fragment.append(document.createElement('br'))
            fragment.append(line)
            return fragment
          }, document.createDocumentFragment()),
      )
  }
  /** The selected words become the next gap, or one more of the last (`again`). */
  const cloze = (again: boolean) => {
    const root = box.current
    const selection = getSelection()
    if (!root || !selection?.rangeCount || !root.contains(selection.anchorNode)) return root?.focus()
    const numbers = clozeNumbers(htmlOf(root))
    const last = numbers.at(-1) ?? 0
    const number = again ? Math.max(1, last) : last + 1
    const range = selection.getRangeAt(0)
    const inside = range.extractContents()
    const wrapped = document.createDocumentFragment()
    wrapped.append(`{{c${number}::`, inside, '}}')
    insert(wrapped)
  }
  // The one way that browsers offer to format what is selected, with their own undo.
  const format = (command: 'bold' | 'italic' | 'underline') => {
    box.current?.focus()
    document.execCommand(command)
    changed()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey)) return
    if (isCloze && event.shiftKey && event.key.toLowerCase() === 'c') {
      event.preventDefault()
      cloze(event.altKey)
    }
  }
  return (
    <div className="group/field flex flex-col gap-1">
      <div className="flex items-center justify-between gap-2">
        <span id={id} className="text-sm font-medium">
          {label}
        </span>
        <span className="flex opacity-0 transition-opacity duration-120 group-focus-within/field:opacity-100 group-hover/field:opacity-100 touch:opacity-100">
          <IconButton
            size="sm"
            label={t('field.bold')}
            shortcut="mod+B"
            icon={<Bold />}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => format('bold')}
          />
          <IconButton
            size="sm"
            label={t('field.italic')}
            shortcut="mod+I"
            icon={<Italic />}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => format('italic')}
          />
          <IconButton
            size="sm"
            label={t('field.underline')}
            shortcut="mod+U"
            icon={<Underline />}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => format('underline')}
          />
          {isCloze && (
            <IconButton
              size="sm"
              label={t('field.cloze')}
              shortcut="mod+shift+C"
              icon={<Brackets />}
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => cloze(event.altKey)}
            />
          )}
          <IconButton
            size="sm"
            label={t('field.media')}
            icon={<ImagePlus />}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => chooser.current?.click()}
          />
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: no input holds pictures and bold words */}
      <div
        ref={box}
        role="textbox"
        aria-multiline
        aria-labelledby={id}
        tabIndex={0}
        contentEditable
        suppressContentEditableWarning
        dir="auto"
        onInput={changed}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return
          event.preventDefault()
          void take([...event.dataTransfer.files])
        }}
        className="isolate max-h-72 min-h-16 w-full overflow-y-auto contain-[layout_paint] rounded-md border border-line-strong/60 bg-popover px-3 py-2 wrap-anywhere hover:border-line-strong focus-visible:outline-offset-0 [&_.missing]:text-faint [&_img]:my-1 [&_img]:inline-block [&_img]:max-h-40 [&_img]:max-w-full"
      />
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept="image/*,audio/*,video/mp4,video/webm"
        onChange={(event) => {
          void take([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}
