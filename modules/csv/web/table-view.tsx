import { Button, Menu, MenuContent, MenuItem, MenuTrigger, PHONE, Sheet, useMedia } from '@atrium/web/kit'
import { Rows3, SlidersHorizontal, TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Step } from '../cleaning/step-schema.ts'
import type { DatasetRow } from '../module.ts'
import { type Facet, useAddress } from './address.ts'
import { sourceOf, useAnswer } from './client.ts'
import { ClusterDialog } from './cluster-dialog.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { choicesOf, FacetPanel } from './facet-panel.tsx'
import { shownCount } from './formats.ts'
import { Grid } from './grid.tsx'
import { Loading, Problem } from './problem.tsx'
import { ReadingDialog, useReadingText } from './reading-dialog.tsx'
import { StepDialog, type StepForm } from './step-dialog.tsx'
import { StepsPanel } from './steps-panel.tsx'
import { useTexts } from './texts.ts'
import { useStepKeys } from './use-step-keys.ts'
import { useSteps } from './use-steps.ts'

const FormulaDialog = lazy(async () => ({ default: (await import('./formula-dialog.tsx')).FormulaDialog }))

/** The table itself, what is chosen of it, and what was done to it. */
export function TableView({ dataset }: { dataset: DatasetRow }) {
  const { t, language } = useTexts()
  const { facets, go } = useAddress()
  const list = useSteps(dataset)
  const [form, setForm] = useState<StepForm | null>(null)
  const [computing, setComputing] = useState<string | null>()
  const [clustering, setClustering] = useState<string | null>(null)
  const [isPanelOpen, setIsPanelOpen] = useState(false)
  const isNarrow = useMedia('(max-width: 1023px)')
  const isPhone = useMedia(PHONE)
  useStepKeys(list)
  const source = sourceOf(dataset)
  const { data: opened, error, refetch } = useAnswer('open', [source])
  const columns = opened?.columns ?? []
  const known = facets.filter(({ column }) => columns.some(({ name }) => name === column))
  const choices = choicesOf(known)
  const { data: count } = useAnswer('count', opened ? [source, choices] : null)
  const setFacets = (next: Facet[]) => go({ facets: next }, { replace: true })
  const addFacet = (facet: Facet) => {
    const has = facets.some(({ column, kind }) => column === facet.column && kind === facet.kind)
    if (!has) setFacets([...facets, facet])
    if (isNarrow) setIsPanelOpen(true)
  }
  const step = (...steps: Step[]) => void list.add(...steps)
  if (error) return <Problem error={error} onAgain={refetch} />
  if (!opened) return <Loading source={source} />

  const panel = (
    <div className="flex flex-col gap-3">
      {known.length > 0 && (
        <FacetPanel source={source} columns={columns} facets={known} onFacets={setFacets} onStep={step} />
      )}
      <StepsPanel dataset={dataset} effects={opened.effects} list={list} />
    </div>
  )
  const active = known.filter(({ choice }) => choice).length
  return (
    <div className="flex min-w-0 gap-5">
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
          <p aria-live="polite" className="text-muted tabular">
            {count !== undefined && count < opened.rows
              ? t('grid.some', { shown: shownCount(count, language), all: shownCount(opened.rows, language) })
              : t('rows', { count: opened.rows })}
            {' · '}
            {t('columns', { count: columns.length })}
          </p>
          <ReadingChip dataset={dataset} />
          <Faults dataset={dataset} />
          <div className="ms-auto flex gap-2">
            <Menu>
              <MenuTrigger>
                <Button size="sm" icon={<Rows3 aria-hidden className="size-4" />}>
                  {t('clean.title')}
                </Button>
              </MenuTrigger>
              <MenuContent align="end">
                <MenuItem onSelect={() => step({ kind: 'trim', columns: [] }, { kind: 'collapse', columns: [] })}>
                  {t('clean.trim')}
                </MenuItem>
                <MenuItem onSelect={() => setComputing(null)}>{t('formula.newShort')}</MenuItem>
                <MenuItem onSelect={() => step({ kind: 'dedupe', columns: [] })}>{t('clean.dedupe')}</MenuItem>
                <MenuItem onSelect={() => step({ kind: 'dropBlank', columns: [] })}>{t('clean.dropBlank')}</MenuItem>
              </MenuContent>
            </Menu>
            {isNarrow && (
              <Button
                size="sm"
                icon={<SlidersHorizontal aria-hidden className="size-4" />}
                onClick={() => setIsPanelOpen(true)}
              >
                {t('panel.open')}
                {active + dataset.done > 0 && <span className="text-muted tabular">{active + dataset.done}</span>}
              </Button>
            )}
          </div>
        </div>
        <Grid
          source={source}
          columns={columns}
          choices={choices}
          count={count ?? opened.rows}
          menu={(column, head) => (
            <ColumnMenu
              column={column}
              columns={columns}
              head={head}
              onStep={step}
              onForm={setForm}
              onFacet={addFacet}
              onFormula={() => setComputing(column.name)}
              onCluster={() => setClustering(column.name)}
              onDescribe={() => go({ view: 'columns', column: column.name })}
            />
          )}
        />
      </div>
      {isNarrow ? (
        <Sheet
          open={isPanelOpen}
          onOpenChange={setIsPanelOpen}
          title={t('panel.title')}
          side={isPhone ? 'bottom' : 'right'}
        >
          <div className="overflow-auto p-4">{panel}</div>
        </Sheet>
      ) : (
        <aside aria-label={t('panel.title')} className="w-72 shrink-0 print:hidden">
          {panel}
        </aside>
      )}
      {form && <StepDialog form={form} columns={columns} onStep={step} onClose={() => setForm(null)} />}
      {computing !== undefined && (
        <Suspense>
          <FormulaDialog
            dataset={dataset.id}
            source={source}
            columns={columns}
            column={computing}
            onStep={step}
            onClose={() => setComputing(undefined)}
          />
        </Suspense>
      )}
      {clustering !== null && (
        <ClusterDialog source={source} column={clustering} onStep={step} onClose={() => setClustering(null)} />
      )}
    </div>
  )
}

/** How the file was read; a click changes it. */
function ReadingChip({ dataset }: { dataset: DatasetRow }) {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const how = useReadingText()(dataset.reading)
  return (
    <>
      <button
        type="button"
        aria-label={t('reading.how', { how })}
        onClick={() => setIsOpen(true)}
        className="rounded-sm text-xs text-muted underline decoration-dotted underline-offset-4 hover:text-ink touch:min-h-10 print:hidden"
      >
        {how}
      </button>
      {isOpen && <ReadingDialog dataset={dataset} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** What of the file did not fit, with its lines. */
function Faults({ dataset: { faults } }: { dataset: DatasetRow }) {
  const { t, language } = useTexts()
  const lines = (all: readonly number[]) =>
    new Intl.ListFormat(language, { type: 'unit' }).format(all.slice(0, 5).map((line) => shownCount(line, language)))
  const told = [
    ...(faults.raggedCount > 0
      ? [t('faults.ragged', { count: faults.raggedCount, lines: lines(faults.ragged.map(({ line }) => line)) })]
      : []),
    ...(faults.unclosed.length > 0 ? [t('faults.unclosed', { lines: lines(faults.unclosed) })] : []),
  ]
  if (told.length === 0) return null
  return (
    <p className="flex items-start gap-1.5 text-xs text-warning-ink">
      <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {told.join(' ')}
    </p>
  )
}
