import { fileURLToPath } from 'node:url'
import { silentLog } from '../platform/telemetry.ts'
import { discover } from '../records/discover.ts'
import { GUIDE_LANGUAGES } from './intents/intent.ts'
import { learn } from './understanding/understand.ts'

// Part of the build: learns the sentences of every language and keeps what was learned, so that nobody waits for it.
const found = await discover(fileURLToPath(new URL('../../modules', import.meta.url)), silentLog)
const modules = found.map(({ module }) => module)
for (const language of GUIDE_LANGUAGES) await learn(modules, language)
