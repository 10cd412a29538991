/** A competency with what is asked and by what an answer is rated. */
export interface Competency {
  name: string
  /** Words in a role or a post that call for it. */
  calls: RegExp
  questions: readonly [string, string]
  probes: readonly string[]
  /** Behaviourally anchored ratings (P. C. Smith and L. M. Kendall, 1963): what 1, 3 and 5 look like. */
  anchors: readonly [low: string, middle: string, high: string]
}

// Questions about what somebody did (T. Janz, 1982) and would do: the same for everybody, in the same order. Structured interviews
// predict work better than any other single way: P. R. Sackett et al., “Revisiting Meta-Analytic Estimates …” (2022).
export const COMPETENCIES: readonly Competency[] = [
  {
    name: 'Problem solving',
    calls: /engineer|analy|develop|technic|research|solve|debug|improve|scient/i,
    questions: [
      'Tell me of a problem at work whose cause was not clear at first. How did you find it?',
      'Half of the orders arrive late since Monday, and nobody knows why. What do you do in the first two hours?',
    ],
    probes: ['What did you rule out, and how?', 'What would you do differently?'],
    anchors: [
      'Tries things without a plan; cannot say what the cause was',
      'Names steps and the cause; checks the result',
      'Narrows it down with tests, weighs other causes, and prevents that it comes again',
    ],
  },
  {
    name: 'Work with customers',
    calls: /customer|client|sales|support|account|service|success|retail|guest|patient/i,
    questions: [
      'Tell me of a customer who was unhappy with you or your company. What did you do?',
      'A customer asks for something that we cannot do, and threatens to leave. What do you say?',
    ],
    probes: ['How did you know what they needed?', 'What came of it?'],
    anchors: [
      'Blames the customer or promises what cannot be held',
      'Listens, explains, finds a solution',
      'Finds the need behind the wish, keeps to what can be held, follows up',
    ],
  },
  {
    name: 'Planning and reliability',
    calls: /plan|project|coordinat|operations|logistic|manage|organi[sz]|deadline|schedul|office/i,
    questions: [
      'Tell me of a time when you had more to do than time. How did you decide what came first?',
      'On Tuesday you see that you will miss a date on Friday. What do you do?',
    ],
    probes: ['Whom did you tell, and when?', 'What did you leave out?'],
    anchors: [
      'Works on what comes in; tells late or not at all',
      'Sets an order by importance and tells in time',
      'Sets an order with others, tells early with options, and keeps the new date',
    ],
  },
  {
    name: 'Teamwork',
    calls: /team|collab|cross|together|colleague|stakeholder/i,
    questions: [
      'Tell me of a colleague with whom it was hard to work. How did you two get the work done?',
      'You think that a decision of the team is wrong. It is made on Thursday. What do you do?',
    ],
    probes: ['What was your part in the difficulty?', 'What does the colleague say about it today?'],
    anchors: [
      'Tells of others’ faults alone; avoids or escalates',
      'Talks to the person and finds a way',
      'Understands the other’s reasons, names the own part, and the way lasts',
    ],
  },
  {
    name: 'Leading people',
    calls: /lead|head|manager|director|supervis|chief|mentor|foreman/i,
    questions: [
      'Tell me of somebody in your team whose work was not good enough. What did you do?',
      'Two of your best people want the same task. How do you decide?',
    ],
    probes: ['What did you agree on, and by when?', 'Where is that person today?'],
    anchors: [
      'Waits, or does the work alone',
      'Says what is expected and follows up',
      'Finds the reason, agrees on help and dates, and decides fairly when it does not work',
    ],
  },
  {
    name: 'Care and accuracy',
    calls: /account|financ|quality|audit|legal|complian|data|medic|nurs|test|payroll|bookkeep/i,
    questions: [
      'Tell me of a mistake of yours that somebody else found. What did you change afterwards?',
      'You have to check 300 rows by noon, and see after 50 that one of ten is wrong. What do you do?',
    ],
    probes: ['How do you check your own work?', 'What did the mistake cost?'],
    anchors: [
      'Knows of no mistake, or hides it',
      'Admits it, mends it, checks more',
      'Tells those concerned at once, and changes the way of working so that it cannot come again',
    ],
  },
  {
    name: 'Learning',
    calls: /learn|junior|trainee|graduate|new technolog|grow|apprentic|intern/i,
    questions: [
      'Tell me of something for work that you had to learn from nothing. How did you go about it?',
      'You get a task in a field that you do not know, due in two weeks. What are your first three days?',
    ],
    probes: ['How did you know that you had understood it?', 'Whom did you ask?'],
    anchors: [
      'Waits for a course',
      'Finds sources, tries it, asks',
      'Plans it, tests the own understanding, teaches it to others',
    ],
  },
  {
    name: 'Communication',
    calls: /communicat|present|writ|market|content|editor|public|train|teach|speak/i,
    questions: [
      'Tell me of something complicated that you had to explain to people who did not know the field.',
      'In a meeting you notice that nobody has understood your proposal. What do you do?',
    ],
    probes: ['How did you know that it was understood?', 'What did you leave out?'],
    anchors: [
      'Repeats it, or speaks above their heads',
      'Chooses plain words and asks back',
      'Begins with what they know, checks it by their questions, and changes it for the next time',
    ],
  },
]

const named = (name: string): Competency | undefined =>
  COMPETENCIES.find(
    (one) => one.name.toLowerCase() === name.toLowerCase() || one.name.toLowerCase().includes(name.toLowerCase()),
  )

/** A competency that the list does not know, asked about in general words. */
const plainCompetency = (name: string): Competency => ({
  name,
  calls: /$^/,
  questions: [
    `Tell me of a situation at work in which it came down to this: ${name}. What did you do?`,
    `Which task of this role will need this most: ${name}? How would you go about it in the first month?`,
  ],
  probes: ['What was your own part?', 'What came of it, and how do you know?'],
  anchors: [
    'No example, or one without an own part',
    'A real example with own steps and a result',
    'A hard example, weighed steps, a result that can be checked, and what was learned',
  ],
})

export const MOST = 6

/** Those that were asked for; else those that role and post call for, four at least. */
export function chooseCompetencies(
  wanted: readonly string[],
  role: string,
  post: string,
): { chosen: Competency[]; plain: string[] } {
  if (wanted.length > 0) {
    const chosen = wanted.slice(0, MOST).map((name) => named(name) ?? plainCompetency(name))
    return { chosen: [...new Set(chosen)], plain: wanted.slice(0, MOST).filter((name) => !named(name)) }
  }
  const weigh = ({ calls }: Competency) => {
    const every = new RegExp(calls.source, 'gi')
    return (calls.test(role) ? 10 : 0) + (post.match(every)?.length ?? 0)
  }
  const ranked = COMPETENCIES.map((one, at) => ({ one, at, weight: weigh(one) })).sort(
    (a, b) => b.weight - a.weight || a.at - b.at,
  )
  const called = ranked.filter(({ weight }) => weight > 0).slice(0, 5)
  return { chosen: (called.length >= 4 ? called : ranked.slice(0, 4)).map(({ one }) => one), plain: [] }
}
