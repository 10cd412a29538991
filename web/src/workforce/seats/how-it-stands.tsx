import type { Inbox } from '@atrium/contract/workforce-insight'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useTeams } from '../../teams/use-teams.ts'
import { formatNumber } from '../../ui/formats.ts'
import { deliverablePage } from '../work/deliverable-view.tsx'
import { taskPage } from '../work/task-line.tsx'
import { useCost } from '../work/use-cost.ts'
import { BudgetMeter } from './budget-meter.tsx'

const LINES_MAX = 4

/** What was spent against the limits, what does not move, what came today. */
export function HowItStands({ inbox }: { inbox: Inbox }) {
  const { t } = useTranslation('seats')
  const cost = useCost()
  const { budgets, spentThisMonthMicros, isPriced, stuck, deliveredToday } = inbox
  // A seat's own limit is told on its page, unless it is near.
  const told = budgets.filter(
    ({ scope, isNear, isReached, limitMicros, limitTokens }) =>
      isNear || isReached || (scope !== 'seat' && (limitMicros !== null || limitTokens !== null)),
  )
  const teams = useTeams().data?.teams
  const teamName = ({ scope, scopeId }: Inbox['budgets'][number]) => {
    if (scope !== 'team' || !teams) return undefined
    const team = teams.find(({ id }) => id === scopeId)
    return team ? t('workSettings.team', { name: team.name }) : t('workSettings.lostTeam')
  }
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <div>
        <h3 className="text-sm font-medium">{t('stands.spent')}</h3>
        <p className="text-lg tabular-nums">{cost(spentThisMonthMicros, isPriced)}</p>
        {told.map((budget) => (
          <div key={`${budget.scope} ${budget.scopeId}`} className="mt-2">
            <BudgetMeter budget={budget} name={teamName(budget)} />
          </div>
        ))}
        {budgets.length === 0 && (
          <p className="text-sm text-muted">
            <span>{t('workSettings.unlimited')}</span>
            {' · '}
            <Link
              to="/workforce/settings"
              className="inline-block py-1 underline underline-offset-2 hover:text-ink touch:py-2.5"
            >
              {t('practices.budgets.link')}
            </Link>
          </p>
        )}
      </div>
      {stuck.length > 0 && (
        <Lines
          title={t('stands.stuck')}
          all="/workforce/active"
          lines={stuck.map(({ id, title }) => ({ key: id, title, to: taskPage(id) }))}
        />
      )}
      <Lines
        title={t('stands.today')}
        all="/workforce/deliverables"
        allOfThem={t('deliverable.seeAll')}
        none={t('stands.nothingToday')}
        lines={deliveredToday.map((one) => ({
          key: one.id,
          title: one.title,
          to: deliverablePage(one.id),
        }))}
      />
    </div>
  )
}

interface LinesProps {
  title: string
  /** Where they are listed, and others. */
  all: string
  /** What leads there always; without it, how many more there are. */
  allOfThem?: string
  lines: readonly { key: string; title: string; to: string }[]
  none?: string
}

function Lines({ title, all, allOfThem, lines, none }: LinesProps) {
  const { t, i18n } = useTranslation('seats')
  const rest = lines.length - LINES_MAX
  return (
    <section aria-label={title}>
      <h3 className="flex items-baseline gap-2 text-sm font-medium">
        {title}
        {lines.length > 0 && (
          <span className="text-xs font-normal text-muted tabular-nums">
            {formatNumber(lines.length, i18n.language)}
          </span>
        )}
      </h3>
      {lines.length === 0 && <p className="text-sm text-muted">{none}</p>}
      <ul aria-label={title} className="empty:hidden">
        {lines.slice(0, LINES_MAX).map(({ key, title: name, to }) => (
          <li key={key}>
            <Link
              to={to}
              title={name}
              className="block truncate py-1 text-sm text-muted underline-offset-2 hover:text-ink hover:underline touch:py-2.5"
            >
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      {(allOfThem || rest > 0) && (
        <Link
          to={all}
          className="inline-block py-1 text-sm text-muted underline underline-offset-2 hover:text-ink touch:py-2.5"
        >
          {allOfThem ?? t('needs.more', { count: rest })}
        </Link>
      )}
    </section>
  )
}
