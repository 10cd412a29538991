import { type Agent, agentOf, departments, executives, specialists } from '@atrium/contract/catalogue/agents'
import { moduleEntries } from '@atrium/contract/catalogue/modules'
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { said } from '../i18n/said.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Cards, cardClass, DirectoryFilter, DirectorySearch, holds, useFilters } from './directory.tsx'
import { dollars, yearly } from './dollars.ts'
import { ToolCardLink } from './tool-card-link.tsx'
import { useToolCards } from './tool-cards.ts'

const bots = new Set(moduleEntries.filter(({ kind }) => kind === 'flobot').map(({ id }) => id))

/** /agents: the bots of the chat and the agents of the workforce. */
export function AgentsPage() {
  const { t } = useTranslation('commands')
  const filters = useFilters()
  const words = filters.get('q').trim()
  const department = filters.get('department')
  const cards = useToolCards()
  const fits = (agent: Agent) =>
    (department === '' || agent.space === department) &&
    holds([agent.key, agent.name, said(agent.name), said(agent.description), said(agent.space)], words)
  const sections = [
    {
      key: 'bots',
      title: t('agents.bots'),
      items: department
        ? []
        : cards
            .filter(
              ({ id, title, summary, triggers }) =>
                bots.has(id) && holds([title, said(title), said(summary), ...triggers], words),
            )
            .map((card) => (
              <li key={card.id} className="flex">
                <ToolCardLink card={{ ...card, to: `/abilities/${card.id}` }} />
              </li>
            )),
    },
    ...[
      { key: 'executives', title: t('agents.executives'), agents: executives },
      { key: 'specialists', title: t('agents.specialists'), agents: specialists },
    ].map(({ key, title, agents }) => ({
      key,
      title,
      items: agents
        .filter(fits)
        .map((agent) => <AgentCard key={agent.key} agent={agent} onOpen={() => filters.set('agent', agent.key)} />),
    })),
  ].filter(({ items }) => items.length > 0)
  const opened = agentOf(filters.get('agent'))
  return (
    <PageFrame
      title={t('agents.title')}
      text={t('agents.text')}
      toolbar={
        <>
          <DirectorySearch
            label={t('agents.find')}
            value={filters.get('q')}
            onFind={(value) => filters.set('q', value)}
          />
          <DirectoryFilter
            label={t('agents.department')}
            every={t('agents.everyDepartment')}
            value={department}
            options={departments.map((one) => ({ value: one, label: said(one) }))}
            onChoose={(value) => filters.set('department', value)}
          />
        </>
      }
    >
      {sections.length === 0 && (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t('agents.none')}
          text={t('agents.noneText')}
          action={<Button onClick={filters.clear}>{t('agents.showAll')}</Button>}
        />
      )}
      {sections.map(({ key, title, items }) => (
        <section key={key} aria-labelledby={`agents-${key}`} className="mb-8">
          <h2 id={`agents-${key}`} className="mb-3 text-base">
            {title}
          </h2>
          <Cards label={title}>{items}</Cards>
        </section>
      ))}
      {opened && <AgentDialog agent={opened} onClose={() => filters.set('agent', '')} />}
    </PageFrame>
  )
}

function AgentCard({ agent, onOpen }: { agent: Agent; onOpen: () => void }) {
  const { t, i18n } = useTranslation('commands')
  return (
    <li className="flex">
      <button type="button" onClick={onOpen} className={cardClass}>
        <span className="font-medium">
          <bdi>{said(agent.name)}</bdi>
        </span>
        <span className="mt-1 flex-1 text-sm text-pretty text-muted">
          <bdi>{said(agent.description)}</bdi>
        </span>
        <span className="mt-3 flex flex-wrap items-center gap-2 text-xs text-muted tabular-nums">
          <span>{said(agent.space)}</span>
          <span className="flex-1" />
          {agent.deployable ? (
            <span>{t('agents.month', { price: dollars(agent.monthlyPriceCents, i18n.language) })}</span>
          ) : (
            <Badge>{t('agents.soon')}</Badge>
          )}
        </span>
      </button>
    </li>
  )
}

function AgentDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const { t, i18n } = useTranslation('commands')
  const prices = [
    t('agents.month', { price: dollars(agent.monthlyPriceCents, i18n.language) }),
    t('agents.year', { price: dollars(yearly(agent.monthlyPriceCents), i18n.language) }),
  ]
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={said(agent.name)}
      description={<bdi>{said(agent.description)}</bdi>}
      footer={
        <Link to="/workforce" className={buttonClass('primary')}>
          {t('agents.hire')}
        </Link>
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm tabular-nums">
        <Badge>{said(agent.space)}</Badge>
        {prices.map((price) => (
          <span key={price}>{price}</span>
        ))}
        {!agent.deployable && <Badge tone="info">{t('agents.soon')}</Badge>}
      </div>
    </Dialog>
  )
}
