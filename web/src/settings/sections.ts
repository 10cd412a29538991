import {
  Bell,
  Blocks,
  Brain,
  Database,
  Globe,
  Keyboard,
  type LucideIcon,
  Palette,
  Plug,
  ShieldCheck,
  Sparkles,
  UserRound,
  UsersRound,
  Webhook,
} from 'lucide-react'

export type SectionKey =
  | 'profile'
  | 'teams'
  | 'plan'
  | 'security'
  | 'appearance'
  | 'notifications'
  | 'models'
  | 'memory'
  | 'pages'
  | 'webhooks'
  | 'modules'
  | 'data'
  | 'shortcuts'

export interface Section {
  key: SectionKey
  icon: LucideIcon
  /** Who can use it: everybody, guests and members, or members only. */
  audience: 'everybody' | 'session' | 'member'
}

export const sections: readonly Section[] = [
  { key: 'profile', icon: UserRound, audience: 'member' },
  { key: 'teams', icon: UsersRound, audience: 'member' },
  { key: 'plan', icon: Sparkles, audience: 'member' },
  { key: 'security', icon: ShieldCheck, audience: 'member' },
  { key: 'appearance', icon: Palette, audience: 'everybody' },
  { key: 'notifications', icon: Bell, audience: 'session' },
  { key: 'models', icon: Plug, audience: 'member' },
  { key: 'memory', icon: Brain, audience: 'session' },
  { key: 'pages', icon: Globe, audience: 'member' },
  { key: 'webhooks', icon: Webhook, audience: 'member' },
  { key: 'modules', icon: Blocks, audience: 'session' },
  { key: 'data', icon: Database, audience: 'session' },
  { key: 'shortcuts', icon: Keyboard, audience: 'everybody' },
]

export const isFor = ({ audience }: Section, who: { role: string | null; isMember: boolean }): boolean =>
  audience === 'everybody' || (audience === 'session' ? who.role !== null : who.isMember)
