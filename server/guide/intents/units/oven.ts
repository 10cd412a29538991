import { FAN_LOWER, gasMarks, markNear, OVEN } from '@atrium/domain/recipe/oven'
import type { IntentReply } from '../intent.ts'
import { says, type WordsByLanguage } from '../words.ts'
import { replyOf } from '../writing.ts'
import type { Place } from './answer.ts'
import { say } from './say.ts'
import words from './words.json' with { type: 'json' }

const lists: Readonly<Record<'gas' | 'fan' | 'oven', WordsByLanguage>> = words
const MARK = /(10|[1-9]|¼|½|1\/4|1\/2|a quarter|a half|quarter|half)(?![\d.,/]|\s?°|\s?(?:degrees|c|f)\b)/iu
const SAID: Readonly<Record<string, string>> = {
  '1/4': '¼',
  '1/2': '½',
  quarter: '¼',
  half: '½',
  'a quarter': '¼',
  'a half': '½',
}
const DEGREES =
  /(\d{2,3})\s?(?:(?:°|º|degrees?|deg|grad|gradi|grados|graus|degrés|graden|stopni|derece|градус\p{L}*|度|도|درجة|डिग्री|derajat)\s?)?(celsius|fahrenheit|centigrade|цельси\p{L}*|фаренгейт\p{L}*|c|f)?(?![\p{L}\d%])/iu
const FAN_BEHIND = /^[\s°,]*(?:\(?fan|convection|umluft|heißluft)(?![\p{L}])/iu
const FAN_BEFORE = /(?:fan|convection|umluft|heißluft)(?: oven)?(?: at| of|:)?\s*$/iu

interface Setting {
  celsius: number
  isFahrenheit: boolean
  said: number
  isFan: boolean
}

/** What is said of an oven's heat; a bare number above what an oven reaches in °C is Fahrenheit. */
function settingIn(text: string): Setting | null {
  const found = DEGREES.exec(text)
  if (!found) return null
  const [whole, figure = '', scale = ''] = found
  const said = Number(figure)
  const isFahrenheit = scale ? /^f|^ф/iu.test(scale) : said > OVEN[1] - 20
  const celsius = isFahrenheit ? ((said - 32) * 5) / 9 : said
  if (celsius < OVEN[0] || celsius > OVEN[1]) return null
  const isFan = FAN_BEHIND.test(text.slice(found.index + whole.length)) || FAN_BEFORE.test(text.slice(0, found.index))
  return { celsius, isFahrenheit, said, isFan }
}

const whole = (value: number): number => Math.round(value)
const tens = (value: number): number => Math.round(value / 5) * 5
const inFahrenheit = (celsius: number): number => (celsius * 9) / 5 + 32

/** “Gas mark 4”, “180 fan in a normal oven”, “what gas mark is 350 f”; null where no oven is spoken of. */
export function ovenAnswer(text: string, place: Place): { reply: IntentReply } | null {
  const { language } = place
  const tell = (key: Parameters<typeof say>[1], values = {}) => say(language, key, values)
  const [isGas, isFan, isOven] = [lists.gas, lists.fan, lists.oven].map((list) => says(text, list, language))
  if (!isGas && !isFan && !isOven) return null
  const setting = settingIn(text)
  if (!setting) {
    if (!isGas) return null
    const mark = MARK.exec(text)?.[1]?.toLowerCase()
    const found = gasMarks.find((one) => one.mark === (SAID[mark ?? ''] ?? mark))
    if (!found) return mark === undefined ? null : { reply: { markdown: tell('noMark') } }
    const { celsius, fahrenheit } = found
    const first = `${tell('gasMark', { mark: found.mark })} ≈ **${celsius} °C** = **${fahrenheit} °F**`
    return {
      reply: replyOf([upper(first), `${tell('fan', { degrees: `${celsius - FAN_LOWER} °C` })}`, tell('fanRule')]),
    }
  }
  const plain = setting.isFan ? setting.celsius + FAN_LOWER : setting.celsius
  const own = `${setting.said} ${setting.isFahrenheit ? '°F' : '°C'}`
  const nearest = markNear(plain)
  const mark = tell('gasMark', { mark: nearest.mark })
  const scales = (celsius: number) => `${tens(celsius)} °C = ${tens(inFahrenheit(celsius))} °F`
  const turned = setting.isFahrenheit ? setting.celsius : inFahrenheit(setting.celsius)
  const degrees = `${whole(turned)} ${setting.isFahrenheit ? '°C' : '°F'}`
  if (setting.isFan)
    return {
      reply: replyOf([`${upper(tell('fan', { degrees: own }))} ≈ **${scales(plain)}**`, upper(mark), tell('fanRule')]),
    }
  const fan = tell('fan', { degrees: scales(plain - FAN_LOWER) })
  if (isGas) return { reply: replyOf([`${own} ≈ **${mark}**`, `${degrees} · ${fan}`]) }
  if (isFan) return { reply: replyOf([`${own} ≈ **${fan}**`, `${degrees} · ${mark}`, tell('fanRule')]) }
  return { reply: replyOf([`${own} ≈ **${degrees}**`, `${mark} · ${fan}`]) }
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
