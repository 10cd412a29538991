import {
  Button,
  controlClass,
  EmptyState,
  IconButton,
  ImportDialog,
  PageFrame,
  Skeleton,
  sentenceFor,
  useAction,
  useModuleQuery,
} from '@atrium/web/kit'
import { clsx } from 'clsx'
import { Inbox, Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type tasks from './module.ts'
import { dayHere } from './web/due-label.ts'
import { PageMenu } from './web/page-menu.tsx'
import { QuickAdd } from './web/quick-add.tsx'
import { SplitDialog } from './web/split-dialog.tsx'
import { TaskList } from './web/task-list.tsx'
import { useTexts } from './web/texts.ts'
import { useTaskPages } from './web/use-task-pages.ts'
import { useAddress } from './web/view-address.ts'
import { ViewTabs } from './web/view-tabs.tsx'

const SEARCH_PAUSE = 200 // ms

export default function TasksPage() {
  const { t } = useTexts()
  const { address, go } = useAddress()
  const { view, project, context, words } = address
  const [importing, setImporting] = useState(false)
  const [splitting, setSplitting] = useState(false)
  const [searching, setSearching] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const wanted = useRef<string | number | null>(null)
  const overview = useModuleQuery<typeof tasks, 'overview'>('tasks', 'overview', {})
  const listed = useTaskPages(words ? undefined : { view, ...(project && { project }), ...(context && { context }) })
  const found = useModuleQuery<typeof tasks, 'search'>('tasks', 'search', words ? { words } : undefined)
  const today = overview.data?.today ?? dayHere()
  const rows = words ? found.data?.tasks : listed.tasks
  const error = overview.error ?? (words ? found.error : listed.error)
  const counts = overview.data?.counts
  const isNew = counts !== undefined && counts.anytime === 0 && counts.done === 0

  const more = async () => {
    wanted.current = listed.tasks?.length ?? 0 // the button may be gone when the rows have come
    if (!(await listed.showMore())) wanted.current = null
  }

  return (
    <PageFrame
      title={t('title')}
      text={t('text')}
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
          <PageMenu onImport={() => setImporting(true)} onSplit={() => setSplitting(true)} />
        </>
      }
      toolbar={
        !isNew && (
          <div className="flex w-full flex-wrap items-center justify-between gap-2" data-print="hide">
            <ViewTabs
              view={view}
              counts={counts ?? {}}
              overdue={overview.data?.overdue ?? 0}
              onView={(next) => {
                wanted.current = null
                go({ view: next, words: '' })
              }}
            />
            <SearchField words={words} isAsked={searching} onWords={(next) => go({ words: next }, { replace: true })} />
          </div>
        )
      }
    >
      <div data-space="productivity" className="flex flex-col">
        <QuickAdd
          field={field}
          view={view}
          today={today}
          project={project}
          context={context}
          onAdded={() => field.current?.focus()}
        />
        <Filter
          name={project ? `#${project}` : context && `@${context}`}
          onClear={() => go({ project: null, context: null })}
        />
        {error ? (
          <EmptyState title={sentenceFor(error)} />
        ) : isNew ? (
          <Welcome onImport={() => setImporting(true)} />
        ) : !rows ? (
          <Loading />
        ) : rows.length === 0 ? (
          <Nothing which={words ? 'found' : project || context ? 'filter' : view} />
        ) : (
          <TaskList
            tasks={rows}
            view={view}
            isSearch={words !== ''}
            today={today}
            wanted={wanted}
            onFilter={(by) => go({ project: null, context: null, words: '', view: 'anytime', ...by })}
            onNew={() => field.current?.focus()}
          />
        )}
        {!words && listed.hasMore && (
          <Button className="self-center print:hidden" loading={listed.isLoadingMore} onClick={() => void more()}>
            {t('showMore')}
          </Button>
        )}
      </div>
      <SplitDialog open={splitting} today={today} onClose={() => setSplitting(false)} />
      <ImportDialog module="tasks" open={importing} onOpenChange={setImporting} />
    </PageFrame>
  )
}

interface SearchFieldProps {
  words: string
  /** On a phone it takes a line of its own, and comes when it is asked for. */
  isAsked: boolean
  onWords: (words: string) => void
}

function SearchField({ words, isAsked, onWords }: SearchFieldProps) {
  const { t } = useTexts()
  const [text, setText] = useState(words)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isAsked) field.current?.focus()
  }, [isAsked])
  useEffect(() => setText(words), [words])
  useEffect(() => {
    if (text === words) return
    const timer = setTimeout(() => onWords(text), SEARCH_PAUSE)
    return () => clearTimeout(timer)
  })
  return (
    <div className={clsx('relative w-full sm:w-56', !isAsked && !words && 'max-sm:hidden')}>
      <Search aria-hidden className="pointer-events-none absolute inset-s-2.5 top-2.5 size-4 text-muted" />
      <input
        ref={field}
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={200}
        className={`${controlClass} h-9 ps-8 pe-2`}
      />
    </div>
  )
}

function Filter({ name, onClear }: { name: string | null; onClear: () => void }) {
  const { t } = useTexts()
  if (!name) return null
  return (
    <Button size="sm" className="mb-3 self-start" onClick={onClear} title={t('clearFilter')}>
      {t('filtered', { name })}
      <X aria-hidden className="size-3.5" />
    </Button>
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

function Nothing({ which }: { which: string }) {
  const { t } = useTexts()
  return <EmptyState title={t(`empty.${which}`)} text={which === 'filter' ? undefined : t(`empty.${which}Text`)} />
}

function Loading() {
  return (
    <div aria-hidden className="flex flex-col gap-3">
      {['w-64', 'w-80', 'w-52', 'w-72'].map((width) => (
        <div key={width} className="flex items-center gap-3 px-2">
          <Skeleton className="size-4.5 rounded-full" />
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
    </div>
  )
}
