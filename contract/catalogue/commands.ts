import type { Command } from '../commands.ts'
import { agents } from './agents.ts'
import { languages } from './languages.ts'
import { furtherPages, type ModuleEntry, moduleEntries } from './modules.ts'
import { pageEntries } from './pages.ts'
import { personas } from './personas.ts'
import { spaces } from './spaces.ts'

const everywhere = ['all'] as const

/** Slash triggers of pages (spec 2.7, "Slash-command routes also named"). Some are a module's as well: both are listed. */
const pageTriggers: Readonly<Record<string, readonly string[]>> = {
  '/tools/analytics': ['/analytics'],
  '/tools/campaigns': ['/campaigns'],
  '/tools/browser': ['/browser'],
  '/tools/photo/studio': ['/photo'],
  '/tools/video': ['/video'],
  '/tools/crm': ['/crm', '/leads'],
  '/tools/patient-portal': ['/patient-portal'],
  '/agents': ['/agents'],
  '/settings': ['/settings'],
  '/help': ['/help'],
  '/tools': ['/tools'],
  '/tools/csv': ['/csv'],
  '/tools/finance': ['/finance'],
  '/tools/dev': ['/dev'],
  '/spaces': ['/spaces'],
  '/workforce': ['/workforce'],
  '/gather': ['/gather'],
  '/org-chart': ['/org-chart'],
}

const pageIndustries: Readonly<Record<string, readonly string[]>> = {
  '/tools/analytics': ['marketing', 'media', 'ecommerce', 'all'],
  '/tools/campaigns': ['marketing', 'sales', 'ecommerce', 'all'],
  '/tools/browser': ['browser', 'research', 'all'],
  '/tools/photo/studio': ['art', 'creative', 'media', 'all'],
  '/tools/video': ['video', 'create', 'media', 'creative', 'all'],
  '/tools/crm': ['sales', 'business', 'customerservice', 'all'],
  '/tools/patient-portal': ['healthcare', 'health'],
  '/tools/csv': ['research', 'finance', 'all'],
  '/tools/finance': ['finance', 'accounting', 'all'],
  '/tools/dev': ['developer', 'cybersecurity', 'all'],
}

/** Pages of the core itself, whichever modules are installed. */
export const coreRoutes: readonly string[] = [
  '/',
  '/spaces',
  '/settings',
  '/help',
  '/tools',
  '/agents',
  '/admin',
  '/test/threaded-chat',
  ...spaces.map(({ key }) => `/spaces/${key}`),
]

const further = [
  { id: 'settings', title: 'Settings', summary: '', icon: 'settings', route: '/settings', access: 'public' },
  { id: 'help', title: 'Help', summary: '', icon: 'life-buoy', route: '/help', access: 'public' },
  { id: 'spaces', title: 'Spaces', summary: '', icon: 'layout-grid', route: '/spaces', access: 'public' },
  { id: 'admin', title: 'Admin Panel', summary: '', icon: 'shield-check', route: '/admin', access: 'administrator' },
] as const

const pageKeys: Readonly<Record<string, string>> = {
  '/settings': 'shell.settings',
  '/help': 'shell.help',
  '/spaces': 'shell.spaces',
  '/admin': 'shell.admin',
  '/workforce': 'shell.workforce',
}

/** Lists that a page is the whole of. */
const pageParents: Readonly<Record<string, string>> = { '/spaces': 'group.space', '/agents': 'group.agents' }

const pages = [...further, ...pageEntries].map(
  ({ id, title, summary, icon, route, access }): Command => ({
    id: `page.${id}`,
    label: title,
    description: summary,
    industries: pageIndustries[route] ?? everywhere,
    action: { type: 'route', value: route },
    icon,
    access,
    ...(pageTriggers[route] && { aliases: pageTriggers[route] }),
    ...(pageKeys[route] && { labelKey: pageKeys[route] }),
    ...(pageParents[route] && { parent: pageParents[route] }),
    ...(route === '/test/threaded-chat' && { featureFlag: 'threaded-chat' }),
  }),
)

const kinds = { module: 'module', flobot: 'bot', action: 'action' } as const

