import type { WorkProduct } from '@atrium/contract/work-product'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { EvidenceList } from './evidence-list.tsx'
import { ProductBlock } from './product-blocks.tsx'

/** What a seat delivered: its summary, its parts, what shows that it is right, what was not done, where it comes from. */
export function ProductView({ product }: { product: WorkProduct }) {
  const { t } = useTranslation('seats')
  const id = useId()
  const { summary, blocks, sources, evidence, couldNot } = product
  return (
    <div className="flex min-w-0 flex-col gap-7">
      {summary && (
        <p dir="auto" className="max-w-prose text-base text-pretty whitespace-pre-line wrap-anywhere">
          {summary}
        </p>
      )}
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the product
        <Part key={at} title={block.title}>
          <ProductBlock block={block} id={`${id}-${at}`} />
        </Part>
      ))}
      {evidence.length > 0 && (
        <Part title={t('deliverable.evidence')} text={t('deliverable.evidenceText')}>
          <EvidenceList evidence={evidence} label={t('deliverable.evidence')} />
        </Part>
      )}
      {couldNot.length > 0 && (
        <div className="rounded-md bg-warning-soft px-4 py-3 text-sm text-warning-ink print:border print:bg-transparent print:px-3 print:text-ink">
          <h3 className="text-sm">{t('deliverable.couldNot')}</h3>
          <ul className="mt-1 list-disc ps-5">
            {couldNot.map((line) => (
              <li key={line} className="text-pretty wrap-anywhere">
                <bdi>{line}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      {sources.length > 0 && (
        <Part title={t('deliverable.sources')}>
          <ul className="flex flex-col gap-1 text-sm">
            {sources.map(({ kind, name, place }) => (
              <li key={`${kind} ${name} ${place}`} className="flex flex-wrap gap-x-2">
                <span className="text-muted">{t(`deliverable.source.${kind}`)}</span>
                <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
                {place && <bdi className="text-muted">{place}</bdi>}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  )
}

function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  if (!title) return <div className="min-w-0">{children}</div>
  return (
    <div className="min-w-0">
      <h3 className="text-base wrap-anywhere">
        <bdi>{title}</bdi>
      </h3>
      {text && <p className="text-sm text-muted">{text}</p>}
      <div className="mt-2">{children}</div>
    </div>
  )
}
