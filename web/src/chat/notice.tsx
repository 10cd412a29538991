import type { ReactNode } from 'react'
import { said } from '../i18n/said.ts'

export interface NoticeProps {
  icon: ReactNode
  sentence: string
  detail?: string
  tone?: 'warning' | 'danger' | 'quiet'
  children?: ReactNode
}

const tones = {
  warning: '[&>svg]:text-warning-ink',
  danger: '[&>svg]:text-danger-ink',
  quiet: '[&>svg]:text-faint',
}

/** Something that happened, said in a line, with the way on beside it. */
export function Notice({ icon, sentence, detail, tone = 'warning', children }: NoticeProps) {
  return (
    <div
      className={`mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-surface px-3.5 py-2.5 text-sm [&>svg]:size-4.5 [&>svg]:shrink-0 ${tones[tone]}`}
    >
      {icon}
      <div className="min-w-48 flex-1">
        <p>{said(sentence)}</p>
        {detail && <p className="text-xs text-muted">{said(detail)}</p>}
      </div>
      {children}
    </div>
  )
}
