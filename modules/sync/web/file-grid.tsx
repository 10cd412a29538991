import { previewOf } from '@atrium/contract/file-kinds'
import { FileThumbnail, formatSize } from '@atrium/web/kit'
import { Star } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { EntryRow } from '../rows.ts'
import { contentUrl } from './addresses.ts'
import type { Asked } from './entry-dialogs.tsx'
import { EntryIcon } from './entry-icon.tsx'
import { EntryMenu } from './entry-menu.tsx'
import { useTexts } from './texts.ts'

interface FileGridProps {
  entries: readonly EntryRow[]
  /** Brings what follows, when the last ones come in sight. */
  onMore?: (() => void) | undefined
  onOpen: (entry: EntryRow) => void
  onAsk: (asked: Asked) => void
}

export function FileGrid({ entries, onMore, onOpen, onAsk }: FileGridProps) {
  const { t, language } = useTexts()
  const end = useInSight(onMore)
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] gap-3">
      {entries.map((entry) => {
        return (
          <li
            key={entry.id}
            className="min-w-0 overflow-hidden rounded-lg border border-line [content-visibility:auto]"
          >
            <button
              type="button"
              onClick={() => onOpen(entry)}
              aria-label={entry.name}
              className="grid h-28 w-full place-items-center overflow-hidden bg-surface hover:bg-hover focus-visible:-outline-offset-2"
            >
              {previewOf(entry.mime) === 'image' ? (
                <FileThumbnail file={entry} url={contentUrl(entry.content)} className="size-full" />
              ) : (
                <EntryIcon kind={entry.kind} mime={entry.mime} className="size-10 stroke-[1.25]" />
              )}
            </button>
            <div className="flex items-center gap-1 py-1 ps-2.5 pe-1">
              <div className="min-w-0 flex-1">
                <div dir="auto" className="truncate text-sm">
                  {entry.name}
                </div>
                <div className="h-4 text-xs text-muted">
                  {entry.kind === 'file' && formatSize(entry.size, language)}
                </div>
              </div>
              {entry.isFavourite && (
                <Star
                  role="img"
                  aria-label={t('favourite.one')}
                  className="size-3.5 shrink-0 fill-current text-muted"
                />
              )}
              <EntryMenu entry={entry} onAsk={onAsk} />
            </div>
          </li>
        )
      })}
      {onMore && <li ref={end} aria-hidden className="col-span-full h-px" />}
    </ul>
  )
}

/** px before it is in sight */
const AHEAD = 800

/** Calls when the element is near the screen: at once, and whenever anything is scrolled or the window changes. */
function useInSight(call: (() => void) | undefined) {
  const element = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!call) return
    const look = () => {
      const top = element.current?.getBoundingClientRect().top
      if (top !== undefined && top < window.innerHeight + AHEAD) call()
    }
    look()
    window.addEventListener('scroll', look, { capture: true, passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look, { capture: true })
      window.removeEventListener('resize', look)
    }
  }, [call])
  return element
}
