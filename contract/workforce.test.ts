import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agents } from './catalogue/agents.ts'
import { presets } from './catalogue/presets.ts'
import {
  addRole,
  agentsInTab,
  agentsSelected,
  agentTabs,
  annualDiscount,
  annualPrice,
  applyPreset,
  BillingPeriod,
  type Cart,
  cartItems,
  clearCart,
  deployable,
  emptyCart,
  isEmpty,
  mergeCarts,
  quantityOf,
  readCart,
  removeRole,
  SEATS_MAX,
  setBillingPeriod,
  setQuantity,
  share,
  totalsOf,
} from './workforce.ts'
import { BillingDetails, CartBody, NewOrder } from './workforce-orders.ts'

/** Spec 9, "Monthly prices in cents", to the letter. */
const PRICES =
  `cfo 49900; coo 39900; cmo 39900; sales 19900; sdr 14900; account_manager 24900; success 19900; support 14900;
support_qa 9900 (soon); kb 12900; ops 14900; scheduler 9900; kanban_pm 14900; research 12900 (soon); recon 14900 (soon);
competitive_intel 14900; pm 15900 (soon); creator 19900; studio 19900 (soon); copywriter 14900; social 12900;
engineer 59900 (soon); reviewer 19900 (soon); tester 14900; devops 19900; tutor 9900 (soon); coach 12900 (soon); cpa 19900;
finance_analyst 17900 (soon); care_navigator 12900; medical_writer 14900 (soon); growth 17900; seo 14900;
counsel 17900 (soon); legal_ops 19900; recruiter 17900; hr_ops 14900; soc_analyst 21900; security_analyst 19900`
    .split(';')
    .map((entry) => {
      const [key = '', price, soon] = entry.trim().split(/\s+/)
      return { key, price: Number(price), soon: soon === '(soon)' }
    })

/** Spec 9, "Presets", and what a month of each comes to. */
const PRESETS: [string, Record<string, number>, number][] = [
  ['startup', { coo: 1, sales: 1, support: 1, creator: 1 }, 94_600],
  ['smb', { cpa: 1, sales: 1, support: 1, social: 1, growth: 1 }, 85_500],
  [
    'enterprise',
    { cfo: 1, coo: 1, cmo: 1, kanban_pm: 1, devops: 1, competitive_intel: 1, support: 2, sales: 2 },
    249_000,
  ],
  ['custom', {}, 0],
]

describe('prices (spec 9)', () => {
  test('there are these agents and no others', () => {
    expect(PRICES).toHaveLength(39)
    expect(agents.map(({ key }) => key)).toEqual(PRICES.map(({ key }) => key))
    expect(agents.filter((one) => one.deployable)).toHaveLength(27)
  })

  test.each(PRICES)('$key costs $price cents a month', ({ key, price, soon }) => {
    expect(agents.find((one) => one.key === key)?.monthlyPriceCents).toBe(price)
    const cart = addRole(emptyCart, key)
    expect(totalsOf(cart).totalCents).toBe(soon ? 0 : price)
    const year = totalsOf(setBillingPeriod(cart, 'annual'))
    // In tenths of a cent, so that nothing is rounded on this side.
    expect(year.totalCents * 10).toBe(soon ? 0 : price * 12 * 9)
    expect(annualDiscount(cart) * 10).toBe(soon ? 0 : price * 12)
  })

  test.each(PRESETS)('the preset %s', (id, items, month) => {
    const cart = applyPreset(addRole(emptyCart, 'tester'), id)
    expect(cart.items).toEqual(items)
    expect(totalsOf(cart)).toMatchObject({ subtotalCents: month, discountCents: 0, discountPercent: 0 })
    expect(totalsOf(setBillingPeriod(cart, 'annual'))).toMatchObject({
      listCents: month * 12,
      subtotalCents: (month * 12 * 9) / 10,
      discountCents: (month * 12) / 10,
      discountPercent: month > 0 ? 10 : 0,
    })
  })

  test('a price that does not come out even is rounded once, half up, at the one seat', () => {
    expect([5, 10, 15, 101].map(annualPrice)).toEqual([54, 108, 162, 1091]) // 1,090.8
    expect([share(1, 1, 2), share(3, 1, 2), share(1, 1, 3), share(2, 1, 3)]).toEqual([1, 2, 0, 1])
  })

  test('tax is of what is left after the discount', () => {
    const cart = setBillingPeriod(addRole(emptyCart, 'sdr'), 'annual')
    expect(totalsOf(cart, 1_900)).toMatchObject({ subtotalCents: 160_920, taxCents: 30_575, totalCents: 191_495 })
  })
})

