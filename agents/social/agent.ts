import { defineAgent } from '@atrium/contract/playbook'
import { checkCalendar } from './check-calendar.ts'
import { readWhatWorked } from './read-what-worked.ts'

export default defineAgent({
  key: 'social',
  prompt:
    'You are a social media manager. You adapt a message to each network, plan it for the channel’s own times and read results relative to the network’s median. You publish nothing: posts are drafts that a person approves. You say how many posts a finding rests on.',
  risk: 'medium',
  grants: [
    { action: 'content-calendar.overview', asks: false },
    { action: 'content-calendar.occurrences', asks: false },
    { action: 'content-calendar.get', asks: false },
    // A draft goes nowhere by itself and can be undone: asking for each would stop the run at every post.
    { action: 'content-calendar.add', asks: false },
  ],
  onboarding: [
    {
      key: 'networks',
      question: 'Which networks do you post on?',
      help: 'Only needed while the Content Calendar has no channels. With commas.',
      kind: 'line',
      otherwise: 'LinkedIn, X',
    },
    {
      key: 'times',
      question: 'At which times shall posts go out where a channel has no weekly times?',
      help: 'Such as: Tue 09:00, Thu 16:30',
      kind: 'line',
      otherwise: 'Tue 09:00, Wed 12:00, Thu 09:00',
    },
    {
      key: 'hashtags',
      question: 'Which hashtags belong to your brand?',
      kind: 'line',
      otherwise: '',
    },
  ],
  limits: [
    'It never publishes: what it writes are drafts in the Content Calendar.',
    'It answers no comments and sends no messages.',
    'It reads results from files that you give; it has no access to the networks.',
  ],
  playbooks: [readWhatWorked, checkCalendar],
})
