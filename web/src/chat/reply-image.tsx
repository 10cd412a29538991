import { sentences } from '@atrium/contract/sentences'
import { Download, ImageOff, Image as Picture } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'

/** Whether the browser may fetch an image by itself: our own server's, and those that are in the text. */
export function isOwnImage(src: string): boolean {
  if (/^(data:image\/(png|jpe?g|gif|webp|avif);|blob:)/i.test(src)) return true
  try {
    return new URL(src, location.href).origin === location.origin
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

export const hostOf = (address: string): string => {
  try {
    return new URL(address, location.href).host
  } catch (error) {
    if (error instanceof TypeError) return ''
    throw error
  }
}

/**
 * An image in a reply. One from another host is not fetched: its address could carry away what was said. The person sees
 * where it is from and opens it in a tab of its own. One that is itself a link (`[![…](…)](…)`) has no links beside it.
 */
export function ReplyImage({ src, alt }: { src: string; alt: string }) {
  const { t } = useTranslation()
  const [failed, setFailed] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  // No link until it is known that there is none around it; before anything is painted.
  const [linked, setLinked] = useState(true)
  useLayoutEffect(() => setLinked(place.current?.parentElement?.closest('a') != null), [])
  if (!isOwnImage(src)) {
    return (
      <span ref={place} className={notice}>
        <Picture aria-hidden className="size-5 shrink-0 text-faint" />
        <span className="min-w-0 flex-1">
          <span className="block truncate">{alt || t('chat.image.unnamed')}</span>
          <span className="block truncate text-xs text-muted">{t('chat.image.from', { host: hostOf(src) })}</span>
        </span>
        {!linked && (
          <a
            href={src}
            target="_blank"
            rel="noopener noreferrer nofollow"
            referrerPolicy="no-referrer"
            className={outlineLink}
          >
            {t('chat.image.load')}
          </a>
        )}
      </span>
    )
  }
  if (failed) {
    return (
      <span className={notice}>
        <ImageOff aria-hidden className="size-5 shrink-0 text-faint" />
        <span className="min-w-0 flex-1">
          {alt && <span className="block truncate">{alt}</span>}
          <span className="block text-xs text-muted">{said(sentences.imageFailed)}</span>
        </span>
      </span>
    )
  }
  return (
    <span ref={place} className="group/image relative my-3 inline-block max-w-full">
      <img
        src={src}
        alt={alt}
        loading="lazy"
        onError={() => setFailed(true)}
        className="max-h-128 max-w-full rounded-lg border border-line"
      />
      {!linked && (
        <a
          href={src}
          download={`${alt.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60) || 'image'}.png`}
          aria-label={t('chat.image.download')}
          title={t('chat.image.download')}
          className="absolute end-2 top-2 flex size-8 items-center justify-center rounded-md bg-popover text-ink opacity-0 shadow-float transition-opacity duration-120 group-hover/image:opacity-100 focus-visible:opacity-100 touch:size-10 touch:opacity-100"
        >
          <Download aria-hidden className="size-4" />
        </a>
      )}
    </span>
  )
}

const notice =
  'my-3 flex max-w-full flex-wrap items-center gap-3 rounded-lg border border-line bg-surface px-3.5 py-3 text-sm'

const outlineLink =
  'inline-flex h-8 shrink-0 items-center rounded-md border border-line bg-popover px-3 text-ink! no-underline! text-sm font-medium hover:border-line-strong touch:h-10'
