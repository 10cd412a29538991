import { type Agent, agentOf, agents } from '@atrium/contract/catalogue/agents'
import { annualPrice, needsQualifiedReview, quantityOf, setQuantity } from '@atrium/contract/workforce'
import { BellRing, Scale } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { i18n } from '../i18n/index.ts'
import { part } from '../platform/part.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AgentCard, AgentGrid, StarButton } from './agent-card.tsx'
import { nameOf, textOf } from './agent-name.ts'
import { changeCart, useCart } from './cart-store.ts'
import { ConnectorList } from './connector-list.tsx'
import { connectorsOf } from './connectors.ts'
import { ModelNeeded, useModelNeed } from './model-needed.tsx'
import { Quantity } from './quantity.tsx'
import { useCatalogue } from './use-catalogue.ts'
import { type Marks, useMarks } from './use-marks.ts'
import { usePrices } from './use-prices.ts'

/** With its strings, so that the page above does not wait for them. */
const AgentWork = part(() =>
  Promise.all([import('./seats/agent-work.tsx'), i18n.loadNamespaces(['seats', 'kit'])]).then(
    ([file]) => file.AgentWork,
  ),
)

interface AgentPageProps {
  /** Those of an agent type's page; the one in the address when absent. */
  keys?: readonly string[]
  /** The agent type, which names the page. */
  page?: string
}

/** /workforce/cfo and its like, and /workforce/agents/:key for every other agent. */
export function AgentPage({ keys, page }: AgentPageProps) {
  const { t } = useTranslation('workforce')
  const { key } = useParams()
  const marks = useMarks()
  const shown = (keys ?? (key ? [key] : [])).flatMap((one) => agentOf(one) ?? [])
  const [first] = shown
  if (!first) return <NotFound />
  const alike = agents.filter((agent) => agent.space === first.space && !shown.includes(agent))
  const title = page ? t(`pages.${page}`) : nameOf(t, first.key)
  return (
    <PageFrame title={title} text={page === 'security' ? t('agent.securityText') : textOf(t, first)}>
      <div className="flex flex-col gap-10">
        {shown.map((agent) => (
          <AgentFacts key={agent.key} agent={agent} title={title} marks={marks} isOnly={shown.length === 1} />
        ))}
        {shown
          .filter(({ deployable }) => deployable)
          .map(({ key: one }) => (
            <AgentWork
              key={one}
              agentKey={one}
              name={shown.length > 1 ? nameOf(t, one) : ''}
              placeholder={<Skeleton className="h-64 w-full" />}
            />
          ))}
        <section aria-labelledby="agent-hiring" className="max-w-prose">
          <h2 id="agent-hiring" className="text-base">
            {t('agent.hiring')}
          </h2>
          <p className="mt-1 text-pretty text-muted">{t('agent.hiringText')}</p>
        </section>
        {alike.length > 0 && (
          <section aria-labelledby="agent-alike">
            <h2 id="agent-alike" className="mb-3 text-base">
              {t('agent.alike')}
            </h2>
            <AgentGrid label={t('agent.alike')}>
              {alike.map((agent) => (
                <AgentCard key={agent.key} agent={agent} marks={marks} />
              ))}
            </AgentGrid>
          </section>
        )}
      </div>
    </PageFrame>
  )
}

interface AgentFactsProps {
  agent: Agent
  /** The page's: not said twice. */
  title: string
  marks: Marks
  isOnly: boolean
}

function AgentFacts({ agent, title, marks, isOnly }: AgentFactsProps) {
  const { t } = useTranslation('workforce')
  const cart = useCart()
  const prices = usePrices()
  const { isIdle } = useModelNeed()
  const id = useId()
  const { key, deployable, monthlyPriceCents, space } = agent
  const name = nameOf(t, key)
  const annual = annualPrice(monthlyPriceCents)
  return (
    <section aria-labelledby={id} className="rounded-md border border-line p-4 desk:p-5">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={id} className={title === name ? 'sr-only' : 'text-base'}>
            <bdi>{name}</bdi>
          </h2>
          {!isOnly && (
            <p className="mt-0.5 max-w-prose text-pretty text-muted">
              <bdi>{textOf(t, agent)}</bdi>
            </p>
          )}
          <p className="mt-1.5 flex flex-wrap gap-2">
            <Badge>{t(`department.${space}`)}</Badge>
            {!deployable && <Badge tone="info">{t('agent.soon')}</Badge>}
          </p>
        </div>
        <StarButton name={name} agentKey={key} marks={marks} />
      </div>
      <dl className="mt-5 grid gap-x-10 gap-y-4 desk:grid-cols-[max-content_max-content_1fr]">
        <Fact name={t('period.monthly')}>{prices.per(monthlyPriceCents, 'monthly')}</Fact>
        <Fact
          name={t('period.annual')}
          note={t('agent.saves', { price: prices.short(monthlyPriceCents * 12 - annual) })}
        >
          {prices.per(annual, 'annual')}
        </Fact>
      </dl>
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <span aria-hidden className="text-sm font-medium">
          {t('checkout.quantity')}
        </span>
        <Quantity
          name={name}
          value={quantityOf(cart, key)}
          deployable={deployable}
          canGrow={!isIdle(key)}
          onChange={(next) => changeCart((now) => setQuantity(now, key, next))}
        />
        {!deployable && <Waiting agentKey={key} marks={marks} />}
      </div>
      <div className="mt-3 empty:hidden">
        <ModelNeeded agentKey={key} />
      </div>
      {deployable && <Connectors agentKey={key} name={name} />}
      {needsQualifiedReview(key) && <ReviewNotice agent={agent} />}
    </section>
  )
}

function Fact({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-lg font-medium tabular-nums">{children}</dd>
      {note && <dd className="text-xs text-muted">{note}</dd>}
    </div>
  )
}

/** What its work goes through here. */
function Connectors({ agentKey, name }: { agentKey: string; name: string }) {
  const { t } = useTranslation('workforce')
  const { of } = useCatalogue()
  const listed = of(agentKey)
  if (!listed || listed.risk === null) return null
  return (
    <div className="mt-6">
      <h3 className="mb-2 text-sm font-medium">{t('connectors.title')}</h3>
      <ConnectorList label={t('connectors.of', { name })} connectors={connectorsOf([listed])} team={1} />
    </div>
  )
}

/** For an agent that cannot be hired yet. */
function Waiting({ agentKey, marks }: { agentKey: string; marks: Marks }) {
  const { t } = useTranslation('workforce')
  const isAwaited = marks.isAwaited(agentKey)
  return (
    <>
      <Button
        icon={<BellRing aria-hidden className="size-4" />}
        aria-pressed={isAwaited}
        onClick={() => marks.wait(agentKey, !isAwaited)}
      >
        {t(isAwaited ? 'agent.told' : 'agent.tell')}
      </Button>
      <p className="basis-full text-sm text-muted">{t(isAwaited ? 'agent.tellText' : 'agent.soonText')}</p>
    </>
  )
}

/** A CFO and a CPA answer for figures; the others by their department. */
const reviews: Readonly<Record<string, string>> = { Legal: 'legal', Security: 'security' }

function ReviewNotice({ agent }: { agent: Agent }) {
  const { t } = useTranslation('workforce')
  return (
    <div role="note" className="mt-5 flex gap-3 rounded-md bg-warning-soft p-3 text-warning-ink">
      <Scale aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div>
        <p className="font-medium">{t('agent.review')}</p>
        <p className="text-sm text-pretty">{t(`agent.reviewText.${reviews[agent.space] ?? 'finance'}`)}</p>
      </div>
    </div>
  )
}
