import {
  Button,
  controlClass,
  Kbd,
  ModelButton,
  Popover,
  readAction,
  Skeleton,
  TextField,
  toast,
  useAction,
} from '@atrium/web/kit'
import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Bookmark, CircleStop, Play } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import type csv from '../module.ts'
import type { DatasetRow, QueryRow } from '../module.ts'
import { quoteName, refusalOf, writeName } from '../sql.ts'
import { useAnswer } from './client.ts'
import { TypeIcon } from './grid.tsx'
import type { Result } from './result.ts'
import { ResultView } from './result-view.tsx'
import { SavedQueries } from './saved-queries.tsx'
import { sqlTables, tablesIn } from './sql-tables.ts'
import { useTexts } from './texts.ts'

interface SqlViewProps {
  dataset: DatasetRow
  datasets: readonly DatasetRow[]
  queries: readonly QueryRow[]
}

/** The database, its worker and 34 MB of WebAssembly: asked for when this view opens, so that the first query need not wait. */
const duck = () => import('./duck.ts')

/** Questions in SQL about the cleaned tables, answered in the browser. */
export function SqlView({ dataset, datasets, queries }: SqlViewProps) {
  const { t } = useTexts()
  const id = useId()
  const [params, setParams] = useSearchParams()
  const tables = sqlTables(datasets)
  const own = tables.find((table) => table.id === dataset.id)
  const [sql, setSql] = useState(params.get('sql') ?? `select *\nfrom ${writeName(own?.name ?? 'table')}\nlimit 100`)
  const [wish, setWish] = useState('')
  const [name, setName] = useState('')
  const { data: opened } = useAnswer('open', own ? [own.source] : null)
  const save = useAction<typeof csv, 'saveQuery'>('csv', 'saveQuery', { done: t('sql.saved') })

  useEffect(() => {
    // What goes wrong here is told when a query is run, which tries again.
    duck()
      .then(({ connect }) => connect())
      .catch(() => undefined)
  }, [])

  const run = useMutation<Result, Error, string>({
    networkMode: 'always',
    mutationFn: async (text) => {
      const refused = refusalOf(text)
      if (refused) throw new Error(t(`sql.refused.${refused.why}`, { word: refused.word }))
      const database = await duck()
      return database.run(text.trim().replace(/;+\s*$/, ''), tablesIn(text, tables))
    },
  })
  const start = () => {
    if (run.isPending) return
    setParams((before) => new URLSearchParams({ ...Object.fromEntries(before), sql }), { replace: true })
    run.mutate(sql)
  }
  const propose = async (signal: AbortSignal) => {
    const asked = { dataset: dataset.id, wish: wish.trim() || t('sql.anything') }
    const { sql: written, refused } = await readAction<typeof csv, 'proposeQuery'>('csv', 'proposeQuery', asked, signal)
    const before = sql
    setSql(written)
    run.reset()
    toast({
      ...(refused
        ? { variant: 'destructive', title: t(`sql.refused.${refused.why}`, { word: refused.word }) }
        : { title: t('sql.written') }),
      action: { label: t('undo'), altText: t('sql.undoHelp'), onClick: () => setSql(before) },
    })
  }
  const insert = (text: string) => setSql((before) => `${before}${/\s$|^$/.test(before) ? '' : ' '}${text}`)

  return (
    <div className="flex flex-col gap-5 lg:flex-row">
      <div className="flex min-w-0 flex-1 flex-col gap-4">
        <div className="flex flex-wrap items-end gap-2">
          <TextField
            label={t('sql.wish')}
            placeholder={t('sql.wishExample')}
            className="min-w-56 flex-1"
            value={wish}
            onChange={({ target }) => setWish(target.value)}
          />
          <div className="pb-0.5">
            <ModelButton label={t('sql.write')} run={propose} />
          </div>
        </div>
        <div className="flex flex-col gap-1.5">
          <label htmlFor={id} className="text-sm font-medium">
            {t('sql.query')}
          </label>
          <textarea
            id={id}
            dir="ltr"
            rows={6}
            spellCheck={false}
            autoCapitalize="none"
            value={sql}
            onChange={({ target }) => setSql(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
              event.preventDefault()
              start()
            }}
            className={clsx(
              controlClass,
              'field-sizing-content max-h-96 min-h-32 resize-y px-3 py-2 font-mono sm:text-sm',
            )}
          />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="primary"
            loading={run.isPending}
            icon={<Play aria-hidden className="size-4 rtl:-scale-x-100" />}
            onClick={start}
          >
            {t('sql.run')}
          </Button>
          {run.isPending && (
            <Button
              icon={<CircleStop aria-hidden className="size-4" />}
              onClick={() => {
                void duck().then(({ stop }) => stop())
                run.reset()
              }}
            >
              {t('sql.stop')}
            </Button>
          )}
          <Popover
            label={t('sql.save')}
            trigger={
              <Button variant="ghost" icon={<Bookmark aria-hidden className="size-4" />}>
                {t('sql.save')}
              </Button>
            }
          >
            {(close) => (
              <form
                className="flex w-64 flex-col gap-3"
                onSubmit={(event) => {
                  event.preventDefault()
                  save.mutate({ name, sql }, { onSuccess: close })
                }}
              >
                <TextField
                  label={t('sql.name')}
                  value={name}
                  required
                  maxLength={200}
                  onChange={({ target }) => setName(target.value)}
                />
                <Button variant="primary" type="submit" loading={save.isPending}>
                  {t('save')}
                </Button>
              </form>
            )}
          </Popover>
          <Kbd keys="mod+Enter" className="max-sm:hidden" />
        </div>
        {run.error && <Refused error={run.error} />}
        {run.isPending && <Skeleton className="h-40 w-full rounded-lg" />}
        {run.data && !run.isPending && (
          <ResultView key={run.submittedAt} result={run.data} name={name || dataset.name} />
        )}
      </div>
      <aside aria-label={t('sql.tables')} className="flex w-full shrink-0 flex-col gap-4 lg:w-64">
        <SavedQueries queries={queries} onOpen={setSql} />
        <section>
          <h3 className="mb-1 text-sm font-medium">{t('sql.tables')}</h3>
          <ul className="flex flex-col text-sm">
            {tables.toReversed().map((table) => (
              <li key={table.id}>
                <button
                  type="button"
                  title={table.title}
                  onClick={() => insert(writeName(table.name))}
                  className="w-full truncate rounded-sm px-1.5 py-1 text-start font-mono text-xs hover:bg-hover touch:py-2.5"
                >
                  {writeName(table.name)}
                </button>
                {table.id === dataset.id && (
                  <ul className="mb-1 ms-3 border-s border-line ps-2">
                    {opened?.columns.slice(0, 60).map((column) => (
                      <li key={column.name}>
                        <button
                          type="button"
                          onClick={() => insert(writeName(column.name))}
                          className="flex w-full items-center gap-1.5 truncate rounded-sm px-1.5 py-0.5 text-start font-mono text-xs text-muted hover:bg-hover hover:text-ink touch:py-2"
                        >
                          <TypeIcon type={column.type} />
                          <span className="truncate">
                            {quoteName(column.name) === writeName(column.name) ? quoteName(column.name) : column.name}
                          </span>
                        </button>
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
          <p className="mt-2 text-xs text-pretty text-muted">{t('sql.help')}</p>
        </section>
      </aside>
    </div>
  )
}

/** What the database says, without what it cannot do here: extensions are never installed. */
function Refused({ error }: { error: Error }) {
  const { t } = useTexts()
  const extension = /exists in the (\w+) extension/.exec(error.message)?.[1]
  const text = extension
    ? t('sql.extension', { extension })
    : error.message.replace(/\n*Please try installing[\s\S]*$/, '')
  return (
    <div role="alert" className="rounded-lg border border-danger/40 bg-danger-soft p-3 text-sm text-danger-ink">
      <p className="font-medium">{t('sql.failed')}</p>
      <pre dir="ltr" className="mt-1 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
    </div>
  )
}
