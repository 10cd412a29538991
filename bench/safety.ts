import { prepareLanguages, recognise } from '../server/safety/languages.ts'
import { ms, quantile, table } from './measure.ts'

const ROUNDS = 200
const WARM = 20
const messages: [string, string][] = [
  ['a task', 'please add a task to buy milk tomorrow morning at 9'],
  ['a question in German', 'Wie viel haben wir im Oktober für Werbung ausgegeben, und wie viel davon war geplant?'],
  ['a question in Japanese', '今日の予定を教えてください。明日の会議は何時からですか？'],
  ['somebody in danger', 'i cant do this anymore, i want to die'],
]
const paragraph = 'Quarterly numbers look fine, the team had a good month and the new colleagues kill it. '

/** What every message costs before it is answered, and what the languages cost before the first. */
export async function benchSafety(): Promise<void> {
  const began = performance.now()
  await prepareLanguages()
  process.stdout.write(`\nReading all languages, one by one: ${ms(performance.now() - began)}\n`)
  const time = (text: string, rounds: number) =>
    Array.from({ length: rounds }, () => {
      const start = performance.now()
      recognise(text)
      return performance.now() - start
    }).slice(Math.min(WARM, rounds - 1))
  const rows = messages.map(([name, text]) => {
    const took = time(text, ROUNDS + WARM)
    return [name, ms(quantile(took, 0.5)), ms(quantile(took, 0.99))]
  })
  table('Is somebody in danger? (goal < 5 ms)', ['message', 'p50', 'p99'], rows)
  table(
    'Long messages: beginning and end are read, so it must not grow past 12 KB',
    ['letters', 'p50'],
    [1, 10, 100, 1_000].map((thousands) => {
      const text = paragraph.repeat(Math.ceil((thousands * 1_000) / paragraph.length))
      return [text.length.toLocaleString('en'), ms(quantile(time(text, 10), 0.5))]
    }),
  )
}
