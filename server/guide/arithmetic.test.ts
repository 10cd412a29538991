import { describe, expect, test } from 'vitest'
import { world } from './test-context.ts'

const { ask } = world()

/** question, what the answer must contain, locale */
const calculations: [string, string, string?][] = [
  ['10-3-2', '10 − 3 − 2 = **5**'],
  ['12-5-3=?', '**4**'],
  ['100/3*3', '100 ÷ 3 × 3 = **100**'],
  ['(1/3)*3', '= **1**'],
  ['10-5-20', 'may be a date'],
  ['10-5-20=', '10 − 5 − 20 = **−15**'],
  ['100 + 10% + 10%', '(100 + 10%) × (100 + 10) ÷ 100'],
  ['from 80 to 100 what percent', '**an increase of 25%**'],
  ['sum of the numbers from 1 to 100', '**5,050**'],
  ['17 % of 2,340', '**397.8**'],
  ['What is 15 percent of 80?', '**12**'],
  ['17% von 2.340', '**397,8**', 'de'],
  ['0.1 + 0.2', '**0.3**'],
  ['0,1 + 0,2', '**0,3**', 'fr'],
  ['2.340,50 + 1', '**2.341,50**', 'de'],
  ['2.340,50 + 1', '**2,341.50**'],
  ['1 000 + 1', '**1,001**'],
  ['1,00,000 / 4', '**25,000**'],
  ['increase 80 by 12%', '**89.6**'],
  ['reduce 250 by 30%', '**175**'],
  ['what percent is 30 of 120', '**25%**'],
  ['what percent of 120 is 30?', '**25%**'],
  ['30 is what percent of 120', '**25%**'],
  ['30 out of 120 as a percentage', '**25%**'],
  ['percentage change from 80 to 100', '**an increase of 25%**'],
  ['percent decrease from 100 to 80', '**a decrease of 20%**'],
  ['50 is 20% of what?', '**250**'],
  ['200 + 10%', '**220**'],
  ['10% + 5%', '**15%**'],
  ['average of 3, 4 and 8', '**5**'],
  ['mean of 100 200 300', '**200**'],
  ['median of 7, 1, 3', '**3**'],
  ['sum of 1,2,3', '**6**'],
  ['standard deviation of 2, 4, 4, 4, 5, 5, 7, 9', '2.138'],
  ['largest of 3, 12 and 7', '**12**'],
  ['square root of 2', '√2 ≈ **1.41421356237**'],
  ['√144', '**12**'],
  ['cube root of 27', '**3**'],
  ['half of 17', '**8.5**'],
  ['a third of 90', '**30**'],
  ['three quarters of 200', '**150**'],
  ['5 squared', '**25**'],
  ['the square of 12', '12² = **144**'],
  ['5 to the 3rd power', '**125**'],
  ['2 to the power of 10', '**1,024**'],
  ['2^100', '**1,267,650,600,228,229,401,496,703,205,376**'],
  ['-2^2', '**−4**'],
  ['2^3^2', '**512**'],
  ['(3+4)*2²', '**28**'],
  ['12 ÷ 4 × 2', '**6**'],
  ['−5 × 3', '**−15**'],
  ['7 divided by 8', '**0.875**'],
  ['two plus two', '**4**'],
  ['what’s twenty-five times four?', '**100**'],
  ['two hundred and six minus six', '**200**'],
  ['2(3+4)', '**14**'],
  ['2 1/2 + 3', '**5.5**'],
  ['3½ × 2', '**7**'],
  ['17 mod 5', '**2**'],
  ['remainder when 17 is divided by 5', '**2**'],
  ['5!', '**120**'],
  ['10!/8!', '**90**'],
  ['sin 30 degrees', '**0.5**'],
  ['log of 1000', '**3**'],
  ['1.5 million / 12', '**125,000**'],
  ['2k * 3', '**6,000**'],
  ['$50 / $10', '= **5**'],
  ['gcd of 12 and 18', '**6**'],
  ['lcm of 4 and 6', '**12**'],
  ['is 97 prime?', 'Yes, **97 is prime**'],
  ['is 91 a prime number', '7 × 13'],
  ['prime factors of 360', '**2^3 × 3^2 × 5**'],
  ['255 in hex', '**ff**'],
  ['0xff in decimal', '**255**'],
  ['0.375 as a fraction', '**3/8**'],
  ['3/8 as a percentage', '**37.5%**'],
  ['round 3.14159 to 2 decimal places', '**3.14**'],
  ['take 15 from 40', '**25**'],
  ['split 120 between 4 people', '**30**'],
  ['what is pi', '3.14159265'],
  ['need 391 divided by 17 pls', '**23**'],
  ['1/3 + 1/4', '= **7/12** ≈ 0.583333333333'],
  ['two thirds minus a quarter', '= **5/12**'],
  ['11/3', '≈ **3.66666666667** ≈ 3.67'],
  ['add these up\n12.50\n7.25\n30.25', 'Sum: **50**'],
  ['rent 830\nfood 210.40\nbus 49\ntotal please', 'Sum: **1,089.4**'],
  ['Durchschnitt davon\n12\n18\n30', 'Durchschnitt: **20**', 'de'],
  ['please calculate 12*12, thanks', '**144**'],
]

