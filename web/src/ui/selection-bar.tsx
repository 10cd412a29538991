import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from './button.tsx'

interface SelectionBarProps {
  count: number
  onClear: () => void
  onDelete?: () => void
  children?: ReactNode
}

/** What can be done with the chosen rows; floats above the end of the list. */
export function SelectionBar({ count, onClear, onDelete, children }: SelectionBarProps) {
  const { t } = useTranslation('kit')
  return (
    <div className="pointer-events-none sticky inset-x-0 bottom-3 z-20 -mt-14 flex h-14 justify-center print:hidden">
      {/* biome-ignore lint/a11y/useSemanticElements: no fields stand in it */}
      <div
        role="group"
        aria-label={t('table.chosen', { count })}
        className="pointer-events-auto flex h-12 max-w-full animate-rise items-center gap-2 overflow-x-auto rounded-lg bg-popover ps-3 pe-1.5 shadow-float touch:h-14"
      >
        <span role="status" className="shrink-0 text-sm font-medium tabular">
          {t('table.chosen', { count })}
        </span>
        {children}
        {onDelete && (
          <Button size="sm" onClick={onDelete} aria-keyshortcuts="#">
            {t('common.delete')}
          </Button>
        )}
        <IconButton size="sm" label={t('table.clear')} shortcut="esc" icon={<X />} onClick={onClear} />
      </div>
    </div>
  )
}
