import { ArrowUp, Mic, MicOff, Square } from 'lucide-react'
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { onDrafts, readDraft, writeDraft } from '../chat/draft-store.ts'
import { useAutoHeight } from '../chat/use-auto-height.ts'
import { localeOf } from '../i18n/locale.ts'
import { IconButton } from '../ui/button.tsx'
import { type DictationState, useDictation } from './use-dictation.ts'
import { MOBILE_DRAFT } from './use-mobile-chat.ts'

export interface MobileComposerHandle {
  focus: () => void
  fill: (text: string) => void
}

export interface MobileComposerProps {
  busy: boolean
  stopping: boolean
  onSend: () => void
  onStop: () => void
  ref?: Ref<MobileComposerHandle>
}

const MAX_HEIGHT = 120 // px (spec 9)

const told: Partial<Record<DictationState, string>> = {
  listening: 'composer.listening',
  unavailable: 'composer.voiceUnavailable',
  refused: 'composer.voiceRefused',
  failed: 'composer.voiceFailed',
}

export function MobileComposer({ busy, stopping, onSend, onStop, ref }: MobileComposerProps) {
  const { t, i18n } = useTranslation('mobile')
  const area = useRef<HTMLTextAreaElement>(null)
  const { text } = useSyncExternalStore(onDrafts, () => readDraft(MOBILE_DRAFT))
  const dictation = useDictation(localeOf(i18n.language))
  useAutoHeight(area, text, MAX_HEIGHT)
  const write = (next: string) => writeDraft(MOBILE_DRAFT, { text: next })
  useImperativeHandle(ref, () => ({
    focus: () => area.current?.focus(),
    fill: (next) => {
      write(next)
      requestAnimationFrame(() => {
        area.current?.focus()
        area.current?.setSelectionRange(next.length, next.length)
      })
    },
  }))

  const listening = dictation.state === 'listening'
  const ready = text.trim() !== ''
  const dictate = () => {
    const before = text.trimEnd()
    dictation.toggle((heard) => write(before ? `${before} ${heard.trimStart()}` : heard.trimStart()))
  }
  const send = () => {
    if (listening) dictation.toggle(() => undefined)
    onSend()
    area.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys that belong to an input method: Enter takes its proposal (229 is Safari's word for it).
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    if (ready && !busy) send()
  }
  const status = told[dictation.state]
  return (
    <div className="chat-column shrink-0 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] in-data-keyboard:pb-2">
      <div className="flex items-end gap-1 rounded-xl border border-line-strong/60 bg-popover p-1.5 transition-colors duration-120 focus-within:border-line-strong">
        <textarea
          ref={area}
          rows={1}
          dir="auto"
          value={text}
          onChange={(event) => {
            write(event.target.value)
            dictation.dismiss()
          }}
          onKeyDown={onKeyDown}
          placeholder={t('composer.placeholder')}
          aria-label={t('composer.label')}
          enterKeyHint="send"
          className="block min-h-9 w-full resize-none self-center bg-transparent px-2.5 py-1.5 text-base outline-none placeholder:truncate touch:min-h-11 touch:py-2"
        />
        {busy ? (
          <IconButton
            label={t('composer.stop')}
            variant="secondary"
            icon={<Square className="fill-current" />}
            className="rounded-full!"
            aria-disabled={stopping || undefined}
            onClick={onStop}
          />
        ) : ready && !listening ? (
          <IconButton
            label={t('composer.send')}
            shortcut="enter"
            variant="primary"
            icon={<ArrowUp />}
            className="rounded-full!"
            onClick={send}
          />
        ) : (
          <IconButton
            label={t(listening ? 'composer.voiceStop' : 'composer.voice')}
            icon={listening ? <MicOff /> : <Mic />}
            pressed={listening}
            className="rounded-full!"
            onClick={dictate}
          />
        )}
      </div>
      <p role="status" className="px-2 text-xs text-muted not-empty:pt-1.5">
        {status && t(status)}
      </p>
    </div>
  )
}
