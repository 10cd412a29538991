import { pi } from '../calculation/evaluate.ts'
import { Exact } from '../calculation/numbers.ts'

export type Dimension =
  | 'length'
  | 'mass'
  | 'temperature'
  | 'volume'
  | 'area'
  | 'time'
  | 'speed'
  | 'pace'
  | 'fuel consumption'
  | 'data'
  | 'data rate'
  | 'pressure'
  | 'energy'
  | 'power'
  | 'angle'
  | 'force'
  | 'frequency'

export interface Unit {
  symbol: string
  dimension: Dimension
  /** In base units of the dimension: m, kg, K, m³, m², s, m/s, s/m, L/100 km, byte, byte/s, Pa, J, W, rad, N, Hz. */
  factor: Exact
  /** Kelvin at zero of this scale, for temperatures. */
  zero?: Exact
  /** Base value = factor ÷ amount: miles per gallon against litres per 100 km. */
  inverse?: boolean
  /** Said beside a result where several units share the name: `US gallon`. */
  note?: string
  names: readonly string[]
}

/** symbol | factor | names. Factors are exact by definition (SI brochure; NIST Handbook 44, appendix C; 1959 yard and pound agreement) unless a comment says otherwise. */
const rows: Record<Dimension, string> = {
  length: `
    m|1|metre,metres,meter,meters,mtr,mtrs
    km|1000|kilometre,kilometres,kilometer,kilometers,kms,k.m.
    cm|0.01|centimetre,centimetres,centimeter,centimeters,cms
    mm|0.001|millimetre,millimetres,millimeter,millimeters
    µm|0.000001|μm,um,micron,microns,micrometre,micrometres,micrometer,micrometers
    nm|0.000000001|nanometre,nanometres,nanometer,nanometers
    in|0.0254|inch,inches,",in.
    ft|0.3048|foot,feet,',ft.
    yd|0.9144|yard,yards,yds
    mi|1609.344|mile,miles,statute mile,statute miles
    nmi|1852|nautical mile,nautical miles,sea miles
    ly|9460730472580800|light year,light years,light-year,light-years,lightyear,lightyears
    au|149597870700|AU,astronomical unit,astronomical units
    hand|0.1016|hands
    pc|30856775814913673|parsec,parsecs
    furlong|201.168|furlongs
    fathom|1.8288|fathoms`,
  mass: `
    kg|1|kilogram,kilograms,kilogramme,kilogrammes,kilo,kilos,kgs,kg.,kilogrammes
    g|0.001|gram,grams,gramme,grammes,gm,gms
    mg|0.000001|milligram,milligrams,milligramme,milligrammes
    µg|0.000000001|μg,ug,mcg,microgram,micrograms
    t|1000|tonne,tonnes,metric ton,metric tons,metric tonne,metric tonnes
    lb|0.45359237|lbs,pound,pounds,lb.,lbs.
    oz|0.028349523125|ounce,ounces,oz.
    st|6.35029318|stone,stones
    short ton|907.18474|short tons,US ton,US tons
    long ton|1016.0469088|long tons,UK ton,imperial ton
    oz t|0.0311034768|troy ounce,troy ounces,ozt
    stick|0.1133980925|sticks,stick of butter,sticks of butter
    ct|0.0002|carat,carats`,
  temperature: '',
  volume: `
    L|0.001|l,litre,litres,liter,liters,ltr,ltrs
    mL|0.000001|ml,millilitre,millilitres,milliliter,milliliters,mls,cc
    cL|0.00001|cl,centilitre,centilitres,centiliter,centiliters
    dL|0.0001|dl,decilitre,decilitres,deciliter,deciliters
    m³|1|m3,m^3,cubic metre,cubic metres,cubic meter,cubic meters,cbm
    cm³|0.000001|cm3,cm^3,cubic centimetre,cubic centimetres,cubic centimeter,cubic centimeters
    ft³|0.028316846592|ft3,ft^3,cubic foot,cubic feet,cu ft
    in³|0.000016387064|in3,in^3,cubic inch,cubic inches,cu in
    yd³|0.764554857984|yd3,yd^3,cubic yard,cubic yards,cu yd
    pinch|0.0000003080575996|pinches
    dash|0.0000006161151992|dashes
    bbl|0.158987294928|barrel of oil,oil barrel,oil barrels`,
  area: `
    m²|1|m2,m^2,sqm,sq m,sq. m,sq metre,sq metres,sq meter,sq meters,square metre,square metres,square meter,square meters
    km²|1000000|km2,km^2,sq km,sqkm,sq kms,square kilometre,square kilometres,square kilometer,square kilometers
    cm²|0.0001|cm2,cm^2,sq cm,square centimetre,square centimetres,square centimeter,square centimeters
    mm²|0.000001|mm2,mm^2,sq mm,square millimetre,square millimetres,square millimeter,square millimeters
    ha|10000|hectare,hectares
    acre|4046.8564224|acres,ac
    ft²|0.09290304|ft2,ft^2,sqft,sq ft,sq. ft.,sq. ft,sq feet,sq foot,square foot,square feet
    in²|0.00064516|in2,in^2,sq in,sq inch,sq inches,square inch,square inches
    yd²|0.83612736|yd2,yd^2,sq yd,sq yds,sq yard,sq yards,square yard,square yards
    mi²|2589988.110336|mi2,mi^2,sq mi,sq mile,sq miles,square mile,square miles`,
  // A month is a twelfth and a year the whole of the mean Gregorian year of 365.2425 days.
  time: `
    s|1|sec,secs,second,seconds
    ms|0.001|millisecond,milliseconds,msec
    µs|0.000001|μs,microsecond,microseconds
    min|60|mins,minute,minutes
    h|3600|hr,hrs,hour,hours
    day|86400|d,days
    week|604800|weeks,wk,wks
    fortnight|1209600|fortnights
    month|2629746|months,mo
    year|31556952|years,yr,yrs
    decade|315569520|decades
    century|3155695200|centuries`,
  speed: `
    m/s|1|mps,metres per second,meters per second,metre per second,meter per second,m per s
    km/h|1000/3600|kmh,kph,kmph,km/hr,kms/h,km/u,km per hour,kilometres an hour,kilometers an hour,kilometres per hour,kilometers per hour,kilometre per hour,kilometer per hour,km an hour
    mph|0.44704|mi/h,miles per hour,mile per hour,miles an hour,miles/hour,miles per hr,mi per hour,mile an hour
    kn|1852/3600|knot,knots,kt,kts
    ft/s|0.3048|fps,feet per second,ft per second`,
  pace: `
    min/km|60/1000|minutes per kilometre,minutes per kilometer,minute per kilometre,min per km,mins per km,/km,per km
    min/mi|60/1609.344|min/mile,mins/mile,minutes per mile,minute per mile,min per mile,mins per mile,/mi,/mile,per mile`,
  'fuel consumption': `
    L/100 km|1|l/100km,l/100 km,litres per 100 km,liters per 100 km,litres/100km,liters/100km,litres per 100km,liters per 100km,l per 100 km,l per 100km,litres per hundred km,per 100 km,per 100km,l/100,litres per 100 kilometres,liters per 100 kilometers,litre per 100 km
    km/L|~100|km/l,kpl,km per litre,km per liter,kilometres per litre,kilometers per liter`,
  data: `
    B|1|byte,bytes
    bit|0.125|bits,b
    kB|1000|KB,kilobyte,kilobytes
    MB|1000000|megabyte,megabytes,meg,megs
    GB|1000000000|gigabyte,gigabytes,gig,gigs
    TB|1000000000000|terabyte,terabytes
    PB|1000000000000000|petabyte,petabytes
    KiB|1024|kibibyte,kibibytes
    MiB|1048576|mebibyte,mebibytes
    GiB|1073741824|gibibyte,gibibytes
    TiB|1099511627776|tebibyte,tebibytes
    PiB|1125899906842624|pebibyte,pebibytes
    kbit|125|kb,Kb,kilobit,kilobits
    Mbit|125000|Mb,megabit,megabits
    Gbit|125000000|Gb,gigabit,gigabits`,
  'data rate': `
    bit/s|0.125|bps,bits per second
    kbit/s|125|kbps,Kbps,kb/s,kilobits per second
    Mbit/s|125000|Mbps,mbps,Mb/s,mbits,megabit/s,megabits/s,mbits/s,megabits a second,megabits per second,megabit per second
    Gbit/s|125000000|Gbps,gbps,Gb/s,gigabits per second,gigabit per second
    B/s|1|bytes per second
    kB/s|1000|KB/s,kilobytes per second
    MB/s|1000000|MBps,megabyte/s,megabytes/s,megabytes a second,megabytes per second,megabyte per second
    GB/s|1000000000|GBps,gigabytes per second,gigabyte per second
    MiB/s|1048576|mebibytes per second`,
  // mmHg and psi to the digits of NIST SP 811.
  pressure: `
    Pa|1|pascal,pascals
    hPa|100|hectopascal,hectopascals,mbar,millibar,millibars
    kPa|1000|kilopascal,kilopascals
    MPa|1000000|megapascal,megapascals
    bar|100000|bars
    atm|101325|atmosphere,atmospheres
    psi|6894.757293168|pounds per square inch,lbf/in²
    inHg|3386.388666667|inches of mercury,in Hg
    mmHg|133.322387415|mm Hg,mm of mercury,millimetres of mercury,torr`,
  // The calorie is the thermochemical one, the BTU the international table one.
  energy: `
    J|1|joule,joules
    kJ|1000|kilojoule,kilojoules
    MJ|1000000|megajoule,megajoules
    cal|4.184|calorie,calories
    kcal|4184|Cal,kcals,kilocalorie,kilocalories,food calorie,food calories
    Wh|3600|watt hour,watt hours,watt-hour,watt-hours
    kWh|3600000|kwh,kilowatt hour,kilowatt hours,kilowatt-hour,kilowatt-hours
    BTU|1055.05585262|btu,btus,british thermal units
    eV|0.0000000000000000001602176634|electronvolt,electronvolts`,
  power: `
    W|1|watt,watts
    kW|1000|kilowatt,kilowatts
    MW|1000000|megawatt,megawatts
    hp|745.69987158227022|horsepower,horsepowers,bhp,horse power
    PS|735.49875|metric horsepower`,
  angle: `
    rad|1|radian,radians
    °|@pi/180|deg,degree,degrees
    turn|@2pi|turns,revolution,revolutions`,
  force: `
    N|1|newton,newtons
    kN|1000|kilonewton,kilonewtons
    lbf|4.4482216152605|pound-force,pounds force
    kgf|9.80665|kilogram-force,kilopond`,
  frequency: `
    Hz|1|hertz
    kHz|1000|kilohertz
    MHz|1000000|megahertz
    GHz|1000000000|gigahertz
    rpm|1/60|revolutions per minute`,
}

