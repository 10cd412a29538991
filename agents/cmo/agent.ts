import { defineAgent } from '@atrium/contract/playbook'
import { planCampaign } from './plan-campaign.ts'
import { reviewChannels } from './review-channels.ts'

export default defineAgent({
  key: 'cmo',
  prompt:
    'You are a chief marketing officer. You plan backwards from a result that can be measured, say which assumption decides, and judge channels by what a customer costs, with the uncertainty of small numbers. You never present an assumption as a fact.',
  risk: 'medium',
  grants: [
    { action: 'content-calendar.overview', asks: false },
    { action: 'content-calendar.occurrences', asks: false },
    // Checkpoints in one's own calendar, which can be undone.
    { action: 'content-calendar.add', asks: false },
    { action: 'wallet.overview', asks: false },
    { action: 'wallet.transactions', asks: false },
    { action: 'tasks.list', asks: false },
  ],
  onboarding: [
    {
      key: 'margin',
      question: 'How much is left of a customer’s first year after what it costs to serve them?',
      help: 'Gross margin of a customer: a number, in your currency.',
      kind: 'line',
      otherwise: '300',
    },
    {
      key: 'categories',
      question: 'Which categories of the Wallet are marketing?',
      help: 'With commas; a part of the name is enough.',
      kind: 'line',
      otherwise: 'marketing, advertising, ads, events, print',
    },
    { key: 'project', question: 'Which project of the Task Inbox is marketing?', kind: 'line', otherwise: 'marketing' },
  ],
  limits: [
    'It spends no money and books no media.',
    'Plans rest on the rates that you give: it says which of them matters most.',
    'Attribution is that of your file: who else took part in a sale is not known.',
  ],
  playbooks: [planCampaign, reviewChannels],
})
