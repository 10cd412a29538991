import { i18n } from '../i18n/index.ts'

/** A file of this folder together with its words, so that no part of another page waits for them. */
export const withTexts = async <T>(file: Promise<T>): Promise<T> =>
  (await Promise.all([file, i18n.loadNamespaces('activity')]))[0]
