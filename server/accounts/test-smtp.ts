// A mail server in its own process (RFC 5321, as far as a client that neither encrypts nor signs in needs it): prints its
// port, then each message that it took as a line of JSON.

import { createServer, type Socket } from 'node:net'

interface Message {
  from: string
  to: string[]
  data: string
}

const address = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''

function serve(socket: Socket): void {
  let rest = ''
  let inData = false
  let message: Message = { from: '', to: [], data: '' }
  const say = (line: string) => socket.write(`${line}\r\n`)

  function take(line: string): void {
    if (inData) {
      if (line !== '.') {
        message.data += `${line.startsWith('.') ? line.slice(1) : line}\r\n`
        return
      }
      inData = false
      process.stdout.write(`${JSON.stringify(message)}\n`)
      message = { from: '', to: [], data: '' }
      return void say('250 taken')
    }
    const command = line.slice(0, 4).toUpperCase()
    if (command === 'EHLO' || command === 'HELO') say('250 fake.example')
    else if (command === 'MAIL') {
      message.from = address(line)
      say('250 ok')
    } else if (command === 'RCPT') {
      message.to.push(address(line))
      say('250 ok')
    } else if (command === 'DATA') {
      inData = true
      say('354 go on')
    } else if (command === 'QUIT') {
      say('221 bye')
      socket.end()
    } else say('502 unknown')
  }

  say('220 fake.example ESMTP')
  socket.on('error', () => socket.destroy())
  socket.on('data', (bytes) => {
    rest += bytes.toString('latin1')
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end)
      rest = rest.slice(end + 2)
      take(line)
    }
  })
}

const server = createServer(serve)
server.listen(0, '127.0.0.1', () => {
  const at = server.address()
  if (at && typeof at === 'object') process.stdout.write(`${at.port}\n`)
})
