import { NewSchedule, type Schedule, type SeatDetails, type Trigger } from '@atrium/contract/workforce-seats'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../../i18n/said.ts'
import { ApiError, api, sentenceFor } from '../../platform/api.ts'
import { FormError } from '../../settings/form-parts.tsx'
import { Button } from '../../ui/button.tsx'
import { Select, TextArea, TextField } from '../../ui/field.tsx'
import { renewWorkforce } from '../use-workforce-news.ts'
import { faultsIn, fieldsIn, type InputFault, sentInput } from '../work/input-fields.ts'
import { PlaybookFields, useFaultWords } from '../work/playbook-form.tsx'
import { cronOf, timesOf, usualTimes } from './cron.ts'
import { TriggerFields } from './trigger-fields.tsx'

interface ScheduleFormProps {
  seat: SeatDetails
  /** Null for a new one. */
  schedule: Schedule | null
  close: () => void
}

const PATH = '/api/workforce/schedules'
const usualTrigger: Trigger = {
  kind: 'time',
  cron: cronOf(usualTimes),
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
}

/** What is to be done, when, and by which playbook. */
export function ScheduleForm({ seat, schedule, close }: ScheduleFormProps) {
  const { t } = useTranslation('seats')
  const client = useQueryClient()
  const wordsOf = useFaultWords()
  const [title, setTitle] = useState(schedule?.title ?? '')
  const [brief, setBrief] = useState(schedule?.brief ?? '')
  // One that came from a seat of another kind names a playbook that this one lacks.
  const isKnown = seat.agent.playbooks.some(({ id }) => id === schedule?.playbook)
  const [playbook, setPlaybook] = useState((isKnown && schedule?.playbook) || '')
  const [input, setInput] = useState<Record<string, unknown>>((isKnown && schedule?.input) || {})
  const [trigger, setTrigger] = useState<Trigger>(schedule?.trigger ?? usualTrigger)
  const [faults, setFaults] = useState<Record<string, InputFault>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const chosen = seat.agent.playbooks.find(({ id }) => id === playbook)
  const fields = chosen ? fieldsIn(chosen.input) : []

  const submit = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (isBusy) return
    const body = {
      title: title.trim() || said(chosen?.title ?? ''),
      brief,
      playbook: playbook || null,
      input: sentInput(fields, input),
      trigger: trigger.kind === 'time' ? { ...trigger, cron: cronOf(timesOf(trigger.cron)) } : trigger,
    }
    const found = faultsIn(fields, input)
    const read = NewSchedule.omit({ seatId: true }).safeParse(body)
    const wrong = read.success
      ? {}
      : Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0] ?? ''), message]))
    setFaults(found)
    setErrors(wrong)
    if (Object.keys(found).length > 0 || !read.success) return
    setBusy(true)
    try {
      if (schedule) await api.patch(`${PATH}/${schedule.id}`, body)
      else await api.post(PATH, { ...body, seatId: seat.id })
      await renewWorkforce(client)
      close()
    } catch (error) {
      const field = error instanceof ApiError ? error.details?.field : undefined
      setErrors({ [typeof field === 'string' && field in body ? field : 'root']: sentenceFor(error) })
      setBusy(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event)
      }}
      className="flex flex-col gap-4"
    >
      <Select
        label={t('schedule.playbook')}
        value={playbook}
        options={[
          { value: '', label: t('schedule.letChoose', { name: seat.name }) },
          ...seat.agent.playbooks.map((one) => ({ value: one.id, label: said(one.title) })),
        ]}
        onChange={({ target }) => {
          setPlaybook(target.value)
          setInput({})
          setFaults({})
        }}
      />
      <TextField
        label={t('schedule.title')}
        placeholder={chosen && said(chosen.title)}
        autoComplete="off"
        dir="auto"
        value={title}
        error={errors.title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <TriggerFields trigger={trigger} error={errors.trigger} onChange={setTrigger} />
      <PlaybookFields
        key={playbook}
        fields={fields}
        value={input}
        onChange={setInput}
        errors={Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, wordsOf(fault)]))}
      />
      <TextArea
        label={t('schedule.brief')}
        dir="auto"
        value={brief}
        error={errors.brief}
        onChange={({ target }) => setBrief(target.value)}
      />
      <FormError>{errors.root ?? errors.input ?? errors.playbook}</FormError>
      <div className="flex justify-end gap-2 max-sm:flex-col-reverse">
        <Button onClick={close}>{t('common.cancel')}</Button>
        <Button type="submit" variant="primary" loading={isBusy}>
          {t(schedule ? 'common.save' : 'schedule.add')}
        </Button>
      </div>
    </form>
  )
}
