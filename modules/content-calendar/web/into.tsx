import { Select } from '@atrium/web/kit'
import type { CalendarView as OneCalendar } from '../calendars.ts'
import { useTexts } from './texts.ts'

interface IntoProps {
  calendars: readonly OneCalendar[]
  value: string
  onChange: (calendar: string) => void
}

/** Into which calendar a file goes, where there are several. */
export function Into({ calendars, value, onChange }: IntoProps) {
  const { t } = useTexts()
  const own = calendars.filter(({ feed }) => !feed)
  if (own.length < 2) return null
  return (
    <Select
      label={t('form.calendar')}
      value={value || own.find(({ isDefault }) => isDefault)?.id}
      options={own.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
