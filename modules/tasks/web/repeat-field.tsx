import { isDay } from '@atrium/domain/dates/days'
import { Button, Dialog, type OwnControl, TextField } from '@atrium/web/kit'
import { Repeat } from 'lucide-react'
import { useState } from 'react'
import { recurrenceLabel } from '../recurrence-label.ts'
import { editableRecurrence, readRecurrence } from '../recurrence-said.ts'
import { RepeatForm } from './repeat-form.tsx'
import { useTexts } from './texts.ts'

interface RepeatFieldProps extends OwnControl {
  /** The day it counts from. */
  day: string
}

/** What is said as a rule; null where it is empty or the words are not understood here (the server knows more of dates). */
function ruleOf(said: string): string | null {
  const text = said.trim()
  if (text === '') return null
  if (/^(?:rec:|[A-Z]+=)/.test(text)) return text
  const { recurrence, rest } = readRecurrence(text, (words) => (isDay(words) ? words : null))
  return rest === '' ? recurrence : null
}

/** How a task comes again: in words or as the rule itself, or put together in a form. */
export function RepeatField({ day, ...own }: RepeatFieldProps) {
  const { value, help, label, onChange } = own
  const { t } = useTexts()
  const [open, setOpen] = useState(false)
  const rule = ruleOf(value)
  const inWords = rule === null ? '' : recurrenceLabel(rule)
  return (
    <div className="flex items-start gap-2">
      <TextField
        {...own}
        help={inWords && inWords !== value.trim() ? inWords : help}
        className="min-w-0 flex-1"
        maxLength={300}
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
      <Button
        className="mt-6.5 h-10"
        icon={<Repeat aria-hidden className="size-4" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('repeat.choose')}
      </Button>
      <Dialog open={open} size="sm" onOpenChange={setOpen} title={label}>
        <RepeatForm
          rule={rule}
          day={day}
          onRule={(next) => {
            onChange(next === null ? '' : editableRecurrence(next))
            setOpen(false)
          }}
          onCancel={() => setOpen(false)}
        />
      </Dialog>
    </div>
  )
}
