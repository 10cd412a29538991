import { type Entry, modulesOf } from '@atrium/contract/catalogue/pages'
import { type CatalogueTier, isOpen, planFor } from '@atrium/contract/catalogue/plans'
import type { Space } from '@atrium/contract/catalogue/spaces'
import { installedIn } from '@atrium/contract/space-modules'
import { Blocks, Lock } from 'lucide-react'
import { Component, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { holderOf } from '../commands/use-commands.ts'
import { i18n } from '../i18n/index.ts'
import { said } from '../i18n/said.ts'
import { type Part, part } from '../platform/part.tsx'
import { useScope } from '../platform/scope.ts'
import { useSession } from '../platform/session.ts'
import type { InstalledModule } from '../shell/modules.ts'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

type CardFile = { Card?: ComponentType }

/** A module's card has a file of its own, so that no page is loaded for it. The core knows no module by name. */
const files = import.meta.glob<CardFile>('../../../modules/*/web/card.tsx')
const cards = new Map<string, Part<object>>()

/** What a module shows of itself; nothing when it has no card. */
function cardOf(id: string): Part<object> | undefined {
  const load = files[`../../../modules/${id}/web/card.tsx`]
  if (!load) return undefined
  const known = cards.get(id)
  if (known) return known
  const card = part<object>(async () => {
    const [file] = await Promise.all([load(), i18n.loadNamespaces('kit')])
    return file.Card ?? Nothing
  })
  cards.set(id, card)
  return card
}

const Nothing = () => null

export interface CardEntry extends Pick<Entry, 'id' | 'title' | 'summary' | 'icon'> {
  route?: string
}

/** The modules of a Space: those of the catalogue, and what else is installed for it. */
export function entriesIn(space: Space, installed: readonly InstalledModule[]): CardEntry[] {
  const listed = modulesOf(space)
  return [...listed, ...installedIn(space, installed).filter(({ id }) => !listed.some((entry) => entry.id === id))]
}

/** A module in a Space: its entry, and when it is installed, what it shows of itself. `load` is for tests. */
export function ModuleCard({
  entry,
  installed,
  load = cardOf,
}: {
  entry: CardEntry
  installed: InstalledModule | undefined
  load?: (id: string) => Part<object> | ComponentType | undefined
}) {
  const { t } = useTranslation()
  const session = useSession()
  const scope = useScope()
  const wanted = { tier: (installed?.tier ?? 'free') as CatalogueTier }
  const isLocked = !isOpen(holderOf(session), wanted)
  const Live = installed && !isLocked ? (load(installed.id) as Part<object> | undefined) : undefined
  return (
    <article className="relative flex min-w-0 flex-1 flex-col rounded-md border border-line p-4 transition-colors duration-120 hover:border-line-strong">
      <h3 className="flex items-center gap-2 text-sm font-medium [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-space">
        <Icon name={entry.icon} />
        <Link to={installed?.route ?? entry.route ?? `/abilities/${entry.id}`} className="after:absolute after:inset-0">
          <bdi>{said(entry.title)}</bdi>
        </Link>
      </h3>
      <p className="mt-1 text-sm text-pretty text-muted">
        <bdi>{said(entry.summary)}</bdi>
      </p>
      {isLocked && (
        <p className="mt-2 flex items-center gap-1.5 text-xs text-muted">
          <Lock aria-hidden className="size-3.5 shrink-0" />
          {t('chat.picker.inPlan', { plan: t(`chat.plan.${planFor(wanted)}`) })}
        </p>
      )}
      {Live && (
        // Above the link that covers the card: what is in it can be used.
        <div className="relative mt-3 empty:hidden">
          <CardBoundary fallback={<Stub title={said(entry.title)} />}>
            <Live key={scope} placeholder={<Skeleton className="h-10 w-full" />} />
          </CardBoundary>
        </div>
      )}
    </article>
  )
}

/** Stands in for what could not be shown (spec 2.8). */
function Stub({ title }: { title: string }) {
  const { t } = useTranslation('spaces')
  return (
    <p
      role="status"
      className="flex items-center gap-2 rounded-md bg-surface px-3 py-2 text-sm text-muted [&_svg]:size-4 [&_svg]:shrink-0"
    >
      <Blocks aria-hidden />
      {t('stub', { title })}
    </p>
  )
}

/** A card that fails takes nothing else with it. A class because React has no function for it. */
class CardBoundary extends Component<{ children: ReactNode; fallback: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    console.error('The card of a module failed.', error)
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
