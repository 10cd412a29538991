import { type Space, spaces } from '@atrium/contract/catalogue/spaces'
import { Check, MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { Sheet } from '../ui/sheet.tsx'

export interface IndustrySheetProps {
  open: boolean
  onClose: () => void
  chosen: Space | undefined
  /** null: the general chat. */
  onChoose: (space: Space | null) => void
}

export function IndustrySheet({ open, onClose, chosen, onChoose }: IndustrySheetProps) {
  const { t } = useTranslation('mobile')
  return (
    <Sheet
      side="bottom"
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={t('sheet.title')}
      className="mx-auto w-full max-w-2xl"
    >
      <ul className="grid gap-2 px-4 pt-1 pb-4 sm:grid-cols-2">
        <li className="sm:col-span-2">
          <Card
            icon={<MessageCircle className="size-5 text-muted" />}
            title={t('sheet.general')}
            text={t('sheet.generalText')}
            chosen={!chosen}
            onClick={() => onChoose(null)}
          />
        </li>
        {spaces.map((space) => (
          <li key={space.key} data-space={space.key}>
            <Card
              icon={<span className="text-lg leading-none">{space.emoji}</span>}
              title={said(space.title)}
              text={said(space.shortDescription)}
              chosen={chosen?.key === space.key}
              onClick={() => onChoose(space)}
            />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

interface CardProps {
  icon: ReactNode
  title: string
  text: string
  chosen: boolean
  onClick: () => void
}

function Card({ icon, title, text, chosen, onClick }: CardProps) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onClick}
      className="flex h-full min-h-14 w-full items-center gap-3 rounded-lg border border-line px-3 py-2.5 text-start hover:border-line-strong hover:bg-hover aria-pressed:border-line-strong"
    >
      <span aria-hidden className="flex size-9 shrink-0 items-center justify-center rounded-md bg-space-soft">
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span className="block text-xs text-pretty text-muted">{text}</span>
      </span>
      {chosen && <Check aria-hidden className="size-4 shrink-0 text-accent-ink" />}
    </button>
  )
}
