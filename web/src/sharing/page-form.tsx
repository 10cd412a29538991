import type { PageChange, PublicPage } from '@atrium/contract/public-pages'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { sentenceFor } from '../platform/api.ts'
import { FormError } from '../settings/form-parts.tsx'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { controlClass, Field, Switch, TextArea, TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { PageAddress } from './page-address.tsx'
import type { PublishProps } from './publish.tsx'
import { slugOf, usePages } from './use-pages.ts'

export type PageFormProps = Pick<PublishProps, 'module' | 'kind' | 'declared' | 'subject' | 'title' | 'fields'> & {
  /** The one that is changed; a new one when absent. */
  page: PublicPage | undefined
  onKept: (page: PublicPage) => void
  onGone: () => void
}

/** The end of a day on the person's own clock. */
const endOf = (day: string): string | null => (day ? new Date(`${day}T23:59:59`).toISOString() : null)
const dayOf = (moment: string | null | undefined): string => {
  if (!moment) return ''
  const at = new Date(moment)
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

const valuesOf = ({ page, title, fields = [] }: PageFormProps) => ({
  title: page?.title ?? title,
  slug: page?.slug ?? slugOf(title),
  description: page?.description ?? '',
  isListed: page?.isListed ?? false,
  takes: (page?.allows.length ?? 0) > 0,
  until: dayOf(page?.expiresAt),
  fields: page?.fields ?? fields.map(({ name }) => name),
  password: '',
  forgetsPassword: false,
  keepsOldAddress: true,
})

export function PageForm(props: PageFormProps) {
  const { module, kind, declared, subject, fields = [], page, onKept, onGone } = props
  const { t, i18n } = useTranslation('sharing')
  const pages = usePages()
  const confirm = useConfirm()
  const [values, setValues] = useState(() => valuesOf(props))
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const set = (more: Partial<typeof values>) => setValues((now) => ({ ...now, ...more }))
  const { allows = [] } = declared

  const doing = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure('')
    await work().catch((error: unknown) => setFailure(sentenceFor(error)))
    setBusy(false)
  }
  const keep = (event: FormEvent) => {
    event.preventDefault()
    const given: PageChange = {
      title: values.title,
      slug: values.slug,
      description: values.description,
      isListed: values.isListed,
      expiresAt: endOf(values.until),
      allows: values.takes ? [...allows] : [],
      fields: values.fields.length < fields.length ? values.fields : null,
      ...(values.password ? { password: values.password } : values.forgetsPassword && { password: null }),
    }
    void doing(async () => {
      const { keepsOldAddress } = values
      const kept = page
        ? await pages.change(page.id, { ...given, keepsOldAddress })
        : await pages.publish({ ...given, module, kind, subject, language: i18n.language } as never)
      toast({ title: t(page ? 'pages.saved' : 'pages.done') })
      onKept(kept)
      set({ password: '', forgetsPassword: false })
    })
  }
  const takeBack = async (shown: PublicPage) => {
    const question = { title: t('pages.takeBack'), text: t('pages.takeBackAsk', { name: shown.title }), danger: true }
    if (!(await confirm({ ...question, confirm: t('pages.takeBack') }))) return
    await doing(async () => {
      await pages.takeBack(shown.id)
      toast({ title: t('pages.takenBack') })
      onGone()
    })
  }
  const toggle = (name: string) =>
    set({
      fields: values.fields.includes(name) ? values.fields.filter((one) => one !== name) : [...values.fields, name],
    })

  return (
    <form onSubmit={keep} className="flex flex-col gap-5">
      {page ? <PageAddress page={page} /> : <p className="text-muted">{said(declared.summary)}</p>}
      <TextField
        label={t('pages.name')}
        required
        maxLength={200}
        value={values.title}
        onChange={({ target }) => set({ title: target.value })}
      />
      <Field label={t('pages.address')}>
        <SlugInput value={values.slug} onChange={(slug) => set({ slug })} />
      </Field>
      {page && values.slug !== page.slug && (
        <Switch
          label={t('pages.keepOld')}
          checked={values.keepsOldAddress}
          onChange={(keepsOldAddress) => set({ keepsOldAddress })}
        />
      )}
      <TextArea
        label={t('pages.description')}
        rows={2}
        maxLength={500}
        value={values.description}
        onChange={({ target }) => set({ description: target.value })}
      />
      {fields.length > 0 && (
        <fieldset className="flex flex-wrap gap-x-5 gap-y-2">
          <legend className="mb-1.5 text-sm font-medium">{t('pages.shown')}</legend>
          {fields.map(({ name, label }) => (
            <label key={name} className="flex items-center gap-2 touch:min-h-11">
              <input
                type="checkbox"
                checked={values.fields.includes(name)}
                onChange={() => toggle(name)}
                className="size-4 shrink-0 accent-(--accent)"
              />
              {said(label)}
            </label>
          ))}
        </fieldset>
      )}
      {allows.length > 0 && (
        <Switch
          label={t('pages.takes')}
          help={t('pages.takesHelp')}
          checked={values.takes}
          onChange={(takes) => set({ takes })}
        />
      )}
      <Switch label={t('pages.listed')} checked={values.isListed} onChange={(isListed) => set({ isListed })} />
      <TextField
        label={t('pages.password')}
        help={t(page?.hasPassword ? 'pages.hasPassword' : 'pages.passwordHelp')}
        type="password"
        autoComplete="new-password"
        maxLength={200}
        value={values.password}
        onChange={({ target }) => set({ password: target.value })}
      />
      {page?.hasPassword && !values.password && (
        <Switch
          label={t('pages.noPassword')}
          checked={values.forgetsPassword}
          onChange={(forgetsPassword) => set({ forgetsPassword })}
        />
      )}
      <TextField
        label={t('pages.until')}
        type="date"
        className="max-w-48"
        value={values.until}
        onChange={({ target }) => set({ until: target.value })}
      />
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={isBusy}>
          {t(page ? 'common.save' : 'pages.publish')}
        </Button>
        {page && <Button onClick={() => void takeBack(page)}>{t('pages.takeBack')}</Button>}
      </div>
    </form>
  )
}

interface SlugInputProps {
  id?: string
  value: string
  onChange: (slug: string) => void
}

/** The address as it will be, its own end to be typed. */
function SlugInput({ value, onChange, ...input }: SlugInputProps) {
  return (
    <div dir="ltr" className="flex items-center gap-1">
      <span className="min-w-0 shrink truncate text-sm text-muted">{`${location.host}/p/`}</span>
      <input
        {...input}
        required
        minLength={3}
        maxLength={60}
        spellCheck={false}
        autoCapitalize="none"
        value={value}
        onChange={({ target }) => onChange(target.value.toLowerCase().replace(/[\s_]+/g, '-'))}
        className={`${controlClass} h-10 min-w-32 flex-1 px-3`}
      />
    </div>
  )
}
