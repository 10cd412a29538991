import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { inBase, type Quantity } from './quantity.ts'
import type { System, Unit } from './unit-table.ts'
import { unitAt } from './units-by-name.ts'

/** What somebody wants to know who says one measure and no other: the usual unit of the other half of the world. */
const USUAL: Readonly<Record<string, string>> = {
  ...{
    mm: 'in',
    cm: 'in',
    m: 'ft',
    km: 'mi',
    in: 'cm',
    ft: 'm',
    yd: 'm',
    mi: 'km',
    nmi: 'km',
    furlong: 'm',
    fathom: 'm',
    hand: 'cm',
    ly: 'km',
    au: 'km',
    pc: 'ly',
  },
  ...{
    kg: 'lb',
    g: 'oz',
    lb: 'kg',
    oz: 'g',
    st: 'kg',
    t: 'lb',
    'short ton': 'kg',
    'long ton': 'kg',
    'oz t': 'g',
    stick: 'g',
    ct: 'g',
    mg: 'g',
  },
  ...{ '°C': '°F', '°F': '°C', K: '°C', '°': '°F' },
  ...{
    L: 'gal',
    mL: 'fl oz',
    cL: 'mL',
    dL: 'mL',
    gal: 'L',
    qt: 'L',
    pt: 'mL',
    'fl oz': 'mL',
    cup: 'mL',
    tbsp: 'mL',
    tsp: 'mL',
    pinch: 'mL',
    dash: 'mL',
    'm³': 'ft³',
    'ft³': 'm³',
    bbl: 'L',
  },
  ...{
    'm²': 'ft²',
    'ft²': 'm²',
    ha: 'acre',
    acre: 'ha',
    'km²': 'mi²',
    'mi²': 'km²',
    'cm²': 'in²',
    'in²': 'cm²',
    'yd²': 'm²',
  },
  ...{ 'km/h': 'mph', mph: 'km/h', 'm/s': 'km/h', kn: 'km/h', 'ft/s': 'm/s', 'min/km': 'min/mi', 'min/mi': 'min/km' },
  ...{ mpg: 'L/100 km', 'L/100 km': 'mpg', 'km/L': 'L/100 km' },
  ...{ psi: 'bar', bar: 'psi', kPa: 'psi', hPa: 'mmHg', atm: 'kPa', mmHg: 'hPa', inHg: 'hPa', Pa: 'kPa' },
  ...{
    kcal: 'kJ',
    cal: 'J',
    kJ: 'kcal',
    J: 'cal',
    kWh: 'MJ',
    MJ: 'kWh',
    BTU: 'kJ',
    Wh: 'kJ',
    hp: 'kW',
    PS: 'kW',
    kW: 'hp',
  },
  ...{
    MB: 'GB',
    GB: 'MB',
    TB: 'GB',
    kB: 'MB',
    MiB: 'MB',
    GiB: 'GB',
    'Mbit/s': 'MB/s',
    'Gbit/s': 'MB/s',
    'MB/s': 'Mbit/s',
  },
  ...{
    min: 'h',
    h: 'min',
    day: 'h',
    week: 'day',
    s: 'min',
    month: 'day',
    year: 'day',
    fortnight: 'day',
    decade: 'year',
  },
}
/** Heights of people, in metres: those are said in feet and inches. */
const PERSON = [0.5, 2.6] as const

/** The unit for a measure where none was asked for; null where there is no usual one. */
export function usualTarget(
  quantity: Quantity,
  { system }: { style: NumberStyle; system: System },
): readonly Unit[] | null {
  const unit = quantity.parts[0]?.unit
  if (!unit) return null
  const named = (name: string) => unitAt(name, 0, system)?.unit as Unit
  const size = inBase(quantity)
  if (unit.dimension === 'length' && ['m', 'cm'].includes(unit.symbol) && size.gte(PERSON[0]) && size.lte(PERSON[1]))
    return [named('ft'), named('in')]
  if (unit.symbol === 'ft' && (quantity.parts.length > 1 || size.lte(PERSON[1]))) return [named('cm')]
  const name = USUAL[unit.symbol]
  return name ? [named(name)] : null
}
