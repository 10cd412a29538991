import { createEngine } from './engine.ts'

// The page's own thread draws; this one computes.

export interface Question {
  id: number
  name: string
  args: unknown[]
}
export type Answer = { id: number; value: unknown } | { id: number; error: string }

const engine = createEngine() as Record<string, (...args: never[]) => unknown>

addEventListener('message', async ({ data: { id, name, args } }: MessageEvent<Question>) => {
  try {
    const value = await engine[name]?.(...(args as never[]))
    postMessage({ id, value } satisfies Answer)
  } catch (error) {
    postMessage({ id, error: error instanceof Error ? error.message : String(error) } satisfies Answer)
  }
})
