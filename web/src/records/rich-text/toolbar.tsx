import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import {
  Bold,
  Code,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Image as Picture,
  Quote,
  Redo2,
  SquareCode,
  Strikethrough,
  Table,
  Undo2,
} from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button.tsx'
import { LinkRow } from './link-row.tsx'
import { TableRow } from './table-row.tsx'

interface ToolbarProps {
  editor: Editor
  label: string
  /** Absent where the record has no field of pictures. */
  onPictures: ((files: File[]) => void) | undefined
}

const LEVELS = [1, 2, 3] as const

/** The style and the first tool are stops of the keyboard; the arrows go from tool to tool. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const steps: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  const step = (steps[event.key] ?? 0) * (isRtl ? -1 : 1)
  const target = event.target as HTMLElement
  if (step === 0 || target.tagName === 'SELECT') return
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button,select')]
  const next = tools.at((tools.indexOf(target) + step) % tools.length)
  event.preventDefault()
  next?.focus()
}

export function Toolbar({ editor, label, onPictures }: ToolbarProps) {
  const { t } = useTranslation('kit')
  const [isLinking, setIsLinking] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const is = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      strike: now.isActive('strike'),
      code: now.isActive('code'),
      link: now.isActive('link'),
      bulletList: now.isActive('bulletList'),
      orderedList: now.isActive('orderedList'),
      blockquote: now.isActive('blockquote'),
      codeBlock: now.isActive('codeBlock'),
      table: now.isActive('table'),
      level: LEVELS.find((level) => now.isActive('heading', { level })) ?? 0,
      mayUndo: now.can().undo(),
      mayRedo: now.can().redo(),
    }),
  })
  const run = () => editor.chain().focus()
  const tools: [name: string, Sign: LucideIcon, isOn: boolean, act: () => void, keys?: string][] = [
    ['bold', Bold, is.bold, () => run().toggleBold().run(), 'Control+B'],
    ['italic', Italic, is.italic, () => run().toggleItalic().run(), 'Control+I'],
    ['strike', Strikethrough, is.strike, () => run().toggleStrike().run()],
    ['code', Code, is.code, () => run().toggleCode().run(), 'Control+E'],
    ['link', Link, is.link, () => setIsLinking(true)],
    ['bullets', List, is.bulletList, () => run().toggleBulletList().run()],
    ['numbers', ListOrdered, is.orderedList, () => run().toggleOrderedList().run()],
    ['quote', Quote, is.blockquote, () => run().toggleBlockquote().run()],
    ['codeBlock', SquareCode, is.codeBlock, () => run().toggleCodeBlock().run()],
    ['table', Table, is.table, () => run().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()],
  ]
  return (
    <div className="border-b border-line bg-surface">
      <div role="toolbar" aria-label={label} className="flex flex-wrap items-center gap-0.5 p-1" onKeyDown={walk}>
        <select
          aria-label={t('editor.style')}
          value={is.level}
          onChange={({ target }) => {
            const level = LEVELS.find((one) => one === Number(target.value))
            if (level) run().setHeading({ level }).run()
            else run().setParagraph().run()
          }}
          className="h-8 rounded-md border border-transparent bg-transparent px-2 text-base hover:bg-hover sm:text-sm touch:h-10"
        >
          <option value={0}>{t('editor.text')}</option>
          {LEVELS.map((level) => (
            <option key={level} value={level}>
              {t('editor.heading', { level })}
            </option>
          ))}
        </select>
        {tools.map(([name, Sign, isOn, act, keys]) => (
          <IconButton
            key={name}
            size="sm"
            tabIndex={name === 'bold' ? 0 : -1}
            label={t(`editor.${name}`)}
            icon={<Sign />}
            aria-pressed={name === 'table' ? undefined : isOn}
            aria-keyshortcuts={keys}
            disabled={name === 'table' && is.table}
            className={isOn ? 'bg-active text-ink' : undefined}
            onClick={act}
          />
        ))}
        {onPictures && (
          <>
            <IconButton
              size="sm"
              tabIndex={-1}
              label={t('editor.picture')}
              icon={<Picture />}
              onClick={() => chooser.current?.click()}
            />
            <input
              ref={chooser}
              type="file"
              accept="image/*"
              multiple
              hidden
              aria-label={t('editor.picture')}
              onChange={({ target }) => {
                onPictures([...(target.files ?? [])])
                target.value = ''
              }}
            />
          </>
        )}
        <span className="ms-auto flex">
          <IconButton
            size="sm"
            tabIndex={-1}
            label={t('editor.undo')}
            icon={<Undo2 className="rtl:-scale-x-100" />}
            disabled={!is.mayUndo}
            onClick={() => run().undo().run()}
          />
          <IconButton
            size="sm"
            tabIndex={-1}
            label={t('editor.redo')}
            icon={<Redo2 className="rtl:-scale-x-100" />}
            disabled={!is.mayRedo}
            onClick={() => run().redo().run()}
          />
        </span>
      </div>
      {is.table && <TableRow editor={editor} />}
      {isLinking && <LinkRow editor={editor} onDone={() => setIsLinking(false)} />}
    </div>
  )
}
