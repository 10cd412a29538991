import type { Deliverable } from '@atrium/contract/workforce-work'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { download } from '../../platform/download.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { formatDate } from '../../ui/formats.ts'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../ui/menu.tsx'
import { PrintButton } from '../../ui/print-button.tsx'
import { ChangesView } from './changes-view.tsx'
import { ProductView } from './product-view.tsx'
import { Verdict } from './verdict.tsx'

const tones: Readonly<Record<Deliverable['state'], Tone>> = {
  in_review: 'warning',
  accepted: 'success',
  sent_back: 'info',
}

export const deliverablePage = (id: string): string => `/workforce/deliverables/${encodeURIComponent(id)}`

/** The newest version; a deliverable has at least one. */
export const newestOf = ({ versions }: Deliverable) =>
  versions.reduce((newest, one) => (one.version > newest.version ? one : newest), versions[0] as Version)
type Version = Deliverable['versions'][number]

export function DeliverableBadge({ state }: { state: Deliverable['state'] }) {
  const { t } = useTranslation('seats')
  return (
    <Badge tone={tones[state]} className="print:border print:bg-transparent print:text-ink">
      {t(`deliverable.states.${state}`)}
    </Badge>
  )
}

interface DeliverableViewProps {
  deliverable: Deliverable
  /** The newest when absent. */
  version?: number
  onVersion: (version: number) => void
  /** Where the verdict stands elsewhere on the page. */
  withoutVerdict?: boolean
}

/** A deliverable whole: the version that is looked at, what changed in it, and the person's verdict. */
export function DeliverableView({ deliverable, version, onVersion, withoutVerdict = false }: DeliverableViewProps) {
  const { t, i18n } = useTranslation('seats')
  const newest = newestOf(deliverable)
  const { versions, id } = deliverable
  const shown = versions.find((one) => one.version === version) ?? newest
  const before = versions.filter((one) => one.version < shown.version).sort((a, b) => b.version - a.version)[0]
  const date = (iso: string) => formatDate(iso, i18n.language)
  const file = (format: 'md' | 'csv') =>
    `/api/workforce/deliverables/${encodeURIComponent(id)}/versions/${shown.version}/file?format=${format}`
  const hasTable = shown.product.blocks.some(({ kind }) => kind === 'table')
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2 print:hidden">
        {versions.length > 1 && (
          <Select
            label={t('deliverable.version')}
            value={String(shown.version)}
            onChange={({ target }) => onVersion(Number(target.value))}
            options={[...versions]
              .sort((a, b) => b.version - a.version)
              .map((one) => ({
                value: String(one.version),
                label: t('deliverable.versionOf', { version: one.version, date: date(one.createdAt) }),
              }))}
            className="w-64 max-w-full"
          />
        )}
        <div className="ms-auto flex gap-2">
          <Menu>
            <MenuTrigger>
              <Button icon={<Download aria-hidden className="size-4" />}>{t('deliverable.download')}</Button>
            </MenuTrigger>
            <MenuContent align="end">
              <MenuItem onSelect={() => download(file('md'))}>{t('deliverable.markdown')}</MenuItem>
              {hasTable && <MenuItem onSelect={() => download(file('csv'))}>{t('deliverable.csv')}</MenuItem>}
            </MenuContent>
          </Menu>
          <PrintButton label={t('deliverable.print')} />
        </div>
      </div>
      {shown !== newest && (
        <p className="flex flex-wrap items-center gap-x-3 rounded-md bg-info-soft px-3 py-2 text-sm text-info-ink print:hidden">
          <span>{t('deliverable.older')}</span>
          <Button size="sm" variant="ghost" onClick={() => onVersion(newest.version)}>
            {t('deliverable.newest')}
          </Button>
        </p>
      )}
      {shown.decidedAt && (
        <p className="text-sm text-muted">
          {t('deliverable.decided', {
            state: t(`deliverable.states.${shown.state}`),
            date: date(shown.decidedAt),
          })}
          {shown.note && (
            <span dir="auto" className="mt-1 block border-s-2 border-line ps-3 whitespace-pre-line wrap-anywhere">
              {shown.note}
            </span>
          )}
        </p>
      )}
      {before && (
        <section aria-label={t('deliverable.changes', { version: before.version })} className="print:hidden">
          <h3 className="mb-1 text-sm font-medium text-muted">
            {t('deliverable.changes', { version: before.version })}
          </h3>
          <ChangesView before={before.product} after={shown.product} />
        </section>
      )}
      <ProductView product={shown.product} />
      {!withoutVerdict && shown === newest && shown.state === 'in_review' && (
        <Verdict key={shown.version} deliverable={deliverable} version={shown.version} />
      )}
    </div>
  )
}
