import { addRole, BillingPeriod, type Cart, isEmpty } from '@atrium/contract/workforce'
import type { Changed, ChangePreview, Subscription } from '@atrium/contract/workforce-orders'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import type { z } from 'zod'
import { api, sentenceFor } from '../platform/api.ts'
import { uuid } from '../platform/uuid.ts'
import { useKeptFocus } from '../settings/kept-focus.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Select } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { AddAgent } from './add-agent.tsx'
import { ChangeSummary } from './change-summary.tsx'
import { TeamLines } from './team-lines.tsx'
import { payPath, useStripePage } from './use-card.ts'
import { usePrices } from './use-prices.ts'
import { renewWorkforce } from './use-workforce-news.ts'

const SUBSCRIPTIONS = '/api/workforce/subscriptions'

/** /workforce/subscriptions/:id: another team or period, with its cost shown before it happens. */
export function SubscriptionPage() {
  const { t } = useTranslation('workforce')
  const { id = '' } = useParams()
  const query = useQuery<Subscription>({ queryKey: [SUBSCRIPTIONS, id], staleTime: 0 })
  return (
    <PageFrame title={t('subscriptions.changeTitle')} text={t('subscriptions.changeText')}>
      {query.error && !query.data ? (
        <EmptyState
          title={t('errors.loadFailed')}
          text={sentenceFor(query.error)}
          action={
            <Link to="/workforce/subscriptions" className={buttonClass()}>
              {t('subscriptions.title')}
            </Link>
          }
        />
      ) : query.data ? (
        <ChangeForm key={query.data.id} subscription={query.data} />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </PageFrame>
  )
}

/** What the subscription will be if nobody changes anything. */
const plannedTeam = ({ lines, billingPeriod, next }: Subscription): Cart =>
  next ?? { items: Object.fromEntries(lines.map(({ agentKey, quantity }) => [agentKey, quantity])), billingPeriod }

const idOf = ({ items, billingPeriod }: Cart) => JSON.stringify([Object.entries(items).sort(), billingPeriod])

function ChangeForm({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('workforce')
  const client = useQueryClient()
  const navigate = useNavigate()
  const prices = usePrices()
  const path = `${SUBSCRIPTIONS}/${subscription.id}`
  const planned = plannedTeam(subscription)
  const [team, setTeam] = useState<Cart>(planned)
  const attempt = useRef({ of: '', id: '' })
  const page = useStripePage()
  const panel = useRef<HTMLDivElement>(null)
  useKeptFocus(panel)
  const isChanged = idOf(team) !== idOf(planned)
  const preview = useQuery({
    queryKey: [path, 'preview', idOf(team)],
    queryFn: ({ signal }) => api.post<ChangePreview>(`${path}/preview`, team, { signal }),
    enabled: isChanged && !isEmpty(team),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const change = useMutation({
    mutationFn: (expectedTotalCents: number) => {
      // The same change sent again, because its answer was lost, is the same attempt.
      const of = `${idOf(team)} ${expectedTotalCents}`
      if (attempt.current.of !== of) attempt.current = { of, id: uuid() }
      const body = { ...team, expectedTotalCents, attempt: attempt.current.id }
      return api.post<z.infer<typeof Changed>>(`${path}/change`, body)
    },
    onSuccess: ({ order }) => {
      if (order?.payment === 'stripe')
        return page.mutate(payPath(order.id), { onError: () => void navigate(`/workforce/orders/${order.id}`) })
      toast({ title: t('subscriptions.done') })
      void navigate(order ? `/workforce/orders/${order.id}` : '/workforce/subscriptions')
    },
    onSettled: () => renewWorkforce(client),
  })
  const shown = isChanged && !isEmpty(team) ? preview.data : undefined
  const refused = change.error ?? (isChanged ? preview.error : null)
  return (
    <div ref={panel} className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <Select
          className="max-w-xs"
          label={t('period.label')}
          value={team.billingPeriod}
          options={BillingPeriod.options.map((period) => ({ value: period, label: t(`period.${period}`) }))}
          onChange={({ target }) => setTeam({ ...team, billingPeriod: BillingPeriod.parse(target.value) })}
        />
        <TeamLines label={t('subscriptions.team')} team={team} onChange={setTeam} />
        <AddAgent team={team} onAdd={(key) => setTeam((now) => addRole(now, key))} />
      </div>
      <section
        aria-label={t('subscriptions.preview')}
        className="flex flex-col gap-4 self-start rounded-md border border-line p-4"
      >
        <h2 tabIndex={-1} className="text-base outline-none">
          {t('subscriptions.preview')}
        </h2>
        {isEmpty(team) ? (
          <p className="text-sm text-muted">{t('subscriptions.nobody')}</p>
        ) : !isChanged ? (
          <p className="text-sm text-muted">{t('subscriptions.unchanged')}</p>
        ) : shown ? (
          <ChangeSummary preview={shown} period={team.billingPeriod} />
        ) : (
          !refused && <Skeleton className="h-24 w-full" />
        )}
        {refused && (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
            {sentenceFor(refused)}
          </p>
        )}
        {shown && (
          <Button
            variant="primary"
            loading={change.isPending || page.isPending || page.isSuccess || preview.isPlaceholderData}
            onClick={() => change.mutate(shown.totalCents)}
          >
            {shown.totalCents > 0
              ? t('subscriptions.confirm', { price: prices.exact(shown.totalCents) })
              : t('subscriptions.confirmFree')}
          </Button>
        )}
      </section>
    </div>
  )
}
