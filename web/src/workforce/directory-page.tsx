import { agents, departments } from '@atrium/contract/catalogue/agents'
import { useTranslation } from 'react-i18next'
import { PageFrame } from '../shell/page-frame.tsx'
import { AgentCard, AgentGrid } from './agent-card.tsx'
import { useMarks } from './use-marks.ts'

const idOf = (department: string) => `department-${department.toLowerCase()}`

/** /workforce/directory: every agent, by department. */
export function DirectoryPage() {
  const { t } = useTranslation('workforce')
  const marks = useMarks()
  return (
    <PageFrame
      title={t('pages.directory')}
      text={t('directory.text')}
      toolbar={
        <nav
          aria-label={t('departments')}
          className="-mx-4 flex max-w-[calc(100%+2rem)] gap-x-4 gap-y-1 overflow-x-auto px-4 text-sm [scrollbar-width:none] desk:mx-0 desk:max-w-full desk:flex-wrap desk:overflow-visible desk:px-0"
        >
          {departments.map((department) => (
            <a
              key={department}
              href={`#${idOf(department)}`}
              className="flex shrink-0 items-center text-muted underline-offset-2 hover:text-ink hover:underline touch:min-h-11"
            >
              {t(`department.${department}`)}
            </a>
          ))}
        </nav>
      }
    >
      <div className="flex flex-col gap-8">
        {departments.map((department) => {
          const members = agents.filter(({ space }) => space === department)
          const title = t(`department.${department}`)
          return (
            <section key={department} aria-labelledby={idOf(department)}>
              <h2 id={idOf(department)} tabIndex={-1} className="mb-3 flex scroll-mt-14 items-baseline gap-2 text-base">
                {title}
                <span className="text-xs font-normal tracking-normal text-muted">
                  {t('directory.count', { count: members.length })}
                </span>
              </h2>
              <AgentGrid label={title}>
                {members.map((agent) => (
                  <AgentCard key={agent.key} agent={agent} marks={marks} />
                ))}
              </AgentGrid>
            </section>
          )
        })}
      </div>
    </PageFrame>
  )
}
