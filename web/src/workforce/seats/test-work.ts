import { Inbox } from '@atrium/contract/workforce-insight'
import { Org, PublishedAgent, SeatAtWork, SeatDetails, SeatsAtWork } from '@atrium/contract/workforce-seats'
import { Task } from '@atrium/contract/workforce-work'

// What the server answers, for component tests: parsed with the contract's own schemas.

export const at = '2026-03-02T10:00:00.000Z'

export const agentOfSdr = PublishedAgent.parse({
  key: 'sdr',
  version: 1,
  risk: 'medium',
  grants: [
    { action: 'tasks.list', asks: false, title: 'Task Inbox', summary: 'Lists tasks', effect: 'read' },
    { action: 'tasks.add', asks: true, title: 'Task Inbox', summary: 'Adds a task', effect: 'write' },
    { action: 'mail.send', asks: true, title: '', summary: 'Sends an e-mail', effect: 'send' },
  ],
  limits: ['It never sends without your word.'],
  onboarding: [
    {
      key: 'market',
      question: 'Who do you sell to?',
      help: 'One sentence is enough.',
      kind: 'line',
      choices: [],
      otherwise: 'Small companies.',
    },
    {
      key: 'tone',
      question: 'How do you write?',
      help: '',
      kind: 'choice',
      choices: ['Friendly', 'Formal'],
      otherwise: 'Friendly',
    },
  ],
  playbooks: [
    {
      id: 'cleanLeads',
      title: 'Clean a list of leads',
      summary: 'Takes a CSV of leads apart, scores each and hands in a list without duplicates.',
      examples: ['clean leads'],
      uses: ['tasks.add'],
      criteria: ['Every lead stands there once.', 'Every score says why.'],
      withoutModel: ['First messages in your own tone'],
      input: {
        type: 'object',
        properties: {
          file: { type: 'string', title: 'Leads', widget: 'file', accept: '.csv' },
          most: { type: 'integer', title: 'How many at most', minimum: 1, maximum: 500, default: 100 },
        },
        required: ['file'],
      },
    },
    {
      id: 'followUp',
      title: 'Draft follow-ups',
      summary: 'Drafts the next message to each contact that did not answer.',
      examples: [],
      uses: [],
      criteria: ['No message repeats the one before.'],
      withoutModel: [],
      input: { type: 'object', properties: { days: { type: 'integer', title: 'Days without an answer', default: 5 } } },
    },
  ],
  sample: {
    title: 'Leads, cleaned and scored',
    summary: '38 of 50 leads are left; 7 are worth a call this week.',
    blocks: [
      {
        kind: 'table',
        title: 'Best leads',
        columns: [
          { key: 'name', title: 'Name' },
          { key: 'score', title: 'Score', align: 'end' },
        ],
        rows: [
          { name: 'Northwind', score: 92 },
          { name: 'Contoso', score: 81 },
        ],
      },
      { kind: 'text', title: 'What I left out', markdown: 'Twelve rows without an address.' },
    ],
    sources: [{ kind: 'file', name: 'leads.csv', place: 'rows 2–51' }],
    evidence: [{ criterion: 'Every lead stands there once.', met: 'yes', note: '12 duplicates removed' }],
    couldNot: ['First messages: they need a model.'],
  },
})

export const seatOf = (seat: Partial<SeatAtWork>): SeatAtWork =>
  SeatAtWork.parse({
    id: 's1',
    name: 'Nora',
    agentKey: 'sdr',
    agentVersion: 1,
    status: 'active',
    pausedFor: null,
    missing: [],
    managerUserId: 'u1',
    managerSeatId: null,
    subscriptionId: 'sub1',
    isLeaving: false,
    open: 2,
    inProgress: null,
    delivered: 3,
    spentMicros: 41_200,
    isPriced: true,
    budget: null,
    ...seat,
  })

export const detailsOf = (seat: Partial<SeatDetails> = {}): SeatDetails =>
  SeatDetails.parse({
    ...seatOf({}),
    agent: agentOfSdr,
    answers: {},
    isOnboarded: true,
    grants: agentOfSdr.grants,
    memory: [],
    schedules: [],
    budgets: [],
    teamId: null,
    handOverTo: null,
    hasModel: false,
    events: [],
    ...seat,
  })

export const seatsOf = (...seats: Partial<SeatAtWork>[]) =>
  SeatsAtWork.parse({ seats: seats.map(seatOf), isPaused: false })

export const orgOf = (...seats: Partial<SeatAtWork>[]): Org =>
  Org.parse({ people: [{ id: 'u1', name: 'Ada Lovelace', isYou: true, teams: [] }], seats: seats.map(seatOf) })

export const taskOf = (task: Partial<Task>): Task =>
  Task.parse({
    id: 't1',
    title: 'Clean the leads of the fair',
    status: 'in_progress',
    next: { kind: 'seat', name: 'Nora', for: 'run' },
    seat: { id: 's1', name: 'Nora', agentKey: 'sdr' },
    person: null,
    giver: null,
    dueOn: null,
    parentId: null,
    playbook: 'cleanLeads',
    reason: '',
    rank: 1,
    costMicros: 1_200,
    tokens: 300,
    isPriced: true,
    subtasks: { done: 0, total: 0 },
    version: 1,
    createdAt: at,
    updatedAt: at,
    endedAt: null,
    ...task,
  })

export const inboxOf = (inbox: Partial<Inbox>): Inbox =>
  Inbox.parse({
    approvals: [],
    questions: [],
    reviews: [],
    unknown: [],
    blocked: [],
    onboarding: [],
    stuck: [],
    deliveredToday: [],
    given: [],
    budgets: [],
    spentThisMonthMicros: 0,
    isPriced: true,
    isPaused: false,
    ...inbox,
  })
