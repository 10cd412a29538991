import { AppError } from '@atrium/contract/errors'
import type { Job, Playbook } from '@atrium/contract/playbook'
import { type Block, type NewWorkProduct, unchecked } from '@atrium/contract/work-product'
import { z } from 'zod'
import { quoted } from '../models/door/asking.ts'
import type { Model, ModelTool } from '../models/model.ts'
import { type Tool, toolLoop } from '../models/tool-loop.ts'
import { issueIn } from '../platform/http/issue-sentence.ts'
import { covers } from '../platform/policy.ts'
import { actionOfTool, inputSchema, toolsFor } from '../records/published.ts'
import { act, actionNamed, MAIL, read, standing } from './acting.ts'
import { type Attempt, answered, begun } from './attempt.ts'
import { playbookFor, withFiles } from './choosing.ts'
import { askModel } from './composing.ts'
import { AskPerson, Delegate, Deliver, OWN, PLAYBOOK, RULES, SEND, TOLD } from './model-tools.ts'

/** Questions to the model in one run. */
const ROUNDS = 16
/** Characters of all files that go to the model. */
const FILES_MAX = 60_000
/** More than that no model chooses well among. */
const ACTIONS_MAX = 60

async function filesOf(attempt: Attempt, job: Job): Promise<string> {
  const ids = Object.values(attempt.task.input)
    .flat()
    .filter((value): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value))
  let text = ''
  for (const id of ids.slice(0, 10)) {
    try {
      const found = await job.file(id)
      text += `\n## ${found.name} (id ${id})\n${found.text}`.slice(0, Math.max(0, FILES_MAX - text.length))
    } catch (error) {
      if (!(error instanceof AppError)) throw error // an id that is no file of theirs
    }
  }
  return text
}

/** What was chosen for a task without a playbook, as the run's first step, so that it stays chosen. */
async function chosenFor(attempt: Attempt): Promise<string | null> {
  const seq = attempt.next()
  const args = {}
  const before = begun(attempt, seq, 'choose', args)
  if (before) return (answered(before) as { playbook: string | null }).playbook
  const agent = attempt.settings.agents.find(attempt.seat.agent)
  const playbook = attempt.model || !agent ? null : playbookFor(agent, `${attempt.task.title} ${attempt.task.brief}`)
  const result = { playbook: playbook?.id ?? null }
  const summary = playbook ? `Playbook: ${playbook.title}` : attempt.model ? 'With the model' : 'No playbook fits'
  await attempt.write({ seq, kind: 'note', name: 'choose', state: 'committed', summary, args, result })
  return result.playbook
}

/** Does a task that names no playbook: with the model, or by the playbook that its words mean. */
export async function modelWork(attempt: Attempt, job: Job): Promise<void> {
  const chosen = await chosenFor(attempt)
  const playbook = chosen ? attempt.settings.agents.playbook(attempt.seat.agent, chosen) : undefined
  if (playbook) {
    const input = playbook.input.safeParse(withFiles(playbook, attempt.task.input))
    if (!input.success) {
      const [issue] = input.error.issues
      throw new AppError('bad_request', issue ? issueIn(issue, attempt.task.language) : 'The input does not fit.')
    }
    return playbook.run(job, input.data as never)
  }
  if (!attempt.model)
    throw new AppError('bad_request', 'Choose a playbook: without a model a seat follows playbooks alone.')
  return converse(attempt, job, attempt.model)
}

async function converse(attempt: Attempt, job: Job, model: Model): Promise<void> {
  const { task, seat, settings } = attempt
  const agent = settings.agents.find(seat.agent)
  const { grants } = await standing(attempt)
  const actions = toolsFor(settings.actions.list())
    .filter(({ name }) => grants.some((grant) => covers(grant.action, actionOfTool(name))))
    .slice(0, ACTIONS_MAX)
  const playbooks: ModelTool[] = (agent?.playbooks ?? []).map((one) => ({
    name: `${PLAYBOOK}${one.id}`,
    description: `${one.title}: ${one.summary}`,
    parameters: inputSchema(one.input),
  }))
  const mayMail = settings.mail !== null && grants.some((grant) => covers(grant.action, MAIL))
  const tools = [...playbooks, ...OWN, ...(mayMail ? [SEND] : []), ...actions]
  const told = [
    `Task: ${task.title}`,
    job.task.brief,
    task.dueOn && `Due: ${task.dueOn}`,
    task.criteria.length > 0 && `Acceptance criteria:\n${task.criteria.map((one) => `- ${one}`).join('\n')}`,
    Object.keys(seat.answers).length > 0 && `What you were told when you were hired:\n${JSON.stringify(seat.answers)}`,
    seat.memory.length > 0 && `What you remember:\n${seat.memory.map((one) => `- ${one}`).join('\n')}`,
  ]
  const files = await filesOf(attempt, job)
  const parts = [...told, files && quoted(files)].filter(Boolean).join('\n\n')
  const made = new Map<string, NewWorkProduct>()
  const end = await toolLoop({
    messages: [{ role: 'user', parts: [{ type: 'text', text: parts }] }],
    signal: attempt.work.signal,
    rounds: ROUNDS,
    hasLastWord: false,
    goOn: TOLD.goOn,
    offered: () => tools,
    find(name) {
      const tool = toolNamed(attempt, job, name, made)
      return tool && telling(tool)
    },
    asData: quoted,
    isOver: () => attempt.delivered,
    ask: (messages, offered, round) =>
      askModel(attempt, model, {
        name: `Round ${round}`,
        system: `${agent?.prompt ?? ''}\nYour name here is ${seat.name}.\n${RULES}`,
        messages,
        tools: offered,
      }),
  })
  if (end.kind === 'said') return job.deliver(product({ title: task.title, summary: '', markdown: end.text }, made))
  if (end.kind === 'rounds')
    throw new AppError('unprocessable', `It was not finished within ${ROUNDS} rounds. Make the task smaller.`)
}

