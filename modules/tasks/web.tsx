import {
  Button,
  EmptyState,
  IconButton,
  ImportDialog,
  PageFrame,
  PHONE,
  SearchField,
  Sheet,
  Skeleton,
  sentenceFor,
  Trash,
  useAction,
  useMedia,
  useModuleQuery,
  useSharedAs,
  useShortcut,
} from '@atrium/web/kit'
import { clsx } from 'clsx'
import { Folder, Inbox, Kanban, List, Search, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type tasks from './module.ts'
import type { View } from './readings.ts'
import { BoardView } from './web/board-view.tsx'
import { dayHere } from './web/due-label.ts'
import { PageMenu } from './web/page-menu.tsx'
import { ProjectList } from './web/project-list.tsx'
import { QuickAdd } from './web/quick-add.tsx'
import { SplitDialog } from './web/split-dialog.tsx'
import { TaskList } from './web/task-list.tsx'
import { useTexts } from './web/texts.ts'
import { useOverview } from './web/use-projects.ts'
import { useTaskPages } from './web/use-task-pages.ts'
import { useTeammates } from './web/use-teammates.ts'
import { useAddress } from './web/view-address.ts'
import { ViewTabs } from './web/view-tabs.tsx'
import { WhoMenu } from './web/who-menu.tsx'

/** Where the projects stand beside the tasks; else behind a button. */
const NARROW = '(max-width: 1023px)'

export default function TasksPage() {
  const { t } = useTexts()
  const isViewer = useSharedAs() === 'viewer'
  const [{ view: asked, project: named, as, who, context, q: words = '' }, go] = useAddress()
  const [dialog, setDialog] = useState<'import' | 'split' | 'memo' | 'trash' | 'projects' | null>(null)
  const [searching, setSearching] = useState(false)
  const isNarrow = useMedia(NARROW)
  const isPhone = useMedia(PHONE)
  const field = useRef<HTMLInputElement>(null)
  const wanted = useRef<string | number | null>(null)
  const overview = useOverview()
  const projects = overview.data?.projects ?? []
  const project = projects.find(({ id, name }) => id === named || name === named)
  const view: View = asked ?? (named || context ? 'anytime' : 'today')
  const isBoard = project !== undefined && !words && view === 'anytime' && (as ?? project.layout) === 'board'
  const isWaiting = named !== undefined && !overview.data
  const people = useTeammates()
  const assignee = people?.some(({ value }) => value === who) ? who : undefined
  const hasTree = (view === 'inbox' || view === 'anytime') && !context && !assignee
  const listed = useTaskPages(
    words || isBoard || isWaiting
      ? undefined
      : {
          view,
          ...(project && { projectId: project.id }),
          ...(context && { context }),
          ...(assignee && { assignee }),
          ...(hasTree && { tree: true }),
        },
  )
  const found = useModuleQuery<typeof tasks, 'search'>('tasks', 'search', words ? { words } : undefined)
  const today = overview.data?.today ?? dayHere()
  const rows = words ? found.data?.tasks : listed.tasks
  const error = overview.error ?? (words ? found.error : listed.error)
  const counts = overview.data?.counts
  const isNew = counts !== undefined && counts.anytime === 0 && counts.done === 0 && projects.length === 0
  useShortcut('n', () => field.current?.focus())

  const more = async () => {
    wanted.current = listed.tasks?.length ?? 0 // the button may be gone when the rows have come
    if (!(await listed.showMore())) wanted.current = null
  }
  const openProject = (id: string | undefined) => {
    wanted.current = null
    setDialog(null)
    go({ project: id, view: undefined, as: undefined, context: undefined, q: undefined })
  }
  const list = <ProjectList projects={projects} chosen={project?.id} onChoose={openProject} />

  return (
    <PageFrame
      title={project?.name ?? t('title')}
      text={project ? undefined : t('text')}
      width={isBoard ? 'wide' : 'page'}
      actions={
        <>
          {!isNew && (
            <IconButton
              label={t('search')}
              icon={<Search />}
              className="sm:hidden print:hidden"
              aria-expanded={searching}
              onClick={() => setSearching(!searching)}
            />
          )}
          {isNarrow && (
            <IconButton
              label={t('project.list')}
              icon={<Folder />}
              className="print:hidden"
              onClick={() => setDialog('projects')}
            />
          )}
          {project && (
            <IconButton
              label={t(isBoard ? 'project.asList' : 'project.asBoard')}
              icon={isBoard ? <List /> : <Kanban />}
              className="print:hidden"
              onClick={() => go({ as: isBoard ? 'list' : 'board', view: undefined, q: undefined })}
            />
          )}
          <PageMenu
            project={project?.id}
            onImport={() => setDialog('import')}
            onSplit={() => setDialog('split')}
            onMemo={() => setDialog('memo')}
            onTrash={() => setDialog('trash')}
          />
        </>
      }
      toolbar={
        !isNew && (
          <div className="flex w-full flex-wrap items-center justify-between gap-2" data-print="hide">
            <ViewTabs
              view={project && view === 'anytime' ? null : view}
              counts={counts ?? {}}
              overdue={overview.data?.overdue ?? 0}
              onView={(next) => {
                wanted.current = null
                go({ view: next, project: undefined, as: undefined, q: undefined })
              }}
            />
            {people && <WhoMenu people={people} who={assignee} onWho={(next) => go({ who: next })} />}
            {(searching || words || !isPhone) && (
              <SearchField
                label={t('search')}
                words={words}
                onWords={(next) => go({ q: next }, { replace: true })}
                className="w-full sm:w-56"
              />
            )}
          </div>
        )
      }
    >
      <div data-space="productivity" className="flex min-h-0 flex-1 gap-8">
        {!isNarrow && <aside className="w-52 shrink-0 print:hidden">{list}</aside>}
        <div className="flex min-w-0 flex-1 flex-col">
          {!isViewer && (
            <QuickAdd
              field={field}
              view={view}
              today={today}
              project={project}
              context={context}
              onAdded={() => field.current?.focus()}
            />
          )}
          {context && (
            <Button
              size="sm"
              className="mb-3 self-start"
              onClick={() => go({ context: undefined })}
              title={t('clearFilter')}
            >
              {t('filtered', { name: `@${context}` })}
              <X aria-hidden className="size-3.5" />
            </Button>
          )}
          {error ? (
            <EmptyState title={sentenceFor(error)} />
          ) : named && overview.data && !project ? (
            <EmptyState
              title={t('project.gone')}
              action={<Button onClick={() => openProject(undefined)}>{t('project.back')}</Button>}
            />
          ) : isNew ? (
            <Welcome onImport={() => setDialog('import')} />
          ) : isBoard ? (
            <BoardView key={project.id} project={project} today={today} assignee={assignee} />
          ) : !rows ? (
            <Loading />
          ) : (
            <>
              {rows.length === 0 && (
                <Nothing which={words ? 'found' : context || assignee ? 'filter' : project ? 'project' : view} />
              )}
              {(rows.length > 0 || project) && (
                <TaskList
                  key={project?.id}
                  tasks={rows}
                  view={view}
                  project={project}
                  isSearch={words !== ''}
                  today={today}
                  wanted={wanted}
                  onFilter={(by) =>
                    go({ project: undefined, context: undefined, q: undefined, as: undefined, view: undefined, ...by })
                  }
                />
              )}
            </>
          )}
          {!words && listed.hasMore && (
            <Button className="self-center print:hidden" loading={listed.isLoadingMore} onClick={() => void more()}>
              {t('showMore')}
            </Button>
          )}
        </div>
      </div>
      <SplitDialog
        from={dialog === 'split' ? 'goal' : dialog === 'memo' ? 'memo' : null}
        today={today}
        onClose={() => setDialog(null)}
      />
      <ImportDialog module="tasks" open={dialog === 'import'} onOpenChange={(open) => open || setDialog(null)} />
      <Trash
        module="tasks"
        collections={{ tasks: t('tasksName'), projects: t('project.list') }}
        open={dialog === 'trash'}
        onOpenChange={(open) => open || setDialog(null)}
      />
      <Sheet
        open={dialog === 'projects'}
        onOpenChange={(open) => open || setDialog(null)}
        side="left"
        title={t('project.list')}
        hideTitle
      >
        <div className="p-3">{list}</div>
      </Sheet>
    </PageFrame>
  )
}

function Welcome({ onImport }: { onImport: () => void }) {
  const { t } = useTexts()
  const sample = useAction<typeof tasks, 'sample'>('tasks', 'sample', {
    done: ({ added }) => t('sampleAdded', { count: added }),
  })
  return (
    <EmptyState
      icon={<Inbox aria-hidden />}
      title={t('empty.first')}
      text={t('empty.firstText')}
      action={
        <>
          <Button onClick={onImport}>{t('import')}</Button>
          <Button loading={sample.isPending} onClick={() => sample.mutate({})}>
            {t('sample')}
          </Button>
        </>
      }
    />
  )
}

function Nothing({ which }: { which: View | 'found' | 'filter' | 'project' }) {
  const { t } = useTexts()
  return <EmptyState title={t(`empty.${which}`)} text={which === 'filter' ? undefined : t(`empty.${which}Text`)} />
}

function Loading() {
  return (
    <div aria-hidden className="flex flex-col gap-3">
      {['w-64', 'w-80', 'w-52', 'w-72'].map((width) => (
        <div key={width} className="flex items-center gap-3 px-2">
          <Skeleton className="size-4.5 rounded-full" />
          <Skeleton className={clsx('h-4', width)} />
        </div>
      ))}
    </div>
  )
}
