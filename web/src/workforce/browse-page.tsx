import { type Agent, agentOf, agents, departments } from '@atrium/contract/catalogue/agents'
import { Risk } from '@atrium/contract/workforce-agents'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DirectoryFilter, DirectorySearch, holds, useFilters } from '../catalogue/directory.tsx'
import { sentenceFor } from '../platform/api.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AgentCard, AgentGrid } from './agent-card.tsx'
import { nameOf, textOf } from './agent-name.ts'
import { Comparison } from './comparison.tsx'
import { connectorName, connectorsOf } from './connectors.ts'
import { useCatalogue } from './use-catalogue.ts'
import { useMarks } from './use-marks.ts'
import { usePrices } from './use-prices.ts'

/** US cents a month: where one price range ends and the next begins. */
const LOW = 15_000
const HIGH = 20_000
const COMPARED_MAX = 3

const ranges: Readonly<Record<string, (cents: number) => boolean>> = {
  low: (cents) => cents <= LOW,
  middle: (cents) => cents > LOW && cents <= HIGH,
  high: (cents) => cents > HIGH,
}
const sorts: Readonly<Record<string, (a: Agent, b: Agent) => number>> = {
  cheap: (a, b) => a.monthlyPriceCents - b.monthlyPriceCents,
  dear: (a, b) => b.monthlyPriceCents - a.monthlyPriceCents,
}

