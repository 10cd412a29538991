import { expect, test } from 'vitest'
import { DavRefusal } from './refusal.ts'
import { child, clark, elementsOf, elementText, MOST_XML, parseXml, textOf, xmlBody } from './xml.ts'

const request = (body: string | Uint8Array) =>
  new Request('http://localhost/dav/', { method: 'PROPFIND', body: body as string })

test('names are read with their namespaces, whichever prefix they have (RFC 4918, section 4.3.1)', () => {
  const body = parseXml(`<?xml version="1.0" encoding="utf-8" ?>
     <D:prop xmlns:D="DAV:"><x:author xmlns:x='http://example.com/ns'><x:name>Jane Doe</x:name>
       <x:uri type='email' added='2005-11-26'>mailto:jane.doe@example.com</x:uri></x:author></D:prop>`)
  const [author] = elementsOf(body)
  expect(author && clark(author)).toBe('{http://example.com/ns}author')
  expect(textOf(child(author as never, 'uri', 'http://example.com/ns') as never)).toBe('mailto:jane.doe@example.com')
})

test('an element goes out as it came in', () => {
  const text =
    '<note xmlns="urn:a" xml:lang="de" mark="&lt;&quot;&amp;"><b xmlns="urn:b">1 &lt; 2 &amp; 3 ]]&gt; 𝄞</b><c xmlns=""/></note>'
  expect(elementText(parseXml(text))).toBe(text)
  expect(elementText(parseXml('<a xmlns="x:"><![CDATA[<b>]]></a>'))).toBe('<a xmlns="x:">&lt;b&gt;</a>')
  const other = parseXml('<p:a xmlns:p="urn:p" p:k="v"/>')
  expect(parseXml(elementText(other))).toEqual(other)
})

const laughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;">]><D:propfind xmlns:D="DAV:"><D:prop>&lol2;</D:prop></D:propfind>`
test.each([
  ['a billion laughs', laughs],
  ['a namespace that is longer than any', `<a xmlns="urn:${'x'.repeat(200)}"/>`],
  ['an attribute’s namespace that is longer than any', `<a xmlns:p="urn:${'x'.repeat(200)}" p:k=""/>`],
  ['a file of the server', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  ['a document type from elsewhere', '<!DOCTYPE a SYSTEM "http://127.0.0.1/x.dtd"><a/>'],
  ['an entity that nobody declared', '<a>&nbsp;</a>'],
  ['very deep', '<a>'.repeat(20_000) + '</a>'.repeat(20_000)],
  ['very many', `<a>${'<b/>'.repeat(20_000)}</a>`],
  ['unfinished', '<D:propfind xmlns:D="DAV:"><D:prop>'],
  ['a prefix that means nothing', '<D:propfind/>'],
  ['a prefix that is taken back', '<a xmlns:x="urn:x"><b xmlns:x=""/></a>'],
  ['two roots', '<a/><b/>'],
  ['no element', '<?xml version="1.0"?>'],
  ['an attribute twice', '<a b="1" b="2"/>'],
  ['a control character', '<a>&#0;</a>'],
  ['no XML', 'hello'],
])('%s is refused', async (_, text) => {
  await expect(xmlBody(request(text))).rejects.toThrow(DavRefusal)
})

test('a body that is too long, or no UTF-8, is refused; one in UTF-16 is read', async () => {
  await expect(xmlBody(request(' '.repeat(MOST_XML + 1)))).rejects.toMatchObject({ status: 413 })
  await expect(xmlBody(request(new Uint8Array([0x3c, 0x61, 0xff, 0x2f, 0x3e])))).rejects.toMatchObject({ status: 400 })
  const utf16 = Buffer.from('\ufeff<a>é</a>', 'utf16le')
  expect(textOf((await xmlBody(request(utf16))) as never)).toBe('é')
  expect(await xmlBody(new Request('http://localhost/', { method: 'PROPFIND' }))).toBeNull()
})
