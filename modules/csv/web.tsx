import {
  Button,
  controlClass,
  EmptyState,
  PageFrame,
  Skeleton,
  sentenceFor,
  Trash,
  useAction,
  useModuleQuery,
} from '@atrium/web/kit'
import { clsx } from 'clsx'
import { ChevronDown, FileUp, Sheet, Table2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type csv from './module.ts'
import type { DatasetRow } from './module.ts'
import { useAddress, views } from './web/address.ts'
import { ask, sourceOf } from './web/client.ts'
import { DatasetMenu } from './web/dataset-menu.tsx'
import { DropZone } from './web/drop-zone.tsx'
import { ExportChoices } from './web/export-choices.tsx'
import { choicesOf } from './web/facet-panel.tsx'
import { OpeningProgress } from './web/opening-progress.tsx'
import { TableView } from './web/table-view.tsx'
import { useTexts } from './web/texts.ts'
import { useOpenFile } from './web/use-open-file.ts'

const ColumnsView = lazy(async () => ({ default: (await import('./web/columns-view.tsx')).ColumnsView }))
const ChartsView = lazy(async () => ({ default: (await import('./web/charts-view.tsx')).ChartsView }))
const PivotView = lazy(async () => ({ default: (await import('./web/pivot-view.tsx')).PivotView }))
const SqlView = lazy(async () => ({ default: (await import('./web/sql-view.tsx')).SqlView }))

const ACCEPTS = '.csv,.tsv,.tab,.psv,.txt,.xlsx,.parquet,.json,.jsonl,.ndjson'

export default function CsvPage() {
  const { t } = useTexts()
  const { dataset: wanted, view, facets, go } = useAddress()
  const { data, error } = useModuleQuery<typeof csv, 'overview'>('csv', 'overview', {})
  const { open, opening, expect: expectFiles } = useOpenFile()
  const [isTrashOpen, setIsTrashOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const datasets = data?.datasets ?? []
  const dataset = datasets.find(({ id }) => id === wanted) ?? datasets[0]
  const openFiles = async (files: readonly File[]) => {
    const id = await open(files)
    if (id && isHere.current) go({ dataset: id, view: 'table' })
  }
  /** Whoever has gone elsewhere meanwhile is left there. */
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const choose = () => {
    expectFiles()
    input.current?.click()
  }

  return (
    <PageFrame
      width="wide"
      title={t('title')}
      text={t('text')}
      actions={
        dataset && (
          <>
            <ExportChoices
              name={dataset.name}
              write={(format) => ask('write', sourceOf(dataset), choicesOf(facets), format)}
            />
            <Button
              variant="primary"
              loading={opening !== null}
              icon={<FileUp aria-hidden className="size-4" />}
              className="print:hidden"
              onClick={choose}
            >
              {t('open.button')}
            </Button>
          </>
        )
      }
      toolbar={
        dataset && (
          <>
            <DatasetSelect dataset={dataset} datasets={datasets} onDataset={(id) => go({ dataset: id, column: '' })} />
            <DatasetMenu
              dataset={dataset}
              datasets={datasets}
              onOpen={(id) => go({ dataset: id, view: 'table' })}
              onTrash={() => setIsTrashOpen(true)}
            />
            <nav aria-label={t('viewsLabel')} className="-mx-1 flex max-w-full gap-1 overflow-x-auto p-1 print:hidden">
              {views.map((name) => (
                <button
                  key={name}
                  type="button"
                  aria-current={name === view ? 'page' : undefined}
                  onClick={() => go({ view: name })}
                  className={clsx(
                    'inline-flex h-8 shrink-0 items-center rounded-md px-2.5 text-sm touch:h-10',
                    name === view ? 'bg-active font-medium' : 'text-muted hover:bg-hover hover:text-ink',
                  )}
                >
                  {t(`views.${name}`)}
                </button>
              ))}
            </nav>
          </>
        )
      }
    >
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={ACCEPTS}
        aria-label={t('open.button')}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length > 0) void openFiles(files)
        }}
      />
      <DropZone onOver={expectFiles} onFiles={(files) => void openFiles(files)}>
        <OpeningProgress />
        {error ? (
          <EmptyState title={sentenceFor(error)} />
        ) : !data ? (
          <Skeleton className="h-96 w-full rounded-lg" />
        ) : !dataset ? (
          <Welcome isOpening={opening !== null} onOpen={choose} onDataset={(id) => go({ dataset: id })} />
        ) : (
          <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
            {view === 'table' && <TableView key={dataset.id} dataset={dataset} />}
            {view === 'columns' && <ColumnsView key={dataset.id} dataset={dataset} />}
            {view === 'charts' && <ChartsView key={dataset.id} dataset={dataset} />}
            {view === 'pivot' && <PivotView key={dataset.id} dataset={dataset} />}
            {view === 'sql' && (
              <SqlView key={dataset.id} dataset={dataset} datasets={datasets} queries={data.queries} />
            )}
          </Suspense>
        )}
      </DropZone>
      <Trash
        module="csv"
        collections={{ datasets: t('dataset.plural'), queries: t('sql.savedQueries') }}
        open={isTrashOpen}
        onOpenChange={setIsTrashOpen}
      />
    </PageFrame>
  )
}

interface DatasetSelectProps {
  dataset: DatasetRow
  datasets: readonly DatasetRow[]
  onDataset: (id: string) => void
}

function DatasetSelect({ dataset, datasets, onDataset }: DatasetSelectProps) {
  const { t } = useTexts()
  return (
    <div className="relative max-w-72 min-w-0">
      <Table2 aria-hidden className="pointer-events-none absolute start-2.5 top-2.5 size-4 text-muted" />
      <select
        aria-label={t('dataset.one')}
        value={dataset.id}
        onChange={({ target }) => onDataset(target.value)}
        className={clsx(controlClass, 'h-9 appearance-none truncate ps-8 pe-8 font-medium')}
      >
        {datasets.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute end-2.5 top-2.5 size-4 text-muted" />
    </div>
  )
}

interface WelcomeProps {
  isOpening: boolean
  onOpen: () => void
  onDataset: (id: string) => void
}

function Welcome({ isOpening, onOpen, onDataset }: WelcomeProps) {
  const { t } = useTexts()
  const sample = useAction<typeof csv, 'sample'>('csv', 'sample', {
    done: ({ count }) => t('welcome.sampleAdded', { count }),
  })
  return (
    <EmptyState
      icon={<Sheet aria-hidden />}
      title={t('welcome.title')}
      text={t('welcome.text')}
      action={
        <>
          <Button variant="primary" loading={isOpening} onClick={onOpen}>
            {t('open.button')}
          </Button>
          <Button
            loading={sample.isPending}
            onClick={() => sample.mutate({}, { onSuccess: ({ output }) => onDataset(output.id) })}
          >
            {t('welcome.sample')}
          </Button>
        </>
      }
    />
  )
}
