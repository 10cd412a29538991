import { answerOnly } from './watch.ts'

process.on('disconnect', () => process.exit())
process.send?.(await answerOnly())
