// Bodies for whatever reads XML: what takes down other readers (OWASP's list of XML attacks, the cases of libexpat's and
// defusedxml's tests), and what RFC 4918 and RFC 4791 leave open.
import { many } from '../file.ts'
import { MB } from './call.ts'

const DAV = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"'
const laughs = () =>
  `<!DOCTYPE D:propfind [<!ENTITY a0 "lol">${many(30, (at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`)}]>`

/** Each: what it tries, and its bytes. `{root}` stands for the element that the method wants. */
export const xmlBodies: Readonly<Record<string, (root: string) => string | Buffer>> = {
  'a billion laughs': (root) =>
    `<?xml version="1.0"?>${laughs()}<D:${root} ${DAV}><D:prop><D:x>&a30;</D:x></D:prop></D:${root}>`,
  'one entity of 1 MB, a thousand times': (root) =>
    `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(MB)}">]><D:${root} ${DAV}>${'&a;'.repeat(1000)}</D:${root}>`,
  'a file of the server as an entity': (root) =>
    `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><D:${root} ${DAV}><D:prop><D:displayname>&a;</D:displayname></D:prop></D:${root}>`,
  'an address as its document type': (root) =>
    `<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd"><D:${root} ${DAV}><D:prop/></D:${root}>`,
  'an entity of parameters': (root) =>
    `<!DOCTYPE x [<!ENTITY % a SYSTEM "file:///etc/passwd"><!ENTITY % b "<!ENTITY c '%a;'>">%b;]><D:${root} ${DAV}>&c;</D:${root}>`,
  'a file included by XInclude': (root) =>
    `<D:${root} ${DAV} xmlns:xi="http://www.w3.org/2001/XInclude"><D:prop><xi:include href="file:///etc/passwd" parse="text"/></D:prop></D:${root}>`,
  'a stylesheet': (root) =>
    `<?xml version="1.0"?><?xml-stylesheet href="javascript:alert(1)"?><D:${root} ${DAV}><D:prop/></D:${root}>`,
  '200,000 elements in one another': (root) =>
    `<D:${root} ${DAV}>${'<D:a>'.repeat(200_000)}${'</D:a>'.repeat(200_000)}</D:${root}>`,
  '200,000 elements that never end': () => '<a>'.repeat(200_000),
  '100,000 names of properties': (root) =>
    `<D:${root} ${DAV}><D:prop>${many(100_000, (at) => `<D:p${at}/>`)}</D:prop></D:${root}>`,
  '100,000 attributes': (root) => `<D:${root} ${DAV} ${many(100_000, (at) => `a${at}="1" `)}><D:prop/></D:${root}>`,
  '50,000 namespaces': (root) =>
    `<D:${root} ${DAV} ${many(50_000, (at) => `xmlns:n${at}="urn:${at}" `)}><D:prop/></D:${root}>`,
  'an attribute twice': (root) => `<D:${root} ${DAV} a="1" a="2"><D:prop/></D:${root}>`,
  'a prefix of nothing': (root) => `<E:${root} ${DAV}><E:prop/></E:${root}>`,
  'prefixes that are reserved': (root) =>
    `<D:${root} ${DAV} xmlns:xmlns="urn:x" xmlns:xml="urn:y"><D:prop/></D:${root}>`,
  'no namespace': (root) => `<${root}><prop><displayname/></prop></${root}>`,
  'an attribute of 8 MB': (root) => `<D:${root} ${DAV} a="${'a'.repeat(8 * MB)}"><D:prop/></D:${root}>`,
  'a name of 2 MB': (root) => `<D:${root} ${DAV}><D:prop><D:${'a'.repeat(2 * MB)}/></D:prop></D:${root}>`,
  'a comment of 8 MB': (root) => `<D:${root} ${DAV}><!--${'a'.repeat(8 * MB)}--><D:prop/></D:${root}>`,
  'a section of 8 MB': (root) =>
    `<D:${root} ${DAV}><D:prop><D:displayname><![CDATA[${'<'.repeat(8 * MB)}]]></D:displayname></D:prop></D:${root}>`,
  'a million comments': (root) => `<D:${root} ${DAV}>${'<!---->'.repeat(MB)}<D:prop/></D:${root}>`,
  'a million references to a character': (root) =>
    `<D:${root} ${DAV}><D:prop><D:displayname>${'&#65;'.repeat(MB)}</D:displayname></D:prop></D:${root}>`,
  'a reference to NUL': (root) =>
    `<D:${root} ${DAV}><D:prop><D:displayname>&#0;&#x110000;</D:displayname></D:prop></D:${root}>`,
  'characters that XML has not': (root) =>
    `<D:${root} ${DAV}><D:prop><D:displayname>\0\x01\ufffe</D:displayname></D:prop></D:${root}>`,
  'half characters': (root) =>
    Buffer.concat([
      Buffer.from(`<D:${root} ${DAV}><D:prop><D:displayname>`),
      Buffer.from([0xed, 0xa0, 0x80, 0xff, 0xc0, 0x80]),
      Buffer.from(`</D:displayname></D:prop></D:${root}>`),
    ]),
  'UTF-16 with its mark': (root) => Buffer.from(`\ufeff<D:${root} ${DAV}><D:prop/></D:${root}>`, 'utf16le'),
  'UTF-16 that is said and is not': (root) =>
    `<?xml version="1.0" encoding="UTF-16"?><D:${root} ${DAV}><D:prop/></D:${root}>`,
  'UTF-7': (root) => `<?xml version="1.0" encoding="UTF-7"?>+ADw-D:${root} ${DAV}+AD4-+ADw-/D:${root}+AD4-`,
  'version 9.9': (root) => `<?xml version="9.9"?><D:${root} ${DAV}><D:prop/></D:${root}>`,
  'two documents': (root) => `<D:${root} ${DAV}/><D:${root} ${DAV}/>`,
  'names of an object’s parts': (root) =>
    `<D:${root} ${DAV}><D:prop><D:__proto__/><D:constructor/><x xmlns="__proto__"/><x xmlns=""/></D:prop></D:${root}>`,
  'the root of another method': () => `<D:nonsense ${DAV}><D:prop/></D:nonsense>`,
  'only a declaration': () => '<?xml version="1.0"?>',
  JSON: () => '{"propfind":{}}',
  '20 MB of spaces': () => ' '.repeat(20 * MB),
}
