import { plans } from '@atrium/contract/catalogue/plans'
import type { AdminUser, AdminUserChange, ResetLink } from '@atrium/contract/profile'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, KeyRound, MoreHorizontal, ShieldOff, UserCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../i18n/locale.ts'
import { api, referenceFor, sentenceFor } from '../platform/api.ts'
import { useSession } from '../platform/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { controlClass } from '../ui/field.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'
import { ResetLinkDialog } from './reset-link-dialog.tsx'

const PEOPLE = '/api/admin/users'

/** A person with their plan and role; what is changed holds at once. */
export function PersonRow({ person }: { person: AdminUser }) {
  const { t, i18n } = useTranslation('admin')
  const { userId } = useSession()
  const client = useQueryClient()
  const confirm = useConfirm()
  const [link, setLink] = useState<ResetLink>()
  const name = person.firstName || person.username
  const path = `${PEOPLE}/${encodeURIComponent(person.id)}`
  const isMe = person.id === userId
  const onError = (error: unknown) =>
    toast({
      variant: 'destructive',
      title: t('changeFailed'),
      description: sentenceFor(error),
      reference: referenceFor(error),
    })
  const change = useMutation({
    mutationFn: (wanted: AdminUserChange) => api.patch<AdminUser>(path, wanted),
    onSuccess: () => toast({ title: t('changed', { name }) }),
    onError,
    onSettled: () => client.invalidateQueries({ queryKey: [PEOPLE] }),
  })
  const makeLink = useMutation({
    mutationFn: () => api.post<ResetLink>(`${path}/reset-link`),
    onSuccess: setLink,
    onError,
  })
  const turnFactorOff = useMutation({
    mutationFn: () => api.delete<AdminUser>(`${path}/two-factor`),
    onSuccess: () => toast({ title: t('changed', { name }) }),
    onError,
    onSettled: () => client.invalidateQueries({ queryKey: [PEOPLE] }),
  })
  // What was chosen is shown while it is on its way, and goes back when it is refused.
  const { tier, role } = { ...person, ...(change.isPending && change.variables) }
  const date = (iso: string) =>
    new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'medium' }).format(new Date(iso))

  const suspend = async () => {
    const question = {
      title: t('suspendTitle', { name }),
      text: t('suspendText'),
      confirm: t('suspend'),
      danger: true,
    }
    if (person.banned || (await confirm(question))) change.mutate({ banned: !person.banned })
  }

  const askAboutFactor = async () => {
    const question = {
      title: t('factorTitle', { name }),
      text: t('factorText'),
      confirm: t('factorOff'),
      danger: true,
    }
    if (await confirm(question)) turnFactorOff.mutate()
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="flex min-w-0 flex-[1_1_12rem] items-center gap-3">
        <Avatar name={name} className="size-8" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 font-medium">
            <span dir="auto" className="truncate">
              {name}
            </span>
            {isMe && <Badge tone="info">{t('you')}</Badge>}
            {person.banned && <Badge tone="danger">{t('suspended')}</Badge>}
          </p>
          <p className="truncate text-sm text-muted">
            <bdi>{person.username}</bdi> · <bdi>{person.email}</bdi>
          </p>
          <p className="text-xs text-muted">
            {t('joined', { date: date(person.createdAt) })} · {t('seen')}:{' '}
            {person.lastSeenAt ? date(person.lastSeenAt) : t('never')}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 phone:w-full phone:ps-11">
        <select
          aria-label={t('planOf', { name })}
          value={tier}
          onChange={(event) => change.mutate({ tier: event.target.value as AdminUser['tier'] })}
          className={`${controlClass} h-9 w-auto! px-2 touch:h-11`}
        >
          {plans.map(({ key }) => (
            <option key={key} value={key}>
              {t(`plans.${key}`)}
            </option>
          ))}
        </select>
        <select
          aria-label={t('roleOf', { name })}
          value={role === 'admin' ? 'admin' : 'user'}
          onChange={(event) => change.mutate({ role: event.target.value as 'user' | 'admin' })}
          className={`${controlClass} h-9 w-auto! px-2 touch:h-11`}
        >
          <option value="user">{t('roles.user')}</option>
          <option value="admin">{t('roles.admin')}</option>
        </select>
        <Menu>
          <MenuTrigger>
            <IconButton label={t('actions', { name })} icon={<MoreHorizontal />} />
          </MenuTrigger>
          <MenuContent align="end" label={t('actions', { name })}>
            <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => makeLink.mutate()}>
              {t('resetLink')}
            </MenuItem>
            {person.twoFactor && !isMe && (
              <MenuItem icon={<ShieldOff aria-hidden />} onSelect={() => void askAboutFactor()}>
                {t('factorOff')}
              </MenuItem>
            )}
            {!isMe && (
              <MenuItem
                icon={person.banned ? <UserCheck aria-hidden /> : <Ban aria-hidden />}
                danger={!person.banned}
                onSelect={() => void suspend()}
              >
                {person.banned ? t('unsuspend') : t('suspend')}
              </MenuItem>
            )}
          </MenuContent>
        </Menu>
      </div>
      <ResetLinkDialog name={name} link={link} onClose={() => setLink(undefined)} />
    </li>
  )
}
