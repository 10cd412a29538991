/**
 * Gas marks and the settings of electric ovens that British cookery books give for them (Good Housekeeping, BBC Good Food). A fan oven is
 * set 20 °C lower than one with heat from above and below.
 */
export interface GasMark {
  mark: string
  celsius: number
  fahrenheit: number
}

export const gasMarks: readonly GasMark[] = [
  ['¼', 110, 225],
  ['½', 120, 250],
  ['1', 140, 275],
  ['2', 150, 300],
  ['3', 170, 325],
  ['4', 180, 350],
  ['5', 190, 375],
  ['6', 200, 400],
  ['7', 220, 425],
  ['8', 230, 450],
  ['9', 240, 475],
  ['10', 260, 500],
].map(([mark, celsius, fahrenheit]) => ({ mark, celsius, fahrenheit }) as GasMark)

/** °C that a fan oven is set lower */
export const FAN_LOWER = 20
/** °C that an oven can be set to */
export const OVEN = [80, 300] as const

/** The mark nearest to a temperature of a conventional oven in °C. */
export const markNear = (celsius: number): GasMark =>
  gasMarks.reduce((best, one) => (Math.abs(one.celsius - celsius) < Math.abs(best.celsius - celsius) ? one : best))
