import type { Org } from '@atrium/contract/workforce-seats'
import { Download, Maximize, Network, ZoomIn, ZoomOut } from 'lucide-react'
import { Suspense, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { localeOf } from '../../i18n/locale.ts'
import { sentenceFor } from '../../platform/api.ts'
import { saveFile } from '../../settings/save-file.ts'
import { Loading } from '../../shell/loading.tsx'
import { PageFrame } from '../../shell/page-frame.tsx'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/formats.ts'
import { PrintButton } from '../../ui/print-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { WorkforceFrame } from '../workforce-frame.tsx'
import { useRole } from './org-card.tsx'
import { CARD, layoutOf } from './org-layout.ts'
import { measureText, svgOf } from './org-svg.ts'
import { treesOf } from './org-tree.ts'
import { OrgTreeView } from './org-tree-view.tsx'
import { PrintedChart } from './printed-chart.tsx'
import { useMove, useOrg } from './use-org.ts'
import { useZoom, ZOOM } from './use-zoom.ts'

/** /org-chart */
export function OrgPage() {
  return (
    <WorkforceFrame>
      <Suspense fallback={<Loading />}>
        <OrgChart />
      </Suspense>
    </WorkforceFrame>
  )
}

function OrgChart() {
  const { t } = useTranslation(['seats', 'kit'])
  const { data, error, refetch } = useOrg()
  if (data && data.seats.length > 0) return <Chart org={data} />
  return (
    <PageFrame title={t('org.title')} text={t('org.text')}>
      {error ? (
        <EmptyState
          title={t('errors.loadFailed')}
          text={sentenceFor(error)}
          action={<Button onClick={() => void refetch()}>{t('common.retry')}</Button>}
        />
      ) : data ? (
        <EmptyState
          icon={<Network aria-hidden />}
          title={t('org.none')}
          text={t('org.noneText')}
          action={
            <Link to="/workforce" className={buttonClass('primary')}>
              {t('org.hire')}
            </Link>
          }
        />
      ) : (
        <div role="status" aria-label={t('common.loading')} className="flex flex-col items-center gap-10 pt-4">
          <Skeleton className="h-15 w-52" />
          <div className="flex w-full justify-center gap-6 overflow-hidden *:shrink-0">
            <Skeleton className="h-15 w-52" />
            <Skeleton className="h-15 w-52" />
            <Skeleton className="h-15 w-52" />
          </div>
        </div>
      )}
    </PageFrame>
  )
}

function Chart({ org }: { org: Org }) {
  const { t, i18n } = useTranslation('seats')
  const role = useRole()
  const mover = useMove()
  const box = useRef<HTMLDivElement>(null)
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const isRtl = i18n.dir() === 'rtl'
  const tops = useMemo(() => {
    const { compare } = new Intl.Collator(localeOf(i18n.language), { numeric: true })
    return treesOf(org, compare)
  }, [org, i18n.language])
  const layout = useMemo(() => layoutOf(tops, { collapsed, mirrored: isRtl }), [tops, collapsed, isRtl])

  const top = layout.placed[0]
  const { zoom, fit, larger, smaller } = useZoom(box, layout, (top?.x ?? 0) + CARD.width / 2, isRtl)

  const toggle = (key: string) =>
    setCollapsed((now) => {
      const next = new Set(now)
      if (!next.delete(key)) next.add(key)
      return next
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a card says changes with the layout or the language
  const picture = useMemo(
    () =>
      svgOf(layout, {
        title: t('org.title'),
        direction: isRtl ? 'rtl' : 'ltr',
        of: (placed) => ({ name: placed.node.name, role: role(placed) }),
        measure: measureText,
      }),
    [layout, t],
  )
  const percent = formatNumber(zoom, i18n.language, { style: 'percent' })
  return (
    <PageFrame
      title={t('org.title')}
      text={<span data-print="hide">{t('org.text')}</span>}
      width="wide"
      actions={
        <div className="flex flex-wrap items-center gap-1 print:hidden">
          <IconButton label={t('org.smaller')} icon={<ZoomOut />} disabled={zoom <= ZOOM.min} onClick={smaller} />
          <span role="status" aria-label={t('org.zoom', { percent })} className="w-12 text-center text-sm tabular-nums">
            {percent}
          </span>
          <IconButton label={t('org.larger')} icon={<ZoomIn />} disabled={zoom >= ZOOM.max} onClick={larger} />
          <IconButton label={t('org.fit')} icon={<Maximize />} onClick={fit} />
          <PrintButton label={t('org.print')} />
          <IconButton
            label={t('org.download')}
            icon={<Download />}
            onClick={() => saveFile(new Blob([picture], { type: 'image/svg+xml' }), 'org-chart.svg')}
          />
        </div>
      }
    >
      <div
        ref={box}
        className="-mx-4 h-[max(22rem,calc(100dvh-16rem))] overflow-auto overscroll-contain border-y border-line bg-surface p-4 desk:mx-0 desk:rounded-md desk:border print:hidden"
      >
        <OrgTreeView
          layout={layout}
          zoom={zoom}
          onToggle={toggle}
          onMove={mover.move}
          moving={mover.isPending ? mover.variables.seat.id : null}
        />
      </div>
      <p className="mt-2 text-xs text-pretty text-muted print:hidden">{t('org.how')}</p>
      <PrintedChart title={t('org.title')} svg={picture} ratio={layout.width / layout.height} />
    </PageFrame>
  )
}
