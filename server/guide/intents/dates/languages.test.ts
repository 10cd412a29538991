import { describe, expect, test } from 'vitest'
import { FEASTS } from '../../calendar/feasts.ts'
import { publicHolidays } from '../../calendar/public-holidays.ts'
import { seasonBegins } from '../../calendar/seasons.ts'
import { world } from '../../test-context.ts'
import type { GuideLanguage } from '../intent.ts'
import { timeIntents } from '../time/all.ts'
import { dateIntents } from './all.ts'

// Thursday, 15 January 2026, 11:30 in Berlin
const questions: [GuideLanguage, string, string, string, string][] = [
  ['de', 'de-DE', 'dates.countdown', 'wie viele tage noch bis ostern', '80'],
  ['de', 'de-DE', 'dates.age', 'ich bin am 12.4.1987 geboren, wie alt bin ich', '38'],
  ['de', 'de-DE', 'dates.weekday', 'welcher wochentag ist der 24. dezember', 'Donnerstag'],
  ['de', 'de-DE', 'dates.workdays', '10 arbeitstage ab 3. märz', '17. März'],
  ['de', 'de-DE', 'time.zone', '9 uhr in new york, wie spät ist es in berlin', '15:00'],
  ['es', 'es-ES', 'dates.countdown', 'cuántos días faltan para navidad', '344'],
  ['es', 'es-ES', 'time.now', 'qué hora es en tokio', '19:30'],
  ['es', 'es-ES', 'dates.add', '3 semanas antes del 12 de junio', '22 de mayo'],
  ['fr', 'fr-FR', 'dates.difference', 'combien de jours entre le 3 janvier et le 14 février', '42'],
  ['fr', 'fr-FR', 'dates.holiday', 'quand est la fête des mères', '31 mai'],
  ['it', 'it-IT', 'dates.workdays', 'giorni lavorativi dal 1 maggio al 31 maggio', '21'],
  ['pt-BR', 'pt-BR', 'dates.weekday', 'que dia da semana foi 9 de novembro de 1989', 'quinta'],
  ['nl', 'nl-NL', 'dates.countdown', 'hoeveel dagen tot kerst', '344'],
  ['pl', 'pl-PL', 'dates.difference', 'ile dni jest między 3 stycznia a 14 lutego', '42'],
  ['pl', 'pl-PL', 'dates.weekday', 'jaki dzień tygodnia był 9 listopada 1989', 'czwartek'],
  ['tr', 'tr-TR', 'dates.age', '12 mayıs 1990 doğumlu biri kaç yaşında', '35'],
  ['tr', 'tr-TR', 'time.now', 'londra saat kaç', '10:30'],
  ['ru', 'ru-RU', 'dates.countdown', 'сколько дней до 1 марта', '45'],
  ['ru', 'ru-RU', 'time.zone', 'разница во времени между лондоном и токио', '9 час'],
  ['zh-Hans', 'zh-CN', 'dates.countdown', '离圣诞节还有多少天', '344'],
  ['zh-Hans', 'zh-CN', 'time.now', '纽约现在几点', '5:30'],
  ['zh-Hans', 'zh-CN', 'dates.age', '1987年4月12日出生，今年多大', '38'],
  ['ja', 'ja-JP', 'dates.countdown', '3月1日まで何日ですか', '45'],
  ['ja', 'ja-JP', 'time.now', 'ロンドンは今何時', '10:30'],
  ['ko', 'ko-KR', 'dates.difference', '1월 3일부터 2월 14일까지 며칠이야', '42'],
  ['ko', 'ko-KR', 'dates.add', '90일 후는 며칠이야', '4월 15일'],
  ['hi', 'hi-IN', 'dates.difference', '3 जनवरी और 14 फ़रवरी के बीच कितने दिन हैं', '42'],
  ['hi', 'hi-IN', 'dates.holiday', 'दिवाली कब है', '8 नवंबर'],
  ['id', 'id-ID', 'dates.countdown', 'berapa hari sampai 1 maret', '45'],
]

test.each(questions)('in %s (%s), %s: %s', async (language, locale, id, question, expected) => {
  const intent = [...dateIntents, ...timeIntents].find((one) => one.id === id)
  const { markdown } = (await intent?.reply({} as never, world().context(question, { locale }), language)) ?? {
    markdown: '',
  }
  expect(markdown.replaceAll(/[\u00a0\u202f]/gu, ' ')).toContain(expected)
})

describe('feasts', () => {
  test.each([
    ['ramadan', 2026, '2026-02-18'],
    ['eidFitr', 2026, '2026-03-20'],
    ['hanukkah', 2026, '2026-12-05'],
    ['passover', 2024, '2024-04-23'],
    ['purim', 2024, '2024-03-24'],
    ['roshHashanah', 2026, '2026-09-12'],
    ['chineseNewYear', 2026, '2026-02-17'],
    ['orthodoxEaster', 2024, '2024-05-05'],
    ['pentecost', 2027, '2027-05-16'],
    ['advent', 2026, '2026-11-29'],
  ])('%s of %s is on %s', (feast, year, day) => {
    expect(FEASTS[feast]?.(year)).toEqual([day])
  })

  test('a holiday at a weekend is kept on the next working day in Britain and on the nearer one in the United States', () => {
    const moved = (country: string) =>
      publicHolidays(country, 2026).flatMap(({ day, isMoved }) => (isMoved ? [day] : []))
    expect(moved('GB')).toEqual(['2026-12-28'])
    expect(moved('US')).toEqual(['2026-07-03'])
  })

  test('the seasons begin when almanacs say', () => {
    expect(seasonBegins('spring', 2024).toISOString().slice(0, 16)).toBe('2024-03-20T03:06')
    expect(seasonBegins('winter', 2024).toISOString().slice(0, 16)).toBe('2024-12-21T09:20')
  })
})
