import { Exact } from '../numbers/exact.ts'

// Changes of a price by per cent, not rounded.

/** A price with per cent added. */
export const percentOn = (price: Exact, percent: Exact): Exact =>
  new Exact(price).times(new Exact(100).plus(percent)).div(100)

/** A price with reductions taken off one after another: 20 % and then 10 % are 28 % off. */
export const percentsOff = (price: Exact, percents: readonly Exact[]): Exact =>
  percents.reduce<Exact>((left, percent) => percentOn(left, new Exact(percent).neg()), new Exact(price))

/** The price without the per cent that it holds: 119 with 19 % of tax is 100. Above −100 %. */
export const withoutPercent = (price: Exact, percent: Exact): Exact =>
  new Exact(price).times(100).div(new Exact(100).plus(percent))

/** Litres that a distance takes, in km and litres per 100 km. */
export const litresOf = (kilometres: Exact, litresPer100: Exact): Exact =>
  new Exact(kilometres).times(litresPer100).div(100)
