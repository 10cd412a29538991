import type { ImportReport } from '@atrium/contract/data'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from './format.ts'

const formats = { atrium: 'data.fromHere', chatgpt: 'data.fromChatGpt', claude: 'data.fromClaude' } as const

/** What an archive brings, or has brought: a table of counts, and what was refused with the reasons. */
export function ImportReportView({
  report,
  title,
  children,
}: {
  report: ImportReport
  title: string
  children?: ReactNode
}) {
  const { t, i18n } = useTranslation('settings')
  const { number } = useFormats()
  const nameOf = (kind: string) => (i18n.exists(`settings:data.kinds.${kind}`) ? t(`data.kinds.${kind}`) : kind)
  return (
    <div role="status" className="flex flex-col gap-4 rounded-lg bg-surface p-4">
      <div>
        <h4 className="text-sm">{title}</h4>
        <p className="text-muted">{t(formats[report.format])}</p>
      </div>
      <div className="overflow-x-auto">
        <table className="w-full text-start">
          <thead>
            <tr className="text-xs text-muted [&>th]:pb-1 [&>th]:font-medium">
              <th scope="col" className="text-start">
                {t('data.kind')}
              </th>
              <th scope="col" className="ps-3 text-end">
                {t('data.added')}
              </th>
              <th scope="col" className="ps-3 text-end">
                {t('data.present')}
              </th>
              <th scope="col" className="ps-3 text-end">
                {t('data.refused')}
              </th>
            </tr>
          </thead>
          <tbody>
            {report.counts.map(({ kind, added, present, refused }) => (
              <tr key={kind} className="border-line border-t [&>*]:py-1.5">
                <th scope="row" className="text-start font-normal">
                  {nameOf(kind)}
                </th>
                {[
                  ['added', added],
                  ['present', present],
                  ['refused', refused],
                ].map(([name, count]) => (
                  <td key={name} className="ps-3 text-end">
                    {number(Number(count))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {report.refused.length > 0 && (
        <details>
          <summary className="font-medium">{t('data.reasons', { count: report.refused.length })}</summary>
          <ul className="mt-2 flex max-h-60 flex-col gap-1 overflow-y-auto">
            {report.refused.map(({ what, reason }) => (
              <li key={`${what} ${reason}`} className="text-pretty">
                <span dir="auto" className="font-medium">
                  {what}
                </span>{' '}
                <span className="text-muted">{reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {children}
    </div>
  )
}
