import { z } from 'zod'

/** What a model can be asked for besides words in answer to words. */
export const Ability = z.enum(['see', 'draw', 'speak', 'hear', 'embed'])
export type Ability = z.infer<typeof Ability>

/** What a model of its own kind does; `see` is done by models that also answer in words. */
export type MediaAbility = Exclude<Ability, 'see'>

/** The name of the model that would do each; what no connected model can do is absent. */
export const Able = z.partialRecord(Ability, z.string())
export type Able = z.infer<typeof Able>
