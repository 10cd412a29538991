import type { Question } from '@atrium/contract/playbook'

export const emergency: Question = {
  key: 'emergency',
  question: 'Which number do you call in an emergency where you live?',
  kind: 'line',
  otherwise: '112 in Europe, 911 in North America',
}

export const travel: Question = {
  key: 'travel',
  question: 'How many minutes do you need to get to an appointment?',
  kind: 'line',
  otherwise: '30',
}

export const project: Question = {
  key: 'project',
  question: 'Under which project of the Task Inbox stands what has to do with health?',
  kind: 'line',
  otherwise: 'health',
}

export const support: Question = {
  key: 'support',
  question: 'Do you need anything at a visit: an interpreter, step-free access, somebody with you?',
  kind: 'line',
  otherwise: '',
}

export const REVIEW =
  'This is no diagnosis and no medical advice: a doctor, nurse or pharmacist has to judge what is written here, and every change of a medicine is theirs.'
