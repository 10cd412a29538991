import type { HostileCalls } from './call.ts'
import { davCalls } from './dav-calls.ts'
import { othersCalls } from './others-calls.ts'
import { outsideCalls } from './outside-calls.ts'
import { pageCalls } from './page-calls.ts'

/** Everything that is tried without a file, each named by its door: `dav/xml: a billion laughs`. */
export const calls: readonly HostileCalls[] = [...davCalls, ...othersCalls, ...outsideCalls, ...pageCalls]
export const worstCalls: readonly HostileCalls[] = calls.filter(({ worst }) => worst)
