import { executives, specialists } from '@atrium/contract/catalogue/agents'
import { agentsInTab } from '@atrium/contract/workforce'
import { useTranslation } from 'react-i18next'
import { useFilters } from '../catalogue/directory.tsx'
import { i18n } from '../i18n/index.ts'
import { part } from '../platform/part.tsx'
import { useSession } from '../platform/session.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AgentCard, AgentGrid } from './agent-card.tsx'
import { CategoryTabs, tabOf } from './category-tabs.tsx'
import { PresetCards } from './preset-cards.tsx'
import { useHasSeats } from './seats/use-seats.ts'
import { useMarks } from './use-marks.ts'

const GRID = 'workforce-agents'
/** With its strings, so that the page below does not wait for them. */
const NeedsYou = part(() =>
  Promise.all([import('./seats/needs-you.tsx'), i18n.loadNamespaces('seats')]).then(([file]) => file.NeedsYou),
)
const LeftToYou = part(() =>
  Promise.all([import('./seats/needs-you.tsx'), i18n.loadNamespaces('seats')]).then(([file]) => file.LeftToYou),
)

/**
 * /workforce: what needs whoever has seats; below it, and for everybody else from the top, teams for the start and every
 * agent by its category. The category stands in the address.
 */
export function DashboardPage() {
  const { t } = useTranslation('workforce')
  const filters = useFilters()
  const marks = useMarks()
  const hasSeats = useHasSeats()
  const { isMember } = useSession()
  const tab = tabOf(filters.get('category'))
  const rows =
    tab === 'All'
      ? [
          { title: t('executives'), agents: executives },
          { title: t('specialists'), agents: specialists },
        ]
      : [{ title: t(`department.${tab}`), agents: agentsInTab(tab) }]
  return (
    <PageFrame title={t('title')} text={t('intro', { count: specialists.length })}>
      {hasSeats ? (
        <NeedsYou placeholder={<Skeleton className="mb-10 h-44 w-full" />} />
      ) : (
        isMember && <LeftToYou placeholder={null} />
      )}
      <PresetCards />
      <div className="mt-8">
        <CategoryTabs
          value={tab}
          controls={GRID}
          onChoose={(next) => filters.set('category', next === 'All' ? '' : next)}
        />
      </div>
      <div id={GRID} role="tabpanel" aria-labelledby={`${GRID}-${tab}`} className="mt-4 flex flex-col gap-8">
        {rows.map(({ title, agents }) => (
          <section key={title} aria-label={title}>
            <h2 className="mb-3 text-base">{title}</h2>
            <AgentGrid label={title}>
              {agents.map((agent) => (
                <AgentCard key={agent.key} agent={agent} marks={marks} />
              ))}
            </AgentGrid>
          </section>
        ))}
      </div>
    </PageFrame>
  )
}
