import { zodResolver } from '@hookform/resolvers/zod'
import { type KeyboardEvent, useEffectEvent } from 'react'
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError, sentenceFor } from '../platform/api.ts'
import { isShortcut } from '../ui/shortcut.ts'
import { useUnsaved } from './unsaved.tsx'

interface Options<V extends FieldValues> {
  /** The contract's own rules. */
  schema: z.ZodType<unknown, V>
  values: DefaultValues<V>
  /** Keeps it on the server; what it throws is shown beside the field it names, or below the form. */
  save: (values: V) => Promise<unknown>
  /** false: a dialog's form, which is let go by closing it. */
  guarded?: boolean
}

/** A form on the contract's rules: errors beside the fields, Ctrl/Cmd+Enter sends, nothing typed is lost on a refusal. */
export function useSettingsForm<V extends FieldValues>({ schema, values, save, guarded = true }: Options<V>) {
  const form = useForm<V>({
    // The schema's input type is the form's own; the resolver's types cannot say so.
    resolver: zodResolver(schema as never) as unknown as Resolver<V>,
    defaultValues: values,
  })
  const { errors, isDirty, isSubmitting } = form.formState
  useUnsaved(guarded && isDirty && !isSubmitting)
  const submit = form.handleSubmit(async (sent) => {
    try {
      await save(sent as V)
    } catch (error) {
      const told = fieldErrors(error).filter(({ field }) => field in form.getValues())
      for (const { field, message } of told) form.setError(field as Path<V>, { message }, { shouldFocus: true })
      if (told.length === 0) form.setError('root', { message: sentenceFor(error) })
    }
  })
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event.nativeEvent, 'mod+enter')) return
    event.preventDefault()
    void submit()
  })
  return {
    form,
    isDirty,
    isSubmitting,
    /** Spread on the <form>. */
    formProps: { noValidate: true, onSubmit: submit, onKeyDown: (event: KeyboardEvent) => onKeyDown(event) },
    /** Spread on a TextField. */
    field: (name: Path<V>) => ({ ...form.register(name), error: messageOf(errors, name) }),
    rootError: errors.root?.message,
    submit,
  }
}

function messageOf(errors: object, name: string): string | undefined {
  const error = (errors as Record<string, { message?: unknown } | undefined>)[name]
  return typeof error?.message === 'string' ? error.message : undefined
}

interface FieldError {
  field: string
  message: string
}

/** What the server says of the fields: one by name, or a list. */
function fieldErrors(error: unknown): FieldError[] {
  if (!(error instanceof ApiError)) return []
  const { fields, field } = error.details ?? {}
  if (Array.isArray(fields)) return fields as FieldError[]
  return typeof field === 'string' ? [{ field, message: error.sentence }] : []
}
