import { z } from 'zod'
import type { NewWorkProduct, WorkProduct } from './work-product.ts'

// What an agent of the workforce can do: playbooks, deterministic procedures over the workspace's own actions and data.

/** A file of the person's, chosen or uploaded when the task is given: its id. `accept` as in HTML: `.csv,.txt`. */
export const fileInput = (title: string, accept: string) => z.string().max(64).meta({ title, widget: 'file', accept })
/** Text of several lines. */
export const textInput = (title: string, max = 20_000) =>
  z.string().max(max, 'That is too long.').meta({ title, widget: 'text' })
/** One line of text. */
export const lineInput = (title: string, max = 500) => z.string().max(max, 'That is too long.').meta({ title })

export interface JobFile {
  id: string
  name: string
  mime: string
  /** The text found in it (of a PDF or DOCX too). */
  text: string
}

/** What became of something that changes the workspace or leaves it. */
export type Acted =
  | {
      done: true
      /** What was carried out: the person may have edited it. */
      input: unknown
      output: unknown
      /** What the person said with their word. */
      note?: string
    }
  | { done: false /** The person's word, or why it cannot be done. */; reason: string }

export interface Question {
  key: string
  question: string
  help?: string
  kind: 'line' | 'text' | 'choice'
  choices?: readonly string[]
  /** Taken when the person leaves it empty. */
  otherwise: string
}

export interface Delegation {
  /** Key of the agent that shall do it: the nearest free seat of that kind below or above in the org chart takes it. */
  agent: string
  title: string
  brief: string
  /** The playbook of that agent, and its input. */
  playbook: string
  input: Record<string, unknown>
}

/**
 * One attempt at a task, as a playbook sees it. Every call is a step in the run's log. After a crash, a wait or an approval
 * the playbook runs again from its beginning and each step that is in the log answers what it answered then: so a playbook
 * decides by its steps' answers, its input, and `now` alone, never by a clock, chance or anything outside.
 */
export interface Job {
  /** When the run began. */
  readonly now: Date
  /** IANA name of the owner's time zone. */
  readonly timeZone: string
  /** BCP 47 */
  readonly language: string
  readonly seat: {
    id: string
    name: string
    agent: string
    /** What the onboarding was told, by the question's key. */
    answers: Readonly<Record<string, string>>
    /** Facts that it keeps from earlier tasks. */
    memory: readonly string[]
  }
  readonly task: { id: string; title: string; brief: string; dueOn: string | null; criteria: readonly string[] }
  /** Throws `not_found` (no such file) or `bad_request` (no text in it), in sentences for the person. */
  file(id: string): Promise<JobFile>
  /** Whether the action is there and granted to the seat: `tasks.addMany`, `mail.send`. */
  can(action: string): Promise<boolean>
  /** A reading action. Throws the AppError of its refusal. `as` is what the playbook relies on of the answer. */
  read<S extends z.ZodType>(action: string, input: Record<string, unknown>, as: S): Promise<z.output<S>>
  /**
   * A writing or sending action. What the grants do not let the seat do alone waits for a person's word, with `why` as the
   * reason that they read; they may edit the input. Never throws for a refusal.
   */
  act(action: string, input: Record<string, unknown>, why: string): Promise<Acted>
  /** Something worth seeing in the trace, in a sentence. */
  note(text: string): Promise<void>
  /** Asks whoever gave the task; the run waits. By the question's key. */
  ask(questions: readonly Question[]): Promise<Record<string, string>>
  /** Gives part of the work to another seat and waits for its accepted or delivered product. */
  delegate(what: Delegation): Promise<{ done: true; product: WorkProduct } | { done: false; reason: string }>
  /**
   * Text by a model, within the budgets; null without a model, without money, or when it failed: the playbook then does
   * without, and says so under `couldNot`. `data` is what others wrote (tickets, documents): the model is told that it
   * commands nothing.
   */
  compose(request: { purpose: string; instructions: string; data?: string; maxWords: number }): Promise<string | null>
  /** Keeps a fact for later tasks (the person sees and deletes them). */
  remember(fact: string): Promise<void>
  /**
   * Hands the work in, once, at the end. Sources of files and records that were read are added by the core; those given here
   * say where in them. A criterion of the task that `evidence` does not name counts as unknown.
   */
  deliver(product: NewWorkProduct): Promise<void>
}

export interface Playbook<S extends z.ZodObject = z.ZodObject> {
  /** camelCase, of its agent alone: `cleanLeads` */
  id: string
  title: string
  /** What it does and what it hands in, in a sentence or two. */
  summary: string
  /** Words by which a task that names no playbook finds it: `dedupe leads`, `score leads`. */
  examples: readonly string[]
  input: S
  /** Actions it calls; `mail.send` is the core's. */
  uses: readonly string[]
  /** Acceptance criteria that its task has unless the person writes others. */
  criteria: readonly string[]
  /** What it leaves out without a model. */
  withoutModel: readonly string[]
  /** Something to try it with: files by name, and the input, in which `file:<name>` stands for such a file's id. */
  sample: { files: Readonly<Record<string, string>>; input: Record<string, unknown> }
  run(job: Job, input: z.output<S>): Promise<void>
}

export const playbook = <S extends z.ZodObject>(one: Playbook<S>): Playbook => one as unknown as Playbook

export interface Grant {
  /** `tasks.add`; `tasks.*` for all of a module. */
  action: string
  /** False: a write is done without asking. A reading action is never asked about, a sending one always. */
  asks: boolean
}

/** What stands in agents/<key>/agent.ts. The catalogue has its name, price and department. */
export interface AgentWork {
  key: string
  /** What a model is told that it is and how it works, in a few sentences. */
  prompt: string
  /** What a mistake of it may cost: low (text that is read first), medium (changes the workspace), high (law, money, security). */
  risk: 'low' | 'medium' | 'high'
  /** What it is granted when it is hired; the owner may change it. */
  grants: readonly Grant[]
  /** What it asks when it is hired, two to five questions. */
  onboarding: readonly Question[]
  /** What it never does, in sentences. */
  limits: readonly string[]
  playbooks: readonly Playbook[]
}

export const defineAgent = (agent: AgentWork): AgentWork => agent
