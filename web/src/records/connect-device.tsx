import type { MadeKey } from '@atrium/contract/account-security'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, MonitorSmartphone } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { requireSignIn } from '../accounts/sign-in-request.ts'
import { api, sentenceFor } from '../platform/api.ts'
import { readScope } from '../platform/scope.ts'
import { useSession } from '../platform/session.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TextField } from '../ui/field.tsx'
import { formatNumber } from '../ui/formats.ts'
import { CopyField, type CopyKey } from './copy-field.tsx'

/** What a module's texts have for it, beside what each system is told. */
export type ConnectKey = `connect.${
  | 'guest'
  | 'guestText'
  | 'signIn'
  | 'password'
  | 'passwordText'
  | 'name'
  | 'nameDefault'
  | 'make'
  | 'made'
  | 'madeHelp'
  | 'manage'
  | 'where'
  | 'whereText'
  | 'whereTeam'
  | 'address'
  | 'username'
  | 'device'
  | 'deviceText'}`

type Say<K extends string = never> = (
  key: NoInfer<K> | ConnectKey | CopyKey,
  values?: Record<string, unknown>,
) => string

/** A system or program, and how it connects. */
export interface DeviceSystem<K extends string = string> {
  id: string
  /** Whose device says so of itself: that one is open. */
  is: RegExp
  title: K
  steps: readonly K[]
  hint: K
  /** Between the steps and the hint: lines to be typed. */
  more?: ReactNode
}

export interface ConnectDeviceProps<K extends string> {
  /** The module's words. */
  t: Say<K>
  address: string
  systems: readonly DeviceSystem<K>[]
}

/** The address of the caller's things in a module, or of the team's that they work in, for programs that speak WebDAV or CalDAV. */
export function davAddress(origin: string, scope: string, module: string): string {
  const [, team] = /^team:(.+)$/.exec(scope) ?? []
  return `${origin}/dav/${team ?? 'me'}/${module}`
}

const KEYS = '/api/user/keys'

/** How a program on one's device gets at one's things: a password for it alone, the address, the steps. */
export function ConnectDevice<K extends string>({ t, address, systems }: ConnectDeviceProps<K>) {
  const { user, status } = useSession()
  const scope = readScope()
  if (!user)
    return (
      status !== 'loading' && (
        <EmptyState
          icon={<MonitorSmartphone aria-hidden />}
          title={t('connect.guest')}
          text={t('connect.guestText')}
          action={
            <Button variant="primary" onClick={() => void requireSignIn()}>
              {t('connect.signIn')}
            </Button>
          }
        />
      )
    )
  return (
    <ol className="flex max-w-2xl flex-col gap-8">
      <Step number={1} title={t('connect.password')} text={t('connect.passwordText')}>
        <DevicePassword t={t} />
      </Step>
      <Step number={2} title={t('connect.where')} text={t(scope === '' ? 'connect.whereText' : 'connect.whereTeam')}>
        <CopyField t={t} label={t('connect.address')} value={address} />
        <CopyField t={t} label={t('connect.username')} value={user.username} />
      </Step>
      <Step number={3} title={t('connect.device')} text={t('connect.deviceText')}>
        <Systems systems={systems} username={user.username} address={address} t={t} />
      </Step>
    </ol>
  )
}

interface StepProps {
  number: number
  title: string
  text: string
  children: ReactNode
}

function Step({ number, title, text, children }: StepProps) {
  const language = useTranslation().i18n.language
  const id = useId()
  return (
    <li aria-labelledby={id} className="flex flex-col gap-4">
      <div>
        <h2 id={id} className="flex items-center gap-2.5 text-lg">
          <span
            aria-hidden
            className="grid size-6 shrink-0 place-items-center rounded-full bg-surface font-medium text-muted text-sm"
          >
            {formatNumber(number, language)}
          </span>
          {title}
        </h2>
        <p className="mt-1 max-w-prose text-pretty text-muted">{text}</p>
      </div>
      {children}
    </li>
  )
}

function DevicePassword({ t }: { t: Say }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const make = useMutation<MadeKey, Error, string>({
    mutationFn: (name) => api.post<MadeKey>(KEYS, { name, scopes: ['read', 'write'] }),
    onSuccess: () => client.invalidateQueries({ queryKey: [KEYS] }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate(name.trim() || t('connect.nameDefault'))
  }
  return (
    <>
      {make.data ? (
        <CopyField
          t={t}
          label={t('connect.made', { name: make.data.name })}
          help={t('connect.madeHelp')}
          value={make.data.key}
        />
      ) : (
        <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
          <TextField
            label={t('connect.name')}
            placeholder={t('connect.nameDefault')}
            value={name}
            maxLength={80}
            error={make.error ? sentenceFor(make.error) : undefined}
            className="min-w-48 flex-1"
            onChange={({ target }) => setName(target.value)}
          />
          <Button variant="primary" type="submit" className="h-10" loading={make.isPending}>
            {t('connect.make')}
          </Button>
        </form>
      )}
      <p className="text-sm">
        <Link to="/settings/security" className="underline underline-offset-2">
          {t('connect.manage')}
        </Link>
      </p>
    </>
  )
}

function Systems<K extends string>({ t, systems, address, username }: ConnectDeviceProps<K> & { username: string }) {
  const mine = systems.find(({ is }) => is.test(navigator.userAgent))?.id
  const values = { address, username, dav: address.replace(/^http/, 'dav') }
  return (
    <div className="flex flex-col divide-y divide-line rounded-lg border border-line">
      {systems.map(({ id, title, steps, hint, more }) => (
        <details key={id} name="system" open={id === mine} className="group">
          <summary className="flex cursor-default list-none items-center gap-2 rounded-lg px-4 py-3 font-medium">
            <ChevronDown aria-hidden className="size-4 -rotate-90 text-muted group-open:rotate-0 rtl:rotate-90" />
            {t(title)}
          </summary>
          <div className="flex flex-col gap-3 px-4 pb-4">
            <ol className="flex list-decimal flex-col gap-1.5 ps-5 text-pretty wrap-anywhere marker:text-muted">
              {steps.map((step) => (
                <li key={step}>{t(step, values)}</li>
              ))}
            </ol>
            {more}
            <p className="text-pretty text-muted text-sm">{t(hint)}</p>
          </div>
        </details>
      ))}
    </div>
  )
}
