import { createWriteStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { statusMegabytes } from '../../e2e/hostile/memory.ts'
import { createFiles } from '../files/files.ts'
import { connect } from '../platform/database/connect.ts'
import { createParsingPool } from '../platform/parsing/pool.ts'
import { silentLog } from '../platform/telemetry.ts'
import { snapshotOf } from './export.ts'
import { importFrom } from './import.ts'
import { zipOf } from './zip-write.ts'

/** An importer in a process of its own, whose memory its caller bounds: takes in a file, then writes down everything there is. */
const { config, owner, directory, path } = JSON.parse(process.argv[2] ?? '{}')
const db = connect(config, () => undefined)
const parsing = createParsingPool({ log: silentLog })
const files = createFiles({ db, dir: directory, log: silentLog })
const { signal } = new AbortController()
const report = await importFrom({ db, files, parsing, modules: [] }, owner, path, { isPreview: false, signal })
const snapshot = await snapshotOf({ db, owner, version: 'test', store: files.store, signal })
await pipeline(zipOf(snapshot.entries()), createWriteStream(join(directory, 'export.zip')))
await snapshot.discard()
parsing.close()
await db.$client.end()
// What getrusage counts begins with the parent's, out of which the process was made; where there is no /proc, nothing better is known.
const peak = existsSync('/proc/self/status') ? statusMegabytes('self', 'VmHWM') : process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ report, peak }))
