import { type Agent, agentOf } from '@atrium/contract/catalogue/agents'
import { GUIDE_LANGUAGES, type GuideLanguage } from '../intent.ts'
import { type WordsByLanguage, wordsIn } from '../words.ts'
import words from './words.json' with { type: 'json' }

const byAgent = Object.entries(words as Readonly<Record<string, WordsByLanguage>>)

/** Letters of a word that stands in what another one says too, and says less. */
const lettersOf = (text: string, said: WordsByLanguage, language: GuideLanguage): number =>
  wordsIn(text, said, language).reduce((sum, { length }) => sum + length, 0)

/**
 * The agents that a sentence speaks of, by their names and by what they do; first who has most of its words, and of two alike who can be
 * hired.
 */
export function agentsMeant(sentence: string, language: GuideLanguage): Agent[] {
  return byAgent
    .flatMap(([key, said]) => {
      const [agent, letters] = [agentOf(key), lettersOf(sentence, said, language)]
      return agent && letters > 0 ? [{ agent, letters }] : []
    })
    .sort((a, b) => b.letters - a.letters || Number(b.agent.deployable) - Number(a.agent.deployable))
    .map(({ agent }) => agent)
}

/** How agents are spoken of. */
const SPOKEN: WordsByLanguage = {
  en: [
    'agent',
    'agents',
    'ai employee*',
    'digital employee*',
    'ai worker*',
    'digital worker*',
    'ai staff',
    'workforce',
    'seat',
    'seats',
    'hire',
    'hiring',
    'employee',
    'employees',
    'bots',
    'who works here',
    'role',
    'roles',
  ],
  de: ['agent*', 'mitarbeiter*', 'einstell*', 'anheuer*', 'belegschaft'],
  es: ['agente*', 'empleado*', 'contrat*', 'plantilla'],
  'pt-BR': ['agente*', 'funcionári*', 'contrat*', 'equipe'],
  fr: ['agent*', 'employé*', 'embauch*', 'recrut*'],
  it: ['agent*', 'dipendent*', 'assum*'],
  nl: ['agent*', 'medewerker*', 'inhuren', 'huur*', 'aannemen'],
  pl: ['agent*', 'pracownik*', 'zatrudn*'],
  tr: ['ajan*', 'çalışan*', 'işe al*'],
  ru: ['агент*', 'сотрудник*', 'нанят*', 'найм*', 'наним*'],
  'zh-Hans': ['代理', '员工', '雇'],
  ja: ['エージェント', '雇', '社員'],
  ko: ['에이전트', '고용', '직원'],
  ar: ['وكيل*', 'وكلاء', 'الوكيل*', 'الوكلاء', 'موظف*', 'توظيف', 'أوظف'],
  hi: ['एजेंट*', 'कर्मचारी*', 'नियुक्त*'],
  id: ['agen', 'karyawan', 'rekrut*', 'merekrut'],
}

/** Whether a sentence speaks of agents, in whatever language it is, or names one in English or the person's own. */
export const isAboutAgents = (sentence: string, language: string): boolean =>
  GUIDE_LANGUAGES.some((one) => wordsIn(sentence, SPOKEN, one).length > 0) ||
  agentsMeant(sentence, GUIDE_LANGUAGES.find((one) => one === language) ?? 'en').length > 0
