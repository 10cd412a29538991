import { z } from 'zod'

/** What help is about, in the order in which it is listed. */
export const helpTopics = [
  'start',
  'chat',
  'models',
  'account',
  'looks',
  'teams',
  'data',
  'modules',
  'workforce',
  'programs',
  'admin',
] as const
export const HelpTopic = z.enum(helpTopics)
export type HelpTopic = z.infer<typeof HelpTopic>

/** An article of the help as a list shows it and a search finds it. */
export const HelpEntry = z.object({
  key: z.string(),
  topic: HelpTopic,
  title: z.string(),
  /** The page of the product that it is about. */
  link: z.string(),
  /** How people ask for it. */
  asks: z.array(z.string()),
  /** Further terms by which it is found. */
  words: z.array(z.string()),
})
export type HelpEntry = z.infer<typeof HelpEntry>

export const HelpList = z.object({ articles: z.array(HelpEntry) })
export type HelpList = z.infer<typeof HelpList>

export const HelpArticle = HelpEntry.extend({
  /** Markdown. */
  body: z.string(),
  /** The language that the body is written in (BCP 47): English where nobody has translated it. */
  language: z.string(),
})
export type HelpArticle = z.infer<typeof HelpArticle>