/** What is about money is answered in cents, by what knows more of it. */
const money: [string, string][] = [
  ['tip on $50', '**$7.50** tip'],
  ['split $85 with 18% tip between 3 people', '**$33.43** each, but $33.44 for 1 of them'],
  ['119 without 19% VAT', '**100** without tax'],
  ['119 including 19% VAT', '**100** without tax'],
  ['remove 20% VAT from £60', '**£50.00** without tax'],
  ['100 plus 19% VAT', '**119** with tax'],
  ['simple interest on 1000 at 5% for 10 years', '**500**'],
  ['20% off 85', '**68**'],
  ['85 with 20% off', '**68**'],
  ['15% tip on 64.20', '**9.63** tip'],
  ['15% tip on $64.20', '**$9.63** tip, **$73.83** in all'],
  ['what is a 20 percent tip for a 45 dollar bill?', '**$9.00**'],
  ['15% tip on 64.20 split 4 ways', '**18.46** each, but 18.45 for 1 of them'],
  ['20% tip on $50 split 4 ways', '**$15.00** each'],
  ['10% tip on ¥1000 split 3 ways', '**¥367** each, but ¥366 for 1 of them'],
  ['add 20% VAT to 50', '**60**'],
  ['18% tip on 50', '**9** tip'],
  ['compound interest on 1000 at 5% for 10 years', '**1,628.89**'],
]

test.each(money)('%s is a question about money', async (question, expected) => {
  const { skill, markdown } = await ask(question)
  expect(skill).toBe('own')
  expect(markdown).toContain(expected)
})

describe('arithmetic', () => {
  test.each(calculations)('%s', async (question, expected, locale) => {
    const { skill, markdown } = await ask(question, locale ? { locale } : {})
    expect(skill).toBe('arithmetic')
    expect(markdown).toContain(expected)
  })

  test('shows how a percentage and a longer expression were worked out', async () => {
    expect((await ask('17% of 2,340')).markdown).toContain('2,340 × 17 ÷ 100')
    expect((await ask('(3+4)*2^2')).markdown).toBe('(3 + 4) × 2^2 = **28**\n\n1. 3 + 4 = 7\n2. 2^2 = 4\n3. 7 × 4 = 28')
  })

  test('keeps every digit of decimals and of whole numbers', async () => {
    expect((await ask('0.1 * 3')).markdown).toContain('**0.3**')
    expect((await ask('99999999999*99999999999')).markdown).toContain('**9,999,999,999,800,000,000,001**')
    expect((await ask('1.005 * 1000')).markdown).toContain('**1,005**')
  })

  test.each([
    ['1/0', 'Division by zero has no result.'],
    ['5 mod 0', 'zero does not exist'],
    ['0^-1', 'division by zero'],
    ['sqrt(-4)', 'no real square root'],
    ['log of 0', 'above zero'],
    ['10^10^10', 'too large'],
    ['9^9^9^9^9', 'too large'],
    ['5000!', 'up to 1,000'],
    ['(-8)^0.5', 'no real power'],
    ['percentage change from 0 to 5', 'dividing by zero'],
    ['$20 + €5', 'no exchange rates'],
    ['2 +', 'not finished'],
    ['(2+3', 'closing bracket is missing'],
    ['2+3)', 'without an opening one'],
    ['3 4 + 5', 'operator is missing'],
  ])('says in a sentence why %s has no result', async (question, expected) => {
    const { skill, markdown } = await ask(question)
    expect(['arithmetic', 'own']).toContain(skill)
    expect(markdown).toContain(expected)
  })

  test.each([
    'plan B',
    '5 tips for sleep',
    'Who won in 2018?',
    'catch 22',
    'what is 42',
    '17%',
    '2024-05-12',
    '3:45',
    '555-1234',
    '+49 30 1234567',
    '1.2.3',
    'e',
    'one more thing',
    'the answer',
    'seven eleven',
    'what is love',
    'x',
    'by the way',
  ])('does not calculate “%s”', async (question) => {
    expect((await ask(question)).skill).not.toBe('arithmetic')
  })
})
