# What Anki itself makes and reads of image occlusion. Needs the package anki (26.09.3 was used).
#   python3 anki-occlusion.py make anki-occlusion.apkg      a package that Anki wrote, with its own note type
#   python3 anki-occlusion.py read PACKAGE > anki-reads.json      what Anki's own editor is given of each note of a package
import base64, json, os, sys, tempfile
import anki.collection as c
from anki import import_export_pb2 as x

PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAEElEQVR42mNk+M9QzwAEAAmGAYCF0iJkAAAAAElFTkSuQmCC'
OCCLUSIONS = ''.join(f'{one}<br>' for one in [
    '{{c1::image-occlusion:rect:left=.1:top=.2:width=.3:height=.05:oi=1}}',
    '{{c1::image-occlusion:rect:left=.6:top=.2:width=.1:height=.05:angle=30:oi=1}}',
    '{{c2::image-occlusion:ellipse:left=.5:top=.5:rx=.1:ry=.05:oi=1}}',
    '{{c3::image-occlusion:polygon:left=.1:top=.7:points=.1,.7 .2,.7 .15,.9:oi=1}}',
])


def collection():
    return c.Collection(os.path.join(tempfile.mkdtemp(), 'collection.anki2'))


def make(to):
    col = collection()
    kind = next(m for m in col.models.all() if m.get('originalStockKind') == 6)
    picture = os.path.join(tempfile.mkdtemp(), 'heart.png')
    open(picture, 'wb').write(base64.b64decode(PICTURE))
    col.add_image_occlusion_note(kind['id'], picture, OCCLUSIONS, 'The heart', 'It beats.', ['anatomy'])
    options = x.ExportAnkiPackageOptions(with_scheduling=False, with_media=True, legacy=False)
    col.export_anki_package(out_path=to, options=options, limit=None)


def read(package):
    col = collection()
    options = x.ImportAnkiPackageOptions(with_scheduling=True)
    col.import_anki_package(x.ImportAnkiPackageRequest(package_path=package, options=options))
    notes = []
    for nid in col.find_notes(''):
        note = col.get_note(nid)
        kind = note.note_type()
        seen = col.get_image_occlusion_note(note_id=nid).note
        shapes = [
            [one.ordinal, shape.shape, {p.name: p.value for p in shape.properties}]
            for one in sorted(seen.occlusions, key=lambda one: one.ordinal)
            for shape in one.shapes
        ]
        notes.append({
            'type': kind['name'], 'isOcclusion': kind.get('originalStockKind') == 6,
            'tags': [f.get('tag') for f in kind['flds']], 'fields': note.fields, 'cards': len(note.cards()),
            'shapes': shapes, 'header': seen.header, 'extra': seen.back_extra, 'picture': seen.image_file_name,
            'pictureBytes': len(seen.image_data), 'hidesAll': seen.occlude_inactive,
        })
    print(json.dumps(notes, indent=1))


{'make': make, 'read': read}[sys.argv[1]](sys.argv[2])
