import { useRenewal } from './renewal.ts'

const ofAdministration = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
  /^\/api\/admin\/(orders|support)/.test(String(path))

const TOPICS = ['administration']

/** What anybody ordered, paid or asked is shown to administrators without a reload. */
export const useAdministrationNews = (): void => useRenewal(ofAdministration, TOPICS)
