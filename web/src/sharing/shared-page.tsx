import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useParams } from 'react-router'
import { said } from '../i18n/said.ts'
import { api, sentenceFor } from '../platform/api.ts'
import { Loaded, Row, Rows } from '../settings/panel.tsx'
import { Loading } from '../shell/loading.tsx'
import { pageFor } from '../shell/module-page.tsx'
import { useModules } from '../shell/modules.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { toast } from '../ui/toast.tsx'
import { SharedAsContext } from './shared-as.ts'
import { SHARED, useShared, useShareScope } from './use-shared.ts'

/** /shared: what others let the person see or change. */
export function SharedPage() {
  const { t } = useTranslation(['sharing', 'kit'])
  const query = useShared()
  const { data: modules = [] } = useModules()
  const client = useQueryClient()
  const leave = useMutation({
    mutationFn: (id: string) => api.delete(`${SHARED}/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: [SHARED] }),
    onError: (error) =>
      toast({ variant: 'destructive', title: t('errors.actionFailed'), description: sentenceFor(error) }),
  })
  return (
    <PageFrame title={t('share.withMe')} text={t('share.withMeText')}>
      <Loaded query={query}>
        {({ shares }) =>
          shares.length === 0 ? (
            <EmptyState icon={<Share2 aria-hidden />} title={t('share.withMeNone')} />
          ) : (
            <Rows label={t('share.withMe')}>
              {shares.map(({ id, module, title, role, from, team, opens }) => {
                const known = modules.find((one) => one.id === module)
                const facts = [
                  known && said(known.title),
                  t(`share.${role}`),
                  from && t('share.from', { name: from }),
                  team,
                ]
                return (
                  <Row
                    key={id}
                    title={
                      <Link to={`/shared/${id}${opens}`} className="underline-offset-2 hover:underline">
                        <bdi>{title}</bdi>
                      </Link>
                    }
                    text={facts.filter(Boolean).join(' · ')}
                  >
                    {team === null && (
                      <Button size="sm" onClick={() => leave.mutate(id)}>
                        {t('share.leave')}
                      </Button>
                    )}
                  </Row>
                )
              })}
            </Rows>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

/** /shared/:id: the module's own page, with what is shared alone in it. */
export function SharedRecordPage() {
  const { t } = useTranslation(['sharing', 'kit'])
  const { id = '' } = useParams()
  const { data, error } = useShared()
  const { data: modules } = useModules()
  const share = data?.shares.find((one) => one.id === id)
  const isEntered = useShareScope(share?.id)
  if (error || (data && !share)) return <Navigate replace to="/shared" />
  const module = share && modules?.find((one) => one.id === share.module)
  const Page = module && pageFor(module)
  if (!share || !modules) return <Loading />
  if (!Page) return <Navigate replace to="/shared" />
  return (
    <>
      <p className="mx-4 mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-surface px-3 py-2 text-sm desk:mx-8">
        <Share2 aria-hidden className="size-4 text-muted" />
        <bdi className="min-w-0 truncate font-medium">{share.title}</bdi>
        {share.from && <span className="text-muted">{t('share.from', { name: share.from })}</span>}
        {share.role === 'viewer' && <span className="text-muted">{t('share.onlyLook')}</span>}
        <Link to="/shared" className={buttonClass('ghost', 'sm', 'ms-auto')}>
          {t('share.withMe')}
        </Link>
      </p>
      <SharedAsContext value={share.role}>
        {isEntered ? <Page key={id} placeholder={<Loading />} /> : <Loading />}
      </SharedAsContext>
    </>
  )
}

/** /shared and /shared/:id. */
export const SharedPages = () => (useParams().id === undefined ? <SharedPage /> : <SharedRecordPage />)
