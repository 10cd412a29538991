/** Why a program of ours cannot start or go on, as a sentence for whoever runs it: shown without its stack. */
export class Refusal extends Error {}