function factorOf(text: string): Exact {
  if (text === '@pi/180') return pi.div(180)
  if (text === '@2pi') return pi.times(2)
  const [top, bottom] = text.replace('~', '').split('/')
  return bottom ? new Exact(top as string).div(bottom) : new Exact(top as string)
}

const plainUnits: Unit[] = (Object.entries(rows) as [Dimension, string][]).flatMap(([dimension, table]) =>
  table
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [symbol, factor, names] = line.split('|') as [string, string, string]
      return {
        symbol,
        dimension,
        factor: factorOf(factor),
        inverse: factor.startsWith('~'),
        names: [symbol, ...names.split(',')],
      }
    }),
)

const temperatures: Unit[] = [
  {
    symbol: '°C',
    dimension: 'temperature',
    factor: new Exact(1),
    zero: new Exact('273.15'),
    names: [
      'C',
      'c',
      '°c',
      '° C',
      'celsius',
      'centigrade',
      'deg C',
      'deg c',
      'degree celsius',
      'degrees celsius',
      'degrees c',
      'degrees centigrade',
      'degree c',
      'celcius',
      'degrees celcius',
      'celsuis',
      '° celsius',
      '℃',
    ],
  },
  {
    symbol: '°F',
    dimension: 'temperature',
    factor: new Exact(5).div(9),
    zero: new Exact('459.67').times(5).div(9),
    names: [
      'F',
      'f',
      '°f',
      '° F',
      'fahrenheit',
      'farenheit',
      'deg F',
      'deg f',
      'degree fahrenheit',
      'degrees fahrenheit',
      'degrees farenheit',
      'fahrenheits',
      'farenheight',
      'fahrenheight',
      'degree f',
      'degree fahrenheit',
      'degrees f',
      '° fahrenheit',
      '℉',
    ],
  },
  {
    symbol: 'K',
    dimension: 'temperature',
    factor: new Exact(1),
    zero: new Exact(0),
    names: ['kelvin', 'kelvins', 'degrees kelvin'],
  },
].map((unit) => ({ ...unit, dimension: 'temperature' as const, names: [unit.symbol, ...unit.names] }))

