// A registry for the tests, in a process of its own: says its address, then does the same with every request.
// 401, 403 …: that status; `silent`: takes the request and says nothing; `cut`: closes the connection;
// `page`: a page, as a network's sign-in does; `changed`: knows every package, and gives a file that is another.
import { createServer } from 'node:http'

const [, , how] = process.argv
const server = createServer((request, response) => {
  if (how === 'silent') return
  if (how === 'cut') return void request.socket.destroy()
  if (how === 'page') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
  if (how === 'changed') {
    if (request.url.endsWith('.tgz')) return void response.writeHead(200).end('not what the lockfile promises')
    const name = decodeURIComponent(request.url.slice(1))
    const tarball = `http://${request.headers.host}/${name}.tgz`
    const versions = { '1.0.0': { name, version: '1.0.0', dist: { tarball } } }
    const known = { name, 'dist-tags': { latest: '1.0.0' }, versions }
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(known))
  }
  response.writeHead(Number(how), { 'content-type': 'application/json' }).end('{"error":"no"}')
})
server.on('connect', (_, socket) => socket.end(`HTTP/1.1 ${how} Proxy Authentication Required\r\n\r\n`))
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`))
