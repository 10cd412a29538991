import {
  Children,
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
  useCallback,
} from 'react'

type Props = Record<string, unknown> & { ref?: Ref<HTMLElement> }

function put(ref: Ref<HTMLElement> | undefined, element: HTMLElement | null): (() => void) | undefined {
  if (typeof ref === 'function') return ref(element) ?? (() => void ref(null))
  if (!ref) return undefined
  ref.current = element
  return () => {
    ref.current = null
  }
}

type SlotProps = HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement>; children: ReactNode }

/**
 * Gives what it is given to its one child: handlers of both are called, the child's first; otherwise the child's own
 * props win. Radix's Slot does the same for more cases, and would be 1 KB of every first load.
 */
export function Slot({ children, ref, ...rest }: SlotProps): ReactNode {
  const own: Record<string, unknown> = rest
  const child = Children.only(children) as ReactElement<Props>
  const props: Props = { ...own }
  for (const [name, theirs] of Object.entries(child.props)) {
    const mine = own[name]
    props[name] =
      typeof mine === 'function' && typeof theirs === 'function'
        ? (...args: unknown[]) => {
            theirs(...args)
            mine(...args)
          }
        : (theirs ?? mine)
  }
  const inner = child.props.ref
  props.ref = useCallback(
    (element: HTMLElement | null) => {
      const undo = [put(inner, element), put(ref, element)]
      return () => {
        for (const each of undo) each?.()
      }
    },
    [inner, ref],
  )
  return cloneElement(child, props)
}
