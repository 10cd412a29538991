import { startI18n } from './index.ts'

/** For component tests: the real strings, in English. */
localStorage.setItem('i18nextLng', 'en')
await startI18n()
