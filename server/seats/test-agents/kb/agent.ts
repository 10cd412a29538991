import { defineAgent, playbook } from '@atrium/contract/playbook'
import { z } from 'zod'

/** An agent of the tests that says hello. */
export default defineAgent({
  key: 'kb',
  prompt: 'You write articles.',
  risk: 'low',
  grants: [{ action: 'tasks.list', asks: false }],
  onboarding: [{ key: 'voice', question: 'Whose voice?', kind: 'line', otherwise: 'Ours' }],
  limits: [],
  playbooks: [
    playbook({
      id: 'takeTime',
      title: 'Take time',
      summary: 'Notes the time until it is stopped.',
      examples: [],
      input: z.object({}),
      uses: [],
      criteria: [],
      withoutModel: [],
      sample: { files: {}, input: {} },
      async run(job) {
        for (let at = 0; ; at++) {
          await job.note(`${at}`)
          await new Promise((later) => setTimeout(later, 100))
        }
      },
    }),
    playbook({
      id: 'sayHello',
      title: 'Say hello',
      summary: 'Says hello.',
      examples: ['hello'],
      input: z.object({}),
      uses: [],
      criteria: [],
      withoutModel: [],
      sample: { files: {}, input: {} },
      async run(job) {
        await job.deliver({ title: 'Hello', summary: 'Hello.', blocks: [{ kind: 'text', markdown: 'Hello.' }] })
      },
    }),
  ],
})
