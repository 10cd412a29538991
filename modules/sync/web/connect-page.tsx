import type { MadeKey } from '@atrium/contract/account-security'
import {
  api,
  Button,
  buttonClass,
  EmptyState,
  formatNumber,
  PageFrame,
  readScope,
  requireSignIn,
  sentenceFor,
  TextField,
  useSession,
} from '@atrium/web/kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, MonitorSmartphone } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { CopyField } from './copy-field.tsx'
import { davAddress, davScheme, SYSTEMS, systemOf } from './systems.ts'
import { useTexts } from './texts.ts'

const KEYS = '/api/user/keys'

/** How the files are opened on a computer or phone like a drive of its own: the address, a password for it alone, the steps. */
export function ConnectPage() {
  const { t } = useTexts()
  const { user, status } = useSession()
  const scope = readScope()
  const address = davAddress(location.origin, scope)
  return (
    <PageFrame
      title={t('connect.title')}
      text={t('connect.text')}
      actions={
        <Link to="/sync" className={buttonClass()}>
          {t('connect.back')}
        </Link>
      }
    >
      {user ? (
        <ol className="flex max-w-2xl flex-col gap-8">
          <Step number={1} title={t('connect.password')} text={t('connect.passwordText')}>
            <DevicePassword />
          </Step>
          <Step
            number={2}
            title={t('connect.where')}
            text={t(scope === '' ? 'connect.whereText' : 'connect.whereTeam')}
          >
            <CopyField label={t('connect.address')} value={address} />
            <CopyField label={t('connect.username')} value={user.username} />
          </Step>
          <Step number={3} title={t('connect.device')} text={t('connect.deviceText')}>
            <Systems address={address} username={user.username} />
          </Step>
        </ol>
      ) : (
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
      )}
    </PageFrame>
  )
}

interface StepProps {
  number: number
  title: string
  text: string
  children: ReactNode
}

function Step({ number, title, text, children }: StepProps) {
  const { language } = useTexts()
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

function DevicePassword() {
  const { t } = useTexts()
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

function Systems({ address, username }: { address: string; username: string }) {
  const { t } = useTexts()
  const mine = systemOf(navigator.userAgent)
  const values = { address, username, dav: davScheme(address) }
  const isOpen = address.startsWith('http:')
  return (
    <div className="flex flex-col divide-y divide-line rounded-lg border border-line">
      {SYSTEMS.map(({ id, title, steps, hint }) => (
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
            {id === 'rclone' && (
              <pre dir="ltr" className="whitespace-pre-wrap rounded-md bg-surface p-3 wrap-anywhere font-mono text-xs">
                {`rclone config create files webdav url=${address} vendor=owncloud user=${username} --obscure pass=…`}
                {'\nrclone bisync ~/Files files: --resync'}
              </pre>
            )}
            <p className="text-pretty text-muted text-sm">{t(hint)}</p>
            {id === 'windows' && isOpen && (
              <p className="text-pretty text-sm text-warning-ink">{t('connect.windows.insecure')}</p>
            )}
          </div>
        </details>
      ))}
    </div>
  )
}