/** /workforce/browse: every filter, and what is compared, stands in the address. */
export function BrowsePage() {
  const { t, i18n } = useTranslation('workforce')
  const { t: words } = useTranslation('seats')
  const prices = usePrices()
  const filters = useFilters()
  const marks = useMarks()
  const catalogue = useCatalogue()
  const [isComparing, setComparing] = useState(false)
  const department = filters.get('department')
  const inRange = ranges[filters.get('price')] ?? (() => true)
  const risk = filters.get('risk')
  const connector = filters.get('connector')
  /** These two the server knows. */
  const isAsking = (risk !== '' || connector !== '') && !catalogue.data
  const connectors = connectorsOf(catalogue.agents).filter(({ kind }) => kind !== 'model')
  const onlyHireable = filters.get('hireable') === 'yes'
  const byName = (a: Agent, b: Agent) => nameOf(t, a.key).localeCompare(nameOf(t, b.key), i18n.language)
  const order = filters.get('sort') === 'name' ? byName : sorts[filters.get('sort')]
  const found = agents.filter(
    (agent) =>
      (department === '' || agent.space === department) &&
      inRange(agent.monthlyPriceCents) &&
      (!onlyHireable || agent.deployable) &&
      (risk === '' || catalogue.of(agent.key)?.risk === risk) &&
      (connector === '' || catalogue.of(agent.key)?.connectors.some(({ key }) => key === connector)) &&
      holds(
        [agent.key, nameOf(t, agent.key), textOf(t, agent), t(`department.${agent.space}`), agent.name],
        filters.get('q').trim(),
      ),
  )
  const shown = order ? found.toSorted(order) : found
  const compared = filters
    .get('compare')
    .split(' ')
    .flatMap((key) => agentOf(key) ?? [])
    .slice(0, COMPARED_MAX)
  const compare = (agent: Agent, on: boolean) => {
    const next = on ? [...compared, agent] : compared.filter((one) => one !== agent)
    filters.set('compare', next.map(({ key }) => key).join(' '))
  }
  return (
    <PageFrame
      title={t('pages.browse')}
      text={t('browse.text')}
      toolbar={
        <>
          <DirectorySearch
            label={t('browse.find')}
            value={filters.get('q')}
            onFind={(words) => filters.set('q', words)}
          />
          <DirectoryFilter
            label={t('browse.department')}
            every={t('browse.everyDepartment')}
            value={department}
            options={departments.map((one) => ({ value: one, label: t(`department.${one}`) }))}
            onChoose={(value) => filters.set('department', value)}
          />
          <DirectoryFilter
            label={t('browse.price')}
            every={t('browse.everyPrice')}
            value={filters.get('price')}
            options={[
              { value: 'low', label: t('browse.upTo', { price: prices.short(LOW) }) },
              { value: 'middle', label: t('browse.between', { from: prices.short(LOW), to: prices.short(HIGH) }) },
              { value: 'high', label: t('browse.over', { price: prices.short(HIGH) }) },
            ]}
            onChoose={(value) => filters.set('price', value)}
          />
          <DirectoryFilter
            label={words('agentWork.risk')}
            every={t('browse.everyRisk')}
            value={risk}
            options={Risk.options.map((value) => ({ value, label: t(`browse.risks.${value}`) }))}
            onChoose={(value) => filters.set('risk', value)}
          />
          <DirectoryFilter
            label={t('browse.connector')}
            every={t('browse.everyConnector')}
            value={connector}
            options={connectors.map((one) => ({ value: one.key, label: connectorName(t, one) }))}
            onChoose={(value) => filters.set('connector', value)}
          />
          <DirectoryFilter
            label={t('browse.sort')}
            every={t('browse.sorts.catalogue')}
            value={filters.get('sort')}
            options={['cheap', 'dear', 'name'].map((value) => ({ value, label: t(`browse.sorts.${value}`) }))}
            onChoose={(value) => filters.set('sort', value)}
          />
          <label className="flex min-h-9 items-center gap-2 text-sm touch:min-h-11">
            <input
              type="checkbox"
              checked={onlyHireable}
              onChange={({ target }) => filters.set('hireable', target.checked ? 'yes' : '')}
              className="size-4 accent-(--accent)"
            />
            {t('browse.hireable')}
          </label>
        </>
      }
    >
      <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-sm text-muted">
          {!isAsking && t('directory.count', { count: shown.length })}
        </p>
        {compared.length > 0 && (
          <div className="flex flex-wrap items-center gap-2">
            <span className="text-sm text-muted">
              {compared.length < COMPARED_MAX
                ? t('browse.chosen', { count: compared.length })
                : t('browse.compareMost')}
            </span>
            <Button size="sm" variant="ghost" onClick={() => filters.set('compare', '')}>
              {t('browse.stop')}
            </Button>
            <Button size="sm" disabled={compared.length < 2} onClick={() => setComparing(true)}>
              {t('browse.compare')}
            </Button>
          </div>
        )}
      </div>
      {isAsking ? (
        catalogue.error ? (
          <EmptyState
            title={t('errors.loadFailed')}
            text={sentenceFor(catalogue.error)}
            action={<Button onClick={() => void catalogue.refetch()}>{t('common.retry')}</Button>}
          />
        ) : (
          <Skeleton className="h-64 w-full" />
        )
      ) : shown.length === 0 ? (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t('browse.none')}
          text={t('browse.noneText')}
          action={<Button onClick={filters.clear}>{t('browse.showAll')}</Button>}
        />
      ) : (
        <AgentGrid label={t('pages.browse')}>
          {shown.map((agent) => {
            const isCompared = compared.includes(agent)
            return (
              <AgentCard key={agent.key} agent={agent} marks={marks}>
                <label className="mt-3 flex items-center gap-2 self-start text-xs text-muted touch:min-h-11">
                  <input
                    type="checkbox"
                    aria-label={t('browse.compareOf', { name: nameOf(t, agent.key) })}
                    checked={isCompared}
                    disabled={!isCompared && compared.length >= COMPARED_MAX}
                    onChange={({ target }) => compare(agent, target.checked)}
                    className="size-4 accent-(--accent)"
                  />
                  {t('browse.compare')}
                </label>
              </AgentCard>
            )
          })}
        </AgentGrid>
      )}
      <Comparison agents={compared} open={isComparing && compared.length > 1} onOpenChange={setComparing} />
    </PageFrame>
  )
}
