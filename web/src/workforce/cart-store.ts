import { prefixed } from '@atrium/contract/brand'
import { type Cart, emptyCart, isEmpty, mergeCarts, readCart } from '@atrium/contract/workforce'
import { useSyncExternalStore } from 'react'
import { onOwnerChange, readOwner } from '../platform/owner.ts'
import { storage } from '../platform/storage.ts'

/** The cart as this browser keeps it, each person's own. The account has it too. */
interface Kept {
  cart: Cart
  /** Changed here, and not in the account yet: it wins over the account's. */
  unsent: boolean
  /** Chosen before the person signed in: what the account has is to be merged with it first. */
  unmerged: boolean
}

const ANONYMOUS = 'anon'
const keyOf = (owner: string) => prefixed(`cart_${owner || ANONYMOUS}`)
const listeners = new Set<() => void>()

function load(owner: string): Kept {
  const stored = storage.readJson<{ unsent?: unknown; unmerged?: unknown } | null>(keyOf(owner), null)
  return {
    cart: readCart(stored) ?? emptyCart,
    unsent: stored?.unsent === true,
    unmerged: stored?.unmerged === true,
  }
}

/** The startup preset was put in by itself, in this visit: the page says so. */
let began = false
export const useBegan = (): boolean => useSyncExternalStore(onCart, () => began)

/** False for a change of another tab, which sends it itself. */
let isMine = true

let owner = readOwner()
let kept = load(owner)
if (owner) bring(ANONYMOUS)

function show(next: Kept): void {
  kept = next
  for (const listener of listeners) listener()
}

function put(next: Kept): void {
  isMine = true
  storage.writeJson(keyOf(owner), { ...next.cart, unsent: next.unsent, unmerged: next.unmerged })
  show(next)
}

/** What was chosen under another name goes with the person, into what they had chosen before. */
function bring(from: string): void {
  const { cart } = load(from)
  storage.remove(keyOf(from))
  if (!isEmpty(cart)) put({ cart: mergeCarts(cart, kept.cart), unsent: true, unmerged: true })
}

onOwnerChange(({ before, now, takesAlong }) => {
  owner = now
  isMine = true
  show(load(owner))
  if (takesAlong && now) bring(before)
})

// Another tab of the same browser.
addEventListener('storage', ({ key }) => {
  if (key !== null && key !== keyOf(owner)) return
  isMine = false
  show(load(owner))
})

export function onCart(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const readKeptCart = (): Kept => kept
/** What this tab has to send to the account. */
export const readUnsentCart = (): Cart | null => (isMine && kept.unsent && !kept.unmerged ? kept.cart : null)
const readShownCart = (): Cart => kept.cart

export const useCart = (): Cart => useSyncExternalStore(onCart, readShownCart)

/** One of the contract's operations. Gives the cart as it was before. */
export function changeCart(operation: (cart: Cart) => Cart): Cart {
  const before = kept.cart
  const cart = operation(before)
  if (cart !== before) put({ ...kept, cart, unsent: true })
  return before
}

/** Spec 4.5: once, on a first load with an empty cart. */
export function beginCart(operation: (cart: Cart) => Cart): void {
  began = true
  changeCart(operation)
}

/** The account has this now. A change that was made meanwhile is still to be sent. */
export function cartIsKept(sent: Cart): void {
  if (kept.cart === sent) put({ cart: sent, unsent: false, unmerged: false })
}

/** What the account has: merged with what was brought along, and else taken, unless it was just changed here. */
export function takeAccountCart(cart: Cart): void {
  if (kept.unmerged) put({ cart: mergeCarts(kept.cart, cart), unsent: true, unmerged: false })
  else if (!kept.unsent) put({ cart, unsent: false, unmerged: false })
}
