import { sentencesOf } from '@atrium/contract/sentence'
import en from './texts/en.json' with { type: 'json' }

/** What this module's server says, by key: its texts have it in the person's language. */
export const say = sentencesOf('tasks', en, import.meta.url)
