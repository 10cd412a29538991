// Small files to try the playbooks with: made up, with the dirt that real ones have.

const from = (name: string, version: string, more: Record<string, unknown> = {}) => ({
  version,
  resolved: `https://packages.example/${name}/-/${name}-${version}.tgz`,
  integrity: `sha512-${name}${version}`,
  ...more,
})

export const lockFile = JSON.stringify(
  {
    name: 'shop',
    lockfileVersion: 3,
    packages: {
      '': {
        name: 'shop',
        dependencies: { express: '^4.17.1', lodash: '4.17.20', 'left-tool': 'git+https://git.example/left-tool.git' },
        devDependencies: { mocha: '^9.0.0' },
      },
      'node_modules/express': from('express', '4.17.1'),
      'node_modules/lodash': from('lodash', '4.17.20'),
      'node_modules/qs': from('qs', '6.7.0'),
      'node_modules/request': from('request', '2.88.2', { deprecated: 'request has been deprecated' }),
      'node_modules/tough-cookie': from('tough-cookie', '2.5.0'),
      'node_modules/ms': from('ms', '2.0.0'),
      'node_modules/send/node_modules/ms': from('ms', '2.1.1'),
      'node_modules/mocha/node_modules/ms': from('ms', '2.1.3', { dev: true }),
      'node_modules/left-tool': { version: '1.0.0', resolved: 'git+ssh://git@git.example/left-tool.git#4f2c' },
      'node_modules/plain-http': {
        version: '0.3.1',
        resolved: 'http://packages.example/plain-http-0.3.1.tgz',
        integrity: 'sha512-x',
      },
      'node_modules/unsigned': { version: '2.0.0', resolved: 'https://packages.example/unsigned-2.0.0.tgz' },
      'node_modules/native-bits': from('native-bits', '1.4.0', { hasInstallScript: true }),
      'node_modules/mocha': from('mocha', '9.0.0', { dev: true }),
      'node_modules/serialize-javascript': from('serialize-javascript', '6.0.0', { dev: true }),
    },
  },
  null,
  1,
)

export const auditReport = JSON.stringify(
  {
    auditReportVersion: 2,
    vulnerabilities: {
      lodash: {
        name: 'lodash',
        severity: 'high',
        isDirect: true,
        via: [
          {
            title: 'Command Injection in lodash',
            url: 'https://github.com/advisories/GHSA-35jh-r3h4-6jhm',
            severity: 'high',
            cwe: ['CWE-77', 'CWE-94'],
            cvss: { score: 7.2, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H' },
            range: '<4.17.21',
          },
        ],
        range: '<4.17.21',
        nodes: ['node_modules/lodash'],
        fixAvailable: { name: 'lodash', version: '4.17.21', isSemVerMajor: false },
      },
      qs: {
        name: 'qs',
        severity: 'high',
        isDirect: false,
        via: [
          {
            title: 'qs vulnerable to Prototype Pollution',
            url: 'https://github.com/advisories/GHSA-hrpp-h998-j3pp',
            severity: 'high',
            cwe: ['CWE-1321'],
            cvss: { score: 0, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' },
            range: '>=6.7.0 <6.7.3',
          },
        ],
        range: '6.7.0 - 6.7.2',
        nodes: ['node_modules/qs'],
        fixAvailable: true,
      },
      express: {
        name: 'express',
        severity: 'high',
        isDirect: true,
        via: ['qs'],
        range: '4.15.2 - 4.17.2',
        nodes: ['node_modules/express'],
        fixAvailable: true,
      },
      'tough-cookie': {
        name: 'tough-cookie',
        severity: 'moderate',
        isDirect: false,
        via: [
          {
            title: 'tough-cookie Prototype Pollution vulnerability',
            url: 'https://github.com/advisories/GHSA-72xf-g2v4-qvf3',
            severity: 'moderate',
            cwe: ['CWE-1321'],
            cvss: { score: 6.5, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:L/A:N' },
            range: '<4.1.3',
          },
        ],
        range: '<4.1.3',
        nodes: ['node_modules/tough-cookie'],
        fixAvailable: false,
      },
      'serialize-javascript': {
        name: 'serialize-javascript',
        severity: 'moderate',
        isDirect: false,
        via: [
          {
            title: 'Cross-site Scripting (XSS) in serialize-javascript',
            url: 'javascript:alert(1)',
            severity: 'moderate',
            cwe: ['CWE-79'],
            cvss: { score: 5.4, vectorString: null },
            range: '>=6.0.0 <6.0.2',
          },
        ],
        range: '6.0.0 - 6.0.1',
        nodes: ['node_modules/serialize-javascript'],
        fixAvailable: { name: 'mocha', version: '11.7.5', isSemVerMajor: true },
      },
    },
  },
  null,
  1,
)

export const headers = `HTTP/2 200
server: nginx/1.25.3
content-type: text/html; charset=utf-8
strict-transport-security: max-age=86400
content-security-policy: default-src 'self'; script-src 'self' 'unsafe-inline'
x-frame-options: SAMEORIGIN
x-powered-by: Express
set-cookie: sid=8d7f; Path=/; HttpOnly
set-cookie: theme=dark; Path=/; Secure; HttpOnly; SameSite=Lax`
