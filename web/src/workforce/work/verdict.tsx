import type { Deliverable } from '@atrium/contract/workforce-work'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { useDoing } from './use-doing.ts'
import { dropText, sendBackNoteOf, useKeptText } from './use-kept-text.ts'

interface VerdictProps {
  deliverable: Pick<Deliverable, 'id'>
  version: number
}

/** Accept, or send back with what is to be done anew. */
export function Verdict({ deliverable: { id }, version }: VerdictProps) {
  const { t } = useTranslation('seats')
  const [asking, setAsking] = useState<'no' | 'yes' | 'cancelled'>('no')
  const [note, setNote] = useKeptText(sendBackNoteOf(id, version))
  const [isMissing, setIsMissing] = useState(false)
  const judge = useDoing({
    act: (verdict: 'accept' | 'send-back') =>
      api.post(`/api/workforce/deliverables/${encodeURIComponent(id)}/${verdict}`, {
        version,
        ...(verdict === 'send-back' && { note: note.trim() }),
      }),
    done: (_, verdict) => t(verdict === 'accept' ? 'deliverable.accepted' : 'deliverable.sentBack'),
    onDone: () => dropText(sendBackNoteOf(id, version)),
  })
  const sendBack = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (note.trim() === '') setIsMissing(true)
    else if (!judge.isPending) judge.mutate('send-back')
  }
  if (asking === 'yes')
    return (
      <form onSubmit={sendBack} className="flex w-full max-w-prose flex-col gap-3 print:hidden">
        <TextArea
          autoFocus
          label={t('deliverable.note')}
          error={isMissing ? t('deliverable.noteNeeded') : undefined}
          maxLength={5_000}
          value={note}
          onChange={({ target }) => {
            setNote(target.value)
            setIsMissing(false)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) sendBack(event)
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" size="sm" loading={judge.isPending}>
            {t('deliverable.sendBack')}
          </Button>
          <Button variant="ghost" size="sm" onClick={() => setAsking('cancelled')}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
    )
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button variant="primary" size="sm" loading={judge.isPending} onClick={() => judge.mutate('accept')}>
        {t('deliverable.accept')}
      </Button>
      <Button size="sm" autoFocus={asking === 'cancelled'} onClick={() => setAsking('yes')}>
        {t('deliverable.sendBack')}
      </Button>
    </div>
  )
}
