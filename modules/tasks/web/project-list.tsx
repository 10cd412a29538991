import { Button, IconButton, useSharedAs } from '@atrium/web/kit'
import { clsx } from 'clsx'
import { Archive, ChevronDown, ChevronRight, Plus } from 'lucide-react'
import { useState } from 'react'
import { ProjectDialog } from './project-dialog.tsx'
import { ProjectDot } from './project-dot.tsx'
import { ProjectMenu } from './project-menu.tsx'
import { useTexts } from './texts.ts'
import type { ShownProject } from './use-projects.ts'

interface ProjectListProps {
  projects: readonly ShownProject[]
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

/** The projects with what is open in each; those that are archived behind a line of their own. */
export function ProjectList({ projects, chosen, onChoose }: ProjectListProps) {
  const { t } = useTexts()
  const [adding, setAdding] = useState(false)
  // Whoever is shared a project has that alone, and its name and end are not theirs.
  const isOwn = useSharedAs() === null
  const active = projects.filter(({ archived }) => !archived)
  const archived = projects.filter((one) => one.archived)
  const [seesArchived, setSeesArchived] = useState(false)
  const isShown = seesArchived || archived.some(({ id }) => id === chosen)
  const rows = (among: readonly ShownProject[]) =>
    among.map((project) => (
      <li key={project.id} className="group flex items-center">
        <button
          type="button"
          aria-current={project.id === chosen ? 'page' : undefined}
          onClick={() => onChoose(project.id)}
          className={clsx(
            'flex h-9 min-w-0 flex-1 items-center gap-2.5 rounded-md px-2.5 text-start text-sm touch:h-11',
            project.id === chosen ? 'bg-active font-medium' : 'hover:bg-hover',
            project.archived && 'text-muted',
          )}
        >
          <ProjectDot colour={project.colour} />
          <bdi className="min-w-0 flex-1 truncate">{project.name}</bdi>
          {project.open > 0 && <span className="text-xs text-muted tabular">{project.open}</span>}
        </button>
        {isOwn && (
          <span className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 touch:opacity-100">
            <ProjectMenu
              project={project}
              among={among}
              onRemoved={() => project.id === chosen && onChoose(undefined)}
            />
          </span>
        )}
      </li>
    ))
  return (
    <nav aria-label={t('project.list')} className="min-w-0">
      <div className="flex items-center justify-between ps-2.5">
        <h2 className="text-sm font-semibold text-muted">{t('project.list')}</h2>
        {isOwn && <IconButton size="sm" label={t('project.new')} icon={<Plus />} onClick={() => setAdding(true)} />}
      </div>
      {projects.length === 0 && <p className="px-2.5 py-1 text-sm text-muted">{t('project.none')}</p>}
      <ul className="flex flex-col gap-0.5">{rows(active)}</ul>
      {archived.length > 0 && (
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isShown}
          className="mt-1 text-muted"
          icon={isShown ? <ChevronDown className="size-4" /> : <ChevronRight className="size-4 rtl:-scale-x-100" />}
          onClick={() => setSeesArchived(!isShown)}
        >
          <Archive aria-hidden className="size-3.5" />
          {t('project.archived', { count: archived.length })}
        </Button>
      )}
      {isShown && <ul className="flex flex-col gap-0.5">{rows(archived)}</ul>}
      {adding && <ProjectDialog onClose={() => setAdding(false)} onMade={onChoose} />}
    </nav>
  )
}
