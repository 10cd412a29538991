import type { PublishedAgent } from '@atrium/contract/workforce-seats'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { sentenceFor } from '../../platform/api.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ProductView } from '../work/product-view.tsx'
import { grantName, MAIL } from './grant-name.ts'
import { PlaybookList, Sentences } from './playbook-list.tsx'
import { seatPage } from './seat-paths.ts'
import { SeatStanding } from './seat-standing.tsx'
import { useSeats } from './use-seats.ts'

const risks: Readonly<Record<PublishedAgent['risk'], Tone>> = { low: 'success', medium: 'info', high: 'warning' }

interface AgentWorkProps {
  agentKey: string
  /** Said in the headings where the page shows two agents; empty where it shows this one alone. */
  name: string
}

/** What an agent that can be hired delivers, may touch, never does and asks; and those of it that were hired. */
export function AgentWork({ agentKey, name }: AgentWorkProps) {
  const { t } = useTranslation('seats')
  const { t: shop } = useTranslation('workforce')
  const titled = useTitled(name)
  const { data, error, refetch } = useQuery<PublishedAgent>({
    queryKey: ['/api/workforce/agents', agentKey],
    staleTime: 0,
  })
  if (error && !data)
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-surface px-3 py-2.5">
        <p className="min-w-0 text-pretty">{sentenceFor(error)}</p>
        <Button size="sm" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </div>
    )
  if (!data)
    return (
      <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-3">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-28 w-full" />
      </div>
    )
  return (
    <div className="flex flex-col gap-9">
      <OwnSeats agentKey={agentKey} name={name} />
      {data.sample && <Sample product={data.sample} name={name} />}
      <Part title={titled('playbooks')}>
        {data.playbooks.length > 0 ? (
          <PlaybookList playbooks={data.playbooks} />
        ) : (
          <p className="max-w-prose text-pretty text-muted">{shop('agent.withModelText')}</p>
        )}
      </Part>
      <Part title={titled('terms')}>
        <div className="grid gap-x-10 gap-y-6 desk:grid-cols-2">
          <div>
            <h3 className="text-sm font-medium">{t('agentWork.tools')}</h3>
            <GrantList grants={data.grants} />
          </div>
          <div className="flex flex-col gap-6">
            <div>
              <h3 className="text-sm font-medium">{t('agentWork.risk')}</h3>
              <p className="mt-1 flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
                <Badge tone={risks[data.risk]}>{t(`agentWork.risks.${data.risk}`)}</Badge>
                <span className="min-w-0 flex-1 basis-48 text-pretty">{t(`agentWork.riskText.${data.risk}`)}</span>
              </p>
            </div>
            <Sentences title={t('agentWork.limits')} lines={data.limits} />
            <Sentences title={t('agentWork.asks')} lines={data.onboarding.map(({ question }) => question)} />
          </div>
        </div>
      </Part>
    </div>
  )
}

function useTitled(name: string) {
  const { t } = useTranslation('seats')
  return (what: string) => (name ? t('agentWork.of', { name, what: t(`agentWork.${what}`) }) : t(`agentWork.${what}`))
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-base">
        {title}
      </h2>
      {children}
    </section>
  )
}

function GrantList({ grants }: { grants: PublishedAgent['grants'] }) {
  const { t } = useTranslation('seats')
  if (grants.length === 0) return <p className="mt-1 text-sm text-muted">{t('agentWork.noTools')}</p>
  return (
    <ul className="mt-1 divide-y divide-line border-y border-line text-sm">
      {grants.map(({ action, title, summary, effect, asks }) => (
        <li key={action} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-1.5">
          <span className="min-w-0 wrap-anywhere" title={action}>
            <bdi>{grantName(t, { action, title, summary })}</bdi>
          </span>
          <span className="text-xs text-muted">
            {effect === 'read'
              ? t('access.effects.read')
              : t(asks || effect === 'send' || action === MAIL ? 'access.asks' : 'access.alone')}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What came out of its first playbook, tried with the sample: folded away below its first lines. */
function Sample({ product, name }: { product: NonNullable<PublishedAgent['sample']>; name: string }) {
  const { t } = useTranslation('seats')
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <Part title={useTitled(name)('sample')}>
      <div className="rounded-md border border-line">
        <div id={id} className={isOpen ? 'p-4 desk:p-6' : 'relative max-h-72 overflow-hidden p-4 desk:p-6'}>
          <h3 className="mb-3 text-lg wrap-anywhere">
            <bdi>{product.title}</bdi>
          </h3>
          {/* What is folded away cannot be reached by the keyboard either. */}
          <div inert={!isOpen}>
            <ProductView product={product} />
          </div>
          {!isOpen && (
            <div aria-hidden className="absolute inset-x-0 bottom-0 h-16 bg-linear-to-t from-canvas to-transparent" />
          )}
        </div>
        <div className="border-t border-line p-2">
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            icon={<ChevronDown aria-hidden className={isOpen ? 'size-4 rotate-180' : 'size-4'} />}
          >
            {t(isOpen ? 'agentWork.fold' : 'agentWork.unfold')}
          </Button>
        </div>
      </div>
    </Part>
  )
}

/** Those of this kind that the person has hired already. */
function OwnSeats({ agentKey, name }: AgentWorkProps) {
  const title = useTitled(name)('own')
  const { data } = useSeats()
  const own = (data?.seats ?? []).filter((seat) => seat.agentKey === agentKey)
  if (own.length === 0) return null
  return (
    <Part title={title}>
      <ul aria-label={title} className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-2">
        {own.map((seat) => (
          <li key={seat.id}>
            <Link
              to={seatPage(seat.id)}
              className="flex min-w-0 items-center gap-3 rounded-md border border-line px-3 py-2 hover:border-line-strong hover:bg-hover"
            >
              <Avatar name={seat.name} className="size-8" />
              <span className="min-w-0 flex-1 truncate font-medium" title={seat.name}>
                <bdi>{seat.name}</bdi>
              </span>
              <SeatStanding seat={seat} />
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}
