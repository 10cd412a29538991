import type { HeldFile } from '@atrium/contract/files'
import type { ReactNode } from 'react'
import { part } from '../../platform/part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The field of pictures of the same form, of which the text shows some. */
export interface Pictures {
  place: { module: string; collection: string; field: string }
  limits: { most: number; largest: number; accepts: string[] }
  held: () => readonly HeldFile[]
  onArrived: (file: HeldFile) => void
}

export interface RichTextFieldProps {
  label: ReactNode
  help?: ReactNode
  error?: string
  isRequired: boolean
  /** Markdown */
  value: string
  onChange: (markdown: string) => void
  onBlur: () => void
  ref: (at: { focus: () => void } | null) => void
  pictures?: Pictures
  onBusy?: (isBusy: boolean) => void
}

const RichTextPanel = /* @__PURE__ */ part<RichTextFieldProps>(() =>
  import('./rich-text-panel.tsx').then((file) => file.RichTextPanel),
)

/** A text with headings, lists, tables, links and pictures: written as it will look, kept as Markdown. */
export function RichTextField(props: RichTextFieldProps) {
  return (
    <RichTextPanel
      {...props}
      placeholder={
        <div className="flex flex-col gap-1.5">
          <span className="text-sm font-medium">{props.label}</span>
          <Skeleton className="h-48 w-full" />
        </div>
      }
    />
  )
}
