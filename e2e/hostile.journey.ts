// The worst of the hostile files, through every call that takes them, and of the hostile calls. All of them, with the limits of time that the product
// promises, are sent by `npm run drill hostile`.
import { expect, test } from '@playwright/test'
import { besiege, type Siege } from './hostile/attack.ts'
import { worstCalls } from './hostile/calls/all.ts'
import { worstOfAll } from './hostile/corpus.ts'

let siege: Siege

test.describe.configure({ timeout: 600_000 })

test.beforeAll(async () => {
  siege = await besiege({
    // No time of the clock, which is the machine's as well: how long the server's main thread itself ran between a question
    // to /healthz and its answer. Four times what is promised; the files that were found held it for two seconds to minutes.
    health: 1000,
    byClock: false,
    memory: 1024,
    patience: 120_000,
    tries: 2,
    renamed: false,
  })
})

test.afterAll(() => siege?.end())

for (const file of [...worstOfAll, ...worstCalls])
  test(`${file.name} (${file.why}) hurts nobody`, async () => {
    const { faults } = await siege.send(file)
    expect(faults).toEqual([])
    expect(siege.server.log()).not.toContain('unexpected failure')
  })