test('the tabs count as spec 9 does: 36 specialists under All, 39 in the departments', () => {
  const counts = 'All 36, C-Suite 3, Sales 4, Support 3, Ops 3, Research 3, Product 1, Creative 4, Dev 4, Education 2, '
  expect(agentTabs.map(({ id, count }) => `${id} ${count}`).join(', ')).toBe(
    `${counts}Finance 2, Health 2, Marketing 2, Legal 2, HR 2, Security 2`,
  )
  for (const { id, count } of agentTabs) expect(agentsInTab(id)).toHaveLength(count)
})

describe('the cart (spec 4.5)', () => {
  test('adding counts up, zero or less removes, and nobody who cannot be hired comes in', () => {
    const two = addRole(addRole(emptyCart, 'sales'), 'sales')
    expect(two.items).toEqual({ sales: 2 })
    expect(setQuantity(two, 'sales', 0).items).toEqual({})
    expect(setQuantity(two, 'sales', -3).items).toEqual({})
    expect(setQuantity(two, 'sales', 2.9).items).toEqual({ sales: 2 })
    expect(setQuantity(two, 'sales', Number.NaN)).toBe(two)
    expect(setQuantity(two, 'sales', Number.POSITIVE_INFINITY).items).toEqual({ sales: SEATS_MAX })
    expect(addRole(two, 'engineer')).toBe(two)
    expect(addRole(two, '__proto__')).toBe(two)
    expect(addRole(two, 'nobody')).toBe(two)
    expect(removeRole(addRole(two, 'coo'), 'sales').items).toEqual({ coo: 1 })
    expect(clearCart(setBillingPeriod(two, 'annual'))).toEqual({ items: {}, billingPeriod: 'annual' })
  })

  test('an item says what the spec lists, with its price for a year', () => {
    expect(cartItems(setQuantity(emptyCart, 'coo', 2))).toEqual([
      {
        roleId: 'coo',
        name: 'Chief Operating Officer',
        description: expect.any(String),
        monthlyPriceCents: 39_900,
        annualPriceCents: 430_920,
        quantity: 2,
      },
    ])
  })

  test('two carts make the larger of both, and making them again changes nothing', () => {
    const local: Cart = { items: { sales: 2, coo: 1 }, billingPeriod: 'annual' }
    const account: Cart = { items: { sales: 1, kb: 3 }, billingPeriod: 'monthly' }
    const merged = mergeCarts(local, account)
    expect(merged).toEqual({ items: { sales: 2, coo: 1, kb: 3 }, billingPeriod: 'annual' })
    expect(mergeCarts(local, merged)).toEqual(merged)
    expect(mergeCarts(emptyCart, account)).toBe(account)
  })

  test('what was stored is read with care', () => {
    expect(readCart('junk')).toBeNull()
    expect(readCart(null)).toBeNull()
    const stored = JSON.parse(
      '{"items":{"sales":2,"engineer":1,"coo":-1,"kb":1.5,"cfo":"3","__proto__":1,"gone":1},"billingPeriod":"weekly"}',
    )
    expect(readCart(stored)).toEqual({ items: { sales: 2 }, billingPeriod: 'monthly' })
  })
})

