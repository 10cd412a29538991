import { describe, expect, test } from 'vitest'
import { world } from './test-context.ts'

const { ask } = world()

/** question, what the answer must contain, locale */
const conversions: [string, string, string?][] = [
  ['5 ft 11 in cm', '**180.34 cm**'],
  ['5 ft 11 in in cm', '**180.34 cm**'],
  ['5\'11" to cm', '**180.34 cm**'],
  ['5′11″ in cm', '**180.34 cm**'],
  ['How tall is 5 foot 11 in cm?', '**180.34 cm**'],
  ['180 cm in feet and inches', '5 ft 10.87 in'],
  ['6 feet 2 in metres', '1.8796 m'],
  ['10 in cm', '**25.4 cm**'],
  ['10 in in cm', '**25.4 cm**'],
  ['a mile in km', '1.609344 km'],
  ['half a mile in metres', '804.672 m'],
  ['how many feet is 2 metres?', '6.56168 ft'],
  ['convert 10 miles to kilometers please', '16.09344 km'],
  ['2,5 km in m', '**2.500 m**', 'de'],
  ['1 light year in km', '**9,460,730,472,580.8 km**'],
  ['72 °F in °C', '22.22 °C ≈ **22.2 °C**'],
  ['98.6°F to celsius', '**37 °C**'],
  ['-40 c to f', '**−40 °F**'],
  ['100 C in K', '373.15 K'],
  ['what is 20 degrees in Fahrenheit', '**68 °F**'],
  ['30 mpg in L/100 km', '7.840486 L/100 km'],
  ['30 mpg in l/100km', '9.416031 L/100 km', 'en-GB'],
  ['8 l/100km to mpg', '29.40182 mpg'],
  ['2 cups in ml', '473.176473 mL'],
  ['2 cups in ml', '**500 mL**', 'fr'],
  ['how many tablespoons in a cup?', '**16 tbsp**'],
  ['3 tbsp in tsp', '**9 tsp**'],
  ['4 pints in litres', '2.273045 L', 'en-GB'],
  ['4 imperial pints in litres', '2.273045 L'],
  ['2 1/2 cups in ml', '591.47'],
  ['500 MB in MiB', '476.8372 MiB'],
  ['1 GiB in MB', '1,073.741824 MB'],
  ['100 Mbps in MB/s', '**12.5 MB/s**'],
  ['1 Gb in MB', '**125 MB**'],
  ['60 mph in km/h', '96.56064 km/h'],
  ['20 knots in mph', '23.01559 mph'],
  ['10 acres in hectares', '4.046856 ha'],
  ['1500 sq ft in m²', '139.35456 m²'],
  ['5:30 min/km in min/mile', '**8:51 min/mi**'],
  ['12 km/h in min/km', '**5:00 min/km**'],
  ['8 min/mile in km/h', '12.07008 km/h'],
  ['2 lb 3 oz in grams', '992.2333 g'],
  ['80 kg in stone and pounds', '12 st 8.37 lb'],
  ['20 pounds in kg', '9.0718474 kg'],
  ['90 minutes in hours', '**1.5 h**'],
  ['3.5 hours in hours and minutes', '**3 h 30 min**'],
  ['how many seconds in a day', '**86,400 s**'],
  ['200 kcal in kJ', '**836.8 kJ**'],
  ['30 psi in bar', '2.068427'],
  ['180 degrees in radians', '3.141593 rad'],
  ['five miles in km', '8.04672 km'],
  ['20% of 5 km', '**1 km**'],
  ['5 km + 300 m in m', '**5,300 m**'],
  ['5 feet + 3 inches', '**5 ft 3 in**'],
  ['3 hours 20 minutes + 45 minutes', '**4 h 5 min**'],
  ['2 hours - 30 minutes', '**1 h 30 min**'],
  ['182.879 cm in feet and inches', '**6 ft 0 in**'],
  ['km to miles', '1 km ≈ 0.6213712 mi'],
  ['5k in miles', '5 km ≈ 3.106856 mi'],
  ['350 F oven in celsius', '**177 °C**'],
  ['1 ton in kg', 'short ton, of the United States: 1 short ton = 907.18474 kg ≈ **907.18 kg**'],
  ['200 calories in kJ', 'of food, a kilocalorie: 200 kcal = **836.8 kJ**'],
  ['2 metric tons in kg', '2 t = **2,000 kg**'],
  ['how many weeks in a year', 'average year of 365.2425 days; a year of the calendar has 365 or 366'],
  ['1 cup flour in grams', '1 cup of flour ≈ **125 g**'],
  ['2 cups of flour in grams', '2 cups of flour ≈ **250 g**'],
  ['2 sticks of butter in g', '2 sticks ≈ **227 g** = 16 tbsp = 1 cup'],
  ['gas mark 4', '**180 °C** = **350 °F**'],
  ['180 c fan in a normal oven', '**200 °C = 390 °F**'],
  ['my niece is 4 foot 7, how many cm would that be', '**139.7 cm**'],
  ['1 m 80 in feet', '≈ **5 ft 11 in**'],
  ['750 ml to oz', '**25.36 fl oz**'],
  ['2 cups in ml', 'metric cup: 500 mL.'],
  ['12 Meilen in Kilometer', '**19,31 km**', 'de'],
  ['3 Tassen Mehl in Gramm', '**396 g**', 'de'],
  ['miles to km 26.2', '**42.16 km**'],
  ['is 30 mph faster than 45 km/h', '**Yes**: 30 mph = 48.28032 km/h'],
  ['which is heavier, 1 stone or 6 kg', '**1 st** is more'],
  ['how many 250 ml cups in 2 litres', '**8** times'],
  ['how many pounds in a dollar', 'no exchange rates'],
  ['what is the dollar worth?', 'no exchange rates'],
]

describe('units', () => {
  test.each(conversions)('%s gives %s', async (question, expected, locale) => {
    const { skill, markdown } = await ask(question, locale ? { locale } : {})
    expect(['units', 'own']).toContain(skill)
    expect(markdown).toContain(expected)
  })

  test('shows the working and which cup it counted with', async () => {
    const { markdown } = await ask('2 cups in ml')
    expect(markdown).toContain('1 cup = 236.5882365 mL')
    expect(markdown).toContain('US cup')
  })

  test.each([
    ['100 usd in eur', 'no exchange rates'],
    ['how much is 20 pounds in euros', 'no exchange rates'],
    ['€50 to dollars', 'no exchange rates'],
    ['exchange rate dollar euro', 'no exchange rates'],
    ['convert dollars to euros', 'no exchange rates'],
    ['5 kg in miles', 'kg and mi measure different things'],
    ['2 cups of flurb in grams', 'weight and volume depend'],
    ['-500 C in F', 'below absolute zero'],
    ['0 mpg in l/100km', 'have to be above 0'],
    ['convert 10 flurbs to km', 'the amount and the unit that you want'],
  ])('is plain about %s', async (question, expected) => {
    const { skill, markdown } = await ask(question)
    expect(['units', 'own']).toContain(skill)
    expect(markdown).toContain(expected)
  })

  test('converts money only at a rate that it is given', async () => {
    expect((await ask('100 USD in EUR at 0.92')).markdown).toBe('$100.00 × 0.92 = **€92.00**, at the rate you gave.')
  })

  test.each([
    'France in Europe',
    'how many people in France',
    'five people in a room',
    'what is love in French',
    'get me to London in 5 days',
    '3 in the morning',
    '60 miles per fortnight in km',
  ])('does not convert “%s”', async (question) => {
    expect((await ask(question)).skill).not.toBe('units')
  })
})
