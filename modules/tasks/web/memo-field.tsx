import { api, Button, ModelButton, Recorder, readAction, sendToField, toast } from '@atrium/web/kit'
import { FileAudio } from 'lucide-react'
import { useRef, useState } from 'react'
import type tasks from '../module.ts'
import { useTexts } from './texts.ts'

const PLACE = { module: 'tasks', collection: 'tasks', field: 'files' }

/** A voice memo, recorded or chosen, and written down by a model. The recording waits on the server only as long as it is heard. */
export function MemoField({ onText }: { onText: (text: string, signal: AbortSignal) => Promise<void> }) {
  const { t } = useTexts()
  const [memo, setMemo] = useState<File | null>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const write = async (signal: AbortSignal) => {
    if (!memo) return
    const { id } = await sendToField(PLACE, memo, signal)
    try {
      const { text } = await readAction<typeof tasks, 'transcribe'>('tasks', 'transcribe', { file: id }, signal)
      if (text === '') toast({ title: t('memo.silent') })
      else await onText(text, signal)
    } finally {
      // What cannot be taken back now goes by itself after a day.
      api.delete(`/api/m/tasks/files/${encodeURIComponent(id)}`).catch((error: unknown) => console.error(error))
    }
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Recorder onRecorded={setMemo} />
        <Button icon={<FileAudio aria-hidden className="size-4" />} onClick={() => chooser.current?.click()}>
          {t('memo.choose')}
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          accept="audio/*,video/webm,video/mp4"
          aria-label={t('memo.choose')}
          onChange={({ target }) => {
            setMemo(target.files?.[0] ?? null)
            target.value = ''
          }}
        />
      </div>
      {memo && (
        <p role="status" className="text-sm text-muted">
          {t('memo.ready', { name: memo.name })}
        </p>
      )}
      <div>
        <ModelButton needs="hear" label={t('memo.ask')} disabled={memo === null} run={write} />
      </div>
    </div>
  )
}
