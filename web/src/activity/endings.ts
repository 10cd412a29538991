import type { ActivityItem } from '@atrium/contract/activity'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSurroundings } from '../commands/commands.tsx'
import { said } from '../i18n/said.ts'
import { download } from '../platform/download.ts'
import { scopedUrl } from '../platform/scoped-url.ts'
import { toast } from '../ui/toast.tsx'

/** Whose page is there and tells of their end itself. */
const followed = new Set<string>()
/** Of which it was told: the button that tells stands in two places of a page. */
const told = new Set<string>()

/** What a page follows, it tells of itself. Call what comes back when it does so no more. */
export function follow(id: string): () => void {
  followed.add(id)
  return () => void followed.delete(id)
}

/** Tells of imports and exports that have ended after their page was left: nobody looks for them. */
export function useEndings(items: readonly ActivityItem[]): void {
  const { t } = useTranslation('activity')
  const { openModal } = useSurroundings()
  const open = useRef(new Set<string>())
  useEffect(() => {
    for (const item of items) {
      const { id, work, status, link, error } = item
      const isOpen = status === 'waiting' || status === 'running'
      if (isOpen) open.current.add(id)
      else if (
        open.current.delete(id) &&
        work !== null &&
        !followed.has(id) &&
        !told.has(id) &&
        status !== 'cancelled'
      ) {
        told.add(id)
        const show = { label: t('open'), altText: t('title'), onClick: () => openModal('activity', '') }
        const fetch = link && { label: t('download'), altText: t('title'), onClick: () => download(scopedUrl(link)) }
        const description = [`${t(`work.${work}`)}: ${t(`status.${status}`)}`, error && said(error)]
          .filter(Boolean)
          .join('. ')
        toast({
          title: item.subject || said(item.title),
          description,
          action: fetch || show,
          ...(status === 'failed' && { variant: 'destructive' as const }),
        })
      }
    }
  }, [items, t, openModal])
}