const product = (
  given: Pick<z.input<typeof Deliver>, 'title' | 'summary' | 'markdown' | 'include' | 'evidence' | 'couldNot'>,
  made: ReadonlyMap<string, NewWorkProduct>,
): NewWorkProduct => {
  const parts = (given.include ?? []).flatMap((name) => made.get(name.replace(PLAYBOOK, '')) ?? [])
  const blocks = [{ kind: 'text', title: '', markdown: given.markdown } as Block, ...parts.flatMap((one) => one.blocks)]
  return {
    title: given.title,
    summary: given.summary,
    blocks: blocks.slice(0, 50),
    sources: parts.flatMap((one) => one.sources ?? []),
    evidence: [
      ...parts.flatMap((one) => one.evidence ?? []),
      ...(given.evidence ?? []).map((one) =>
        one.met === 'yes' ? unchecked(one.criterion, `${TOLD.claimed} ${one.note ?? ''}`.trim()) : one,
      ),
    ].slice(0, 50),
    couldNot: [...(given.couldNot ?? []), ...parts.flatMap((one) => one.couldNot ?? [])].slice(0, 50),
  }
}

async function runPlaybook(job: Job, playbook: Playbook, input: unknown): Promise<NewWorkProduct> {
  const given = playbook.input.parse(input)
  let handedIn: NewWorkProduct | undefined
  const deliver = async (one: NewWorkProduct) => {
    handedIn = one
  }
  await playbook.run({ ...job, deliver }, given as never)
  if (!handedIn) throw new AppError('unprocessable', TOLD.nothingHandedIn)
  return handedIn
}

/** What does not fit, the model is told: of its input, or of what came of it. */
const telling = ({ run, ...tool }: Tool): Tool => ({
  ...tool,
  run: async (running) => {
    try {
      return await run(running)
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error
      throw new AppError('bad_request', z.prettifyError(error), { cause: error })
    }
  },
})

/** What a call of the model is for a seat. Whether a person is asked first, `act` knows: playbooks stand before it as well. */
function toolNamed(attempt: Attempt, job: Job, name: string, made: Map<string, NewWorkProduct>): Tool | undefined {
  const { settings, seat } = attempt
  switch (name) {
    case 'deliver':
      return {
        isOurs: true,
        async run({ input }) {
          await job.deliver(product(Deliver.parse(input), made))
          return TOLD.handedIn
        },
      }
    case 'ask_person':
      return {
        isOurs: true,
        async run({ input }) {
          const { question } = AskPerson.parse(input)
          const { answer } = await job.ask([{ key: 'answer', question, kind: 'text', otherwise: '' }])
          return answer || TOLD.noAnswer
        },
      }
    case 'delegate':
      return { run: async ({ input }) => job.delegate(Delegate.parse(input)) }
  }
  if (name.startsWith(PLAYBOOK)) {
    const id = name.slice(PLAYBOOK.length)
    const playbook = settings.agents.playbook(seat.agent, id)
    if (!playbook) return undefined
    return {
      async run({ input }) {
        const handedIn = await runPlaybook(job, playbook, input)
        made.set(id, handedIn)
        return handedIn
      },
    }
  }
  const action = actionOfTool(name)
  const known = actionNamed(settings.actions, action, settings.mail !== null)
  if (!known || known.notATool) return undefined
  return {
    run: ({ input }) => {
      const args = (input ?? {}) as Record<string, unknown>
      if (known.effect === 'read') return read(attempt, action, args)
      return act(attempt, action, args, `${known.summary}, for “${attempt.task.title}”`)
    },
  }
}
