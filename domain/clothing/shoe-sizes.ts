import { Exact } from '../numbers/exact.ts'

// Sizes of adults' shoes by the length of the foot. ISO 9407 (Mondopoint) measures the foot itself; the others count from the
// last, which is longer. How much longer is convention: 1.5 cm for Paris points, two thirds of an inch for Britain and the
// United States, whose scales count in thirds of an inch (the Brannock device). ISO 19407 aligns them by the foot likewise.

export const shoeSystems = ['eu', 'uk', 'usMen', 'usWomen', 'mondopoint', 'centimetres'] as const
export type ShoeSystem = (typeof shoeSystems)[number]

const CM_OF_INCH = new Exact('2.54')

interface Scale {
  /** Of a foot in centimetres, not rounded */
  size: (foot: Exact) => Exact
  foot: (size: Exact) => Exact
  /** Sizes are made in steps of this */
  step: Exact
}

/** Three sizes an inch, counted from so many. */
const inches = (offset: number): Scale => ({
  size: (foot) => foot.div(CM_OF_INCH).times(3).minus(offset),
  foot: (size) => size.plus(offset).div(3).times(CM_OF_INCH),
  step: new Exact('0.5'),
})

const scales: Readonly<Record<ShoeSystem, Scale>> = {
  // 3 Paris points are 2 cm of the last
  eu: {
    size: (foot) => foot.plus('1.5').times('1.5'),
    foot: (size) => size.div('1.5').minus('1.5'),
    step: new Exact('0.5'),
  },
  uk: inches(23),
  usMen: inches(22),
  usWomen: inches(21),
  mondopoint: { size: (foot) => foot.times(10), foot: (size) => size.div(10), step: new Exact(5) },
  centimetres: { size: (foot) => foot, foot: (size) => size, step: new Exact('0.5') },
}

/** Feet of adults, in centimetres; children's sizes are counted otherwise. */
export const ADULT_FEET = [21, 33] as const

/** The foot in centimetres that a size is meant for; null where it is none of an adult. */
export function footOf(size: Exact, system: ShoeSystem): Exact | null {
  const foot = scales[system].foot(new Exact(size))
  return foot.gte(ADULT_FEET[0]) && foot.lte(ADULT_FEET[1]) ? foot : null
}

/** The nearest size that is made for a foot in centimetres. */
export function shoeSize(foot: Exact, system: ShoeSystem): Exact {
  const { size, step } = scales[system]
  return size(new Exact(foot)).div(step).round().times(step)
}
