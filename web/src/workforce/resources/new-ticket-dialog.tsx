import type { Ticket } from '@atrium/contract/workforce-insight'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, sentenceFor } from '../../platform/api.ts'
import { uuid } from '../../platform/uuid.ts'
import { FormError } from '../../settings/form-parts.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { isShortcut } from '../../ui/shortcut.ts'
import { useDoing } from '../work/use-doing.ts'
import { type ChosenRun, GIVEN, RunChoice, useChosenRun } from './run-choice.tsx'
import { dropTicketDraft, keepTicketDraft, readTicketDraft } from './ticket-draft.ts'

interface NewTicketDialogProps {
  open: boolean
  /** What the address says that it is about. */
  start: { run: string; task: string }
  onClose: () => void
  onSent: (ticket: Ticket) => void
}

/** Asks whoever runs this installation. What is typed stays until it was sent. */
export function NewTicketDialog({ open, start, onClose, onSent }: NewTicketDialogProps) {
  const { t } = useTranslation('seats')
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('support.new')}
      description={t('support.newText')}
    >
      {open && <TicketForm key={`${start.run} ${start.task}`} start={start} onSent={onSent} />}
    </Dialog>
  )
}

function TicketForm({ start, onSent }: Pick<NewTicketDialogProps, 'start' | 'onSent'>) {
  const { t } = useTranslation('seats')
  const [draft, setDraft] = useState(readTicketDraft)
  const [chosen, setChosen] = useState<ChosenRun>({ task: start.task || (start.run && GIVEN), run: start.run })
  const [isTried, setIsTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const attempt = useRef({ of: '', id: '' })
  const runId = useChosenRun(chosen)
  const set = (change: Partial<typeof draft>) => {
    const next = { ...draft, ...change }
    setDraft(next)
    keepTicketDraft(next)
  }
  const send = useDoing({
    act: () => {
      const ticket = { ...draft, runId: runId ?? null }
      // The same sent again, because its answer was lost, is the same attempt.
      const of = JSON.stringify(ticket)
      if (attempt.current.of !== of) attempt.current = { of, id: uuid() }
      return api.post<Ticket>('/api/workforce/support', { ...ticket, attempt: attempt.current.id })
    },
    tellFailure: false,
    done: () => t('support.sent'),
    onDone: (ticket) => {
      dropTicketDraft()
      onSent(ticket)
    },
  })
  const missing = { subject: draft.subject.trim() === '', text: draft.text.trim() === '' }
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    setIsTried(true)
    if (missing.subject || missing.text) {
      form.current?.querySelector<HTMLElement>(missing.subject ? '[name=subject]' : '[name=text]')?.focus()
      return
    }
    if (runId !== undefined && !send.isPending) send.mutate()
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (!isShortcut(event.nativeEvent, 'mod+enter')) return
        event.preventDefault()
        submit()
      }}
      className="flex flex-col gap-4"
    >
      <TextField
        name="subject"
        label={t('support.subject')}
        value={draft.subject}
        maxLength={200}
        autoComplete="off"
        error={isTried && missing.subject ? t('support.subjectNeeded') : undefined}
        onChange={({ target }) => set({ subject: target.value })}
      />
      <TextArea
        name="text"
        label={t('support.what')}
        help={t('support.whatHelp')}
        rows={5}
        value={draft.text}
        maxLength={20_000}
        error={isTried && missing.text ? t('support.whatNeeded') : undefined}
        onChange={({ target }) => set({ text: target.value })}
      />
      <RunChoice given={start.run} value={chosen} onChange={setChosen} />
      <FormError>{send.error ? sentenceFor(send.error) : undefined}</FormError>
      <div>
        <Button type="submit" variant="primary" loading={send.isPending || (isTried && runId === undefined)}>
          {t('support.send')}
        </Button>
      </div>
    </form>
  )
}
