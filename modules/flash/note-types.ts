import type { NoteType } from './records.ts'

const CSS = `.card {
  font-family: arial;
  font-size: 20px;
  text-align: center;
  color: black;
  background-color: white;
}
.cloze {
  font-weight: bold;
  color: blue;
}
`
/** Anki draws the shapes in this box by its own script, which runs here nowhere: `masksOf` says what lies on the picture. */
const OCCLUDED = `{{#Header}}<div>{{Header}}</div>{{/Header}}
<div style="display: none">{{cloze:Occlusion}}</div>
<div id="err"></div>
<div id="image-occlusion-container">
    {{Image}}
    <canvas id="image-occlusion-canvas"></canvas>
</div>
<script>
try {
    anki.imageOcclusion.setup();
} catch (exc) {
    document.getElementById("err").innerHTML = \`Error loading image occlusion. Is your Anki version up to date?<br><br>\${exc}\`;
}
</script>
`
const OCCLUSION_CSS = `#image-occlusion-canvas {
    --inactive-shape-color: #ffeba2;
    --active-shape-color: #ff8e8e;
    --inactive-shape-border: 1px #212121;
    --active-shape-border: 1px #212121;
    --highlight-shape-color: #ff8e8e00;
    --highlight-shape-border: 1px #ff8e8e;
}

.card {
    font-family: arial;
    font-size: 20px;
    text-align: center;
    color: black;
    background-color: white;
}
`
const ANSWER = '\n\n<hr id=answer>\n\n'

/** The note types that are always there, as Anki's stock notetypes have them. */
export const BUILT_IN: readonly NoteType[] = [
  {
    key: 'basic',
    name: 'Basic',
    kind: 'standard',
    fields: ['Front', 'Back'],
    templates: [{ name: 'Card 1', front: '{{Front}}', back: `{{FrontSide}}${ANSWER}{{Back}}` }],
    css: CSS,
  },
  {
    key: 'reversed',
    name: 'Basic (and reversed card)',
    kind: 'standard',
    fields: ['Front', 'Back'],
    templates: [
      { name: 'Card 1', front: '{{Front}}', back: `{{FrontSide}}${ANSWER}{{Back}}` },
      { name: 'Card 2', front: '{{Back}}', back: `{{FrontSide}}${ANSWER}{{Front}}` },
    ],
    css: CSS,
  },
  {
    key: 'typed',
    name: 'Basic (type in the answer)',
    kind: 'standard',
    fields: ['Front', 'Back'],
    templates: [{ name: 'Card 1', front: '{{Front}}\n\n{{type:Back}}', back: `{{Front}}${ANSWER}{{type:Back}}` }],
    css: CSS,
  },
  {
    key: 'cloze',
    name: 'Cloze',
    kind: 'cloze',
    fields: ['Text', 'Back Extra'],
    templates: [{ name: 'Cloze', front: '{{cloze:Text}}', back: '{{cloze:Text}}<br>\n{{Back Extra}}' }],
    css: CSS,
  },
  {
    key: 'occlusion',
    name: 'Image Occlusion',
    kind: 'cloze',
    fields: ['Occlusion', 'Image', 'Header', 'Back Extra', 'Comments'],
    templates: [
      {
        name: 'Image Occlusion',
        front: OCCLUDED,
        back: `${OCCLUDED}\n<div><button id="toggle">Toggle Masks</button></div>\n{{#Back Extra}}<div>{{Back Extra}}</div>{{/Back Extra}}\n`,
      },
    ],
    css: OCCLUSION_CSS,
  },
]

const shape = ({ kind, fields, templates }: NoteType) =>
  JSON.stringify([
    kind,
    fields,
    templates.map(({ front, back }) => [front.replace(/\s+/g, ''), back.replace(/\s+/g, '')]),
  ])

const byShape = new Map(BUILT_IN.map((type) => [shape(type), type]))

/** The built-in type that asks and answers as this one does, whatever it is called and however it is coloured. */
export const sameBuiltIn = (type: NoteType): NoteType | undefined => byShape.get(shape(type))

const squeezed = (css: string) => css.replace(/\s+/g, '').replaceAll(';}', '}')
/** As types of Anki looked over the years before anybody styled them. */
const USUAL_LOOKS = new Set(
  ['', CSS, OCCLUSION_CSS, CSS.replace(/\.cloze \{[^}]*\}/, ''), `${CSS}.nightMode .cloze { color: lightblue; }`].map(
    squeezed,
  ),
)
/** Nobody has styled it: it looks as the page does, in light and dark. */
export const isUsualLook = (css: string): boolean => USUAL_LOOKS.has(squeezed(css))
