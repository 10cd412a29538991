import { use, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { type To, UNSAFE_NavigationContext, useLocation } from 'react-router'
import { i18n } from '../i18n/index.ts'
import { guardTraversals } from '../platform/traversals.ts'
import { useConfirm } from '../ui/confirm.tsx'

/** The forms on the page with something in them that is not saved. */
const unsaved = new Set<string>()

/** A form says whether it holds something that is not saved. */
export function useUnsaved(isDirty: boolean): void {
  const id = useId()
  useLayoutEffect(() => {
    if (isDirty) unsaved.add(id)
    else unsaved.delete(id)
    return () => void unsaved.delete(id)
  }, [id, isDirty])
}

/** The router numbers its entries of the browser's history. */
const numberOf = (state: unknown): number | undefined => {
  const { idx } = (state ?? {}) as { idx?: unknown }
  return typeof idx === 'number' ? idx : undefined
}

/**
 * Once on the page: whatever leads away from something that is not saved asks first. The declarative router has no
 * blocker (docs/decisions/001): links, shortcuts and pages all go through its one navigator, which asks here; Back and
 * Forward have happened by the time they are told, so they are taken back before the router hears of them, and done
 * again when the person leaves. The browser itself asks before the tab closes.
 */
export function UnsavedGuard() {
  const confirm = useConfirm()
  const { navigator } = use(UNSAFE_NavigationContext)
  const { pathname, search, key } = useLocation()
  const here = useRef<{ page: string; state: unknown }>({ page: '', state: null })
  // Its words come when they are wanted: for them no page waits, and none is hidden.
  const question = useEffectEvent(async () => {
    await i18n.loadNamespaces('settings')
    const t = i18n.getFixedT(null, 'settings')
    return confirm({
      title: t('unsaved.title'),
      text: t('unsaved.text'),
      confirm: t('unsaved.leave'),
      cancel: t('unsaved.stay'),
      danger: true,
    })
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history has its own state
  useEffect(() => {
    here.current = { page: pathname + search, state: history.state }
  }, [pathname, search, key])

  useEffect(() => {
    const { push, replace } = navigator
    let leaving: number | undefined
    const leave = async (go: () => void) => {
      if (await question()) go()
    }
    const isHere = (to: To): boolean => {
      const { pathname = '', search = '' } = typeof to === 'string' ? new URL(to, location.href) : to
      return pathname + search === here.current.page
    }
    const guarded =
      (go: typeof push): typeof push =>
      (to, ...rest) => {
        if (unsaved.size === 0 || isHere(to)) go(to, ...rest)
        else void leave(() => go(to, ...rest))
      }
    navigator.push = guarded(push)
    navigator.replace = guarded(replace)

    const onPop = (event: PopStateEvent) => {
      const { page, state } = here.current
      const [to, from] = [numberOf(event.state), numberOf(state)]
      const arrived = to !== undefined && to === leaving
      leaving = undefined
      if (arrived || unsaved.size === 0 || location.pathname + location.search === page) return
      event.stopImmediatePropagation()
      if (to !== undefined && from !== undefined) {
        history.go(from - to)
        void leave(() => {
          leaving = to
          history.go(to - from)
        })
      } else {
        // An entry that the router did not make, such as one of a link within a page.
        const target = location.pathname + location.search + location.hash
        history.pushState(state, '', page)
        void leave(() => push(target))
      }
    }
    const unload = (event: BeforeUnloadEvent) => unsaved.size > 0 && event.preventDefault()
    const letGo = guardTraversals(onPop)
    addEventListener('beforeunload', unload)
    return () => {
      Object.assign(navigator, { push, replace })
      letGo()
      removeEventListener('beforeunload', unload)
    }
  }, [navigator])
  return null
}
