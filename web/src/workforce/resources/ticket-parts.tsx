import type { Ticket } from '@atrium/contract/workforce-insight'
import { clsx } from 'clsx'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceFor } from '../../platform/api.ts'
import { FormError } from '../../settings/form-parts.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { formatDate } from '../../ui/formats.ts'
import { isShortcut } from '../../ui/shortcut.ts'
import { toast } from '../../ui/toast.tsx'
import { useDoing } from '../work/use-doing.ts'

const tones: Readonly<Record<Ticket['state'], Tone>> = { open: 'info', answered: 'success', closed: 'neutral' }

export function TicketBadge({ state }: Pick<Ticket, 'state'>) {
  const { t } = useTranslation('seats')
  return <Badge tone={tones[state]}>{t(`support.states.${state}`)}</Badge>
}

export type Side = Ticket['messages'][number]['by']

/** What was written, the first on top. `mine`: whose side the reader is on. */
export function TicketMessages({ ticket, mine }: { ticket: Ticket; mine: Side }) {
  const { t, i18n } = useTranslation('seats')
  return (
    <ol aria-label={t('support.messages')} className="flex flex-col gap-4">
      {ticket.messages.map(({ by, name, text, at }) => (
        <li key={`${at} ${by}`} className={clsx('flex flex-col', by === mine ? 'items-end' : 'items-start')}>
          <p className="mb-1 flex flex-wrap gap-x-2 text-xs text-muted">
            <bdi className="font-medium">{by === mine ? t('support.you') : name || t('support.desk')}</bdi>
            <time dateTime={at}>{formatDate(at, i18n.language)}</time>
          </p>
          <p
            dir="auto"
            className={clsx(
              'max-w-prose rounded-lg px-3.5 py-2.5 whitespace-pre-wrap wrap-anywhere',
              by === mine ? 'bg-surface' : 'border border-line',
            )}
          >
            {text}
          </p>
        </li>
      ))}
    </ol>
  )
}

interface ReplyFormProps {
  send: (text: string) => Promise<unknown>
  label: string
  button: string
  done: string
  /** Further buttons. */
  children?: ReactNode
}

/** One message more. What is typed stays until it was sent. */
export function ReplyForm({ send, label, button, done, children }: ReplyFormProps) {
  const { t } = useTranslation('seats')
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const reply = useDoing({
    act: send,
    tellFailure: false,
    onDone: () => {
      setText('')
      toast({ title: done })
    },
  })
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    setIsMissing(text.trim() === '')
    if (text.trim() !== '' && !reply.isPending) reply.mutate(text)
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (!isShortcut(event.nativeEvent, 'mod+enter')) return
        event.preventDefault()
        submit()
      }}
      className="flex flex-col gap-3"
    >
      <TextArea
        label={label}
        value={text}
        maxLength={20_000}
        error={isMissing && text.trim() === '' ? t('support.replyNeeded') : undefined}
        onChange={({ target }) => setText(target.value)}
      />
      <FormError>{reply.error ? sentenceFor(reply.error) : undefined}</FormError>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" loading={reply.isPending}>
          {button}
        </Button>
        {children}
      </div>
    </form>
  )
}
