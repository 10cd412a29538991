import { applyPreset, emptyCart, isEmpty, readCart } from '@atrium/contract/workforce'
import type { StoredCart } from '@atrium/contract/workforce-orders'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '../platform/api.ts'
import {
  beginCart,
  cartIsKept,
  changeCart,
  onCart,
  readKeptCart,
  readUnsentCart,
  takeAccountCart,
} from './cart-store.ts'

const CART = '/api/workforce/cart'
const QUIET = 250 // ms without a change before the cart is sent

// One call at a time: an older cart must not arrive after a newer one.
let sending: Promise<unknown> = Promise.resolve()

async function sendCart(): Promise<StoredCart | null> {
  const cart = readUnsentCart()
  if (!cart) return null
  const stored = await api.put<StoredCart>(CART, cart)
  cartIsKept(cart)
  return stored
}

/** Keeps the cart in the account too. False while the account lacks a change, and says so. */
export function useCartSync(): boolean {
  const client = useQueryClient()
  const [isKept, setKept] = useState(true)
  const account = useQuery<StoredCart>({ queryKey: [CART], staleTime: 0 })

  const arrive = useEffectEvent(({ updatedAt, ...stored }: StoredCart) => {
    const { cart, unsent, unmerged } = readKeptCart()
    const known = updatedAt === null ? null : readCart(stored)
    if (known || unmerged) return takeAccountCart(known ?? emptyCart)
    if (unsent) return
    if (!isEmpty(cart)) return void changeCart((now) => ({ ...now }))
    beginCart((now) => applyPreset(now, 'startup'))
  })
  useEffect(() => {
    // What was fetched on an earlier visit may be older than what another tab has changed since.
    if (account.data && account.isFetchedAfterMount) arrive(account.data)
  }, [account.data, account.isFetchedAfterMount])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = () => {
      sending = sending.then(sendCart).then(
        (stored) => {
          setKept(true)
          if (stored && !readKeptCart().unsent) client.setQueryData([CART], stored)
        },
        (error: unknown) => {
          console.error('The cart could not be kept in the account.', error)
          setKept(false)
        },
      )
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(send, QUIET)
    }
    const stop = onCart(later)
    addEventListener('online', send)
    later()
    return () => {
      stop()
      removeEventListener('online', send)
      clearTimeout(timer)
      send()
    }
  }, [client])
  return isKept
}
