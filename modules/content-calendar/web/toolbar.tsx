import type { CalendarSteps } from '@atrium/web/kit'
import { Button, controlClass, IconButton } from '@atrium/web/kit'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight, ListChecks } from 'lucide-react'
import type { ChannelRow } from '../channels.ts'
import { type Address, type AddressChange, kinds, views } from './address.ts'
import { useTexts } from './texts.ts'
import { zoneOptions } from './zones.ts'

interface ToolbarProps {
  title: string
  address: Address
  zone: string
  ownZone: string
  channels: readonly ChannelRow[]
  steps: () => CalendarSteps | null
  onAddress: (change: AddressChange) => void
  /** Opens the list of calendars where it has no place beside the days; null where it stands there. */
  onCalendars: (() => void) | null
}

/** Which days are shown, how, and what of them. */
export function Toolbar({ title, address, zone, ownZone, channels, steps, onAddress, onCalendars }: ToolbarProps) {
  const { t } = useTexts()
  const filters = [
    ...kinds.map((kind) => ({ value: kind as string, label: t(`show.${kind}`) })),
    ...channels.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2" data-print="hide">
      <div className="flex items-center gap-1">
        <Button size="sm" onClick={() => steps()?.today()}>
          {t('today')}
        </Button>
        <IconButton
          label={t('previous')}
          icon={<ChevronLeft className="rtl:-scale-x-100" />}
          onClick={() => steps()?.previous()}
        />
        <IconButton
          label={t('next')}
          icon={<ChevronRight className="rtl:-scale-x-100" />}
          onClick={() => steps()?.next()}
        />
        <h2 className="ms-1 text-base font-medium" aria-live="polite">
          {title}
        </h2>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {onCalendars && (
          <Button size="sm" icon={<ListChecks aria-hidden className="size-4" />} onClick={onCalendars}>
            {t('calendars.title')}
          </Button>
        )}
        <fieldset className="flex gap-1 rounded-md bg-surface p-1">
          <legend className="sr-only">{t('viewsLabel')}</legend>
          {views.map((view) => (
            <button
              key={view}
              type="button"
              aria-pressed={address.view === view}
              onClick={() => onAddress({ view })}
              className={clsx(
                'h-8 rounded-sm px-3 text-sm touch:h-10',
                address.view === view ? 'bg-popover font-medium' : 'text-muted hover:text-ink',
              )}
            >
              {t(`views.${view}`)}
            </button>
          ))}
        </fieldset>
        <Choice
          label={t('show.label')}
          value={address.channel ?? address.kind}
          options={filters}
          onChoice={(value) => {
            const kind = kinds.find((one) => one === value)
            onAddress(kind ? { kind, channel: null } : { kind: null, channel: value })
          }}
        />
        <Choice
          label={t('zone')}
          value={zone}
          options={zoneOptions([ownZone, zone])}
          onChoice={(value) => onAddress({ zone: value === ownZone ? null : value })}
        />
      </div>
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChoice: (value: string) => void
}

function Choice({ label, value, options, onChoice }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChoice(target.value)}
      className={clsx(controlClass, 'h-10 w-auto! max-w-40 truncate px-2 sm:max-w-48')}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
