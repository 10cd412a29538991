import { SEATS_MAX } from '@atrium/contract/workforce'
import { clsx } from 'clsx'
import { Minus, Plus } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../ui/formats.ts'

interface QuantityProps {
  name: string
  value: number
  /** False for an agent that cannot be hired yet. */
  deployable: boolean
  /** False: there may be fewer of it, not more. */
  canGrow?: boolean
  /** May be 0, which takes the agent out. */
  onChange: (quantity: number) => void
  /** Where an agent is taken out by another button. */
  min?: 0 | 1
}

/** Minus, how many, plus (spec 4.5): nothing below nought, nothing at all for an agent that cannot be hired. */
export function Quantity({ name, value, deployable, canGrow = true, onChange, min = 0 }: QuantityProps) {
  const { t, i18n } = useTranslation('workforce')
  const plus = useRef<HTMLButtonElement>(null)
  const set = (next: number) => {
    onChange(next)
    // Minus is disabled now, and would take the focus with it.
    if (next === min) plus.current?.focus()
  }
  const step =
    'flex size-8 items-center justify-center rounded-md transition-colors duration-120 hover:bg-hover disabled:pointer-events-none disabled:text-faint disabled:opacity-60 touch:size-11 [&_svg]:size-4'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame and needs a legend
    <div
      role="group"
      aria-label={t('agent.quantityOf', { name })}
      className="flex shrink-0 items-center rounded-md border border-line bg-popover"
    >
      <button
        type="button"
        aria-label={t('agent.fewer', { name })}
        disabled={!deployable || value <= min}
        onClick={() => set(value - 1)}
        className={step}
      >
        <Minus aria-hidden />
      </button>
      <output className={clsx('min-w-7 text-center text-sm tabular-nums', value > 0 ? 'font-medium' : 'text-muted')}>
        {formatNumber(value, i18n.language)}
      </output>
      <button
        ref={plus}
        type="button"
        aria-label={t('agent.more', { name })}
        disabled={!deployable || !canGrow || value >= SEATS_MAX}
        onClick={() => set(value + 1)}
        className={step}
      >
        <Plus aria-hidden />
      </button>
    </div>
  )
}