/** A page is gone to, a bot is called, an action on a message is used. */
function moduleCommand({ id, title, summary, kind, industries, tier, triggers, icon, route }: ModuleEntry): Command {
  const type = kind === 'flobot' ? 'agent' : kind === 'action' ? 'use-tool' : 'route'
  return {
    id: `${kinds[kind]}.${id}`,
    label: title,
    description: summary,
    industries,
    action: { type, value: type === 'route' ? (route ?? `/${id}`) : id },
    aliases: triggers,
    icon,
    needs: { tier },
  }
}

const agentCommands = agents.map(
  ({ key, name, description }): Command => ({
    id: `agent.${key}`,
    label: name,
    description,
    industries: everywhere,
    action: { type: 'agent', value: key },
    aliases: [key],
    icon: 'bot',
    parent: 'group.agents',
  }),
)

const system = (
  value: string,
  label: string,
  icon: string,
  labelKey: string | undefined,
  more: Partial<Command> = {},
): Command => ({
  id: value.includes(':') ? value.replace(':', '.') : `system.${value}`,
  label,
  description: '',
  industries: everywhere,
  action: { type: 'system', value },
  icon,
  ...(labelKey && { labelKey }),
  ...more,
})

const modal = (value: string, label: string, icon: string, labelKey: string, more: Partial<Command> = {}): Command => ({
  ...system(value, label, icon, labelKey, more),
  id: `modal.${value}`,
  action: { type: 'modal', value },
})

/** A command that opens the list of those under it. */
const group = (
  value: string,
  label: string,
  icon: string,
  labelKey: string | undefined,
  aliases: string[],
): Command => ({ ...system(`open:${value}`, label, icon, labelKey, { aliases }), id: `group.${value}` })

const themes = [
  ['light', 'Light', 'sun', 'shell.themeLight'],
  ['dark', 'Dark', 'moon', 'shell.themeDark'],
  ['system', 'Match system', 'monitor', 'shell.themeSystem'],
] as const

const systemActions: Command[] = [
  system('new-chat', 'New chat', 'square-pen', 'shell.newChat', { aliases: ['/new'], shortcut: 'mod+shift+O' }),
  modal('search', 'Search conversations', 'search', 'chat.search.title', {
    aliases: ['/search'],
    shortcut: 'mod+shift+F',
  }),
  group('theme', 'Theme', 'sun', 'shell.theme', ['/theme']),
  ...themes.map(([key, label, icon, labelKey]) =>
    system(`theme:${key}`, label, icon, labelKey, { parent: 'group.theme' }),
  ),
  group('language', 'Language', 'languages', 'shell.language', ['/language']),
  ...languages.map(({ code, name }) =>
    system(`language:${code}`, name, 'languages', undefined, { parent: 'group.language', aliases: [code] }),
  ),
  group('persona', 'Persona', 'user', 'chat.picker.personas', ['/persona']),
  ...personas.map(({ key, name, description }) =>
    system(`persona:${key}`, name, 'user', `chat.persona.${key}.name`, {
      parent: 'group.persona',
      description,
      aliases: [key],
      needs: { persona: key },
    }),
  ),
  group('space', 'Spaces', 'layout-grid', 'shell.spaces', ['/space']),
  ...spaces.map(
    ({ key, title, blurb }): Command => ({
      id: `space.${key}`,
      label: title,
      description: blurb,
      industries: everywhere,
      action: { type: 'route', value: `/spaces/${key}` },
      aliases: [key],
      icon: 'layout-grid',
      parent: 'group.space',
    }),
  ),
  system('sidebar', 'Sidebar', 'panel-left', 'shell.sidebar', { aliases: ['/sidebar'], shortcut: 'mod+B' }),
  modal('shortcuts', 'Keyboard shortcuts', 'keyboard', 'shell.shortcuts', { aliases: ['/shortcuts'], shortcut: '?' }),
  system('sign-in', 'Sign in', 'log-in', 'shell.signIn', { aliases: ['/sign-in', '/login'] }),
  system('register', 'Create account', 'user-plus', 'shell.createAccount', { aliases: ['/register'] }),
  system('sign-out', 'Sign out', 'log-out', 'shell.signOut', { aliases: ['/sign-out', '/logout'] }),
]

/** Spec 3, "Command entry (static catalogue)": everything that can be asked for by name, whether it is installed or not. */
export const commandEntries: readonly Command[] = [
  ...systemActions,
  ...[...moduleEntries, ...furtherPages].map(moduleCommand),
  ...pages,
  group('agents', 'Agents', 'bot', undefined, ['/agent']),
  ...agentCommands,
]
