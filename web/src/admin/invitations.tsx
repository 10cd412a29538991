import type {
  MadeRegistrationInvitation,
  RegistrationInvitation,
  RegistrationInvitations,
} from '@atrium/contract/registration'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MailPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../i18n/locale.ts'
import { api, referenceFor, sentenceFor } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { INVITATIONS, InviteDialog } from './invite-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'

/** Who may make an account here, and whom administrators have invited. */
export function Invitations() {
  const { t, i18n } = useTranslation('admin')
  const [isInviting, setInviting] = useState(false)
  const [made, setMade] = useState<MadeRegistrationInvitation>()
  const invitations = useQuery<RegistrationInvitations>({ queryKey: [INVITATIONS], staleTime: 0 })
  const { data } = invitations
  if (invitations.error) {
    return (
      <EmptyState
        title={t('errors.loadFailed')}
        text={sentenceFor(invitations.error)}
        action={<Button onClick={() => void invitations.refetch()}>{t('common.retry')}</Button>}
      />
    )
  }
  if (!data) return <Skeleton className="h-40 w-full" />
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
  const finish = (invitation: MadeRegistrationInvitation) => {
    setInviting(false)
    if (invitation.url) setMade(invitation)
    else toast({ title: t('invitations.mailed', { email: invitation.email }) })
  }
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
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
        <ul aria-label={t('invitations.title')} className="divide-y divide-line border-y border-line">
          {data.invitations.map((one) => (
            <InvitationRow key={one.id} invitation={one} />
          ))}
        </ul>
      )}
      {isInviting && <InviteDialog mail={data.mail} onClose={() => setInviting(false)} onMade={finish} />}
      {made?.url && (
        <LinkDialog
          title={made.email ? t('linkTitle', { name: made.email }) : t('invitations.linkTitle')}
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
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0">
        <p className="truncate font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-muted">
          {invitedBy
            ? t('invitations.by', { name: invitedBy, date: day.format(new Date(createdAt)) })
            : t('invitations.asked', { date: day.format(new Date(createdAt)) })}
        </p>
      </div>
      <div className="flex items-center gap-4">
        <span className={`text-sm ${state === 'open' ? '' : 'text-muted'}`}>{states[state]}</span>
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
      </div>
    </li>
  )
}
