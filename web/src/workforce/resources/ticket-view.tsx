import type { Ticket } from '@atrium/contract/workforce-insight'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../../platform/api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { formatDate } from '../../ui/formats.ts'
import { RunTrace } from '../work/run-trace.tsx'
import { useDoing } from '../work/use-doing.ts'
import { ReplyForm, type Side, TicketBadge, TicketMessages } from './ticket-parts.tsx'

interface TicketViewProps {
  ticket: Ticket
  /** Whose side the reader is on. */
  mine: Side
  /** `/api/workforce/support`, or the administrators’. */
  path: string
  /** Where the list is. */
  back: string
}

/** A ticket as a conversation: what was written, the attached run for support, an answer, the end of it. */
export function TicketView({ ticket, mine, path, back }: TicketViewProps) {
  const { t, i18n } = useTranslation('seats')
  const confirm = useConfirm()
  const { id, subject, state, runId, run, person, createdAt } = ticket
  const call = `${path}/${encodeURIComponent(id)}`
  const isDesk = mine === 'support'
  const isClosed = state === 'closed'
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Closed, the form is gone, and the focus with it.
    if (isClosed && document.activeElement === document.body) heading.current?.focus()
  }, [isClosed])
  const close = useDoing({ act: () => api.put<Ticket>(`${call}/closed`), done: () => t('support.closed') })
  const askToClose = async () => {
    const question = {
      title: t('support.closeTitle', { subject }),
      text: t(isDesk ? 'support.deskCloseText' : 'support.closeText'),
      confirm: t('support.close'),
      cancel: t('support.keep'),
    }
    if (await confirm(question)) close.mutate()
  }
  return (
    <article aria-labelledby="ticket" className="flex max-w-3xl flex-col gap-6">
      <header>
        <Link to={back} className={buttonClass('ghost', 'sm', '-mx-2 mb-2')}>
          <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
          {t('support.back')}
        </Link>
        <h2 ref={heading} id="ticket" tabIndex={-1} className="text-lg outline-none wrap-anywhere">
          <bdi>{subject}</bdi>
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <TicketBadge state={state} />
          {isDesk && person && <bdi>{t('support.from', { name: person.name })}</bdi>}
          <span>{t('support.opened', { date: formatDate(createdAt, i18n.language) })}</span>
          {!isDesk && runId && <span>{t('support.withRun')}</span>}
        </p>
      </header>
      <TicketMessages ticket={ticket} mine={mine} />
      {isDesk && runId && !isClosed && (
        <section aria-label={t('support.runOf')}>
          <h3 className="mb-2 text-sm font-medium">{t('support.runOf')}</h3>
          {run ? <RunTrace run={run} isNewest isOthers /> : <p className="text-muted">{t('support.noRun')}</p>}
        </section>
      )}
      {isClosed ? (
        <p className="rounded-md bg-surface px-3 py-2.5 text-muted">{t('support.isClosed')}</p>
      ) : (
        <ReplyForm
          key={id}
          send={(text) => api.post<Ticket>(`${call}/replies`, { text })}
          label={t(isDesk ? 'support.deskReply' : 'support.reply')}
          button={t(isDesk ? 'support.deskAnswer' : 'support.answer')}
          done={t(isDesk ? 'support.deskReplied' : 'support.replied')}
        >
          <Button variant="ghost" loading={close.isPending} onClick={() => void askToClose()}>
            {t('support.close')}
          </Button>
        </ReplyForm>
      )}
    </article>
  )
}
