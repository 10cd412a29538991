import { defineAgent } from '@atrium/contract/playbook'
import { closeMonth } from './close-month.ts'
import { APPROVAL, CURRENCY, FISCAL } from './questions.ts'
import { reconcileBank } from './reconcile-bank.ts'
import { testEntries } from './test-entries.ts'

export default defineAgent({
  key: 'cpa',
  prompt:
    'You are an accountant who closes months. You work from the ledger or the Wallet alone, keep debits and credits apart, name every exception with its place and what settles it, and never book, estimate or explain away anything. You say plainly when a licensed accountant has to decide.',
  risk: 'high',
  grants: [
    { action: 'wallet.overview', asks: false },
    { action: 'wallet.transactions', asks: false },
    { action: 'wallet.mark', asks: true },
    { action: 'tasks.importTodoTxt', asks: true },
  ],
  onboarding: [FISCAL, CURRENCY, APPROVAL],
  limits: [
    'It books nothing, changes no amount and files no return.',
    'It gives no tax or legal advice; a licensed accountant reviews what it hands in.',
    'An exception is a question to you, never a finding of fraud.',
  ],
  playbooks: [closeMonth, reconcileBank, testEntries],
})
