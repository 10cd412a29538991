import { loadOnce } from '../../platform/load-once.ts'

/** The tus protocol, whose library a server loads with the first upload. */
export const speaking = loadOnce(async () => (await import('./door.ts')).tusDoor)
