import {
  Badge,
  buttonClass,
  IconButton,
  Menu,
  MenuContent,
  MenuItem,
  MenuSeparator,
  MenuTrigger,
} from '@atrium/web/kit'
import { clsx } from 'clsx'
import { Download, Ellipsis, Globe, Layers, Plus, Search, Settings2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Counts, DeckCounts } from '../module.ts'
import { PublishDeck } from './publish-deck.tsx'
import { useTexts } from './texts.ts'

export interface DeckActions {
  add: (deck: DeckCounts) => void
  browse: (deck: DeckCounts) => void
  options: (deck: DeckCounts) => void
  exportAnki: (deck: DeckCounts) => void
  remove: (deck: DeckCounts) => void
}

/** Below the deck that it lies in, a deck has only its own name; where that one is no deck, the whole of it. */
function placeOf(deck: DeckCounts, decks: readonly DeckCounts[]): { name: string; depth: number } {
  const around = decks.filter(({ name }) => deck.name.startsWith(`${name}::`))
  const nearest = Math.max(0, ...around.map(({ name }) => name.length + 2))
  return { name: deck.name.slice(nearest).replaceAll('::', ' › '), depth: around.length }
}
const indents = ['', 'ps-5', 'ps-10', 'ps-15', 'ps-20']

/** New, in learning, due: by colour, and in words for those who do not see it. */
export function CountBadges({ counts, isQuiet = false }: { counts: Counts; isQuiet?: boolean }) {
  const { t } = useTexts()
  const parts = [
    { kind: 'new', count: counts.new, look: 'text-info-ink' },
    { kind: 'learning', count: counts.learning, look: 'text-warning-ink' },
    { kind: 'due', count: counts.due, look: 'text-success-ink' },
  ] as const
  return (
    <span className="flex text-sm tabular">
      {parts.map(({ kind, count, look }) => (
        <span key={kind} title={t(`counts.${kind}`)} className={clsx('w-9 text-end', count ? look : 'text-faint')}>
          {isQuiet && count === 0 ? '·' : count}
          <span className="sr-only"> {t(`counts.${kind}`)}</span>
        </span>
      ))}
    </span>
  )
}

export function DeckList({ decks, actions }: { decks: readonly DeckCounts[]; actions: DeckActions }) {
  const { t } = useTexts()
  const [published, setPublished] = useState<DeckCounts | null>(null)
  return (
    <section aria-label={t('decks')}>
      <div aria-hidden className="flex items-center gap-2 border-b border-line pb-1.5 text-xs text-muted">
        <span className="flex-1">{t('deck.title')}</span>
        <span className="flex tabular max-sm:hidden">
          {(['new', 'learning', 'due'] as const).map((kind) => (
            <span key={kind} className="w-9 overflow-visible whitespace-nowrap text-end">
              {t(`counts.${kind}Short`)}
            </span>
          ))}
        </span>
        <span className="w-9 touch:w-11" />
      </div>
      <ul>
        {decks.map((deck) => (
          <DeckLine
            key={deck.id}
            deck={deck}
            {...placeOf(deck, decks)}
            actions={actions}
            onPublish={() => setPublished(deck)}
          />
        ))}
      </ul>
      <PublishDeck deck={published} onClose={() => setPublished(null)} />
    </section>
  )
}

interface DeckLineProps {
  deck: DeckCounts
  name: string
  /** How many decks it lies in. */
  depth: number
  actions: DeckActions
  onPublish: () => void
}

function DeckLine({ deck, name, depth, actions, onPublish }: DeckLineProps) {
  const { t } = useTexts()
  const { today } = deck
  const isOpen = today.new + today.learning + today.due > 0
  return (
    <li className="group -mx-2 flex items-center gap-2 rounded-md px-2 hover:bg-hover focus-within:bg-hover">
      <Link
        to={`?view=review&deck=${encodeURIComponent(deck.id)}`}
        data-deck={deck.id}
        className={clsx(
          'flex min-w-0 flex-1 items-center gap-2.5 rounded-sm py-2.5 touch:py-3',
          indents[Math.min(4, depth)],
        )}
      >
        <Layers aria-hidden className={clsx('size-4 shrink-0', isOpen ? 'text-space' : 'text-faint')} />
        <span dir="auto" className="min-w-0 truncate font-medium" title={deck.name}>
          {name}
        </span>
        {deck.cards === 0 ? (
          <Badge>{t('deck.empty')}</Badge>
        ) : (
          <span className="text-xs text-muted tabular max-sm:hidden">{t('deck.cards', { count: deck.cards })}</span>
        )}
      </Link>
      <CountBadges counts={today} isQuiet />
      <Menu>
        <MenuTrigger>
          <IconButton label={t('deck.more', { name: deck.name })} icon={<Ellipsis />} className="print:hidden" />
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem icon={<Plus />} onSelect={() => actions.add(deck)}>
            {t('add.title')}
          </MenuItem>
          <MenuItem icon={<Search />} onSelect={() => actions.browse(deck)}>
            {t('deck.browse')}
          </MenuItem>
          <MenuItem icon={<Settings2 />} onSelect={() => actions.options(deck)}>
            {t('options.title')}
          </MenuItem>
          <MenuItem icon={<Download />} disabled={deck.cards === 0} onSelect={() => actions.exportAnki(deck)}>
            {t('deck.export')}
          </MenuItem>
          <MenuItem icon={<Globe />} onSelect={onPublish}>
            {t('deck.publish')}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} danger onSelect={() => actions.remove(deck)}>
            {t('deck.remove')}
          </MenuItem>
        </MenuContent>
      </Menu>
    </li>
  )
}

interface TodayProps {
  total: Counts
  doneToday: number
}

/** What is to do today, and the way into it. */
export function Today({ total, doneToday }: TodayProps) {
  const { t } = useTexts()
  const left = total.new + total.learning + total.due
  return (
    <div className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg bg-surface px-4 py-3.5">
      <div>
        <p className="text-base font-medium">
          <bdi>{left === 0 ? t('today.none') : t('today.left', { count: left })}</bdi>
        </p>
        <p className="text-sm text-muted">
          <bdi>
            {doneToday > 0
              ? t('today.done', { count: doneToday })
              : t(left === 0 ? 'today.noneText' : 'today.leftText')}
          </bdi>
        </p>
      </div>
      <div className="flex items-center gap-5 max-sm:w-full max-sm:justify-between">
        <CountBadges counts={total} />
        {left > 0 && (
          <Link to="?view=review" className={buttonClass('primary')}>
            {t('today.start')}
          </Link>
        )}
      </div>
    </div>
  )
}
