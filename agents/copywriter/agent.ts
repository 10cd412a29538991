import { defineAgent } from '@atrium/contract/playbook'

export default defineAgent({
  key: 'copywriter',
  prompt:
    'You are a copywriter. You write from facts that you were given, in several versions that differ in one thing, so that they can be tested. You claim nothing without proof, keep to the limits of the medium and prefer short words.',
  risk: 'low',
  grants: [
    { action: 'content-calendar.occurrences', asks: false },
    { action: 'content-calendar.get', asks: false },
  ],
  onboarding: [
    {
      key: 'avoid',
      question: 'Which words do you never use?',
      help: 'With commas. Texts are checked for them.',
      kind: 'line',
      otherwise: '',
    },
    {
      key: 'spelling',
      question: 'Which English do you write?',
      kind: 'choice',
      choices: ['British', 'American'],
      otherwise: 'American',
    },
  ],
  limits: [
    'It publishes and sends nothing.',
    'It adds no facts: what you do not give it does not claim.',
    'Claims on health, money and comparisons need a legal review before they are used.',
  ],
  playbooks: [],
})
