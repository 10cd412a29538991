import { z } from 'zod'
import {
  type Agent,
  agentOf,
  agents,
  type Department,
  departments,
  executives,
  specialists,
} from './catalogue/agents.ts'
import { presets } from './catalogue/presets.ts'

// The cart and its prices, the same for browser and server. The calls are in workforce-orders.ts.

export const BillingPeriod = z.enum(['monthly', 'annual'], 'The billing period is monthly or annual.')
export type BillingPeriod = z.infer<typeof BillingPeriod>

/** The version of each agent's description, tools and limits that a seat is pinned to. Raise it when they change. */
export const AGENT_VERSION = 1
/** Seats of one kind in a cart, an order or a subscription. */
export const SEATS_MAX = 100
/** Per cent taken off a year that is paid at once. */
export const ANNUAL_DISCOUNT = 10
/** Hundredths of a per cent: 1900 is 19 %. */
export const TAX_MAX = 5_000

/** What may be in a cart: agent key to a quantity of 1 to SEATS_MAX. */
export type Quantities = Readonly<Record<string, number>>
export interface Cart {
  /** By agent key (the spec's roleId). Names and prices come from the catalogue, never from what was stored. */
  items: Quantities
  billingPeriod: BillingPeriod
}

export interface CartItem {
  roleId: string
  name: string
  description: string
  monthlyPriceCents: number
  /** Of twelve months, with the discount. */
  annualPriceCents: number
  quantity: number
}

export const emptyCart: Cart = { items: {}, billingPeriod: 'monthly' }

export function deployable(key: string): Agent | undefined {
  const agent = agentOf(key)
  return agent?.deployable ? agent : undefined
}

const isQuantity = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= SEATS_MAX

/**
 * A cart as it was stored, by this version or another: what is unknown, cannot be hired (any more) or is no quantity is left
 * out. Null when it is no cart at all.
 */
export function readCart(stored: unknown): Cart | null {
  const read = z
    .object({ items: z.record(z.string(), z.unknown()), billingPeriod: BillingPeriod.catch('monthly') })
    .safeParse(stored)
  if (!read.success) return null
  const items = Object.entries(read.data.items).filter(
    (entry): entry is [string, number] => deployable(entry[0]) !== undefined && isQuantity(entry[1]),
  )
  return { items: Object.fromEntries(items), billingPeriod: read.data.billingPeriod }
}

export const quantityOf = ({ items }: Cart, key: string): number => (Object.hasOwn(items, key) ? (items[key] ?? 0) : 0)

export function removeRole(cart: Cart, key: string): Cart {
  const { [key]: _, ...items } = cart.items
  return { ...cart, items }
}

/** Zero or less removes; a fraction is cut off. Who cannot be hired, or no number at all, changes nothing. */
export function setQuantity(cart: Cart, key: string, quantity: number): Cart {
  if (Number.isNaN(quantity)) return cart
  const whole = Math.min(Math.trunc(quantity), SEATS_MAX)
  if (whole <= 0) return removeRole(cart, key)
  return deployable(key) ? { ...cart, items: { ...cart.items, [key]: whole } } : cart
}

export const addRole = (cart: Cart, key: string): Cart => setQuantity(cart, key, quantityOf(cart, key) + 1)
export const clearCart = (cart: Cart): Cart => ({ ...cart, items: {} })
export const setBillingPeriod = (cart: Cart, billingPeriod: BillingPeriod): Cart => ({ ...cart, billingPeriod })

/** What was in the cart gives way to the preset's team; an unknown preset changes nothing. */
export function applyPreset(cart: Cart, id: string): Cart {
  const preset = presets.find((one) => one.id === id)
  if (!preset) return cart
  return Object.entries(preset.cart).reduce(
    (next, [key, quantity]) => setQuantity(next, key, quantity),
    clearCart(cart),
  )
}

export const isEmpty = ({ items }: Cart): boolean => Object.keys(items).length === 0

/**
 * The cart of a browser that nobody had signed in to, and the one that the account has: of each agent the larger quantity,
 * since both mostly mean the same team, and merging twice then changes nothing. The period is the one last looked at: the
 * browser's, unless its cart is empty. A browser's cart that was merged once is from then on the account's, and no longer merged.
 */
