import { z } from 'zod'
import { Tier } from './accounts.ts'
import { industries } from './catalogue/industries.ts'
import { spaceAt } from './catalogue/pages.ts'
import { PersonaKey } from './chat.ts'
import { actionTypes } from './commands.ts'

const CommandAction = z.object({ type: z.enum(actionTypes), value: z.string() })

/** GET /api/tools-registry (spec 3, "Tool entry"). */
export const ToolEntry = z.object({
  key: z.string(),
  title: z.string(),
  summary: z.string(),
  industries: z.array(z.string()),
  action: CommandAction,
  aliases: z.array(z.string()).optional(),
})
export const ToolList = z.object({ tools: z.array(ToolEntry) })
export type ToolList = z.infer<typeof ToolList>

/** How commands name an industry or a Space: without dashes. */
const isTopic = (key: string) => industries.some((one) => one.key === key) || spaceAt(key) !== undefined

export const ToolQuery = z.object({
  industry: z
    .string()
    .max(60, 'There is no such industry. GET /api/catalogue lists them.')
    .transform((key) => key.toLowerCase().replaceAll('-', ''))
    .refine(isTopic, 'There is no such industry. GET /api/catalogue lists them.')
    .optional(),
  mode: PersonaKey.optional(),
})

const Text = z.string()
const Locked = z.object({ plan: Tier }).nullable()

/** The parts of the catalogue, each of which can be asked for alone. */
export const catalogueParts = [
  'commands',
  'modules',
  'pages',
  'spaces',
  'personas',
  'plans',
  'industries',
  'models',
  'agents',
  'presets',
  'features',
] as const

const PARTS = new RegExp(`^ *(${catalogueParts.join('|')})( *, *(${catalogueParts.join('|')}))* *$`)
export const CatalogueQuery = z.object({
  /** Several are parted by commas; all of them when absent. */
  parts: z
    .string()
    .max(200, 'Name each part once.')
    .regex(PARTS, `The parts are ${catalogueParts.join(', ')}.`)
    .transform((list) => list.split(',').map((part) => part.trim()))
    .pipe(z.array(z.enum(catalogueParts, `The parts are ${catalogueParts.join(', ')}.`)))
    .optional(),
})

/** `locked`: the plan that opens it, when the caller's own does not. */
export const Catalogue = z
  .object({
    commands: z.array(
      z.object({
        id: Text,
        label: Text,
        description: Text,
        industries: z.array(Text),
        modes: z.array(PersonaKey).optional(),
        enabled: z.boolean().optional(),
        featureFlag: Text.optional(),
        action: CommandAction,
        aliases: z.array(Text).optional(),
        icon: Text.optional(),
        locked: Locked,
      }),
    ),
    modules: z.array(
      z.object({
        id: Text,
        title: Text,
        summary: Text,
        kind: z.enum(['module', 'flobot', 'action']),
        industries: z.array(Text),
        route: Text.optional(),
        flobotKey: Text.optional(),
        mode: Text.optional(),
        tier: Text,
        triggers: z.array(Text),
        icon: Text,
        installed: z.boolean(),
        locked: Locked,
      }),
    ),
    pages: z.array(
      z.object({
        id: Text,
        title: Text,
        summary: Text,
        icon: Text,
        route: Text,
        access: z.enum(['public', 'member', 'administrator']),
      }),
    ),
    spaces: z.array(
      z.object({
        key: Text,
        title: Text,
        emoji: Text,
        blurb: Text,
        label: Text,
        shortDescription: Text,
        modules: z.array(z.object({ id: Text, title: Text })),
      }),
    ),
    personas: z.array(
      z.object({
        key: PersonaKey,
        name: Text,
        emoji: Text,
        description: Text,
        systemPrompt: Text,
        tone: Text,
        traits: z.array(Text),
        requiredTier: Tier.optional(),
        locked: Locked,
      }),
    ),
    plans: z.array(z.object({ key: Tier, name: Text, opens: z.array(Text), personas: z.array(PersonaKey) })),
    industries: z.array(z.object({ key: Text, title: Text })),
    models: z.record(Text, Text),
    agents: z.array(
      z.object({
        key: Text,
        name: Text,
        monthlyPriceCents: z.number(),
        deployable: z.boolean(),
        description: Text,
        space: Text,
      }),
    ),
    presets: z.array(z.object({ id: Text, name: Text, blurb: Text, cart: z.record(Text, z.number()) })),
    features: z.record(Text, Text),
  })
  .partial()
export type Catalogue = z.infer<typeof Catalogue>
