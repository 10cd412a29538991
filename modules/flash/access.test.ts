import { proveAccess } from '../../server/access/test-module-access.ts'

await proveAccess('flash')
