import { Button, Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '@atrium/web/kit'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { meantBy } from '../../browse-query.ts'
import type { DeckCounts } from '../../module.ts'
import type { By } from '../address.ts'
import { useTexts } from '../texts.ts'
import { ByMeaning } from './by-meaning.tsx'
import { ByWords } from './by-words.tsx'
import { SearchInput } from './search-input.tsx'
import { useSearchText } from './use-search-text.ts'

const WAYS = ['words', 'meaning'] as const satisfies readonly By[]

interface BrowseViewProps {
  words: string
  by: By
  decks: readonly DeckCounts[]
  onWords: (words: string) => void
  onBy: (by: By) => void
  onOpen: (note: string) => void
}

/** What the menu offers: `is:due` and the like, as their texts are called. */
const QUERIES = [
  'is-due',
  'is-new',
  'is-learn',
  'is-suspended',
  'is-buried',
  'tag-leech',
  'rated-7',
  'added-7',
] as const

/** Every card, found by words, by what it is, and by what it means. */
export function BrowseView({ words, by, decks, onWords, onBy, onOpen }: BrowseViewProps) {
  const { t } = useTexts()
  const [text, setText] = useSearchText(words, onWords)
  /** By words it is all that is asked for; what is meant stays beside it. */
  const only = (term: string) => setText(by === 'words' ? term : `${meantBy(text).text} ${term}`.trim())
  const ways = (
    <fieldset className="flex gap-1 rounded-md bg-surface p-1">
      <legend className="sr-only">{t('browse.by')}</legend>
      {WAYS.map((way) => (
        <button
          key={way}
          type="button"
          aria-pressed={way === by}
          onClick={() => onBy(way)}
          className={clsx(
            'h-7 rounded-sm px-2.5 text-sm touch:h-10',
            way === by ? 'bg-popover font-medium' : 'text-muted hover:text-ink',
          )}
        >
          {t(`browse.ways.${way}`)}
        </button>
      ))}
    </fieldset>
  )
  const filter = (
    <Menu>
      <MenuTrigger>
        <Button>
          {t('browse.filter')}
          <ChevronDown aria-hidden className="size-4" />
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        {QUERIES.map((query) => (
          <MenuItem key={query} onSelect={() => only(query.replace('-', ':'))}>
            {t(`filter.${query}`)}
          </MenuItem>
        ))}
        <MenuSeparator />
        {decks.slice(0, 20).map(({ id, name }) => (
          <MenuItem key={id} onSelect={() => only(`deck:"${name}"`)}>
            {name}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  )
  const bar = 'mb-4 flex flex-wrap items-center gap-2 print:hidden'
  if (by === 'meaning')
    return (
      <ByMeaning
        text={text}
        decks={decks}
        onOpen={onOpen}
        bar={(ask, onEnter) => (
          <div className={bar}>
            {ways}
            <SearchInput placeholder={t('browse.meaning')} value={text} onChange={setText} onEnter={onEnter} />
            {ask}
            {filter}
          </div>
        )}
      />
    )
  return (
    <>
      <div className={bar}>
        {ways}
        <SearchInput placeholder={t('browse.placeholder')} value={text} onChange={setText} />
        {filter}
      </div>
      <ByWords words={words} decks={decks} onOpen={onOpen} />
    </>
  )
}
