import { type Space, spaces } from '@atrium/contract/catalogue/spaces'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { Fragment, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { said } from '../i18n/said.ts'
import { useModules } from '../shell/modules.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { controlClass } from '../ui/field.tsx'
import { type CardEntry, entriesIn } from './module-card.tsx'
import { usesQuery } from './space-room.ts'
import { agoOf } from './when.ts'

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const textOf = ({ key, title, blurb, shortDescription }: Space, modules: readonly CardEntry[]) =>
  [key, title, ...[title, blurb, shortDescription, ...modules.map((one) => one.title)].map(said)].join(' ')

/** Every Space, by title; what is typed narrows them down and stands in the address. */
export function SpacesPage() {
  const { t, i18n } = useTranslation('spaces')
  const [params, setParams] = useSearchParams()
  const words = params.get('q') ?? ''
  const id = useId()
  const sort = params.get('sort') === 'recent' ? 'recent' : 'title'
  const { data: used } = useQuery(usesQuery)
  const { data: installed = [] } = useModules()
  const lastUse = new Map(used?.spaces.map(({ key, lastUsedAt }) => [key, lastUsedAt]))
  const change = (name: string, value: string) =>
    setParams(
      (now) => {
        if (value) now.set(name, value)
        else now.delete(name)
        return now
      },
      { replace: true },
    )
  const find = (value: string) => change('q', value)
  const shown = spaces
    .map((space) => ({ ...space, modules: entriesIn(space, installed) }))
    .filter((space) => fold(textOf(space, space.modules)).includes(fold(words.trim())))
    .toSorted((a, b) => said(a.title).localeCompare(said(b.title), i18n.language))
    .toSorted((a, b) => (sort === 'recent' ? (lastUse.get(b.key) ?? '').localeCompare(lastUse.get(a.key) ?? '') : 0))
  return (
    <PageFrame
      title={t('title')}
      text={t('text')}
      toolbar={
        <>
          <search className="w-full desk:max-w-xs">
            <label htmlFor={id} className="sr-only">
              {t('find')}
            </label>
            <input
              id={id}
              type="search"
              value={words}
              onChange={(event) => find(event.target.value)}
              placeholder={t('find')}
              className={`${controlClass} h-9 px-3 touch:h-11`}
            />
          </search>
          <label className="flex items-center gap-2 text-sm whitespace-nowrap text-muted">
            {t('sort')}
            <select
              value={sort}
              onChange={(event) => change('sort', event.target.value === 'recent' ? 'recent' : '')}
              className={`${controlClass} h-9 w-auto px-2 touch:h-11`}
            >
              <option value="title">{t('sortTitle')}</option>
              <option value="recent">{t('sortRecent')}</option>
            </select>
          </label>
        </>
      }
    >
      {shown.length === 0 ? (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t('none', { words: words.trim() })}
          text={t('noneText')}
          action={<Button onClick={() => find('')}>{t('showAll')}</Button>}
        />
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3">
          {shown.map((space) => (
            <li key={space.key} data-space={space.key} className="flex">
              <SpaceCard space={space} modules={space.modules} lastUsedAt={lastUse.get(space.key)} />
            </li>
          ))}
        </ul>
      )}
    </PageFrame>
  )
}

interface SpaceCardProps {
  space: Space
  modules: readonly CardEntry[]
  lastUsedAt: string | undefined
}

function SpaceCard({ space, modules, lastUsedAt }: SpaceCardProps) {
  const { t, i18n } = useTranslation('spaces')
  return (
    <Link
      to={`/spaces/${space.key}`}
      className="flex min-w-0 flex-1 flex-col rounded-md border border-line p-4 transition-colors duration-120 hover:border-line-strong hover:bg-hover"
    >
      <span className="flex items-center gap-2.5 font-medium">
        <span aria-hidden className="grid size-7 shrink-0 place-items-center rounded-md bg-space-soft">
          {space.emoji}
        </span>
        {said(space.title)}
      </span>
      <span className="mt-1.5 flex-1 text-sm text-pretty text-muted">{said(space.blurb)}</span>
      {modules.length > 0 && (
        <span className="mt-3 line-clamp-2 text-xs">
          {modules.map(({ id, title }, at) => (
            <Fragment key={id}>
              {at > 0 && ' · '}
              <bdi>{said(title)}</bdi>
            </Fragment>
          ))}
        </span>
      )}
      <span className="mt-2 flex flex-wrap justify-between gap-x-3 text-xs text-muted">
        <span>{t('modules', { count: modules.length })}</span>
        {lastUsedAt && <span>{t('used', { when: agoOf(lastUsedAt, i18n.language) })}</span>}
      </span>
    </Link>
  )
}
