// The unit stage under a moved clock: at 31 December in Kiritimati, at 29 February in Niue, at both changes of the clock in
// Berlin. Needs libfaketime (Debian's package faketime).
//
//   npm run drill clocks                         every test file, at four moments: hours
//   npm run drill clocks -- modules/tasks        some files or folders only
//   npm run drill clocks -- --moment=2 server    the third moment only
//
// The clock is moved by an offset, so that the tests, the servers that they start and their databases agree on it; the
// monotonic clock runs on as it is. What fails here and not without it knows the date, the hour or the zone.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { libraryOfFaketime } from '../faketime.ts'

const MOMENTS = [
  ['2027-12-31T23:50:00Z', 'Pacific/Kiritimati'],
  ['2028-02-29T12:00:00Z', 'Pacific/Niue'],
  ['2027-03-28T00:55:00Z', 'Europe/Berlin'],
  ['2027-10-31T00:55:00Z', 'Europe/Berlin'],
] as const

const words = process.argv.slice(2)
const only = words.find((word) => word.startsWith('--moment='))?.slice(9)
const files = words.filter((word) => !word.startsWith('--moment='))
const library = libraryOfFaketime()
if (library === null) {
  process.stdout.write('This drill needs libfaketime: install the package faketime.\n')
  process.exit(1)
}

const script = fileURLToPath(new URL('../../scripts/test.mjs', import.meta.url))
let failed = 0
for (const [at, [moment, zone]] of MOMENTS.entries()) {
  if (only !== undefined && Number(only) !== at) continue
  process.stdout.write(`\n${moment} in ${zone}\n`)
  const seconds = Math.round((Date.parse(moment) - Date.now()) / 1000)
  const { status } = spawnSync(process.execPath, [script, 'unit', ...files], {
    stdio: 'inherit',
    env: {
      ...process.env,
      TZ: zone,
      LD_PRELOAD: library,
      FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_NO_CACHE: '1',
    },
  })
  if (status !== 0) failed += 1
}
process.stdout.write(`\n${failed === 0 ? 'Good at every moment.' : `Something fails at ${failed} of the moments.`}\n`)
process.exitCode = failed === 0 ? 0 : 1
