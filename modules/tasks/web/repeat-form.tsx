import { Button, Select, TextField } from '@atrium/web/kit'
import { clsx } from 'clsx'
import { type FormEvent, useState } from 'react'
import { draftOf, newDraft, type RepeatDraft, ruleOf } from './repeat-draft.ts'
import { monthlyNames, repeatSaid, weekdayNames } from './repeat-said.ts'
import { useTexts } from './texts.ts'

interface RepeatFormProps {
  rule: string | null
  day: string
  onRule: (rule: string | null) => void
  onCancel: () => void
}

export function RepeatForm({ rule, day, onRule, onCancel }: RepeatFormProps) {
  const texts = useTexts()
  const { t, language } = texts
  const [draft, setDraft] = useState(() => (rule && draftOf(rule, day)) || newDraft(day))
  const set = (change: Partial<RepeatDraft>) => setDraft({ ...draft, ...change })
  const [short, long] = [weekdayNames(language, 'short'), weekdayNames(language, 'long')]
  const monthly = monthlyNames(day, texts)
  const made = ruleOf(draft, day)
  const isWeekday = (at: number) => draft.weekdays.includes(at)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation() // it stands in another form
    onRule(made)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={t('repeat.every')}
          type="number"
          min={1}
          max={999}
          required
          value={String(draft.every)}
          onChange={({ target }) => set({ every: Math.min(999, Math.max(1, Math.trunc(Number(target.value)) || 1)) })}
        />
        <Select
          label={t('repeat.unit')}
          value={draft.unit}
          options={(['day', 'week', 'month', 'year'] as const).map((value) => ({ value, label: t(`repeat.${value}`) }))}
          onChange={({ target }) => set({ unit: target.value as RepeatDraft['unit'] })}
        />
      </div>
      <Select
        label={t('repeat.from')}
        value={draft.from}
        options={[
          { value: 'due', label: t('repeat.fromDue') },
          { value: 'done', label: t('repeat.fromDone') },
        ]}
        onChange={({ target }) => set({ from: target.value as RepeatDraft['from'] })}
      />
      {draft.from === 'due' && draft.unit === 'week' && (
        <fieldset>
          <legend className="pb-1.5 text-sm font-medium">{t('repeat.on')}</legend>
          <div className="flex flex-wrap gap-1">
            {short.map((name, at) => (
              <button
                key={name}
                type="button"
                aria-pressed={isWeekday(at + 1)}
                aria-label={long[at]}
                onClick={() => {
                  const next = isWeekday(at + 1)
                    ? draft.weekdays.filter((one) => one !== at + 1)
                    : [...draft.weekdays, at + 1]
                  if (next.length > 0) set({ weekdays: next })
                }}
                className={clsx(
                  'h-9 min-w-11 rounded-md border px-2 text-sm touch:h-11',
                  isWeekday(at + 1) ? 'border-accent bg-accent-soft font-medium' : 'border-line hover:bg-hover',
                )}
              >
                {name}
              </button>
            ))}
          </div>
        </fieldset>
      )}
      {draft.from === 'due' && draft.unit === 'month' && (
        <Select
          label={t('repeat.on')}
          value={draft.monthly}
          options={(['date', 'weekday', 'last'] as const).map((value) => ({ value, label: monthly[value] }))}
          onChange={({ target }) => set({ monthly: target.value as RepeatDraft['monthly'] })}
        />
      )}
      {draft.from === 'due' && (
        <div className="grid grid-cols-2 gap-3">
          <Select
            label={t('repeat.ends')}
            value={draft.ends}
            options={[
              { value: 'never', label: t('repeat.never') },
              { value: 'until', label: t('repeat.until') },
              { value: 'count', label: t('repeat.count') },
            ]}
            onChange={({ target }) => set({ ends: target.value as RepeatDraft['ends'] })}
          />
          {draft.ends === 'until' && (
            <TextField
              label={t('repeat.until')}
              type="date"
              required
              min={day}
              value={draft.until}
              onChange={({ target }) => set({ until: target.value })}
            />
          )}
          {draft.ends === 'count' && (
            <TextField
              label={t('repeat.times')}
              type="number"
              min={1}
              max={9999}
              required
              value={String(draft.count)}
              onChange={({ target }) =>
                set({ count: Math.min(9999, Math.max(1, Math.trunc(Number(target.value)) || 1)) })
              }
            />
          )}
        </div>
      )}
      <p role="status" className="text-sm text-muted">
        {repeatSaid(draft, day, texts)}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        {rule !== null && (
          <Button className="me-auto" onClick={() => onRule(null)}>
            {t('repeat.stop')}
          </Button>
        )}
        <Button onClick={onCancel}>{t('form.cancel')}</Button>
        <Button type="submit" variant="primary">
          {t('repeat.take')}
        </Button>
      </div>
    </form>
  )
}
