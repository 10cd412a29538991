import {
  Badge,
  Button,
  Dialog,
  EmptyState,
  formatDate,
  formatNumber,
  formatSize,
  PageFrame,
  ShowMore,
  Skeleton,
  Switch,
  sentenceFor,
  useAction,
  useConfirm,
  useModulePages,
  useModuleQuery,
} from '@atrium/web/kit'
import { Inbox } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type sync from '../module.ts'
import type { ShownRequest } from '../rows.ts'
import { BackToFiles } from './back-to-files.tsx'
import { MadeLink, NewPassword } from './link-fields.tsx'
import { RequestDialog } from './request-dialog.tsx'
import { useTexts } from './texts.ts'

const TONES = { open: 'success', off: 'neutral', ended: 'neutral', full: 'info', gone: 'warning' } as const

/** A person's upload links: whether they take files, what came by each, and from whom. */
export function RequestsPage() {
  const { t } = useTexts()
  const [params, setParams] = useSearchParams()
  const { data, error } = useModuleQuery<typeof sync, 'requests'>('sync', 'requests', {})
  const requests = data?.requests
  const open = params.get('request') ?? ''
  return (
    <PageFrame title={t('requests.page')} text={t('requests.pageText')} toolbar={<BackToFiles />}>
      {error ? (
        <EmptyState title={sentenceFor(error)} />
      ) : !requests ? (
        <Skeleton className="h-24 w-full" />
      ) : requests.length === 0 ? (
        <EmptyState icon={<Inbox aria-hidden />} title={t('requests.none')} text={t('requests.noneText')} />
      ) : (
        <ul className="flex flex-col gap-3">
          {requests.map((request) => (
            <RequestCard
              key={request.id}
              request={request}
              isOpen={open === request.id}
              onOpen={(isOpen) => setParams(isOpen ? { request: request.id } : {}, { replace: true })}
            />
          ))}
        </ul>
      )}
    </PageFrame>
  )
}

interface RequestCardProps {
  request: ShownRequest
  /** Whether what came by it is shown. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

function RequestCard({ request, isOpen, onOpen }: RequestCardProps) {
  const { t, language } = useTexts()
  const [asked, setAsked] = useState<'change' | 'renew' | null>(null)
  const { id, title, folder, folderName, received, state, endsAt, hasPassword, maxFiles } = request
  const change = useAction<typeof sync, 'changeRequest'>('sync', 'changeRequest')
  const remove = useAction<typeof sync, 'removeRequest'>('sync', 'removeRequest', { done: () => t('requests.removed') })
  const confirm = useConfirm()
  const facts = [
    endsAt && t('request.until', { date: formatDate(endsAt, language) }),
    hasPassword && t('sharing.withPassword'),
    maxFiles !== null && t('requests.ofFiles', { count: maxFiles }),
  ].filter(Boolean)
  return (
    <li className="rounded-lg border border-line p-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 dir="auto" className="truncate font-medium">
            {title}
          </h2>
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
            {folderName === null ? (
              t('requests.folderGone')
            ) : (
              <Link to={`/sync?folder=${folder}`} className="underline-offset-2 hover:underline">
                <bdi>{folderName}</bdi>
              </Link>
            )}
            {facts.map((fact) => (
              <span key={String(fact)}>
                <span aria-hidden>· </span>
                <bdi>{fact}</bdi>
              </span>
            ))}
          </p>
        </div>
        <Badge tone={TONES[state]}>{t(`requests.state.${state}`)}</Badge>
        <Switch
          label={t('requests.takes')}
          checked={request.isOpen}
          // Without the version: each file that comes makes another, and nothing that comes may keep it from being turned off.
          onChange={(next) => change.mutate({ id, isOpen: next })}
        />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          {t('requests.received', { count: received, number: formatNumber(received, language) })}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setAsked('change')}>
          {t('requests.edit')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setAsked('renew')}>
          {t('requests.renew')}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          onClick={async () => {
            const isSure = await confirm({
              title: t('requests.removeTitle'),
              text: t('requests.removeText'),
              confirm: t('remove'),
              danger: true,
            })
            if (isSure) remove.mutate({ id })
          }}
        >
          {t('remove')}
        </Button>
      </div>
      {isOpen && <Arrivals request={id} />}
      {asked === 'change' && <RequestDialog request={request} onDone={() => setAsked(null)} />}
      {asked === 'renew' && <RenewDialog request={request} onDone={() => setAsked(null)} />}
    </li>
  )
}

function Arrivals({ request }: { request: string }) {
  const { t, language } = useTexts()
  const { pages, error, more, failed } = useModulePages<typeof sync, 'arrivals'>('sync', 'arrivals', { request })
  const arrivals = pages?.flatMap((page) => page.arrivals)
  if (error) return <p className="mt-3 text-sm text-danger-ink">{sentenceFor(error)}</p>
  if (!arrivals) return <Skeleton className="mt-3 h-8 w-full" />
  if (arrivals.length === 0) return <p className="mt-3 text-sm text-muted">{t('requests.nothingCame')}</p>
  return (
    <>
      <ul aria-label={t('requests.arrivals')} className="mt-3 divide-y divide-line border-line border-t">
        {arrivals.map(({ id, entry, name, size, sender, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 py-2 text-sm">
            <Link to={`/sync?open=${entry}`} className="min-w-0 flex-1 basis-40 truncate hover:underline">
              <bdi>{name}</bdi>
            </Link>
            <bdi className="min-w-0 max-w-full truncate">{sender || t('requests.nameless')}</bdi>
            <span className="text-muted">{formatSize(size, language)}</span>
            <time dateTime={createdAt} className="text-muted">
              {formatDate(createdAt, language, { dateStyle: 'medium', timeStyle: 'short' })}
            </time>
          </li>
        ))}
      </ul>
      <ShowMore more={more} failed={failed} label={t('list.more')} />
    </>
  )
}

/** The address is kept by nobody but whoever has it: who lost it makes another, and the old one ends. */
function RenewDialog({ request, onDone }: { request: ShownRequest; onDone: () => void }) {
  const { t } = useTexts()
  const [password, setPassword] = useState('')
  const renew = useAction<typeof sync, 'renewRequest'>('sync', 'renewRequest')
  const made = renew.data?.output.url
  const send = (event: FormEvent) => {
    event.preventDefault()
    renew.mutate({ id: request.id, password: password || undefined })
  }
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t('requests.renew')}
      footer={<Button onClick={onDone}>{t('close')}</Button>}
    >
      {made ? (
        <MadeLink url={made} forFiles />
      ) : (
        <form onSubmit={send} className="flex flex-col gap-4">
          <p className="text-sm text-muted">{t('requests.renewText')}</p>
          <NewPassword hasHelp value={password} onValue={setPassword} />
          <Button variant="primary" type="submit" className="self-start" loading={renew.isPending}>
            {t('sharing.make')}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
