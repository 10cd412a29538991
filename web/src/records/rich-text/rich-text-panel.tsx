import './rich-text.css'
import { EditorContent, useEditor } from '@tiptap/react'
import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../../i18n/said.ts'
import { Progress } from '../../ui/progress.tsx'
import { useSending } from '../files/use-sending.ts'
import { extensions } from './extensions.ts'
import { cleanedHtml } from './pasted-html.ts'
import type { Pictures, RichTextFieldProps } from './rich-text-field.tsx'
import { Toolbar } from './toolbar.tsx'

const NO_PICTURES: Pictures = {
  place: { module: '', collection: '', field: '' },
  limits: { most: 0, largest: 0, accepts: [] },
  held: () => [],
  onArrived: () => undefined,
}

const picturesOf = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

export function RichTextPanel(props: RichTextFieldProps) {
  const { label, help, error, isRequired, value, onChange, onBlur, ref, pictures = NO_PICTURES, onBusy } = props
  const { t } = useTranslation('kit')
  const id = useId()
  /** What was given back last: anything else comes from outside, and is shown. */
  const latest = useRef(value)
  const sending = useSending({
    place: pictures.place,
    limits: pictures.limits,
    held: pictures.held(),
    onArrived: (file) => {
      pictures.onArrived(file)
      editor
        ?.chain()
        .focus()
        .setImage({ src: `file:${file.id}`, alt: file.name.replace(/\.\w{1,5}$/, '') })
        .run()
    },
  })
  const send = useEffectEvent((files: File[]) => {
    const isTaken = pictures !== NO_PICTURES && files.length > 0
    if (isTaken) sending.add(files)
    return isTaken
  })
  const tell = useEffectEvent((markdown: string) => {
    latest.current = markdown
    onChange(markdown)
  })
  const left = useEffectEvent(onBlur)
  const editor = useEditor({
    extensions,
    content: value,
    contentType: 'markdown',
    injectCSS: false,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': `${id}-label`, dir: 'auto' },
      transformPastedHTML: cleanedHtml,
      handlePaste: (_, event) => {
        const files = picturesOf(event.clipboardData)
        // A program that gives a text gives a picture of it, too.
        if (files.length === 0 || event.clipboardData?.types.includes('text/html')) return false
        if (send(files)) event.preventDefault()
        return event.defaultPrevented
      },
      handleDrop: (_, event) => {
        if (!send(picturesOf(event.dataTransfer))) return false
        event.preventDefault()
        event.stopPropagation()
        return true
      },
    },
    onBlur: () => left(),
    onUpdate: ({ editor: now }) => tell(now.isEmpty ? '' : now.getMarkdown()),
  })
  useEffect(() => {
    if (!editor || value === latest.current) return
    latest.current = value
    editor.commands.setContent(value, { contentType: 'markdown', emitUpdate: false })
  }, [editor, value])
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  useEffect(() => {
    editor?.setOptions({
      editorProps: {
        ...editor.options.editorProps,
        attributes: {
          ...(editor.options.editorProps.attributes as Record<string, string>),
          ...(described && { 'aria-describedby': described }),
          'aria-invalid': String(Boolean(error)),
          'aria-required': String(isRequired),
        },
      },
    })
  }, [editor, described, error, isRequired])
  const give = useEffectEvent(ref)
  useEffect(() => {
    give(editor ? { focus: () => editor.commands.focus() } : null)
    return () => give(null)
  }, [editor])
  const { isBusy } = sending
  const tellBusy = useEffectEvent((busy: boolean) => onBusy?.(busy))
  useEffect(() => {
    tellBusy(isBusy)
    return () => tellBusy(false)
  }, [isBusy])

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span id={`${id}-label`} className="text-sm font-medium">
        {label}
      </span>
      <div
        className={clsx(
          'rich-text-frame overflow-hidden rounded-md border bg-popover transition-colors duration-120',
          error ? 'border-danger' : 'border-line-strong/60 hover:border-line-strong',
        )}
      >
        {editor && (
          <Toolbar
            editor={editor}
            label={t('editor.tools')}
            onPictures={pictures === NO_PICTURES ? undefined : (files) => sending.add(files)}
          />
        )}
        <EditorContent editor={editor} className="rich-text max-h-[60dvh] overflow-y-auto px-3 py-2" />
        {sending.all.map((one) => (
          <div key={one.key} className="border-t border-line px-3 py-2 text-sm">
            {one.error ? (
              <p role="alert" className="text-danger-ink">
                <bdi>{one.file.name}</bdi>: {one.error}
              </p>
            ) : (
              <Progress label={t('files.sending', { name: one.file.name })} value={one.percent} />
            )}
          </div>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger-ink">
          {said(error)}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="text-xs text-muted">
          {help}
        </p>
      )}
    </div>
  )
}
