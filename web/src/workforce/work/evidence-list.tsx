import type { Evidence } from '@atrium/contract/work-product'
import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { said } from '../../i18n/said.ts'
import { Badge } from '../../ui/badge.tsx'

const signs = {
  yes: ['success', CircleCheck],
  no: ['danger', CircleX],
  unknown: ['neutral', CircleHelp],
} as const

/** Acceptance criteria, and what shows that each is met. */
export function EvidenceList({ evidence, label }: { evidence: readonly Evidence[]; label: string }) {
  const { t } = useTranslation('seats')
  return (
    <ul aria-label={label} className="divide-y divide-line border-y border-line text-sm">
      {evidence.map(({ criterion, met, note }) => {
        const [tone, Sign] = signs[met]
        return (
          <li key={criterion} className="flex flex-wrap items-start gap-x-3 gap-y-1 py-2">
            <span className="min-w-0 flex-[1_1_14rem]">
              <span dir="auto" className="block wrap-anywhere">
                {said(criterion)}
              </span>
              {note && (
                <span dir="auto" className="block text-muted wrap-anywhere">
                  {note}
                </span>
              )}
            </span>
            <Badge tone={tone} icon={<Sign aria-hidden />} className="print:border print:bg-transparent print:text-ink">
              {t(`deliverable.met.${met}`)}
            </Badge>
          </li>
        )
      })}
    </ul>
  )
}