export function mergeCarts(local: Cart, account: Cart): Cart {
  if (isEmpty(local)) return account
  return Object.entries(account.items).reduce(
    (merged, [key, quantity]) => setQuantity(merged, key, Math.max(quantity, quantityOf(merged, key))),
    local,
  )
}

/** In the catalogue's order. */
export const cartItems = (cart: Cart): CartItem[] =>
  agents
    .filter(({ key }) => quantityOf(cart, key) > 0)
    .map(({ key, name, description, monthlyPriceCents }) => ({
      roleId: key,
      name,
      description,
      monthlyPriceCents,
      annualPriceCents: annualPrice(monthlyPriceCents),
      quantity: quantityOf(cart, key),
    }))

/** "{n} agent(s) selected": seats, not kinds. */
export const agentsSelected = ({ items }: Cart): number => Object.values(items).reduce((sum, n) => sum + n, 0)

/**
 * Monthly × 12 × 0.9, in whole cents. It is rounded (half up) here, at the price of one seat, and nowhere later: so a line
 * is its price times its quantity, and a total the sum of its lines. All prices of today come out even.
 */
export const annualPrice = (monthlyCents: number): number => share(monthlyCents * 12, 100 - ANNUAL_DISCOUNT, 100)

/** `cents × part ÷ whole`, rounded half up. All are whole and not negative. */
export const share = (cents: number, part: number, whole: number): number =>
  Number((BigInt(cents) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n))

/** What one seat costs for a period. */
export const priceFor = (monthlyCents: number, period: BillingPeriod): number =>
  period === 'annual' ? annualPrice(monthlyCents) : monthlyCents

export interface Totals {
  /** What the seats cost in the period at the monthly price: one month, or twelve. */
  listCents: number
  /** Taken off; 0 for a month. */
  discountCents: number
  /** 0 for a month or an empty cart, else ANNUAL_DISCOUNT. */
  discountPercent: number
  /** Before tax. */
  subtotalCents: number
  taxCents: number
  totalCents: number
}

/** What a cart costs in its billing period. `taxBasisPoints`: hundredths of a per cent. */
export function totalsOf(cart: Cart, taxBasisPoints = 0): Totals {
  const items = cartItems(cart)
  const months = cart.billingPeriod === 'annual' ? 12 : 1
  const sum = (price: (item: CartItem) => number) => items.reduce((total, one) => total + price(one) * one.quantity, 0)
  const listCents = sum((one) => one.monthlyPriceCents * months)
  const subtotalCents = sum((one) => priceFor(one.monthlyPriceCents, cart.billingPeriod))
  const taxCents = share(subtotalCents, taxBasisPoints, 10_000)
  return {
    listCents,
    discountCents: listCents - subtotalCents,
    discountPercent: listCents > subtotalCents ? ANNUAL_DISCOUNT : 0,
    subtotalCents,
    taxCents,
    totalCents: subtotalCents + taxCents,
  }
}

/** Spec 9, "the discount figure": what a year saves, whichever period is chosen. */
export const annualDiscount = (cart: Cart): number => totalsOf(setBillingPeriod(cart, 'annual')).discountCents

export interface AgentTab {
  id: 'All' | Department
  count: number
}
/** The category tabs: "All" has the specialists, with the executives in a row of their own above (spec-notes). */
export const agentTabs: readonly AgentTab[] = [
  { id: 'All', count: specialists.length },
  ...departments.map((id) => ({ id, count: agents.filter(({ space }) => space === id).length })),
]
export const agentsInTab = (tab: AgentTab['id']): readonly Agent[] =>
  tab === 'All' ? specialists : tab === 'C-Suite' ? executives : agents.filter(({ space }) => space === tab)

/** Whose results a qualified person must review before anybody relies on them: accounts, law, security findings. */
export const needsQualifiedReview = (key: string): boolean =>
  key === 'cpa' || key === 'soc_analyst' || agentOf(key)?.space === 'Legal'
