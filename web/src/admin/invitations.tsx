import type {
  MadeRegistrationInvitation,
  RegistrationInvitation,
  RegistrationInvitations,
} from '@atrium/contract/registration'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MailPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../i18n/locale.ts'
import { api, referenceFor, sentenceFor } from '../platform/api.ts'
import { InviteDialog } from '../settings/invite-dialog.tsx'
import { useKeptFocus } from '../settings/kept-focus.ts'
import { Row, Rows } from '../settings/panel.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { LinkDialog } from './link-dialog.tsx'

const INVITATIONS = '/api/admin/invitations'

/** Who may make an account here, and whom administrators have invited. */
export function Invitations() {
  const { t } = useTranslation('admin')
  const { data, error, refetch } = useQuery<RegistrationInvitations>({ queryKey: [INVITATIONS], staleTime: 0 })
  if (error) {
    return (
      <EmptyState
        title={t('errors.loadFailed')}
        text={sentenceFor(error)}
        action={<Button onClick={() => void refetch()}>{t('common.retry')}</Button>}
      />
    )
  }
  return data ? <Shown data={data} /> : <Skeleton className="h-40 w-full" />
}

function Shown({ data }: { data: RegistrationInvitations }) {
  const { t, i18n } = useTranslation('admin')
  const [isInviting, setInviting] = useState(false)
  const [made, setMade] = useState<MadeRegistrationInvitation>()
  const client = useQueryClient()
  const section = useRef<HTMLDivElement>(null)
  useKeptFocus(section)
  const names = new Intl.ListFormat(localeOf(i18n.language), { type: 'disjunction' }).format(data.domains)
  const isClosed = data.registration === 'closed'
  const invite = (
    <Button
      variant="primary"
      icon={<MailPlus aria-hidden className="size-4" />}
      className="shrink-0"
      onClick={() => setInviting(true)}
    >
      {t('invitations.invite')}
    </Button>
  )
  const send = async ({ email, expiresInDays }: { email: string | null; expiresInDays: number }) => {
    const body = { expiresInDays, ...(email && { email }) }
    const invitation = await api.post<MadeRegistrationInvitation>(INVITATIONS, body)
    setInviting(false)
    if (invitation.url) setMade(invitation)
    else toast({ title: t('invitations.mailed', { email: invitation.email }) })
    await client.invalidateQueries({ queryKey: [INVITATIONS] })
  }
  return (
    <div ref={section} className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose text-pretty text-muted">
          {t(`invitations.mode.${data.registration}`, { domains: names })}
        </p>
        {!isClosed && data.invitations.length > 0 && invite}
      </div>
      {data.invitations.length === 0 ? (
        <EmptyState
          icon={<MailPlus aria-hidden />}
          title={t('invitations.none')}
          text={t(isClosed ? 'invitations.noneClosed' : data.mail ? 'invitations.noneMail' : 'invitations.noneLink')}
          action={isClosed ? undefined : invite}
        />
      ) : (
        <Rows label={t('invitations.title')}>
          {data.invitations.map((one) => (
            <InvitationRow key={one.id} invitation={one} />
          ))}
        </Rows>
      )}
      {isInviting && (
        <InviteDialog
          namespace="admin"
          title={t('invitations.invite')}
          text={t('invitations.inviteText')}
          emailHelp={t(data.mail ? 'invitations.emailMail' : 'invitations.emailLink')}
          submit={t('invitations.make')}
          send={send}
          onClose={() => setInviting(false)}
        />
      )}
      {made?.url && (
        <LinkDialog
          title={t('invitations.linkTitle')}
          text={(date) => t(made.email ? 'invitations.linkFor' : 'invitations.linkText', { date, email: made.email })}
          link={{ url: made.url, expiresAt: made.expiresAt }}
          onClose={() => setMade(undefined)}
        />
      )}
    </div>
  )
}

function InvitationRow({ invitation }: { invitation: RegistrationInvitation }) {
  const { t, i18n } = useTranslation('admin')
  const client = useQueryClient()
  const { id, email, invitedBy, createdAt, expiresAt, state, usedBy } = invitation
  const day = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'medium' })
  const withdraw = useMutation({
    mutationFn: () => api.delete(`${INVITATIONS}/${id}`),
    onSuccess: () => toast({ title: t('invitations.withdrawn') }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('invitations.withdrawFailed'),
        description: sentenceFor(error),
        reference: referenceFor(error),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: [INVITATIONS] }),
  })
  const name = email ?? t('invitations.anybody')
  const states = {
    open: t('invitations.until', { date: day.format(new Date(expiresAt)) }),
    used: usedBy ? t('invitations.usedBy', { name: usedBy }) : t('invitations.used'),
    expired: t('invitations.expired', { date: day.format(new Date(expiresAt)) }),
  }
  return (
    <Row
      title={<bdi className="min-w-0 wrap-anywhere">{name}</bdi>}
      text={
        <>
          <p className={state === 'open' ? 'text-ink' : undefined}>{states[state]}</p>
          <p>
            {invitedBy
              ? t('invitations.by', { name: invitedBy, date: day.format(new Date(createdAt)) })
              : t('invitations.asked', { date: day.format(new Date(createdAt)) })}
          </p>
        </>
      }
    >
      {state === 'open' && (
        <Button
          size="sm"
          loading={withdraw.isPending}
          aria-label={t('invitations.withdrawOf', { name })}
          onClick={() => withdraw.mutate()}
        >
          {t('invitations.withdraw')}
        </Button>
      )}
    </Row>
  )
}
