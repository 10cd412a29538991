import { industries } from '@atrium/contract/catalogue/industries'
import { isOpen, plans } from '@atrium/contract/catalogue/plans'
import { spaces } from '@atrium/contract/catalogue/spaces'
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Switch } from '../ui/field.tsx'
import { Cards, DirectoryFilter, DirectorySearch, holds, useFilters } from './directory.tsx'
import { ToolCardLink } from './tool-card-link.tsx'
import { useToolCards } from './tool-cards.ts'

/** Industries and Spaces by one key each. */
const topics = [
  ...new Map(
    [
      ...industries.filter(({ key }) => key !== 'all'),
      ...spaces.map(({ key, title }) => ({ key: key.replaceAll('-', ''), title })),
    ].map((topic) => [topic.key, topic]),
  ).values(),
]

/** /tools: every module and tool, installed or not, to search and to narrow by topic and plan. */
export function ToolsPage() {
  const { t, i18n } = useTranslation('commands')
  const filters = useFilters()
  const words = filters.get('q')
  const [topic, plan, here] = [filters.get('topic'), filters.get('plan'), filters.get('installed') !== '']
  const cards = useToolCards()
  const shown = cards
    .filter(
      (card) =>
        holds([card.title, said(card.title), said(card.summary), ...card.triggers], words.trim()) &&
        (topic === '' || card.industries.includes('all') || card.industries.includes(topic)) &&
        (plan === '' || isOpen({ kind: 'member', tier: plan as (typeof plans)[number]['key'] }, { tier: card.tier })) &&
        (!here || card.isInstalled),
    )
    .toSorted(
      (a, b) =>
        Number(b.isInstalled) - Number(a.isInstalled) || said(a.title).localeCompare(said(b.title), i18n.language),
    )
  return (
    <PageFrame
      title={t('tools.title')}
      text={t('tools.text')}
      toolbar={
        <>
          <DirectorySearch label={t('tools.find')} value={words} onFind={(value) => filters.set('q', value)} />
          <DirectoryFilter
            label={t('tools.industry')}
            every={t('tools.everyIndustry')}
            value={topic}
            options={topics
              .map(({ key, title }) => ({ value: key, label: said(title) }))
              .toSorted((a, b) => a.label.localeCompare(b.label, i18n.language))}
            onChoose={(value) => filters.set('topic', value)}
          />
          <DirectoryFilter
            label={t('tools.plan')}
            every={t('tools.everyPlan')}
            value={plan}
            options={plans.map(({ key }) => ({ value: key, label: t(`chat.plan.${key}`) }))}
            onChoose={(value) => filters.set('plan', value)}
          />
          <Switch
            label={t('tools.onlyInstalled')}
            checked={here}
            onChange={(on) => filters.set('installed', on ? '1' : '')}
          />
        </>
      }
    >
      <p role="status" className="mb-3 text-sm text-muted">
        {t('tools.count', { count: shown.length })}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t('tools.none')}
          text={t('tools.noneText')}
          action={<Button onClick={filters.clear}>{t('tools.showAll')}</Button>}
        />
      ) : (
        <Cards label={t('tools.title')}>
          {shown.map((card) => (
            <li key={card.id} className="flex">
              <ToolCardLink card={card} />
            </li>
          ))}
        </Cards>
      )}
    </PageFrame>
  )
}
