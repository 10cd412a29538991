import { type OpenInvitation, ownerOfTeam, type Team } from '@atrium/contract/teams'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MailX, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { ApiError, api, referenceFor, sentenceFor } from '../platform/api.ts'
import { setScope } from '../platform/scope.ts'
import { useSession } from '../platform/session.ts'
import { Instead } from '../shell/instead.tsx'
import { Loading } from '../shell/loading.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { TEAMS } from './use-teams.ts'

/** /join/:token: what an invitation says, and the way in; whoever is not signed in comes back here from signing in. */
export function JoinPage() {
  const { t } = useTranslation('teams')
  const { token = '' } = useParams()
  const path = `/api/invitations/${encodeURIComponent(token)}`
  const { data, error, refetch } = useQuery<OpenInvitation>({
    queryKey: [path],
    queryFn: ({ signal }) => api.get<OpenInvitation>(path, { signal, askToSignIn: false }),
  })
  const session = useSession()
  if (error) {
    const isVoid = error instanceof ApiError && error.status === 404
    return (
      <Instead
        icon={<MailX aria-hidden />}
        title={isVoid ? t('join.void') : t('errors.loadFailed')}
        text={sentenceFor(error)}
        action={
          isVoid ? (
            <Link to="/" className={buttonClass('primary')}>
              {t('common.goHome')}
            </Link>
          ) : (
            <Button variant="primary" onClick={() => void refetch()}>
              {t('common.retry')}
            </Button>
          )
        }
      />
    )
  }
  if (!data || session.status === 'loading') return <Loading />
  return <Invitation invitation={data} path={path} isMember={session.isMember} isGuest={session.isGuest} />
}

interface InvitationProps {
  invitation: OpenInvitation
  path: string
  isMember: boolean
  isGuest: boolean
}

function Invitation({ invitation: { team, role, invitedBy, email }, path, isMember, isGuest }: InvitationProps) {
  const { t } = useTranslation('teams')
  return (
    <Instead
      icon={<UsersRound aria-hidden />}
      title={t('join.title', { team })}
      text={
        <>
          <p>{invitedBy ? t('join.invited', { name: invitedBy }) : t('join.invitedSomebody')}</p>
          <p>{t('join.as', { role: t(`roles.${role}`) })}</p>
          {email && <p className="wrap-anywhere">{t('join.for', { email })}</p>}
          {isGuest && <p className="mt-2">{t('join.guest')}</p>}
        </>
      }
      action={isMember ? <Decision path={path} /> : <WaysIn />}
    />
  )
}

function WaysIn() {
  const { t } = useTranslation('teams')
  const { pathname } = useLocation()
  const next = (mode?: 'register') => `/auth?${new URLSearchParams({ ...(mode && { mode }), next: pathname })}`
  return (
    <>
      <Link to={next()} className={buttonClass('primary')}>
        {t('join.signIn')}
      </Link>
      <Link to={next('register')} className={buttonClass()}>
        {t('join.register')}
      </Link>
    </>
  )
}

function Decision({ path }: { path: string }) {
  const { t } = useTranslation('teams')
  const client = useQueryClient()
  const navigate = useNavigate()
  const failed = (error: Error) =>
    toast({
      variant: 'destructive',
      title: t('errors.actionFailed'),
      description: sentenceFor(error),
      reference: referenceFor(error),
    })
  const accept = useMutation({
    mutationFn: () => api.post<Team>(`${path}/accept`),
    onError: failed,
    onSuccess: async ({ id, name }) => {
      await client.invalidateQueries({ queryKey: [TEAMS] })
      setScope(ownerOfTeam(id))
      toast({ title: t('join.joined', { team: name }) })
      await navigate(`/settings/teams?${new URLSearchParams({ team: id })}`, { replace: true })
    },
  })
  const decline = useMutation({
    mutationFn: () => api.post(`${path}/decline`),
    onError: failed,
    onSuccess: async () => {
      toast({ title: t('join.declined') })
      await navigate('/', { replace: true })
    },
  })
  return (
    <>
      <Button variant="primary" loading={accept.isPending} onClick={() => accept.mutate()}>
        {t('join.accept')}
      </Button>
      <Button loading={decline.isPending} onClick={() => decline.mutate()}>
        {t('join.decline')}
      </Button>
    </>
  )
}
