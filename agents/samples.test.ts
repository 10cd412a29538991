import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { agents } from '@atrium/contract/catalogue/agents'
import type { AgentWork } from '@atrium/contract/playbook'
import { WorkProduct } from '@atrium/contract/work-product'
import { expect, test } from 'vitest'
import { testApp } from '../server/test-app.ts'
import { tryPlaybook } from './kit/test-job.ts'

// What an agent's page shows as a sample deliverable is what its first playbook makes of its own sample today.
// UPDATE_SAMPLES=1 writes them anew.

const app = await testApp()

test.each(agents.filter(({ deployable }) => deployable).map(({ key }) => key))(
  'the sample of %s is its playbook’s own, and there is none where it has no playbook',
  async (key) => {
    const folder = fileURLToPath(new URL(`./${key}`, import.meta.url))
    const { default: agent } = (await import(pathToFileURL(`${folder}/agent.ts`).href)) as { default: AgentWork }
    const [first] = agent.playbooks
    const file = `${folder}/sample.json`
    if (!first) return expect(existsSync(file)).toBe(false)
    const { product } = await tryPlaybook(first, await app.member())
    if (process.env.UPDATE_SAMPLES) writeFileSync(file, `${JSON.stringify(product, null, 2)}\n`)
    expect(existsSync(file)).toBe(true)
    expect(WorkProduct.parse(JSON.parse(readFileSync(file, 'utf8')))).toEqual(product)
  },
)
