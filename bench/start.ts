import { startServer } from '../e2e/server.ts'
import { ms, quantile, table } from './measure.ts'

/** From starting the process to its first answer, on data that exist. */
export async function benchStart(): Promise<void> {
  const timed = async (what: () => Promise<unknown>) => {
    const began = performance.now()
    await what()
    return performance.now() - began
  }
  const server = await startServer()
  const halts: number[] = []
  const warm: number[] = []
  for (let round = 0; round < 5; round++) {
    halts.push(await timed(server.halt))
    warm.push(
      await timed(async () => {
        await server.restart()
        await fetch(`${server.url}/healthz`)
      }),
    )
  }
  table(
    'Warm start to first answer',
    ['median of 5', 'max', 'graceful stop'],
    [[ms(quantile(warm, 0.5)), ms(Math.max(...warm)), ms(quantile(halts, 0.5))]],
  )
  await server.stop()
}
