import { pageAt } from '@atrium/contract/catalogue/pages'

/** Spec 2.6: the sections of the sidebar, with the last part of each path under /workforce. */
const sections = {
  overview: ['dashboard', 'directory', 'browse'],
  quickStart: ['startup', 'smb', 'enterprise', 'custom'],
  types: ['cfo', 'coo', 'cmo', 'sales', 'security', 'support', 'sdr', 'account-manager'],
  management: ['analytics', 'favorites', 'active', 'settings'],
  resources: ['best-practices', 'docs', 'support-help'],
} as const

export type Section = keyof typeof sections

export interface SidebarPage {
  key: string
  path: string
  icon: string
}

export const sidebarSections: readonly { key: Section; pages: readonly SidebarPage[] }[] = Object.entries(sections).map(
  ([key, pages]) => ({
    key: key as Section,
    pages: pages.map((page) => {
      const path = page === 'dashboard' ? '/workforce' : `/workforce/${page}`
      return { key: page, path, icon: pageAt(path)?.icon ?? 'box' }
    }),
  }),
)
