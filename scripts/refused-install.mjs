// Why `npm ci` ended without the packages, as a sentence that says what happened and what to do.

const UNREACHED =
  /\b(ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ESOCKETTIMEDOUT|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|ECONNECTIONTIMEOUT|EINVALIDPROXY|EPIPE)\b|(network timeout)/
const CERTIFICATE = /\b(\w*SELF_SIGNED\w*|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_\w+|DEPTH_ZERO_\w+)\b/

/** The registry (or the mirror) that npm spoke to, as its lines name it. */
function hostIn(said) {
  const address = /https?:\/\/[^\s'"]+/.exec(said.replace(/https?:\/\/(nodejs\.org|docs\.npmjs\.com)\S*/g, ''))
  if (!address) return 'the npm registry'
  try {
    return `the npm registry ${new URL(address[0]).host}`
  } catch {
    return 'the npm registry'
  }
}

const capital = (text) => text[0].toUpperCase() + text.slice(1)

/**
 * `said`: what npm wrote; `npm`: its version, null when there is none; `free`: bytes that are left where the packages go;
 * `proxy`: the proxy that the environment or npm's settings name.
 */
export function whyRefused({ said, npm, free, proxy, folder }) {
  const registry = hostIn(said)
  const code = (pattern) => pattern.exec(said)?.slice(1).find(Boolean)
  const by = proxy ? ` through the proxy ${proxy}` : ''
  if (npm === null) return 'npm was not found. Install it (it comes with Node), and run the command again.'
  if (/\b(ENOSPC|EDQUOT)\b|no space left|quota exceeded/i.test(said) || (free !== undefined && free < 20e6))
    return `There is no space left for the packages: they need about 1.1 GB in ${folder} (550 MB with npm run start:production), and npm’s cache some of its own (npm config get cache). Make room, and run the command again.`
  if (/\bEROFS\b/.test(said))
    return `The packages could not be written: ${folder} or npm’s cache lies on a disk that can only be read. Install where it can be written, or set npm’s cache to a folder of yours (npm config set cache <folder>).`
  if (/\bcode (EACCES|EPERM)\b|\berrno: (EACCES|EPERM)\b/.test(said)) {
    const path = /(?:error path|open|mkdir|rename|rmdir|unlink|scandir) '?((?:\/|[A-Z]:\\)[^\n']+)/.exec(said)?.[1]
    return `The packages could not be written: this user has no right to ${path ?? `${folder} or npm’s cache`}. Give it to this user (chown), or run the command as the user that it belongs to.`
  }
  if (Number.parseInt(npm, 10) < 7)
    return `npm ${npm} is too old for this project’s lockfile. Install npm 10 or newer (npm install -g npm@10), and run the command again.`
  if (/\bcode (E407|EPROXYAUTH)\b|\b407\b.*Proxy Authentication/i.test(said))
    return `The proxy${proxy ? ` ${proxy}` : ''} wants a name and a password. Set them (npm config set https-proxy http://name:password@proxy:port), and run the command again.`
  if (/\bcode (E401|ENEEDAUTH|EOTP|E403)\b/.test(said)) {
    const status = code(/\bcode E(40[13])\b/) ?? '401'
    return `${capital(registry)} refuses to give the packages (${status}). If it is your company’s, sign in to it (npm login) or ask who runs it; if it is not meant, set another (npm config set registry <address>).`
  }
  if (/\bcode (E404|ETARGET|ENOVERSIONS)\b/.test(said)) {
    const name = code(/(?:'|No matching version found for )((?:@[\w.-]+\/)?[\w.-]+@[\w.-]*\w)/)
    return `${capital(registry)} does not have a package that is needed${name ? ` (${name})` : ''}. A mirror that is not whole? Set another registry (npm config set registry <address>), and run the command again.`
  }
  if (/\bcode (E429|E5\d\d)\b/.test(said))
    return `${capital(registry)} is in trouble (${code(/\bcode E(\d{3})\b/)}). Wait a few minutes, and run the command again.`
  if (/\bcode (EINTEGRITY|Z_\w+|TAR_BAD_ARCHIVE)\b/.test(said))
    return `A package came that is not the one of the lockfile: changed or cut on its way from ${registry}. Empty npm’s cache (npm cache clean --force), and run the command again; if it stays, do not trust that registry.`
  if (/invalid json response body/.test(said))
    return `${capital(registry)} answered with something that is no registry’s: the sign-in page of a network, or a wrong address? Open a page in a browser, or look at npm config get registry, and run the command again.`
  if (CERTIFICATE.test(said))
    return `The certificate of ${registry} is not trusted (${code(CERTIFICATE)}). Behind a proxy that opens connections, name its certificate: npm config set cafile <file>.`
  if (UNREACHED.test(said))
    return `${capital(registry)} could not be reached${by} (${code(UNREACHED)}). Check the connection${proxy ? ' and the proxy' : ''}, and run the command again.`
  if (/\bcode (EUSAGE|EJSONPARSE)\b|can only install/.test(said))
    return 'package.json and package-lock.json do not belong together, or one of them is damaged. Take both as they came (git checkout package.json package-lock.json), and run the command again.'
  return 'The packages could not be installed; the lines above say why.'
}
