import type { Editor } from '@tiptap/core'
import { clsx } from 'clsx'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { controlClass } from '../../ui/field.tsx'
import { isLink } from './addresses.ts'

/** `www.example.org` and `ada@example.org` are addresses to whoever types them. */
const wholeAddress = (typed: string): string => {
  const text = typed.trim()
  if (/^[^\s@/]+@[^\s@/]+$/.test(text)) return `mailto:${text}`
  return /^[a-z][a-z\d+.-]*:/i.test(text) || text === '' ? text : `https://${text}`
}

/** The address of a link, below the tools: Enter sets it, Escape leaves it as it was. */
export function LinkRow({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const { t } = useTranslation('kit')
  const id = useId()
  const [typed, setTyped] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [isWrong, setIsWrong] = useState(false)
  const close = () => {
    onDone()
    editor.commands.focus()
  }
  const set = () => {
    const href = wholeAddress(typed)
    if (href === '') editor.chain().extendMarkRange('link').unsetLink().run()
    else if (!isLink(href)) return setIsWrong(true)
    else if (editor.state.selection.empty && !editor.isActive('link'))
      editor.commands.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] })
    else editor.chain().extendMarkRange('link').setLink({ href }).run()
    close()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // Neither the form nor its dialog is meant.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') set()
    else close()
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line p-2">
      <label htmlFor={id} className="text-sm">
        {t('editor.address')}
      </label>
      <input
        id={id}
        // biome-ignore lint/a11y/noAutofocus: it was asked for by the button before it
        autoFocus
        dir="ltr"
        inputMode="url"
        spellCheck={false}
        value={typed}
        placeholder="https://"
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        className={clsx(controlClass, 'h-8 min-w-0 flex-1 px-2')}
        onChange={({ target }) => {
          setTyped(target.value)
          setIsWrong(false)
        }}
        onKeyDown={onKey}
      />
      <Button size="sm" onClick={set}>
        {t('editor.setLink')}
      </Button>
      {isWrong && (
        <p id={`${id}-error`} role="alert" className="basis-full text-sm text-danger-ink">
          {t('editor.noAddress')}
        </p>
      )}
    </div>
  )
}
