import type { ThreadHistory } from '@atrium/contract/chat'
import { ArrowUp, Paperclip, Square } from 'lucide-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  Suspense,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from 'react-i18next'
import { part } from '../platform/part.tsx'
import { useScope } from '../platform/scope.ts'
import { ScopeSwitch } from '../teams/scope-switch-part.ts'
import { IconButton } from '../ui/button.tsx'
import { whenIdle } from '../ui/load-overlays.ts'
import { ComposerMenu } from './composer-menu.tsx'
import { onDrafts, readDraft, writeDraft } from './draft-store.ts'
import { mentionAt } from './mention-text.ts'
import type { SlashHandle } from './slash-menu.tsx'
import { addFiles, onUploads, readUploads } from './upload-store.ts'
import { useAutoHeight } from './use-auto-height.ts'

const SlashMenu = part(() => import('./slash-menu.tsx').then((module) => module.SlashMenu))
whenIdle(SlashMenu.load)
const MentionMenu = part(() => import('./mention-menu.tsx').then((module) => module.MentionMenu))
const ComposerFiles = part(() => import('./composer-files.tsx').then((module) => module.ComposerFiles))

export interface ComposerHandle {
  focus: () => void
  /** Puts words in, for the person to change and send. */
  fill: (text: string) => void
}

export interface ComposerProps {
  draftKey: string
  thread: ThreadHistory | undefined
  /** A reply is being written: the button stops it. */
  busy: boolean
  stopping: boolean
  /** Files are held over the page. */
  dragging: boolean
  /** Said of the field where it is not the chat's own. */
  label?: string
  placeholder?: string
  onSend: () => void
  onStop: () => void
  onEditLast: () => void
  ref?: Ref<ComposerHandle>
}

const MAX_HEIGHT = 120 // px (spec 9)

/** Where one writes. */
export function Composer({
  draftKey,
  thread,
  busy,
  stopping,
  dragging,
  label,
  placeholder,
  onSend,
  onStop,
  onEditLast,
  ref,
}: ComposerProps) {
  const { t } = useTranslation()
  const scope = useScope()
  const menuId = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const { text, attachments } = useSyncExternalStore(onDrafts, () => readDraft(draftKey))
  const uploads = useSyncExternalStore(onUploads, () => readUploads(draftKey))
  useAutoHeight(area, text, MAX_HEIGHT)

  const slash = useRef<SlashHandle>(null)
  const [caret, setCaret] = useState(0)
  const [option, setOption] = useState<string | null>(null)

  const uploading = uploads.some(({ error }) => error === null)
  const ready = (text.trim() !== '' || attachments.length > 0) && !uploading && !busy
  const write = (next: string) => writeDraft(draftKey, { text: next })
  const writeTo = (next: string, at: number) => {
    write(next)
    setCaret(at)
    requestAnimationFrame(() => {
      area.current?.focus()
      // Whoever types fast has gone on already: their caret is where it belongs.
      if (area.current?.value === next) area.current.setSelectionRange(at, at)
    })
  }
  useImperativeHandle(ref, () => ({
    focus: () => {
      if (!area.current || document.activeElement === area.current) return
      area.current.focus()
      // Whoever comes back to a draft goes on at its end.
      area.current.setSelectionRange(area.current.value.length, area.current.value.length)
    },
    fill: (next) => writeTo(next, next.length),
  }))

  const send = async () => {
    if (!ready) return
    // A command that was typed faster than the menu came.
    if (text.startsWith('/') && !slash.current)
      await SlashMenu.load().then(() => new Promise((done) => setTimeout(done)))
    if (!slash.current?.take()) onSend()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Keys that belong to an input method: Enter takes its proposal (229 is Safari's word for it).
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (slash.current?.onKey(event)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void send()
    } else if (event.key === 'ArrowUp' && text === '' && attachments.length === 0 && !busy) {
      event.preventDefault()
      onEditLast()
    }
  }

  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    // Text copied from an office program comes with a picture of itself.
    if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    addFiles(draftKey, files)
  }
  return (
    <div data-print="hide" className="chat-column shrink-0 pb-3 safe-bottom">
      <div
        className={`relative rounded-xl border bg-popover transition-colors duration-120 focus-within:border-line-strong ${dragging ? 'border-accent bg-accent-soft' : 'border-line-strong/60'}`}
      >
        {text.startsWith('/') && (
          <SlashMenu
            failed={null}
            id={menuId}
            text={text}
            caret={caret}
            onWrite={writeTo}
            onShown={setOption}
            handle={slash}
          />
        )}
        {!text.startsWith('/') && mentionAt(text, caret) && (
          // Its words come with it.
          <Suspense fallback={null}>
            <MentionMenu
              failed={null}
              id={menuId}
              text={text}
              caret={caret}
              onWrite={writeTo}
              onShown={setOption}
              handle={slash}
            />
          </Suspense>
        )}
        {(attachments.length > 0 || uploads.length > 0) && <ComposerFiles draftKey={draftKey} failed={null} />}
        <textarea
          ref={area}
          rows={1}
          dir="auto"
          value={text}
          onChange={(event) => {
            write(event.target.value)
            setCaret(event.target.selectionStart)
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          placeholder={dragging ? t('chat.composer.drop') : (placeholder ?? t('chat.composer.placeholder'))}
          aria-label={label ?? t('chat.composer.label')}
          aria-haspopup="listbox"
          aria-autocomplete="list"
          data-composer
          aria-controls={option ? menuId : undefined}
          aria-activedescendant={option ?? undefined}
          enterKeyHint="send"
          className="block w-full resize-none bg-transparent px-4 pt-3.5 pb-1 text-base outline-none"
        />
        <div className="flex items-center gap-1 px-2 pb-2">
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              addFiles(draftKey, [...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
          <IconButton
            label={t('chat.composer.attach')}
            icon={<Paperclip />}
            size="sm"
            className="size-8!"
            onClick={() => picker.current?.click()}
          />
          <ComposerMenu thread={thread} />
          {scope && <ScopeSwitch failed={null} />}
          <span className="flex-1" />
          {busy ? (
            <IconButton
              label={stopping ? t('chat.status.stopping') : t('chat.composer.stop')}
              shortcut="esc"
              variant="secondary"
              icon={<Square className="fill-current" />}
              className="rounded-full!"
              aria-disabled={stopping || undefined}
              onClick={() => {
                onStop()
                // The button goes with the reply. Where a finger is the pointer, the keyboard would come up.
                if (matchMedia('(pointer: fine)').matches) area.current?.focus()
              }}
            />
          ) : (
            <IconButton
              label={uploading ? t('chat.composer.uploading') : t('chat.composer.send')}
              shortcut="enter"
              variant="primary"
              icon={<ArrowUp />}
              className="rounded-full!"
              disabled={!ready}
              onClick={send}
            />
          )}
        </div>
      </div>
    </div>
  )
}
