import { useEffect, useEffectEvent, useId, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useConfirm } from '../ui/confirm.tsx'

/** The forms on the page with something in them that is not saved. */
const unsaved = new Set<string>()
let ask: () => Promise<boolean> = () => Promise.resolve(true)

/** Asks the person when something typed would be lost. */
export async function mayLeave(): Promise<boolean> {
  if (unsaved.size === 0) return true
  const leaves = await ask()
  if (leaves) unsaved.clear()
  return leaves
}

/** A form says whether it holds something that is not saved. */
export function useUnsaved(isDirty: boolean): void {
  const id = useId()
  useLayoutEffect(() => {
    if (isDirty) unsaved.add(id)
    else unsaved.delete(id)
    return () => void unsaved.delete(id)
  }, [id, isDirty])
}

/** Once on the page: links within it ask first, and so does the browser before the tab closes. */
export function UnsavedGuard() {
  const { t } = useTranslation('settings')
  const confirm = useConfirm()
  const navigate = useNavigate()
  const question = useEffectEvent(() =>
    confirm({
      title: t('unsaved.title'),
      text: t('unsaved.text'),
      confirm: t('unsaved.leave'),
      cancel: t('unsaved.stay'),
      danger: true,
    }),
  )
  const onClick = useEffectEvent((event: MouseEvent) => {
    if (unsaved.size === 0 || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
    if (link.getAttribute('href')?.startsWith('#')) return
    event.preventDefault()
    event.stopPropagation()
    void mayLeave().then((leaves) => leaves && navigate(link.pathname + link.search + link.hash))
  })
  useEffect(() => {
    ask = () => question()
    const click = (event: MouseEvent) => onClick(event)
    const unload = (event: BeforeUnloadEvent) => unsaved.size > 0 && event.preventDefault()
    document.addEventListener('click', click, true)
    addEventListener('beforeunload', unload)
    return () => {
      ask = () => Promise.resolve(true)
      document.removeEventListener('click', click, true)
      removeEventListener('beforeunload', unload)
    }
  }, [])
  return null
}
