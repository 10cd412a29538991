// Before each test file of Node's.
import fc from 'fast-check'
import { closeAfterFile } from '../server/platform/test-end.ts'

// Properties are tried on new values every time on a developer's machine; a landing is judged on the same ones each time.
if (process.env.CI) fc.configureGlobal({ seed: 20_261_121 })

closeAfterFile()
