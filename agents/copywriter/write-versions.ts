import { AppError } from '@atrium/contract/errors'
import { lineInput, playbook, textInput } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted } from '../kit/doing.ts'
import { cutTo, itemsIn } from '../kit/telling.ts'
import { remarksOn } from './clarity.ts'
import { adLength, media, mediumNames } from './media.ts'
import { briefInput } from './samples.ts'
import { type Brief, benefitsIn, versionsOf } from './versions.ts'

const criteria = [
  'Each version leads with another angle.',
  'Every length is counted against its medium.',
  'Claims without proof are named.',
]

export const writeVersions = playbook({
  id: 'writeVersions',
  title: 'Write versions for a test',
  summary:
    'Makes versions of an ad, a mail or a page from your brief, each with another angle (problem, benefit, proof, objection), counted against the medium, with tagged links for the test.',
  says: ['write ad versions', 'write an ad', 'write a mail', 'landing page copy', 'a/b test copy', 'copy variants'],
  input: z.object({
    medium: z.enum(mediumNames).default('mail').meta({ title: 'For' }),
    offer: lineInput('What you offer', 200),
    audience: lineInput('Whom it is for', 200).default(''),
    problem: lineInput('Which problem they have, in their words', 200).default(''),
    consequence: lineInput('What that costs them', 300).default(''),
    benefits: textInput('Benefits, one a line; the proof of each after “|”', 3_000).default(''),
    objection: lineInput('What keeps them from it, in their words', 200).default(''),
    answer: lineInput('Your answer to that', 300).default(''),
    action: lineInput('What they shall do', 60).default('Find out more'),
    link: lineInput('Where that leads', 1_000).default(''),
    versions: z.number().int().min(2).max(8).default(4).meta({ title: 'Versions' }),
  }),
  uses: [],
  criteria,
  withoutModel: ['Sentences are your own, put in order by proven patterns. New wording needs a model.'],
  sample: { files: {}, input: briefInput },
  async run(job, input) {
    const { medium, versions: most, benefits, ...said } = input
    const brief: Brief = { ...said, benefits: benefitsIn(benefits) }
    if (brief.offer.trim() === '') throw new AppError('bad_request', 'Say in a line what you offer.')
    const versions = versionsOf(brief, medium, most)
    const parts = media[medium]
    const avoid = itemsIn(job.seat.answers.avoid ?? '')
    const unproven = brief.benefits.filter(({ proof }) => proof === '').map(({ text }) => text)
    const facts = [
      brief.offer,
      brief.problem,
      brief.consequence,
      ...brief.benefits.map(({ text, proof }) => `${text} (${proof || '1'})`),
      brief.answer,
    ]
      .filter(Boolean)
      .join('\n')
    const remarks = remarksOn(facts, avoid, job.seat.answers.spelling || 'American').filter(({ kind }) =>
      ['Claim without proof', 'Says little', 'Not our word'].includes(kind),
    )
    const more: { id: string; text: string }[] = []
    for (const { id, angle, parts: own } of versions.slice(0, 4)) {
      const text = await job.compose({
        purpose: `Version ${id} of a ${medium}`,
        instructions: `Reword this ${medium}, keeping its angle (${angle}) and its facts. Limits in characters: ${parts.map(({ name, limit }) => `${name} ${limit ?? 'free'}`).join(', ')}. Never use: ${avoid.join(', ') || '(no word)'}.`,
        data: JSON.stringify(own),
        maxWords: 250,
      })
      if (text) more.push({ id, text })
    }
    const over = versions.filter((version) => version.over.length > 0)
    await job.deliver({
      title: `${counted(versions.length, 'version')} of a ${medium}: ${cutTo(brief.offer, 100)}`,
      summary: `${versions.map(({ id, angle }) => `${id} leads with ${angle.charAt(0).toLowerCase()}${angle.slice(1)}`).join('; ')}. ${over.length === 0 ? 'All fit their medium.' : `${counted(over.length, 'version')} must be shortened.`}`,
      blocks: [
        {
          kind: 'drafts',
          title: 'Versions',
          drafts: versions.map(({ id, angle, parts: own }) => ({
            to: `${id}: ${angle}`,
            subject: own.subject ?? own.headline ?? '',
            text: parts
              .filter(({ key }) => key !== 'subject')
              .map(({ key, name }) => (key === 'body' ? (own[key] ?? '') : `${name}: ${own[key] ?? ''}`))
              .join('\n\n'),
          })),
        },
        ...tableBlock(
          'What sets them apart, and their lengths',
          {
            id: 'Version',
            angle: 'Leads with',
            method: 'Pattern',
            ...Object.fromEntries(parts.map(({ key, name, limit }) => [key, limit ? `${name} (of ${limit})` : name])),
            over: 'Too long',
          },
          versions.map(({ id, angle, method, parts: own, over: long }) => ({
            id,
            angle,
            method,
            ...Object.fromEntries(parts.map(({ key }) => [key, adLength(own[key] ?? '')])),
            over: long.join('; '),
          })),
        ),
        ...tableBlock('To check before it is used', { kind: 'Kind', words: 'Words', advice: 'Advice' }, [
          ...remarks,
          ...unproven.map((text) => ({
            kind: 'Benefit without proof',
            words: text,
            advice: 'Give a number, a source or a customer’s word after “|”.',
          })),
        ]),
        textBlock(
          'How to test them',
          `Show two versions at a time to the same kind of people in the same weeks, split at random. Decide beforehand which number decides${brief.link ? ' (visits are told apart by utm_content)' : ''} and how many people it needs: the Growth Marketer plans that. The versions differ in their angle alone, so the winner says which angle works, not only which text.`,
        ),
        ...(more.length > 0
          ? [textBlock('Reworded, to choose from', more.map(({ id, text }) => `### ${id}\n\n${text}`).join('\n\n'))]
          : []),
      ],
      sources: [{ kind: 'answer', name: 'Your brief', place: `${brief.benefits.length} benefits` }],
      evidence: evidenceFor(
        criteria,
        [
          new Set(versions.map(({ angle }) => angle)).size === versions.length && versions.length > 1,
          versions.map(({ angle }) => angle).join('; '),
        ],
        [
          true,
          over.length === 0
            ? 'All parts fit.'
            : over.map(({ id, over: long }) => `${id}: ${long.join(', ')}`).join('; '),
        ],
        [
          true,
          unproven.length + remarks.length === 0
            ? 'None was found.'
            : `${unproven.length} benefits without proof, ${remarks.length} words to check.`,
        ],
      ),
      couldNot: sentences(
        versions.length < most &&
          `The brief has material for ${counted(versions.length, 'angle')} only: give a problem, benefits with proof, and an objection with its answer.`,
        over.length > 0 && 'Parts that are too long were not cut: shorten them in your own words.',
        more.length === 0 && 'Sentences are your own in a proven order; new wording needs a model.',
        'Whether a claim may be made (health, money, comparisons) is for a legal review.',
      ),
    })
  },
})
