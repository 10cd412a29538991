import { WEEKDAY_CODES } from '@atrium/domain/recurrence/rule'
import { Select, TextField } from '@atrium/web/kit'
import { clsx } from 'clsx'
import type { Repeat } from '../repeat.ts'
import { useTexts } from './texts.ts'

interface RepeatFieldsProps {
  value: Repeat
  onChange: (repeat: Repeat) => void
}

/** A Monday, from which weekdays are named in any language. */
const MONDAY = Date.UTC(2024, 0, 1)
export const weekdayName = (at: number, language: string, weekday: 'short' | 'long' = 'short'): string =>
  new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(MONDAY + at * 86_400_000)

/** How something repeats, and until when. */
export function RepeatFields({ value, onChange }: RepeatFieldsProps) {
  const { t, language } = useTexts()
  const set = (change: Partial<Repeat>) => onChange({ ...value, ...change })
  const options = (['never', 'day', 'week', 'month', 'year', ...(value.rule ? (['other'] as const) : [])] as const).map(
    (every) => ({ value: every, label: t(`repeat.${every}`) }),
  )
  const isRuled = value.every !== 'never' && value.every !== 'other'
  return (
    <div className="grid grid-cols-2 gap-3">
      <Select
        label={t('repeat.title')}
        value={value.every}
        options={options}
        onChange={({ target }) => set({ every: target.value as Repeat['every'] })}
        className={isRuled ? '' : 'col-span-2'}
        help={value.every === 'other' ? value.rule : undefined}
      />
      {isRuled && (
        <TextField
          label={t('repeat.interval')}
          type="number"
          min={1}
          max={999}
          value={value.interval}
          onChange={({ target }) => set({ interval: Math.max(1, Number(target.value) || 1) })}
        />
      )}
      {value.every === 'week' && (
        <fieldset className="col-span-2 flex flex-wrap gap-1.5">
          <legend className="mb-1.5 text-sm font-medium">{t('repeat.days')}</legend>
          {WEEKDAY_CODES.map((code, at) => {
            const isOn = value.days.includes(code)
            return (
              <button
                key={code}
                type="button"
                aria-pressed={isOn}
                aria-label={weekdayName(at, language, 'long')}
                onClick={() => set({ days: isOn ? value.days.filter((day) => day !== code) : [...value.days, code] })}
                className={clsx(
                  'h-9 min-w-11 rounded-md border px-2 text-sm',
                  isOn ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line hover:bg-hover',
                )}
              >
                {weekdayName(at, language)}
              </button>
            )
          })}
        </fieldset>
      )}
      {value.every === 'month' && (
        <Select
          className="col-span-2"
          label={t('repeat.monthly')}
          value={value.monthly}
          options={(['day', 'weekday', 'last'] as const).map((way) => ({ value: way, label: t(`repeat.by.${way}`) }))}
          onChange={({ target }) => set({ monthly: target.value as Repeat['monthly'] })}
        />
      )}
      {isRuled && (
        <>
          <Select
            label={t('repeat.ends')}
            value={value.ends}
            options={(['never', 'on', 'after'] as const).map((end) => ({ value: end, label: t(`repeat.end.${end}`) }))}
            onChange={({ target }) => set({ ends: target.value as Repeat['ends'] })}
          />
          {value.ends === 'on' && (
            <TextField
              label={t('repeat.until')}
              type="date"
              required
              value={value.until}
              onChange={({ target }) => set({ until: target.value })}
            />
          )}
          {value.ends === 'after' && (
            <TextField
              label={t('repeat.count')}
              type="number"
              min={1}
              max={999}
              value={value.count}
              onChange={({ target }) => set({ count: Math.max(1, Number(target.value) || 1) })}
            />
          )}
        </>
      )}
    </div>
  )
}
