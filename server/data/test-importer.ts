import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
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
const report = await importFrom({ db, files, parsing, modules: [] }, owner, path, false, signal)
const snapshot = await snapshotOf({ db, owner, version: 'test', store: files.store, signal })
await pipeline(zipOf(snapshot.entries()), createWriteStream(join(directory, 'export.zip')))
await snapshot.discard()
parsing.close()
await db.$client.end()
const { maxRSS } = process.resourceUsage()
process.stdout.write(JSON.stringify({ report, maxRSS }))
