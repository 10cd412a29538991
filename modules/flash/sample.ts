import type { Draft } from './module.ts'

export const SAMPLE_DECK = 'Biology::The cell'

/** What a first-year student of biology has to know, in all the ways a card can ask. */
export const sampleCards: readonly Draft[] = [
  {
    type: 'basic',
    front: 'What does the mitochondrion make?',
    back: 'ATP, the cell’s usable energy',
    tags: ['organelles'],
  },
  {
    type: 'basic',
    front: 'Where in the cell are ribosomal subunits assembled?',
    back: 'In the nucleolus',
    tags: ['organelles'],
  },
  {
    type: 'reversed',
    front: 'Chloroplast',
    back: 'Organelle in which photosynthesis takes place',
    tags: ['organelles', 'photosynthesis'],
  },
  {
    type: 'reversed',
    front: 'Osmosis',
    back: 'Net movement of water through a membrane towards more solute',
    tags: ['transport'],
  },
  {
    type: 'cloze',
    front: 'Photosynthesis turns {{c1::carbon dioxide}} and {{c2::water}} into {{c3::glucose}} and oxygen.',
    back: '6 CO₂ + 6 H₂O → C₆H₁₂O₆ + 6 O₂',
    tags: ['photosynthesis'],
  },
  {
    type: 'cloze',
    front: 'The light reactions take place in the {{c1::thylakoid membrane}}, the Calvin cycle in the {{c2::stroma}}.',
    back: '',
    tags: ['photosynthesis'],
  },
  {
    type: 'basic',
    front: 'Which pigment absorbs mostly red and blue light?',
    back: 'Chlorophyll a',
    tags: ['photosynthesis'],
  },
  {
    type: 'typed',
    front: 'Process by which a cell takes in large particles',
    back: 'phagocytosis',
    tags: ['transport'],
  },
  {
    type: 'basic',
    front: 'What distinguishes rough from smooth endoplasmic reticulum?',
    back: 'Ribosomes on its outside, which make proteins for export',
    tags: ['organelles'],
  },
  {
    type: 'cloze',
    front: 'In mitosis the phases are prophase, {{c1::metaphase}}, {{c2::anaphase}} and telophase.',
    back: '',
    tags: ['division'],
  },
]
