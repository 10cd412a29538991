import {
  api,
  Button,
  EmptyState,
  formatDate,
  formatSize,
  IconButton,
  PageFrame,
  Progress,
  Skeleton,
  sentenceFor,
  TextField,
} from '@atrium/web/kit'
import { useQuery } from '@tanstack/react-query'
import { Check, CircleOff, FileUp, Link2Off, RotateCw, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { endingsOf, isOfSorts } from '../file-sorts.ts'
import type { RequestView } from '../rows.ts'
import { DropZone } from './drop-zone.tsx'
import { asksFor, headersFor, PasswordForm } from './link-password.tsx'
import { useTexts } from './texts.ts'
import { type Sent, useSending } from './use-sending.ts'

/** What an upload link asks for, for whoever has it, with or without an account. */
export function RequestPage({ token }: { token: string }) {
  const { t } = useTexts()
  const [password, setPassword] = useState('')
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['sync-request', token, password],
    queryFn: ({ signal }) =>
      api.get<RequestView>(`/api/m/sync/requests/${token}`, {
        signal,
        headers: headersFor(password),
        askToSignIn: false,
      }),
    gcTime: 0,
  })
  const asked = asksFor(error)
  if (asked) return <PasswordForm isWrong={asked === 'wrong'} isBusy={isFetching} onPassword={setPassword} />
  if (error)
    return <EmptyState level={1} icon={<Link2Off aria-hidden />} title={t('visitor.gone')} text={sentenceFor(error)} />
  if (!data)
    return (
      <div role="status" aria-label={t('visitor.loading')} className="mx-auto w-full max-w-2xl p-8">
        <Skeleton className="h-8 w-64" />
      </div>
    )
  return <Sending request={data} token={token} password={password} onSent={() => void refetch()} />
}

interface SendingProps {
  request: RequestView
  token: string
  password: string
  /** Something has arrived: how many more may come is another number now. */
  onSent: () => void
}

function Sending({ request, token, password, onSent }: SendingProps) {
  const { t, language } = useTexts()
  const { title, message, endsAt, maxBytes, filesLeft, kinds, asksName, state } = request
  const [sender, setSender] = useState('')
  const [isNameMissing, setIsNameMissing] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { items, add, retry, drop } = useSending(token, password, sender.trim())
  const isOpen = state === 'open'
  const accept = endingsOf(kinds)

  const hasName = () => {
    const has = !asksName || sender.trim() !== ''
    setIsNameMissing(!has)
    if (!has) name.current?.focus()
    return has
  }
  const refusal = (file: File): string | undefined => {
    if (!isOfSorts(file.name, kinds)) return t('request.otherKind', { kinds: kindsSaid(kinds, t) })
    if (maxBytes !== null && file.size > maxBytes)
      return t('request.tooLarge', { size: formatSize(maxBytes, language) })
    return undefined
  }
  const choose = (files: readonly File[]) => {
    if (files.length > 0 && hasName()) add(files.map((file) => ({ file, error: refusal(file) })))
  }
  const limits = [
    endsAt && t('request.until', { date: formatDate(endsAt, language) }),
    kinds.length > 0 && kindsSaid(kinds, t),
    maxBytes !== null && t('request.upTo', { size: formatSize(maxBytes, language) }),
    filesLeft !== null && isOpen && t('request.filesLeft', { count: filesLeft }),
  ].filter(Boolean)
  const done = items.filter((one) => one.state === 'done').length
  const tellSent = useEffectEvent(onSent)
  useEffect(() => {
    if (done > 0) tellSent()
  }, [done])
  const open = items.filter((one) => one.state === 'waiting' || one.state === 'going').length

  return (
    <PageFrame title={title}>
      <div className="flex w-full max-w-2xl flex-col gap-5">
        {message && (
          <p dir="auto" className="text-pretty whitespace-pre-wrap">
            {message}
          </p>
        )}
        {limits.length > 0 && (
          <p className="text-sm text-muted">
            <bdi>{limits.join(' · ')}</bdi>
          </p>
        )}
        {!isOpen ? (
          <EmptyState icon={<CircleOff aria-hidden />} title={t(`request.state.${state}`)} />
        ) : (
          <DropZone onFiles={(files) => choose(files.map(({ file }) => file))}>
            {asksName && (
              <TextField
                ref={name}
                label={t('request.yourName')}
                help={t('request.yourNameHelp')}
                error={isNameMissing ? t('request.nameFirst') : undefined}
                autoComplete="name"
                maxLength={80}
                value={sender}
                onChange={({ target }) => {
                  setSender(target.value)
                  setIsNameMissing(false)
                }}
              />
            )}
            <div className="mt-5 flex flex-col items-center gap-3 rounded-lg border border-line border-dashed px-4 py-8 text-center">
              <FileUp aria-hidden className="size-8 text-muted" strokeWidth={1.25} />
              <p className="text-muted max-sm:hidden">{t('request.drop')}</p>
              <Button variant="primary" onClick={() => hasName() && input.current?.click()}>
                {t('request.choose')}
              </Button>
              <input
                ref={input}
                type="file"
                multiple
                hidden
                aria-label={t('request.choose')}
                {...(accept.length > 0 && { accept: accept.join(',') })}
                onChange={({ target }) => {
                  const files = [...(target.files ?? [])]
                  target.value = '' // the same file, changed, may be chosen again
                  choose(files)
                }}
              />
            </div>
          </DropZone>
        )}
        {items.length > 0 && (
          <section aria-label={t('uploads.title')}>
            <h2 role="status" className="text-sm font-medium">
              {open > 0 ? t('uploads.going', { count: open }) : t('request.sent', { count: done })}
            </h2>
            <ul className="mt-1 divide-y divide-line">
              {items.map((one) => (
                <SentRow key={one.id} item={one} onRetry={() => retry(one.id)} onDrop={() => drop(one.id)} />
              ))}
            </ul>
          </section>
        )}
        <p className="text-xs text-muted">{t('request.privacy')}</p>
      </div>
    </PageFrame>
  )
}

const kindsSaid = (kinds: RequestView['kinds'], t: ReturnType<typeof useTexts>['t']): string =>
  kinds.map((kind) => t(`request.kind.${kind}`)).join(', ')

function SentRow({ item, onRetry, onDrop }: { item: Sent; onRetry: () => void; onDrop: () => void }) {
  const { t, language } = useTexts()
  const { file, sent, state, error } = item
  const { name } = file
  const [done, size] = [formatSize(sent, language), formatSize(file.size, language)]
  return (
    <li className="py-2">
      <div className="flex min-h-8 items-center gap-2">
        <span dir="auto" className="min-w-0 flex-1 truncate text-sm">
          {name}
        </span>
        <span className="shrink-0 text-xs text-muted tabular">
          {state === 'waiting' && t('uploads.waiting')}
          {state === 'going' && t('uploads.progress', { sent: done, size })}
          {state === 'done' && size}
        </span>
        {state === 'done' && <Check role="img" aria-label={t('request.arrived')} className="size-4 text-success-ink" />}
        {state === 'failed' && (
          <IconButton size="sm" label={t('uploads.retry', { name })} icon={<RotateCw />} onClick={onRetry} />
        )}
        {state !== 'done' && (
          <IconButton size="sm" label={t('uploads.discard', { name })} icon={<X />} onClick={onDrop} />
        )}
      </div>
      {state === 'going' && <Progress label={name} value={file.size === 0 ? 100 : (sent / file.size) * 100} />}
      {state === 'failed' && <p className="text-xs text-danger-ink">{error ?? t('uploads.failed')}</p>}
    </li>
  )
}
