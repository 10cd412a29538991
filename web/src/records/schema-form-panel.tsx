import type { HeldFile } from '@atrium/contract/files'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { Controller, type FieldError, type FieldErrors, type Resolver, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { ApiError, sentenceFor } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { FormControl } from './form-control.tsx'
import type { Pictures } from './rich-text/rich-text-field.tsx'
import { fieldsOf, fromControl, type Held as HeldValue, type ShownField, toControl } from './schema-fields.ts'
import type { SchemaFormPanelProps } from './schema-form.tsx'
import { useLeaving } from './use-leaving.ts'

type Held = Record<string, HeldValue>

export function SchemaFormPanel({
  schema,
  value,
  labels,
  place,
  submit,
  onSubmit,
  onCancel,
  extra,
}: SchemaFormPanelProps) {
  const { t, i18n } = useTranslation('kit')
  const { language } = i18n
  const shape = schema.shape as Record<string, z.ZodType>
  const fields = useMemo(
    () => fieldsOf(shape, labels).filter(({ kind }) => kind !== 'files' || place),
    [shape, labels, place],
  )
  /** Fields whose files are on their way. */
  const busy = useRef(new Set<string>())
  const given = useRef(value)
  const [failure, setFailure] = useState('')
  const form = useRef<HTMLFormElement>(null)

  const resolver: Resolver<Held> = async (held, _, { fields: controls }) => {
    const input: Record<string, unknown> = { ...given.current }
    for (const field of fields)
      input[field.name] = fromControl(shape[field.name] as z.ZodType, field, held[field.name], language)
    for (const name of busy.current)
      return { values: {}, errors: { [name]: { type: 'busy', message: t('files.wait'), ref: controls[name]?.ref } } }
    const parsed = await schema.safeParseAsync(input, {
      error: (issue) => sentenceOf(issue, (key, values) => t(key, values ?? {})),
    })
    if (parsed.success) return { values: parsed.data as Held, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const { path, message } of parsed.error.issues) {
      const name = String(path[0] ?? 'root')
      const isShown = fields.some((field) => field.name === name)
      // The form goes to the first field that has an error, by its ref.
      errors[isShown ? name : 'root'] ??= { type: 'schema', message, ref: controls[name]?.ref }
    }
    return { values: {}, errors: errors as FieldErrors<Held> }
  }
  const defaults = useMemo(
    () =>
      Object.fromEntries(
        fields.map((field) => [
          field.name,
          toControl(field, startOf(shape[field.name], given.current?.[field.name]), language),
        ]),
      ),
    [fields, shape, language],
  )
  const { control, handleSubmit, setError, formState, reset, getValues, setValue, watch } = useForm<Held>({
    defaultValues: defaults,
    resolver,
    // Not when a field is left: an error that comes then moves the button from under the pointer that is on its way to it.
    mode: 'onSubmit',
  })
  const { isDirty, isSubmitting, errors } = formState
  const lets = useLeaving(isDirty && !isSubmitting)

  /** The field of pictures that a rich text names, where this form shows it. */
  const picturesOf = ({ facts }: ShownField): Pictures | undefined => {
    const to = fields.find(({ name }) => name === facts?.pictures)
    const limits = to?.facts?.files
    if (!to || !limits || !place) return undefined
    const held = () => getValues(to.name) as HeldFile[]
    return {
      place: { ...place, field: to.name },
      limits,
      held,
      onArrived: (file) => setValue(to.name, [...held(), file], { shouldDirty: true }),
    }
  }

  const send = async (parsed: Held) => {
    setFailure('')
    const sent = getValues()
    try {
      await onSubmit(parsed as never)
      reset(sent)
    } catch (error) {
      const refused = fieldErrors(error).filter(({ field }) => fields.some(({ name }) => name === field))
      for (const { field, message } of refused) setError(field, { type: 'server', message }, { shouldFocus: true })
      if (refused.length === 0) setFailure(sentenceFor(error))
    }
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  // Only a control of the page's own looks at the others.
  const all = fields.some((field) => field.control) ? watch() : {}
  const rootError = failure || errors.root?.message

  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      onKeyDown={onKey}
      onSubmit={(event) => {
        event.stopPropagation() // a form in a dialog of a form
        void handleSubmit(send)(event)
      }}
    >
      {fields.map((field) => (
        <Controller
          key={field.name}
          name={field.name}
          control={control}
          render={({ field: held, fieldState }) => (
            <FormControl
              field={field}
              place={place}
              held={held}
              error={fieldState.error?.message}
              pictures={picturesOf(field)}
              all={all}
              onBusy={(isBusy) => busy.current[isBusy ? 'add' : 'delete'](field.name)}
            />
          )}
        />
      ))}
      {rootError && (
        <p role="alert" className="text-sm text-danger-ink">
          {rootError}
        </p>
      )}
      <div className="flex gap-2 max-sm:flex-col-reverse sm:justify-end">
        {extra && <div className="flex gap-2 max-sm:flex-col sm:me-auto">{extra}</div>}
        {onCancel && <Button onClick={async () => (await lets()) && onCancel()}>{t('common.cancel')}</Button>}
        <Button type="submit" variant="primary" loading={isSubmitting}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

/** What a field begins with: its value, else the schema's default. */
function startOf(schema: z.ZodType | undefined, value: unknown): unknown {
  if (value !== undefined) return value
  const { type, defaultValue } = (schema?.def ?? {}) as { type?: string; defaultValue?: unknown }
  return type === 'default' || type === 'prefault' ? defaultValue : undefined
}

const fieldErrors = (error: unknown): { field: string; message: string }[] => {
  const { fields } = ((error instanceof ApiError && error.details) || {}) as {
    fields?: { field: string; message: string }[]
  }
  return (fields ?? []).map(({ field, message }) => ({ field: field.split('.')[0] ?? field, message }))
}

interface Issue {
  code?: string
  origin?: string
  minimum?: unknown
  maximum?: unknown
  inclusive?: boolean
  input?: unknown
}

/** For checks that a schema says nothing of its own about. */
function sentenceOf(issue: Issue, t: (key: string, values?: Record<string, unknown>) => string): string {
  const { code, origin, minimum, maximum, input } = issue
  const isEmpty = input === undefined || input === null || (typeof input === 'string' && input.trim() === '')
  if (isEmpty) return t('form.required')
  if (code === 'invalid_type' || code === 'not_multiple_of') return t(origin === 'int' ? 'form.whole' : 'form.number')
  if (origin === 'string' && code === 'too_big') return t('form.tooLong', { count: Number(maximum) })
  if (origin === 'string' && code === 'too_small') return t('form.tooShort', { count: Number(minimum) })
  if (code === 'too_small') return t('form.atLeast', { value: Number(minimum) })
  if (code === 'too_big') return t('form.atMost', { value: Number(maximum) })
  return t('form.wrong')
}
