import { describe, expect, test } from 'vitest'
import { silentLog } from '../telemetry.ts'
import { type Frame, frame } from './frames.ts'
import { view } from './viewer.ts'

const numbered = (...seqs: number[]) => seqs.map((seq) => frame(seq, 'chunk', `{"n":${seq}}`))
const round = () => new Promise((later) => setImmediate(later))

/** Whoever reads a log more often than this goes on for ever. */
const MOST_READS = 20

/** A viewer of a log that the test writes, over a connection that the test holds up, lets go on and closes. */
function viewing({ after = 0, log = numbered(), open = true }: { after?: number; log?: Frame[]; open?: boolean } = {}) {
  const its = {
    log: [...log],
    open,
    hasRoom: true,
    /** What came through, frames by their number. */
    came: [] as (number | string)[],
    reads: [] as number[],
    ended: 0,
    unlistened: 0,
    warned: 0,
    isOver: false,
    /** Held back until the test lets the answer go. */
    held: null as null | Promise<unknown>,
    onWrite: () => undefined as unknown,
    tell: (_: Frame | null): void => undefined,
    drain: (): void => undefined,
    close: (): void => undefined,
  }
  const stream = {
    write(text: string) {
      its.came.push(Number(/^id: (\d+)\n/.exec(text)?.[1]) || text)
      its.onWrite()
      return its.hasRoom
    },
    end: () => void its.ended++,
    onDrain: (drain: () => void) => void Object.assign(its, { drain }),
    onClose: (close: () => void) => void Object.assign(its, { close }),
  }
  const source = {
    async after(_: string, seq: number) {
      its.reads.push(seq)
      if (its.reads.length > MOST_READS) throw new Error('it is read for ever')
      const found = { frames: its.log.filter((one) => one.seq > seq), open: its.open }
      await round()
      await its.held
      return found
    },
    listen(_: string, listener: (one: Frame | null) => void) {
      its.tell = listener
      return () => void its.unlistened++
    },
  }
  const logger = { ...silentLog, warn: () => void its.warned++ } as never
  void view(source, 'run', after, stream, logger).then(() => {
    its.isOver = true
  })
  return its
}
const rest = async () => {
  for (let count = 0; count < 2 * MOST_READS + 4; count++) await round()
}
const DONE = 'data: [DONE]\n\n'

describe('a viewer', () => {
  test('is shown what there is, then each frame as it comes without a look at the log, then the end', async () => {
    const its = viewing({ log: numbered(1, 2) })
    await rest()
    for (const one of numbered(3, 4)) its.tell(one)
    expect([its.came, its.reads]).toEqual([[1, 2, 3, 4], [0]])
    expect([its.isOver, its.ended, its.unlistened]).toEqual([false, 0, 0])
    its.log = numbered(1, 2, 3, 4, 5)
    its.open = false
    its.tell(null)
    await rest()
    expect([its.came, its.reads]).toEqual([
      [1, 2, 3, 4, 5, DONE],
      [0, 4],
    ])
    expect([its.isOver, its.ended, its.unlistened, its.warned]).toEqual([true, 1, 1, 0])
  })

  test('that has seen some is shown those after it alone, and each once', async () => {
    const its = viewing({ after: 3, log: numbered(2, 3, 4, 5, 4, 5, 6) })
    await rest()
    expect([its.came, its.reads]).toEqual([[4, 5, 6], [3]])
    its.tell(null)
    await rest()
    expect([its.came, its.reads]).toEqual([
      [4, 5, 6],
      [3, 6],
    ])
  })

  test('reads the log for a frame that is not the next, one that it has had, and one that is only told of', async () => {
    const its = viewing()
    await rest()
    its.log = numbered(1, 2, 3)
    its.tell(frame(3, 'chunk', '{}'))
    await rest()
    expect([its.came, its.reads]).toEqual([
      [1, 2, 3],
      [0, 0],
    ])
    its.tell(frame(3, 'chunk', '{}'))
    its.log = numbered(1, 2, 3, 4)
    await rest()
    its.tell(null)
    await rest()
    expect([its.came, its.reads]).toEqual([
      [1, 2, 3, 4],
      [0, 0, 3, 3],
    ])
  })

  test('reads once more what was told of while it read, and does not end before', async () => {
    const its = viewing({ open: false })
    its.tell(frame(1, 'chunk', '{}'))
    its.log = numbered(1)
    await rest()
    expect([its.came, its.reads]).toEqual([
      [1, DONE],
      [0, 0],
    ])
  })

  test('whose client reads slowly gets nothing until it has caught up, and is then shown the rest of the log', async () => {
    const its = viewing()
    await rest()
    its.hasRoom = false
    its.tell(frame(1, 'chunk', '{}'))
    its.log = numbered(1, 2, 3)
    for (const one of [frame(2, 'chunk', '{}'), null]) its.tell(one)
    await rest()
    expect([its.came, its.reads]).toEqual([[1], [0]])
    its.drain()
    await rest()
    expect([its.came, its.reads]).toEqual([
      [1, 2],
      [0, 1],
    ])
    its.hasRoom = true
    its.drain()
    await rest()
    expect([its.came, its.reads, its.isOver]).toEqual([[1, 2, 3], [0, 1, 2], false])
    its.tell(frame(4, 'chunk', '{}'))
    expect(its.came).toEqual([1, 2, 3, 4])
  })

  test('whose client reads slowly is not ended before it has had all, though something was told meanwhile', async () => {
    const its = viewing({ log: numbered(1, 2), open: false })
    its.hasRoom = false
    its.onWrite = () => its.tell(null)
    await rest()
    expect([its.came, its.reads, its.isOver]).toEqual([[1], [0], false])
    its.onWrite = () => undefined
    its.hasRoom = true
    its.drain()
    await rest()
    expect([its.came, its.isOver]).toEqual([[1, 2, DONE], true])
  })

  test('that leaves is let go once, and shown nothing more', async () => {
    const its = viewing({ log: numbered(1, 2, 3) })
    its.onWrite = () => its.came.length === 2 && its.close()
    await rest()
    expect([its.came, its.isOver, its.ended, its.unlistened]).toEqual([[1, 2], true, 0, 1])
    its.onWrite = () => undefined
    its.tell(frame(3, 'chunk', '{}'))
    its.tell(null)
    its.drain()
    its.close()
    await rest()
    expect([its.came, its.reads, its.ended, its.unlistened]).toEqual([[1, 2], [0], 0, 1])
  })

  test('that leaves while the log is read gets nothing of it', async () => {
    const its = viewing({ log: numbered(1), open: false })
    its.close()
    await rest()
    expect([its.came, its.ended, its.unlistened, its.warned]).toEqual([[], 0, 1, 0])
  })

  test('that was ended is not ended again when its client goes', async () => {
    const its = viewing({ open: false })
    await rest()
    its.close()
    its.tell(null)
    await rest()
    expect([its.came, its.reads, its.ended, its.unlistened]).toEqual([[DONE], [0], 1, 1])
  })

  test('whose log cannot be read is let go without an end, to come back, which is logged', async () => {
    const its = viewing()
    its.held = Promise.reject(new Error('no database'))
    its.held.catch(() => undefined)
    await rest()
    expect([its.came, its.isOver, its.ended, its.unlistened, its.warned]).toEqual([[], true, 1, 1, 1])
  })
})
