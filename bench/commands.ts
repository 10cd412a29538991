import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { commandEntries } from '../contract/catalogue/commands.ts'
import { rank } from '../contract/command-search.ts'
import { type Command, isOffered } from '../contract/commands.ts'
import { startServer } from '../e2e/server.ts'
import { ms, quantile, table } from './measure.ts'

const COMMANDS = 1_000
const ROUNDS = 200
const WARM = 20
const OPENINGS = 12

/** The catalogue's commands again and again, each copy with a name of its own. */
const many: Command[] = Array.from({ length: COMMANDS }, (_, index) => {
  const command = commandEntries[index % commandEntries.length] as Command
  const copy = Math.floor(index / commandEntries.length)
  return { ...command, id: `${command.id}.${copy}`, label: copy ? `${command.label} ${copy}` : command.label }
})

function times(act: () => unknown): number[] {
  const all: number[] = []
  for (let round = 0; round < ROUNDS + WARM; round++) {
    const began = performance.now()
    act()
    if (round >= WARM) all.push(performance.now() - began)
  }
  return all
}

/** A slash query over 1,000 commands, filtered and ranked as one types; and the palette from the key press to a field that has the focus and a list. */
export async function benchCommands(): Promise<void> {
  const setting = { industry: 'media', mode: 'personal', features: {} }
  const queries = ['', 'v', 'vi', 'video', 'schedule', 'the', 'zzz', 'e', 'art of editing']
  const rows = queries.map((query) => {
    const took = times(() =>
      rank(
        query,
        many.filter((command) => isOffered(command, setting)),
      ),
    )
    // What a query costs that has never seen these commands.
    const cold = times(() =>
      rank(
        query,
        many.map((command) => ({ ...command })),
      ),
    )
    return [query || '(empty)', ms(quantile(took, 0.5)), ms(quantile(took, 0.99)), ms(quantile(cold, 0.5))]
  })
  table(
    `A query over ${COMMANDS.toLocaleString('en')} commands: filter, score, sort (goal < 2 ms)`,
    ['typed', 'p50', 'p99', 'first time, p50'],
    rows,
  )
  await benchPalette()
}

async function benchPalette(): Promise<void> {
  const executablePath =
    process.env.CHROMIUM_PATH || (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined)
  const server = await startServer()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const page = await browser.newPage({ serviceWorkers: 'block' })
  await page.goto(server.url)
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  // It has been fetched ahead by then.
  await page.waitForTimeout(4_000)
  const took: number[] = []
  for (let round = 0; round < OPENINGS; round++) {
    await page.evaluate(() => {
      const opened = new Promise<number>((done) => {
        addEventListener(
          'keydown',
          () => {
            const began = performance.now()
            const look = () =>
              document.activeElement?.matches('[role="combobox"]') && document.querySelector('[role="option"]')
                ? done(performance.now() - began)
                : requestAnimationFrame(look)
            requestAnimationFrame(look)
          },
          { once: true, capture: true },
        )
      })
      Object.assign(window, { opened })
    })
    await page.keyboard.press('ControlOrMeta+k')
    took.push(await page.evaluate(() => (window as unknown as { opened: Promise<number> }).opened))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  table(
    'The palette, from the key press to a frame with a focused field and a list',
    ['', 'first', 'p50 of the rest'],
    [['opens', ms(took[0] ?? Number.NaN), ms(quantile(took.slice(1), 0.5))]],
  )
  await browser.close()
  await server.stop()
}
