import { defineAgent, playbook } from '@atrium/contract/playbook'
import { z } from 'zod'

export default defineAgent({
  key: 'support',
  prompt: 'You are the second agent of the tests.',
  risk: 'low',
  grants: [],
  onboarding: [],
  limits: [],
  playbooks: [
    playbook({
      id: 'part',
      title: 'A part',
      summary: 'For the tests.',
      examples: [],
      criteria: [],
      withoutModel: [],
      sample: { files: {}, input: { again: false } },
      input: z.object({ again: z.boolean() }),
      uses: [],
      async run(job, { again }) {
        if (again) {
          const back = await job.delegate({ agent: 'ops', title: 'Back', brief: '', playbook: 'report', input: {} })
          const text = back.done ? 'given back' : back.reason
          return job.deliver({ title: 'Part', summary: text, blocks: [{ kind: 'text', markdown: text }] })
        }
        await job.deliver({ title: 'Part', summary: 'the part', blocks: [{ kind: 'text', markdown: 'the part' }] })
      },
    }),
  ],
})
