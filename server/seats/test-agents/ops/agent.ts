import { defineAgent, fileInput, lineInput, playbook } from '@atrium/contract/playbook'
import { z } from 'zod'

// The agent of the tests: each playbook is one thing that a run can do.

const common = {
  summary: 'For the tests.',
  examples: [],
  criteria: ['It is there.'],
  withoutModel: [],
  sample: { files: {}, input: {} },
}
const blocks = (markdown: string) => [{ kind: 'text' as const, markdown }]
const List = z.object({ total: z.number(), tasks: z.array(z.object({ title: z.string() })) })

export default defineAgent({
  key: 'ops',
  prompt: 'You are the agent of the tests.',
  risk: 'low',
  grants: [
    { action: 'tasks.add', asks: true },
    { action: 'tasks.done', asks: false },
    { action: 'tasks.list', asks: false },
    { action: 'mail.send', asks: true },
  ],
  onboarding: [{ key: 'tone', question: 'What tone?', kind: 'line', otherwise: 'plain' }],
  limits: [],
  playbooks: [
    playbook({
      ...common,
      id: 'report',
      title: 'Report the tasks',
      examples: ['report tasks'],
      input: z.object({}),
      uses: ['tasks.list'],
      async run(job) {
        const { total, tasks } = await job.read('tasks.list', {}, List)
        await job.note(`There are ${total}.`)
        const evidence = [{ criterion: 'It is there.', met: 'yes' as const, note: `${total} tasks`, checked: 1 }]
        await job.deliver({
          title: 'Tasks',
          summary: `${total} tasks in a ${job.seat.answers.tone} tone.`,
          blocks: blocks(tasks.map((one) => one.title).join(', ') || 'None'),
          evidence,
        })
      },
    }),
    playbook({
      ...common,
      id: 'addTwo',
      title: 'Add two things',
      input: z.object({ first: lineInput('First'), second: lineInput('Second') }),
      uses: ['tasks.add'],
      async run(job, { first, second }) {
        const made = []
        for (const title of [first, second])
          made.push(await job.act('tasks.add', { title }, `So that “${title}” is not forgotten.`))
        const text = made.map((one) => (one.done ? `done ${JSON.stringify(one.input)}` : one.reason)).join('; ')
        await job.deliver({ title: 'Added', summary: text, blocks: blocks(text) })
      },
    }),
    playbook({
      ...common,
      id: 'mail',
      title: 'Send a mail',
      input: z.object({ to: lineInput('To') }),
      uses: ['mail.send'],
      async run(job, { to }) {
        if (!(await job.can('mail.send')))
          return job.deliver({ title: 'No mail', summary: '', blocks: blocks('No mail') })
        const sent = await job.act('mail.send', { to, subject: 'Hello', text: 'From the tests.' }, 'To say hello.')
        await job.deliver({ title: 'Mail', summary: '', blocks: blocks(sent.done ? 'sent' : sent.reason) })
      },
    }),
    playbook({
      ...common,
      id: 'asks',
      title: 'Ask first',
      input: z.object({}),
      uses: [],
      async run(job) {
        const { colour } = await job.ask([
          { key: 'colour', question: 'Which colour?', kind: 'choice', choices: ['red', 'blue'], otherwise: 'red' },
        ])
        await job.remember(`The colour is ${colour}.`)
        await job.deliver({ title: 'Colour', summary: `${colour}`, blocks: blocks(`${colour}`) })
      },
    }),
    playbook({
      ...common,
      id: 'splits',
      title: 'Give a part away',
      input: z.object({}),
      uses: [],
      async run(job) {
        const part = await job.delegate({
          agent: 'support',
          title: 'A part',
          brief: '',
          playbook: 'part',
          input: { again: false },
        })
        const text = part.done ? part.product.summary : part.reason
        await job.deliver({ title: 'Whole', summary: text, blocks: blocks(text) })
      },
    }),
    playbook({
      ...common,
      id: 'reads',
      title: 'Read a file',
      examples: ['read file'],
      input: z.object({ file: fileInput('File', '.txt') }),
      uses: [],
      async run(job, { file }) {
        const { name, text } = await job.file(file)
        const written = await job.compose({
          purpose: 'A title',
          instructions: 'Write a title.',
          data: text,
          maxWords: 10,
        })
        await job.deliver({ title: name, summary: written ?? 'no model', blocks: blocks(text) })
      },
    }),
    playbook({
      ...common,
      id: 'fails',
      title: 'Fail',
      input: z.object({}),
      uses: [],
      async run() {
        throw new Error('a fault of the playbook')
      },
    }),
  ],
})
