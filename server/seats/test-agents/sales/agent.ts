import { defineAgent, fileInput, lineInput, playbook } from '@atrium/contract/playbook'
import { z } from 'zod'

const input = z.object({ leads: fileInput('Leads', '.csv'), market: lineInput('Market') })

/** An agent of the tests: it reads a file, notes what is in it, and hands that in. */
export default defineAgent({
  key: 'sales',
  prompt: 'You sell.',
  risk: 'low',
  grants: [
    { action: 'tasks.*', asks: true },
    { action: 'mail.send', asks: true },
  ],
  onboarding: [
    { key: 'market', question: 'Who do you sell to?', kind: 'line', otherwise: 'Everybody' },
    { key: 'tone', question: 'How do you speak?', kind: 'choice', choices: ['plain', 'formal'], otherwise: 'plain' },
  ],
  limits: ['It never sends by itself.'],
  playbooks: [
    playbook({
      id: 'readLeads',
      title: 'Read leads',
      summary: 'Reads a list of leads.',
      examples: ['read leads'],
      input,
      uses: [],
      criteria: ['Every lead is read.'],
      withoutModel: [],
      sample: {
        files: { 'leads.csv': 'name,email\nAnn,ann@example.org\n' },
        input: { leads: 'file:leads.csv', market: 'Schools' },
      },
      async run(job, { leads, market }) {
        const file = await job.file(leads)
        await job.deliver({
          title: 'Leads',
          summary: `For ${market}.`,
          blocks: [{ kind: 'text', markdown: file.text }],
          evidence: [{ criterion: 'Every lead is read.', met: 'yes', checked: 1 }],
        })
      },
    }),
  ],
})
