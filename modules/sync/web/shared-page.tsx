import { previewOf } from '@atrium/contract/file-kinds'
import {
  api,
  Button,
  buttonClass,
  EmptyState,
  FilePreview,
  formatDate,
  formatSize,
  PageFrame,
  Skeleton,
  sentenceFor,
} from '@atrium/web/kit'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, Link2Off } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { EntryRow, SharedView } from '../rows.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { EntryIcon } from './entry-icon.tsx'
import { asksFor, headersFor, PasswordForm } from './link-password.tsx'
import { useTexts } from './texts.ts'

/** What a link shares, for whoever has it, with or without an account. */
export function SharedPage({ token }: { token: string }) {
  const { t, language } = useTexts()
  const [params, setParams] = useSearchParams()
  const [password, setPassword] = useState('')
  const entry = params.get('entry') ?? ''
  const base = `/api/m/sync/shared/${token}`
  const { data, error, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['sync-shared', token, entry, password],
    initialPageParam: '',
    getNextPageParam: ({ next }: SharedView) => next,
    queryFn: ({ signal, pageParam }) =>
      api.get<SharedView>(
        `${base}?${new URLSearchParams({ ...(entry && { entry }), ...(pageParam && { after: pageParam }) })}`,
        {
          signal,
          headers: headersFor(password),
          askToSignIn: false,
        },
      ),
    gcTime: 0,
  })
  const asked = asksFor(error)
  if (asked) return <PasswordForm isWrong={asked === 'wrong'} isBusy={isFetching} onPassword={setPassword} />
  if (error)
    return <EmptyState level={1} icon={<Link2Off aria-hidden />} title={t('visitor.gone')} text={sentenceFor(error)} />
  const [view] = data?.pages ?? []
  if (!data || !view)
    return (
      <div role="status" aria-label={t('visitor.loading')} className="mx-auto w-full max-w-5xl p-8">
        <Skeleton className="h-8 w-64" />
      </div>
    )
  const { root, entry: here, path, expiresAt } = view
  const entries = data.pages.flatMap((page) => page.entries)
  const go = (id: string) => setParams(id === root.id ? {} : { entry: id })
  const download = { action: `${base}/content/${here.id}?download`, password }
  return (
    <PageFrame
      title={here.name}
      text={expiresAt ? t('visitor.until', { date: formatDate(expiresAt, language) }) : undefined}
      actions={<DownloadForm {...download} label={t(here.kind === 'folder' ? 'visitor.downloadZip' : 'download')} />}
      toolbar={here.id !== root.id && <Breadcrumbs root={root} path={[...path.slice(1), here]} onGo={go} />}
    >
      {here.kind === 'file' ? (
        <SharedFile file={here} url={`${base}/content/${here.id}`} password={password} />
      ) : entries.length === 0 ? (
        <EmptyState title={t('empty.folder')} />
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {entries.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                onClick={() => go(one.id)}
                className="flex min-h-11 w-full items-center gap-3 px-3 text-start hover:bg-hover focus-visible:-outline-offset-2"
              >
                <EntryIcon kind={one.kind} mime={one.mime} className="size-4 shrink-0" />
                <span dir="auto" className="min-w-0 flex-1 truncate text-sm">
                  {one.name}
                </span>
                {one.kind === 'file' && <span className="text-xs text-muted">{formatSize(one.size, language)}</span>}
              </button>
            </li>
          ))}
          {hasNextPage && (
            <li className="p-1.5">
              <Button variant="ghost" loading={isFetching} onClick={() => void fetchNextPage()}>
                {t('list.more')}
              </Button>
            </li>
          )}
        </ul>
      )}
    </PageFrame>
  )
}

/** The password goes along in the form's body, never in an address. */
function DownloadForm({ action, password, label }: { action: string; password: string; label: string }) {
  const icon = <Download aria-hidden className="size-4" />
  if (!password)
    return (
      <a href={action} download className={buttonClass('primary')}>
        {icon}
        {label}
      </a>
    )
  return (
    <form method="post" action={action}>
      <input type="hidden" name="password" value={password} />
      <Button variant="primary" type="submit" icon={icon}>
        {label}
      </Button>
    </form>
  )
}

/** bytes; behind a password a file is fetched whole to be shown */
const FETCHED_MAX = 64 * 1024 * 1024

function SharedFile({ file, url, password }: { file: EntryRow; url: string; password: string }) {
  const kind = previewOf(file.mime)
  const isText = kind === 'text'
  const isShown = !password || isText || (file.size <= FETCHED_MAX && kind !== 'pdf')
  const local = useLocalUrl(password && isShown && !isText ? url : null, password)
  if (!isShown) return <FilePreview {...file} mime="" url={url} />
  if (password && !isText && !local) return <Skeleton className="h-64 w-full" />
  return <FilePreview {...file} url={local ?? url} headers={headersFor(password)} />
}

/** An address in this page for what is behind a password: pictures and players cannot send one. */
function useLocalUrl(url: string | null, password: string): string | null {
  const [local, setLocal] = useState<string | null>(null)
  useEffect(() => {
    if (!url) return
    const stop = new AbortController()
    let made: string | undefined
    fetch(url, { headers: headersFor(password), signal: stop.signal })
      .then((answer) => answer.blob())
      .then(
        (blob) => {
          made = URL.createObjectURL(blob)
          setLocal(made)
        },
        (error: unknown) => {
          if (!stop.signal.aborted) throw error
        },
      )
    return () => {
      stop.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [url, password])
  return local
}
