import { setOwner } from './owner.ts'

/** Whose page a module's test is: somebody who takes nothing along from whoever was here before. */
export const ownThePage = (id: string): void => setOwner(id, false)
