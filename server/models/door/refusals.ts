import type { Ability } from '@atrium/contract/abilities'
import { AppError } from '@atrium/contract/errors'
import type { Ledger } from '../budget-ledger.ts'
import { ProviderError, sentenceFor } from '../provider-error.ts'

export const noModel = () =>
  new AppError('no_model', 'No model is connected. Add a key of a provider in the settings, then try again.', {
    details: { why: 'none' },
  })

const CONNECT: Readonly<Record<Ability, string>> = {
  see: 'No connected model can see pictures. Connect one that can in the settings, then try again.',
  draw: 'No connected model can draw. Connect one that can in the settings, then try again.',
  speak: 'No connected model can speak. Connect one that can in the settings, then try again.',
  hear: 'No connected model can listen. Connect one that can in the settings, then try again.',
  embed: 'No connected model can compare texts by their meaning. Connect one that can in the settings, then try again.',
}

/** Models are connected, and none of them can do this. */
export const unable = (ability: Ability) =>
  new AppError('no_model', CONNECT[ability], { details: { why: 'unable', ability } })

export const unreadable = () =>
  new AppError(
    'provider_failed',
    'The model’s answer could not be read, so nothing was done with it. Try again, please.',
  )

export const tooLong = () =>
  new AppError('too_large', 'That is more than the model can read at once. Give it a part of it, please.')

/** Whose limit it is stands in the details: a seat's work waits for more, whichever of its steps met it. */
export const budgetReached = ({ scope }: Ledger) =>
  new AppError(
    'forbidden',
    scope === 'person'
      ? 'Your budget for models is used up for this month.'
      : scope === 'team'
        ? 'Your team’s budget for models is used up for this month.'
        : `The budget of the ${scope} is used up.`,
    { details: { budget: scope } },
  )
export const isBudgetReached = (error: unknown): boolean =>
  error instanceof AppError && error.details?.budget !== undefined

/** What went wrong at the provider, as an answer for the person: a model that cannot be reached is as good as none. */
export function refusalOf(reason: unknown): unknown {
  if (!(reason instanceof ProviderError)) return reason
  const options = { cause: reason }
  switch (reason.kind) {
    case 'unauthorized':
      return new AppError(
        'no_model',
        'The provider did not accept the key of the model. Check it in the settings, please.',
        {
          ...options,
          details: { why: 'key' },
        },
      )
    case 'unreachable':
      return new AppError('no_model', 'The model could not be reached. Try again in a moment.', {
        ...options,
        details: { why: 'unreachable' },
      })
    case 'timeout':
    case 'stalled':
      return new AppError('timeout', 'The model took too long to answer. Try again, please.', options)
    case 'garbage':
      return new AppError('provider_failed', unreadable().message, options)
    default:
      return new AppError('provider_failed', sentenceFor(reason), options)
  }
}
