/** Code that judges rights, money, undo, runs or records, and the tests that are to see a fault in it. */
export interface Judged {
  part: string
  files: readonly string[]
  /** Test files or folders, asked in this order until one fails: the quick ones first. */
  tests: readonly string[]
}

const within = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}.ts`)
const testsOf = (folder: string, ...names: string[]) => within(folder, ...names.map((name) => `${name}.test`))

export const judged: readonly Judged[] = [
  {
    part: 'rights',
    files: within('server/platform', 'policy'),
    tests: [
      ...testsOf('server/platform', 'policy'),
      ...testsOf('server/teams', 'scope'),
      ...testsOf('server/access', 'keys', 'doors'),
    ],
  },
  {
    part: 'rights',
    files: [
      ...within('server/teams', 'scope', 'context', 'teams', 'team-routes', 'member-routes'),
      ...within('server/teams', 'invitations', 'invitation-routes'),
    ],
    tests: testsOf('server/teams', 'team-calls', 'invitations', 'team-news', 'teams', 'scope'),
  },
  {
    part: 'rights',
    files: within('server/accounts', 'plan'),
    tests: [...testsOf('server/accounts', 'plan'), ...testsOf('server/teams', 'scope')],
  },
  {
    part: 'rights',
    files: within('server/sharing', 'shares', 'sharing'),
    tests: [...testsOf('server/sharing', 'share-calls', 'sharing'), ...testsOf('modules/wallet', 'sharing')],
  },
  {
    part: 'rights',
    files: within('server/records', 'hidden', 'behind-link', 'reach', 'links'),
    tests: [
      ...testsOf(
        'server/records',
        'hidden',
        'behind-link',
        'reach-rows',
        'reach-files',
        'reach',
        'links',
        'link-routes',
        'secrets',
        'module-files',
      ),
      ...testsOf('server/sharing', 'sharing'),
    ],
  },
  {
    part: 'money',
    files: within('domain/money', 'allocation', 'minor-units', 'said-money', 'writing'),
    tests: ['domain/money', ...testsOf('modules/wallet', 'budget', 'formats')],
  },
  {
    part: 'money',
    files: within('server/models', 'budget-ledger'),
    tests: ['server/models/budget-ledger.test.ts', ...testsOf('server/chat', 'spending', 'allowances')],
  },
  {
    part: 'money',
    files: within(
      'server/workforce',
      ...['applying', 'by-invoice', 'carts', 'changing', 'hired-under', 'keeping', 'lapsing', 'leaving', 'numbers'],
      ...['paying', 'periods', 'placing', 'planning', 'refused', 'renewing', 'starting', 'voiding'],
    ),
    tests: [
      ...testsOf(
        'server/workforce',
        'planning',
        'amounts',
        'changing',
        'orders',
        'subscriptions',
        'stripe-events',
        'stripe-payments',
        'invoice',
      ),
      ...testsOf('server/workforce', 'stripe-renewals', 'stripe'),
      ...testsOf('server/seats', 'model-needed'),
    ],
  },
  {
    part: 'money',
    files: within('server/workforce', 'stripe-charging', 'stripe-events', 'stripe-payments', 'stripe-settling'),
    tests: testsOf('server/workforce', 'stripe-events', 'stripe-payments', 'stripe', 'stripe-renewals'),
  },
  {
    part: 'money',
    files: [
      ...within('modules/wallet', 'budget', 'goals', 'rates', 'records', 'rules', 'schedule'),
      ...within('modules/wallet/server', 'accounts', 'booking', 'categories', 'envelopes', 'flows', 'goals'),
      ...within('modules/wallet/server', 'ledger', 'plans', 'rates', 'reports', 'transfers'),
    ],
    tests: [
      ...testsOf('modules/wallet', 'budget', 'rules', 'records', 'goals', 'ledger', 'plans', 'categories', 'reports'),
      ...testsOf('modules/wallet', 'rates', 'transfers', 'booking', 'wallet', 'long-register', 'sharing'),
      ...testsOf('modules/wallet', 'applying-rules', 'importing'),
    ],
  },
  {
    part: 'undo',
    files: within('server/records', 'undo', 'integrity'),
    tests: [
      ...testsOf(
        'server/records',
        'undo',
        'integrity',
        'store',
        'records',
        'removing-several',
        'references',
        'held-files',
      ),
      ...testsOf('modules/wallet', 'wallet'),
      'server/records/constraints',
      ...testsOf('server/teams', 'scope'),
    ],
  },
  {
    part: 'runs',
    files: within('server/platform/runs', 'args-hash', 'frames', 'live', 'storable', 'viewer'),
    tests: testsOf(
      'server/platform/runs',
      'frames',
      'viewing',
      'storable',
      'viewer',
      'engine-work',
      'engine-workers',
      'engine',
    ),
  },
  {
    part: 'runs',
    files: within('server/platform/runs', 'closing', 'engine', 'store', 'work', 'routes'),
    tests: [
      ...testsOf(
        'server/platform/runs',
        'store',
        'closing',
        'routes',
        'engine-work',
        'engine-workers',
        'engine-queue',
        'engine',
      ),
      ...testsOf('server/chat', 'ends', 'takeover'),
    ],
  },
  {
    part: 'records',
    files: within('server/records', 'saving', 'guards', 'unit', 'store', 'rows', 'references', 'unique-keys', 'purge'),
    tests: [
      ...testsOf(
        'server/records',
        'rows',
        'unique-keys',
        'references-declared',
        'saving',
        'unit',
        'unit-telling',
        'store',
        'purge',
        'integrity',
      ),
      ...testsOf('server/records', 'records', 'references', 'removing-several', 'querying', 'partitions'),
      'server/records/constraints',
      ...testsOf('server/records', 'held-files', 'people', 'nearest'),
    ],
  },
  {
    part: 'queries',
    files: within('server/records', 'where', 'ordering', 'totals'),
    tests: [
      ...testsOf('server/records', 'where', 'ordering', 'totals-asked', 'querying', 'totals', 'records'),
      'server/records/kept-totals',
      ...testsOf('modules/wallet', 'long-register', 'wallet'),
    ],
  },
]

/** A mutant that changes nothing that anybody could see, and why. */
export interface Equivalent {
  file: string
  /** The line it starts in, without its indentation. */
  line: string
  what: string
  why: string
}

export const equivalents: readonly Equivalent[] = [
  {
    file: 'domain/money/allocation.ts',
    line: 'return total < 0 ? parts.map((part) => -part || 0) : parts',
    what: '< becomes <=',
    why: 'Of nothing every part is nothing, turned round or not.',
  },
  {
    file: 'domain/money/writing.ts',
    line: 'const formats = recent(100, (key: string) => {',
    what: '100 is one more',
    why: 'How many formats are kept at hand is only a matter of time.',
  },
  {
    file: 'modules/wallet/rates.ts',
    line: 'date: first.date < second.date ? first.date : second.date,',
    what: '< becomes <=',
    why: 'Of two that are of one day either says it.',
  },
  ...['> becomes >=', 'the condition “stay.length > 0” always holds'].map((what) => ({
    file: 'server/workforce/leaving.ts',
    line: 'if (stay.length > 0)',
    what,
    why: 'Of no seats none changes: the statement is spared.',
  })),
  {
    file: 'server/workforce/paying.ts',
    line: 'if (subscription.cancelAtPeriodEnd || !subscription.periodEnd || subscription.periodEnd > now) return null',
    what: '> becomes >=',
    why: 'They differ in the one millisecond in which it ends.',
  },
  {
    file: 'modules/wallet/server/ledger.ts',
    line: 'const made = await store.transactions.update(id, { ...said, ...(splits.length > 0 && { category: null }) }, version)',
    what: '0 is one more',
    why: 'One part is no split: no transaction has one alone.',
  },
  ...['1 is one more', '2 is one more'].map((what) => ({
    file: 'modules/wallet/schedule.ts',
    line: what.startsWith('1')
      ? 'let [low, high] = [0, 1]'
      : 'while (isBefore(high - 1)) [low, high] = [high, high * 2]',
    what,
    why: 'A search by halves finds the same from wider bounds.',
  })),
  {
    file: 'server/records/hidden.ts',
    line: 'let before = Buffer.alloc(0)',
    what: '0 is one more',
    why: 'A zero byte before a file is no beginning of a secret.',
  },
  {
    file: 'server/records/links.ts',
    line: 'if (!row || (row.expiresAt && row.expiresAt <= new Date())) throw gone()',
    what: '<= becomes <',
    why: 'They differ in the one millisecond in which it expires.',
  },
  {
    file: 'server/records/hidden.ts',
    line: 'const isTold = hidden.size > 0 && holds(output, hidden)',
    what: '> becomes >=',
    why: 'None of no texts is found, only later.',
  },
  {
    file: 'server/records/hidden.ts',
    line: 'if (hidden.size === 0) {',
    what: 'the condition “hidden.size === 0” never holds',
    why: 'None of no texts is found, only later.',
  },
  {
    file: 'server/records/hidden.ts',
    line: 'return new Response(Readable.toWeb(Readable.from(body(), { objectMode: false })) as ReadableStream<Uint8Array>, {',
    what: 'false becomes true',
    why: 'The same bytes; it says how many are read before they are asked for.',
  },
  {
    file: 'server/teams/invitations.ts',
    line: 'if (address !== null) {',
    what: 'the condition “address !== null” always holds',
    why: 'No address equals NULL: nobody is found, and nothing goes.',
  },
  {
    file: 'server/records/reach.ts',
    line: '.limit(1)',
    what: '1 is one more',
    why: 'It is only asked whether there is one.',
  },
  {
    file: 'server/platform/runs/storable.ts',
    line: 'return UNSTORABLE.test(json) ? JSON.stringify(cleaned(JSON.parse(json))) : json',
    what: 'the condition “UNSTORABLE.test(json)” always holds',
    why: 'The same text, by a longer way.',
  },
  {
    file: 'server/platform/runs/store.ts',
    line: 'closing.state === undefined ? null : storableJson(closing.state),',
    what: 'the condition “closing.state === undefined” never holds',
    why: 'What is undefined is NULL to the database, too.',
  },
  {
    file: 'server/platform/runs/viewer.ts',
    line: 'let again = false',
    what: 'false becomes true',
    why: 'It is set anew before it is asked.',
  },
  {
    file: 'server/platform/runs/closing.ts',
    line: 'const RETRY_MS = 500',
    what: '500 is one more',
    why: 'A millisecond between two tries.',
  },
  {
    file: 'server/platform/runs/closing.ts',
    line: 'const seq = nextAttemptSeq((await readFrames(client, id, 0)).at(-1)?.seq ?? 0)',
    what: '0 is one more',
    why: 'The next attempt begins at the same number after 0 as after 1, by either of them.',
  },
  {
    file: 'server/platform/runs/engine.ts',
    line: 'const run = liveRun(row.id, row.fence, attemptStart(row.attempts, prior.at(-1)?.seq ?? 0), watchersOf(row.id))',
    what: '0 is one more',
    why: 'The next attempt begins at the same number after 0 as after 1.',
  },
  {
    file: 'server/platform/runs/engine.ts',
    line: 'void task.finally(() => tasks.delete(task))',
    what: '“void task.finally(() => tasks.delete(task))” is left out',
    why: 'What has ended is waited for in no time; it only takes memory.',
  },
  {
    file: 'server/records/integrity.ts',
    line: "if (pointer.onRemove !== 'clear') continue",
    what: "the condition “pointer.onRemove !== 'clear'” never holds",
    why: 'By then no row is left that names those in another way: it has gone along, or has refused.',
  },
  ...['0 is one more', '< becomes <='].map((what) => ({
    file: 'server/records/undo.ts',
    line: 'const isOlder = (row: Touched) => (row.before?.schema ?? row.schemaVersion) < (collectionOf(row)?.version ?? 0)',
    what,
    why: 'What is looked for once too often is not there.',
  })),
  {
    file: 'server/records/undo.ts',
    line: 'if (touched.some(isOlder)) forgetSettled(scope)',
    what: 'the condition “touched.some(isOlder)” always holds',
    why: 'The same.',
  },
  ...['if (ids.length === 0) continue', 'if (wanted.size === 0) continue'].map((line) => ({
    file: line.includes('wanted') ? 'server/records/undo.ts' : 'server/records/integrity.ts',
    line,
    what: `the condition “${line.slice(4, line.indexOf(')'))}” never holds`,
    why: 'Of no ids nothing is found: the question is spared.',
  })),
  ...['placeOfTarget(pointer)', 'target'].flatMap((place) =>
    ['> becomes >=', 'the condition “rows.length > 0” always holds'].map((what) => ({
      file: 'server/records/integrity.ts',
      line: `if (rows.length > 0) next.push({ place: ${place}, rows })`,
      what,
      why: 'No rows name nothing: the next level ends at once.',
    })),
  ),
  {
    file: 'server/records/store.ts',
    line: '.offset(within(options.offset, 0, 10_000_000))',
    what: '10000000 is one more',
    why: 'No list is that long: from there on nothing is in it.',
  },
  {
    file: 'server/records/ordering.ts',
    line: 'return first && !first.isField ? (bounded(parts, place) ?? beyond(parts, place)) : beyond(parts, place)',
    what: '?? becomes &&',
    why: 'The same rows: the bound only says where an index begins to be read.',
  },
]
