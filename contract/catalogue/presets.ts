export interface Preset {
  id: string
  name: string
  blurb: string
  /** Agent key to quantity. */
  cart: Readonly<Record<string, number>>
}

/** Quick Start Presets (spec 9). */
export const presets: readonly Preset[] = [
  {
    id: 'startup',
    name: 'Startup',
    blurb: 'Operations, sales, support and content: the first four hands.',
    cart: { coo: 1, sales: 1, support: 1, creator: 1 },
  },
  {
    id: 'smb',
    name: 'Small business',
    blurb: 'Accounting, sales, support, social media and growth for a small business.',
    cart: { cpa: 1, sales: 1, support: 1, social: 1, growth: 1 },
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    blurb: 'Finance, operations and marketing leads with project, platform, support and sales agents.',
    cart: { cfo: 1, coo: 1, cmo: 1, kanban_pm: 1, devops: 1, competitive_intel: 1, support: 2, sales: 2 },
  },
  { id: 'custom', name: 'Custom', blurb: 'Begin with an empty team and choose each agent yourself.', cart: {} },
]
