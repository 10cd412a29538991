/** The payee of what an account began with: no report counts it as income or spending. */
export const START = 'Starting balance'
