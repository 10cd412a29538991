import { describe, expect, test } from 'vitest'
import type { GuideLanguage, Intent } from '../intent.ts'
import { replied } from '../test-reply.ts'
import { arithmeticIntent } from './arithmetic.ts'
import { average, pastedNumbers } from './average.ts'
import { fraction } from './fraction.ts'
import { percent } from './percent.ts'

const answers = (
  intent: Intent,
  all: readonly (readonly [question: string, expected: string, language?: GuideLanguage])[],
) =>
  test.each(
    all.map(([question, expected, language = 'en']): [string, string, GuideLanguage] => [question, expected, language]),
  )('%s', async (question, expected, language) => {
    const { markdown } = await replied(intent, {}, { question, language })
    expect(markdown.replaceAll(/[\u00a0\u202f]/gu, ' ')).toContain(expected)
  })

describe('Arithmetic in words', () => {
  answers(arithmeticIntent, [
    ['add up 12.50 8.99 3.20 and 41', '**65.69**'],
    ['what do you get if you take 48 from 112', '112 − 48 = **64**'],
    ['8 less than 30', '**22**'],
    ['how often does 7 fit into 161', '**23**'],
    ['250 people, tables of 8, how many tables', '**31.25**'],
    ['i had 200, spent 45 and 32.50, how much remains', '**122.50**'],
    ['5 bags with 18 sweets in each', '**90**'],
    ['got 3 invoices, 120.50, 89.90 and 45, what is the total', '**255.40**'],
    ['twelve dozen eggs', '**144**'],
    ['three to the fourth', '**81**'],
    ['fourth root of 81', '**3**'],
    ['cube root of 125', '**5**'],
    ['remainder of 47 divided by 5', '**2**'],
    ['gcd of 48 and 180', '**12**'],
    ['round 1,284 to the nearest hundred', '**1,300**'],
    ['17.856 rounded to one decimal place', '**17.9**'],
    ['factorial of 6', '**720**'],
    ['kannst du 7 mit 14 multiplizieren', '**98**', 'de'],
    ['我有60花了23还剩多少', '**37**', 'zh-Hans'],
    ['144の平方根', '**12**', 'ja'],
    ['divide 5 by 0', 'Division by zero'],
    ['a sum', 'Give me the calculation'],
  ])
})

describe('Percentages', () => {
  answers(percent, [
    ['12% of 850 is how much', '**102**'],
    ['45 out of 60 questions correct, percentage?', '**75%**'],
    ['what percentage of 60 is 15', '**25%**'],
    ['18 is what percent of 72', '**25%**'],
    ['we have collected £1,840 of £4,000, how many percent', '**46%**'],
    ['from 60 to 45, how many percent less', '**−25%**'],
    ['how much bigger is 65 than 50 in percent', '**+30%**'],
    ['raise 240 by 15 percent', '**276**'],
    ['lower 800 by 35%', '**520**'],
    ['18 is 30% of which number', '**60**'],
    ['after adding 20% it is 144, what was it before', '**120**'],
    ['25% equals 80, what is the whole', '**320**'],
    ['20% of 15% of 2000', '**60**'],
    ['percentage points from 4.5% to 6%', '**1.5** percentage points'],
    ['57/75 in percent', '**76%**'],
    ['ich habe 34 von 40 Punkten, was ist das in Prozent', '**85 %**', 'de'],
    ['80 sayısını yüzde 25 artır', '**100**', 'tr'],
    ['from 0 to 5 in percent', 'dividing by zero'],
  ])
})

describe('Averages', () => {
  answers(average, [
    ['average of my marks 2.3 1.7 3.0 and 1.0', 'Average: **2**'],
    ['marks 78, 64, 90 average', '**77.33** (77.33333333)'],
    ['mean, median and mode of 3, 5, 5, 8', 'Mode: **5**'],
    ['range of 14, 3, 27, 9', '**24**'],
    ['mode of 1, 2, 3', 'there is none'],
    ['geometric mean of 4 and 9', '**6**'],
    ['weighted average of 80 and 90 with weights 2 and 3', '**86**'],
    ['my last three tips were 8, 12 and 10, average', '**10**'],
    ['the average of 5', 'at least two numbers'],
  ])
  test('of lines, with what each is of', () => {
    const style = { locale: 'en-US', decimal: '.', group: ',' }
    expect(pastedNumbers('total of this:\nrent 830\nfood 210.50', style, 'en')).toContain('**1,040.5**')
    expect(pastedNumbers('buy milk\ncall the bank\nthree things', style, 'en')).toBeNull()
  })
})

describe('Fractions', () => {
  answers(fraction, [
    ['three eighths plus one half', '**7/8**'],
    ['7/8 divided by 1/2', '**7/4** = **1 3/4**'],
    ['subtract 1/6 from 2/3', '**1/2**'],
    ['add 1/4 and 3/8', '**5/8**'],
    ['simplify 18/24', '18/24 = **3/4**'],
    ['0.625 as a fraction', '**5/8**'],
    ['5/16 in decimals', '**0.3125**'],
    ['which is bigger 3/5 or 5/8', '**5/8** > 3/5'],
    ['common denominator of 1/4 and 1/6', '**12**'],
    ['what fraction is 15 of 60', '**1/4**'],
    ['addiere die Brüche 1/4 und 3/8', '**5/8**', 'de'],
    ['a fraction', 'Give me the fraction'],
  ])
})
