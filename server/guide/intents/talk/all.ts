import type { Intent } from '../intent.ts'
import { can, everything, how, who } from './about-itself.ts'
import { smallTalk } from './small-talk.ts'

export const talkIntents: readonly Intent[] = [...smallTalk, who, can, everything, how]
