import type { OpenQuestion } from '@atrium/contract/workforce-work'
import { useTranslation } from 'react-i18next'
import { said } from '../../i18n/said.ts'
import { Select, TextArea, TextField } from '../../ui/field.tsx'

type Question = OpenQuestion['questions'][number]

interface QuestionFieldsProps {
  questions: readonly Question[]
  /** By the question's key. */
  answers: Readonly<Record<string, string>>
  onChange: (answers: Record<string, string>) => void
}

/** A field for each question; what is left empty is taken as it says. */
export function QuestionFields({ questions, answers, onChange }: QuestionFieldsProps) {
  const { t } = useTranslation('seats')
  return (
    <>
      {questions.map(({ key, question, help, kind, choices, otherwise }) => {
        const shared = {
          label: <bdi>{said(question)}</bdi>,
          help: [help && said(help), otherwise && t('question.otherwise', { otherwise: said(otherwise) })]
            .filter(Boolean)
            .join(' '),
          value: answers[key] ?? '',
          onChange: ({ target }: { target: { value: string } }) => onChange({ ...answers, [key]: target.value }),
        }
        if (kind === 'text') return <TextArea key={key} dir="auto" maxLength={5_000} {...shared} />
        if (kind === 'line') return <TextField key={key} dir="auto" maxLength={5_000} {...shared} />
        const options = choices.map((choice) => ({ value: choice, label: said(choice) }))
        return <Select key={key} {...shared} options={[{ value: '', label: t('question.choose') }, ...options]} />
      })}
    </>
  )
}
