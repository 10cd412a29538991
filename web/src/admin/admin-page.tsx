import type { AdminUser } from '@atrium/contract/profile'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { api, sentenceFor } from '../platform/api.ts'
import { part } from '../platform/part.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { controlClass } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PersonRow } from './person-row.tsx'
import { SpaceModels } from './space-models.tsx'

interface People {
  users: AdminUser[]
  nextCursor: string | null
}

const Invitations = part(() => import('./invitations.tsx').then((file) => file.Invitations))
const AdminOrders = part(() => import('../workforce/admin-orders.tsx').then((file) => file.AdminOrders))
const AdminSupport = part(() => import('../workforce/resources/admin-support.tsx').then((file) => file.AdminSupport))

const PEOPLE = '/api/admin/users'

/** /admin: who is here, which models may answer where, what was ordered and asked. The part on show stands in the address. */
export function AdminPage() {
  const [params] = useSearchParams()
  const shown = params.get('part')
  switch (shown) {
    case 'invitations':
      return <InvitationsPart />
    case 'spaces':
      return <SpacesPart />
    case 'orders':
      return <OrdersPart />
    case 'support':
      return <SupportPart />
    default:
      return <PeoplePart />
  }
}

const OTHER_PARTS = ['invitations', 'spaces', 'orders', 'support']

function Parts() {
  const { t } = useTranslation('admin')
  const [params] = useSearchParams()
  const shown = params.get('part')
  const tab = (to: string, label: string, isHere: boolean) => (
    <Link
      to={to}
      aria-current={isHere ? 'page' : undefined}
      className={`flex h-9 shrink-0 items-center border-b-2 px-1 text-sm touch:h-11 ${isHere ? 'border-accent font-medium' : 'border-transparent text-muted hover:text-ink'}`}
    >
      {label}
    </Link>
  )
  return (
    <nav aria-label={t('parts')} className="flex w-full gap-4 overflow-x-auto border-b border-line">
      {tab('/admin', t('people'), !OTHER_PARTS.includes(shown ?? ''))}
      {tab('/admin?part=invitations', t('invitations.title'), shown === 'invitations')}
      {tab('/admin?part=spaces', t('spaces.title'), shown === 'spaces')}
      {tab('/admin?part=orders', t('orders'), shown === 'orders')}
      {tab('/admin?part=support', t('support'), shown === 'support')}
    </nav>
  )
}

function InvitationsPart() {
  const { t } = useTranslation('admin')
  return (
    <PageFrame title={t('title')} text={t('text')} toolbar={<Parts />}>
      <Invitations placeholder={<Skeleton className="h-40 w-full" />} />
    </PageFrame>
  )
}

function SpacesPart() {
  const { t } = useTranslation('admin')
  return (
    <PageFrame title={t('title')} text={t('text')} toolbar={<Parts />}>
      <SpaceModels />
    </PageFrame>
  )
}

function OrdersPart() {
  const { t } = useTranslation('admin')
  return (
    <PageFrame title={t('title')} text={t('text')} toolbar={<Parts />}>
      <AdminOrders placeholder={<Skeleton className="h-40 w-full" />} />
    </PageFrame>
  )
}

function SupportPart() {
  const { t } = useTranslation('admin')
  return (
    <PageFrame title={t('title')} text={t('text')} toolbar={<Parts />}>
      <AdminSupport placeholder={<Skeleton className="h-40 w-full" />} />
    </PageFrame>
  )
}

/** The words looked for stand in the address. */
function PeoplePart() {
  const { t } = useTranslation('admin')
  const [params, setParams] = useSearchParams()
  const words = params.get('q') ?? ''
  const id = useId()
  const find = (value: string) => setParams(value ? { q: value } : {}, { replace: true })
  const people = useInfiniteQuery({
    queryKey: [PEOPLE, words.trim()],
    queryFn: ({ pageParam, signal }) =>
      api.get<People>(
        `${PEOPLE}?${new URLSearchParams({ ...(words.trim() && { q: words.trim() }), ...(pageParam && { cursor: pageParam }) })}`,
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // Others change it: what was fetched before is shown, and asked for anew.
    staleTime: 0,
  })
  const shown = people.data?.pages.flatMap(({ users }) => users)
  return (
    <PageFrame
      title={t('title')}
      text={t('text')}
      toolbar={
        <>
          <Parts />
          <search className="w-full desk:max-w-xs">
            <label htmlFor={id} className="sr-only">
              {t('find')}
            </label>
            <input
              id={id}
              type="search"
              value={words}
              maxLength={200}
              onChange={(event) => find(event.target.value)}
              placeholder={t('find')}
              className={`${controlClass} h-9 px-3 touch:h-11`}
            />
          </search>
        </>
      }
    >
      {people.error ? (
        <EmptyState
          title={t('errors.loadFailed')}
          text={sentenceFor(people.error)}
          action={<Button onClick={() => void people.refetch()}>{t('common.retry')}</Button>}
        />
      ) : !shown ? (
        <div className="flex flex-col gap-2">
          {['a', 'b', 'c', 'd'].map((row) => (
            <Skeleton key={row} className="h-16 w-full" />
          ))}
        </div>
      ) : shown.length === 0 ? (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t('none', { words: words.trim() })}
          text={t('noneText')}
          action={<Button onClick={() => find('')}>{t('showAll')}</Button>}
        />
      ) : (
        <>
          <ul aria-label={t('people')} className="divide-y divide-line border-y border-line">
            {shown.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </ul>
          {people.hasNextPage && (
            <Button
              className="mt-4 self-center"
              loading={people.isFetchingNextPage}
              onClick={() => void people.fetchNextPage()}
            >
              {t('more')}
            </Button>
          )}
        </>
      )}
    </PageFrame>
  )
}
