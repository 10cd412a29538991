import { type Entry, modulesOf, spaceAt } from '@atrium/contract/catalogue/pages'
import type { Space } from '@atrium/contract/catalogue/spaces'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { Protected } from '../accounts/protected.tsx'
import { said } from '../i18n/said.ts'
import { NotFound } from '../shell/not-found.tsx'
import { usePageTitle } from '../shell/page-title.ts'
import { Icon } from '../ui/icon.tsx'
import { SpaceAsk } from './space-ask.tsx'

/** /spaces/:slug and /industry/:slug. One that does not exist is an unknown path, which only members are told of. */
export function SpacePage() {
  const { slug } = useParams()
  const space = spaceAt(slug)
  if (space) return <SpaceView key={space.key} space={space} />
  return (
    <Protected>
      <NotFound />
    </Protected>
  )
}

function SpaceView({ space }: { space: Space }) {
  const { t } = useTranslation('spaces')
  const modules = modulesOf(space)
  usePageTitle(said(space.title))
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-1 flex-col px-4 pt-3 pb-16 desk:px-8 desk:pt-6">
      <Link
        to="/spaces"
        className="-ms-2 flex h-8 w-fit items-center gap-1.5 rounded-md px-2 text-sm text-muted hover:bg-hover hover:text-ink touch:h-11"
      >
        <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
        {t('all')}
      </Link>
      <header className="mt-3">
        <h1 className="flex items-center gap-2.5 text-xl">
          <span aria-hidden>{space.emoji}</span>
          {said(space.title)}
        </h1>
        <p className="mt-0.5 max-w-prose text-pretty text-muted">{said(space.blurb)}</p>
      </header>
      <SpaceAsk space={space} />
      <section aria-labelledby="space-modules" className="mt-10">
        <h2 id="space-modules" className="text-base">
          {t('modulesTitle')}
        </h2>
        {modules.length === 0 ? (
          <p className="mt-2 text-muted">{t('noModules')}</p>
        ) : (
          <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3">
            {modules.map((entry) => (
              <li key={entry.id} className="flex">
                <ModuleCard entry={entry} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

function ModuleCard({ entry }: { entry: Entry }) {
  return (
    <Link
      to={entry.route ?? `/abilities/${entry.id}`}
      className="flex min-w-0 flex-1 flex-col rounded-md border border-line p-4 transition-colors duration-120 hover:border-line-strong hover:bg-hover"
    >
      <span className="flex items-center gap-2 font-medium [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted">
        <Icon name={entry.icon} />
        <bdi>{said(entry.title)}</bdi>
      </span>
      <span className="mt-1 text-sm text-pretty text-muted">
        <bdi>{said(entry.summary)}</bdi>
      </span>
    </Link>
  )
}
