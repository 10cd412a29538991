import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HEAP } from './limits.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const require = createRequire(import.meta.url)

/** Our code, and where the packages may be looked for and really lie. Never the whole tree: the data may lie in it. */
const CODE = [
  ...['contract', 'domain', 'server', 'modules', 'node_modules'].map((folder) => join(ROOT, folder)),
  ...(require.resolve.paths('pdfjs-dist') ?? []),
  dirname(dirname(require.resolve('pdfjs-dist/package.json'))),
].filter((folder, at, all) => existsSync(folder) && all.indexOf(folder) === at)

/**
 * What Node lets a reading process do: use memory up to a bound, have a thread, read our code, and use one folder of its
 * own. It cannot read another file, write elsewhere, start a program or load native code.
 */
export const confinement = (scratch: string, code: readonly string[] = []): string[] => [
  `--max-old-space-size=${HEAP}`,
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
  '--permission',
  '--allow-worker',
  `--allow-fs-read=${join(ROOT, 'package.json')}`,
  ...[...CODE, ...code, realpathSync(scratch)].map((folder) => `--allow-fs-read=${folder}/*`),
  `--allow-fs-write=${realpathSync(scratch)}/*`,
]