/** Measures of volume and consumption that share a name in the United States, the United Kingdom and metric kitchens. */
export type System = 'us' | 'uk' | 'metric'

const L = (millilitres: string) => new Exact(millilitres).div(1_000_000)
const liquid = (symbol: string, names: string[], ml: Partial<Record<System, string>>): Partial<Record<System, Unit>> =>
  Object.fromEntries(
    (Object.entries(ml) as [System, string][]).map(([system, amount]) => [
      system,
      {
        symbol,
        dimension: 'volume' as const,
        factor: L(amount),
        note: `${{ us: 'US', uk: 'imperial', metric: 'metric' }[system]} ${names[0]}`,
        names: [symbol, ...names],
      },
    ]),
  )

const mpg = (gallon: string, note: string): Unit => ({
  symbol: 'mpg',
  dimension: 'fuel consumption',
  // litres per gallon × 100 ÷ kilometres per mile
  factor: new Exact(gallon).div(1_000).times(100).div('1.609344'),
  inverse: true,
  note,
  names: ['mpg', 'm.p.g.', 'miles to the gallon', 'miles per gallon', 'mile per gallon', 'mi/gal', 'miles/gallon'],
})

/** Units whose size depends on the country. The gallon is 231 in³ (US) or 4.54609 L (imperial); the rest are parts of it. */
export const regional: Partial<Record<System, Unit>>[] = [
  liquid('gal', ['gallon', 'gallons'], { us: '3785.411784', uk: '4546.09' }),
  liquid('qt', ['quart', 'quarts'], { us: '946.352946', uk: '1136.5225' }),
  liquid('pt', ['pint', 'pints'], { us: '473.176473', uk: '568.26125' }),
  liquid('fl oz', ['fluid ounce', 'fluid ounces', 'fl. oz.', 'floz', 'fl. oz', 'fl ounces'], {
    us: '29.5735295625',
    uk: '28.4130625',
  }),
  liquid('cup', ['cup', 'cups'], { us: '236.5882365', metric: '250' }),
  liquid('tbsp', ['tablespoon', 'tablespoons', 'tablespoonful', 'tablespoonfuls', 'tbs', 'tbsps', 'tblsp', 'T'], {
    us: '14.78676478125',
    metric: '15',
  }),
  liquid('tsp', ['teaspoon', 'teaspoons', 'teaspoonful', 'teaspoonfuls', 'tsps'], { us: '4.92892159375', metric: '5' }),
  { us: mpg('3785.411784', 'US gallon'), uk: mpg('4546.09', 'imperial gallon') },
]

export const fixedUnits: readonly Unit[] = [...plainUnits, ...temperatures]
