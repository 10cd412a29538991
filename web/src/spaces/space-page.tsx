import { modelName } from '@atrium/contract/catalogue/model-names'
import { spaceAt } from '@atrium/contract/catalogue/pages'
import type { Space } from '@atrium/contract/catalogue/spaces'
import type { SpaceRoom } from '@atrium/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ShieldCheck } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { Protected } from '../accounts/protected.tsx'
import type { ComposerHandle } from '../chat/composer.tsx'
import { modelsQuery } from '../chat/thread-queries.ts'
import { localeOf } from '../i18n/locale.ts'
import { said } from '../i18n/said.ts'
import { sentenceFor } from '../platform/api.ts'
import { NotFound } from '../shell/not-found.tsx'
import { usePageTitle } from '../shell/page-title.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { usePinning } from './pinning.ts'
import { SpaceActivity } from './space-activity.tsx'
import { SpaceCommands } from './space-commands.tsx'
import { SpaceComposer } from './space-composer.tsx'
import { SpaceFiles } from './space-files.tsx'
import { SpaceInstructions } from './space-instructions.tsx'
import { SpaceModules } from './space-modules.tsx'
import { SpacePins } from './space-pins.tsx'
import { useRoom } from './space-room.ts'
import { SpaceThreads } from './space-threads.tsx'

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

/** A place to work: its conversations, its modules, and what goes along with every question. */
function SpaceView({ space }: { space: Space }) {
  const { t } = useTranslation('spaces')
  const room = useRoom(space.key)
  const pinning = usePinning(space.key, room.data)
  const composer = useRef<ComposerHandle>(null)
  usePageTitle(said(space.title))
  return (
    <div
      data-space={space.key}
      className="mx-auto flex w-full max-w-6xl flex-1 flex-col px-4 pt-3 pb-16 desk:px-8 desk:pt-6"
    >
      <Link
        to="/spaces"
        className="-ms-2 flex h-8 w-fit items-center gap-1.5 rounded-md px-2 text-sm text-muted hover:bg-hover hover:text-ink touch:h-11"
      >
        <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
        {t('all')}
      </Link>
      <header className="mt-3">
        <h1 className="flex items-center gap-2.5 text-xl">
          <span aria-hidden className="grid size-9 shrink-0 place-items-center rounded-md bg-space-soft text-lg">
            {space.emoji}
          </span>
          {said(space.title)}
        </h1>
        <p className="mt-1.5 max-w-prose text-pretty text-muted">{said(space.blurb)}</p>
      </header>
      <div className="mt-5 max-w-3xl">
        <SpaceComposer space={space} ref={composer} />
        {room.data?.models && <Restricted models={room.data.models} />}
        <SpaceCommands space={space} onPick={(text) => composer.current?.fill(text)} />
      </div>
      <div className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-8">
          <SpaceModules space={space} />
          <SpaceThreads space={space} pinning={pinning} />
        </div>
        <aside className="flex min-w-0 flex-col gap-8">
          {room.data ? (
            <Kept space={space} room={room.data} pinning={pinning} />
          ) : room.error ? (
            <div role="alert" className="rounded-md bg-surface p-4 text-sm">
              <p>{sentenceFor(room.error)}</p>
              <Button size="sm" className="mt-2" onClick={() => void room.refetch()}>
                {t('common.retry')}
              </Button>
            </div>
          ) : (
            ['a', 'b', 'c'].map((row) => <Skeleton key={row} className="h-24 w-full" />)
          )}
        </aside>
      </div>
    </div>
  )
}

interface KeptProps {
  space: Space
  room: SpaceRoom
  pinning: ReturnType<typeof usePinning>
}

function Kept({ space, room, pinning }: KeptProps) {
  return (
    <>
      <SpacePins space={space} room={room} pinning={pinning} />
      <SpaceInstructions spaceKey={space.key} room={room} />
      <SpaceFiles spaceKey={space.key} room={room} />
      <SpaceActivity activity={room.activity} />
    </>
  )
}

/** An administrator chose who may answer here. */
function Restricted({ models }: { models: readonly string[] }) {
  const { t, i18n } = useTranslation('spaces')
  const { data } = useQuery(modelsQuery)
  const known = data?.models.filter(({ id, provider }) => models.includes(id) || models.includes(`${provider}:${id}`))
  const names = known?.map(({ id, name }) => modelName(id, name)) ?? []
  const list = new Intl.ListFormat(localeOf(i18n.language), { type: 'disjunction' }).format(names)
  return (
    <p className="mt-2 flex items-center gap-2 text-sm text-muted">
      <ShieldCheck aria-hidden className="size-4 shrink-0" />
      {names.length > 0 ? t('restricted', { models: list }) : t('guideOnly')}
    </p>
  )
}
