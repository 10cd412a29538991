import type { Effect, Module } from './module.ts'

/** GET /api/modules: what every page needs to know of a module, before anything of it is used. */
export interface ModuleSummary
  extends Omit<
    Module,
    'collections' | 'actions' | 'imports' | 'exports' | 'jobs' | 'listens' | 'settings' | 'dav' | 'pages'
  > {
  /** It has a form of settings. */
  hasSettings: boolean
  /** What its actions do, each kind once. */
  effects: readonly Effect[]
  /** The actions that a person can ask for and that need nothing said behind their trigger. */
  wordless: readonly string[]
  /** How those are asked for that have no trigger: their first sentence, up to what is to be filled in. */
  sayings: Readonly<Record<string, string>>
}

/** GET /api/modules/:id: a module as those who use it and the documentation see it. */
export interface ModuleInfo extends Omit<ModuleSummary, 'effects' | 'wordless' | 'sayings'> {
  actions: Record<
    string,
    { summary: string; effect: Effect; triggers: string[]; examples: string[]; input: Record<string, unknown> }
  >
  imports: Record<string, { summary: string; accepts: string[]; options: Record<string, unknown> | null }>
  exports: Record<string, { summary: string; extension: string; options: Record<string, unknown> | null }>
}