const keys = fc.oneof(fc.constantFrom(...agents.map(({ key }) => key)), fc.string())
const numbers = fc.oneof(fc.double(), fc.integer({ min: -5, max: 200 }))
const steps = fc.array(
  fc.oneof(
    keys.map((key) => (cart: Cart) => addRole(cart, key)),
    keys.map((key) => (cart: Cart) => removeRole(cart, key)),
    fc.tuple(keys, numbers).map(
      ([key, n]) =>
        (cart: Cart) =>
          setQuantity(cart, key, n),
    ),
    fc.constantFrom(...presets, { id: 'none' }).map(
      ({ id }) =>
        (cart: Cart) =>
          applyPreset(cart, id),
    ),
    fc.constantFrom(...BillingPeriod.options).map((period) => (cart: Cart) => setBillingPeriod(cart, period)),
    fc
      .dictionary(keys, numbers)
      .map((items) => (cart: Cart) => mergeCarts(readCart({ items, billingPeriod: 'annual' }) ?? emptyCart, cart)),
  ),
  { maxLength: 30 },
)

test('whatever is done to a cart, its quantities are whole and positive, of agents that can be hired, and its money adds up', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 0, max: 5_000 }), (done, tax) => {
      const cart = done.reduce((next, step) => step(next), emptyCart)
      for (const [key, quantity] of Object.entries(cart.items)) {
        expect(deployable(key), key).toBeDefined()
        expect(Number.isInteger(quantity) && quantity >= 1 && quantity <= SEATS_MAX, `${key}: ${quantity}`).toBe(true)
        expect(quantityOf(cart, key)).toBe(quantity)
      }
      const totals = totalsOf(cart, tax)
      for (const figure of Object.values(totals)) expect(Number.isSafeInteger(figure) && figure >= 0).toBe(true)
      expect(totals.subtotalCents + totals.discountCents).toBe(totals.listCents)
      expect(totals.subtotalCents + totals.taxCents).toBe(totals.totalCents)
      expect(totals.taxCents * 10_000).toBeGreaterThanOrEqual(totals.subtotalCents * tax - 5_000)
      expect(totals.taxCents * 10_000).toBeLessThanOrEqual(totals.subtotalCents * tax + 5_000)
      expect(isEmpty(cart)).toBe(agentsSelected(cart) === 0)
      expect(readCart(JSON.parse(JSON.stringify(cart)))).toEqual(cart)
      if (!isEmpty(cart)) expect(CartBody.parse(cart)).toEqual(cart)
    }),
  )
})

describe('an order', () => {
  const billing = { name: 'Ada', email: 'ada@example.org', address: '1 Main Street', city: 'London', country: 'UK' }
  const order = {
    items: { sales: 1 },
    billingPeriod: 'monthly',
    billing,
    expectedTotalCents: 19_900,
    attempt: 'attempt-1',
  }
  const faults = (change: object) => NewOrder.safeParse({ ...order, ...change }).error?.issues.map((one) => one.message)

  test('is understood with what must be there', () => {
    expect(NewOrder.parse(order)).toMatchObject({ payment: 'invoice', termsDays: 14, taxBasisPoints: 0, poNumber: '' })
  })

  test.each([
    ['nobody', { items: {} }, 'Your cart is empty. Choose an agent first.'],
    ['who cannot be hired', { items: { engineer: 1 } }, 'This agent cannot be hired yet. Take it out of the cart.'],
    ['who does not exist', { items: { wizard: 1 } }, 'There is no such agent.'],
    ['none of one', { items: { sales: 0 } }, 'A quantity is at least 1.'],
    ['less than none', { items: { sales: -1 } }, 'A quantity is at least 1.'],
    ['half a seat', { items: { sales: 1.5 } }, 'A quantity is a whole number.'],
    ['too many', { items: { sales: 101 } }, 'At most 100 seats of one agent.'],
    ['a word', { items: { sales: '1' } }, 'A quantity is a whole number.'],
    ['a negative tax', { taxBasisPoints: -1 }, 'The tax cannot be negative.'],
    ['too much tax', { taxBasisPoints: 5_001 }, 'The tax is at most 50 per cent.'],
    ['other terms', { termsDays: 15 }, 'An invoice is due in 14 or 30 days.'],
  ])('is refused with %s', (_, change, sentence) => {
    expect(faults(change)).toEqual([sentence])
  })

  test('says who is billed', () => {
    expect(BillingDetails.safeParse({ ...billing, name: ' ' }).error?.issues[0]?.message).toBe('Say who is billed.')
  })
})
