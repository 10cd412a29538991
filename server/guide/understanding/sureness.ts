/** From here on a sentence is taken at its word. */
export const SURE = 0.75
/** Below, it is like nothing; from here on, what it may mean is offered. */
export const FAIR = 0.6
/** Others that are not further from the best than this are looked at too: what they name may be there. */
export const NEAR = 0.15
/** Two that are nearer to each other than this are both offered. */
export const EQUAL = 0.03
